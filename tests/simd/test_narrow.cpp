// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/simd/narrow.hpp>

#include <simt/simd/memory.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <cstring>

// Numbers of 8 and 16 bits between memory and registers of ints: every value, at every alignment,
// whole and under masks; what lies beside them stays.
namespace {

using namespace simt;

constexpr int L = simd::native_lanes;
constexpr std::size_t lanes = L;

template <class N>
N value(int i) {
  return static_cast<N>(i * 40503 + (i >> 3));
}

template <class N>
void check_loads() {
  alignas(64) std::array<unsigned char, 64 + lanes * sizeof(N)> bytes{};
  int const count = sizeof(N) == 1 ? 256 : 65536;
  for (int first = 0; first < count; first += L) {
    std::array<N, lanes> want{};
    for (int l = 0; l < L; ++l) want[static_cast<std::size_t>(l)] = static_cast<N>(first + l);
    unsigned char* const at = bytes.data() + static_cast<unsigned>(first / L) % 61;
    std::memcpy(at, want.data(), sizeof want);
    auto const v = simd::load<N, L>(reinterpret_cast<N const*>(at));
    for (int l = 0; l < L; ++l) REQUIRE(v[l] == int{want[static_cast<std::size_t>(l)]});
  }
}

template <class N>
void check_stores() {
  for (int first = -70000; first < 70000; first += 3 * L) {
    std::array<N, lanes + 2> out{};
    out.front() = out.back() = N(99);
    simd::vec<int, L> v{};
    for (int l = 0; l < L; ++l) v[l] = (first + 3 * l) * 77;
    simd::store<N, L>(out.data() + 1, v);
    for (int l = 0; l < L; ++l)
      REQUIRE(out[static_cast<std::size_t>(l) + 1] == static_cast<N>((first + 3 * l) * 77));
    REQUIRE(out.front() == N(99));
    REQUIRE(out.back() == N(99));
  }
}

template <class N>
void check_masks() {
  std::array<N, lanes> in{};
  for (int l = 0; l < L; ++l) in[static_cast<std::size_t>(l)] = value<N>(l + 1);
  for (std::uint32_t bits = 0; bits < (1u << L); bits += L > 8 ? 37 : 1) {
    auto const m = simd::mask_from_bits<L>(bits);
    auto const v = simd::load_masked<N, L>(in.data(), m);
    std::array<N, lanes> out;
    out.fill(N(99));
    simd::vec<int, L> more{};
    for (int l = 0; l < L; ++l) more[l] = int{in[static_cast<std::size_t>(l)]} + (l << 20);
    simd::store_masked<N, L>(out.data(), m, more);
    for (int l = 0; l < L; ++l) {
      auto const i = static_cast<std::size_t>(l);
      bool const is_in = ((bits >> l) & 1u) != 0;
      REQUIRE(v[l] == (is_in ? int{in[i]} : 0));
      REQUIRE(out[i] == (is_in ? in[i] : N(99)));
    }
  }
}

template <class N>
void check_all() {
  check_loads<N>();
  check_stores<N>();
  check_masks<N>();
}

TEST_CASE("load and store of 8 and 16 bits: every value, as C++ converts it") {
  check_all<signed char>();
  check_all<unsigned char>();
  check_all<short>();
  check_all<unsigned short>();
}

TEST_CASE("load and store of bool: zeros and ones") {
  std::array<bool, lanes> in{}, out{};
  for (std::size_t l = 0; l < lanes; ++l) in[l] = l % 3 == 1;
  auto const v = simd::load<bool, L>(in.data());
  for (int l = 0; l < L; ++l) REQUIRE(v[l] == (l % 3 == 1 ? 1 : 0));
  simd::store<bool, L>(out.data(), v);
  CHECK(out == in);
}

}  // namespace
