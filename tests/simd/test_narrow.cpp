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
  for (std::uint32_t bits = 0; bits<(1u << L); bits += L> 8 ? 37 : 1) {
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

/// All and none, one, and others, over whole registers of N.
template <class N>
void check_some() {
  constexpr int K = 4 / int{sizeof(N)} * L;
  constexpr auto count = static_cast<std::size_t>(K);
  std::array<N, count> in{};
  for (int l = 0; l < K; ++l) in[static_cast<std::size_t>(l)] = value<N>(l + 1);
  for (std::uint32_t round = 0; round < 200; ++round) {
    std::array<simd::part_mask<L>, count / lanes> masks{};
    std::array<bool, count> is_in{};
    for (int l = 0; l < K; ++l)
      is_in[static_cast<std::size_t>(l)] =
          round == 0 ||
          (round > 1 && ((static_cast<std::uint32_t>(l) * 2654435761u + round * 40503u) >> 13) %
                                (1 + round % 9) ==
                            0);
    for (std::size_t k = 0; k < masks.size(); ++k) {
      std::uint32_t bits = 0;
      for (std::size_t l = 0; l < lanes; ++l) bits |= std::uint32_t{is_in[k * lanes + l]} << l;
      masks[k] = simd::mask_from_bits<L>(bits);
    }
    auto const v = simd::load_some<N, K>(in.data(), masks.data());
    std::array<N, count + 2> out;
    out.fill(N(99));
    simd::store_some<N, K>(out.data() + 1, masks.data(), v);
    for (std::size_t l = 0; l < count; ++l) REQUIRE(out[l + 1] == (is_in[l] ? in[l] : N(99)));
    REQUIRE(out.front() == N(99));
    REQUIRE(out.back() == N(99));
  }
}

TEST_CASE("load_some and store_some: the lanes of the masks, and no others") {
  check_some<unsigned char>();
  check_some<signed char>();
  check_some<unsigned short>();
  check_some<short>();
}

TEST_CASE("add_capped: sums of bytes stop at 255") {
  constexpr int K = 4 * L;
  for (int a = 0; a < 256; ++a)
    for (int first = 0; first < 256; first += K) {
      simd::vec<std::uint8_t, K> x{}, y{};
      for (int l = 0; l < K; ++l) {
        x[l] = static_cast<std::uint8_t>(a);
        y[l] = static_cast<std::uint8_t>(first + l);
      }
      auto const s = simd::add_capped<K>(x, y);
      for (int l = 0; l < K; ++l) REQUIRE(s[l] == (a + first + l > 255 ? 255 : a + first + l));
    }
}

TEST_CASE("widen_shorts: each half, with and without a sign") {
  for (int first = -32768; first < 32768; first += 2 * L) {
    simd::vec<std::int16_t, 2 * L> v{};
    for (int l = 0; l < 2 * L; ++l) v[l] = static_cast<std::int16_t>(first + l);
    for (int half = 0; half < 2; ++half) {
      auto const s = simd::widen_shorts<std::int16_t, L>(v, half);
      auto const u = simd::widen_shorts<std::uint16_t, L>(v, half);
      for (int l = 0; l < L; ++l) {
        int const want = first + half * L + l;
        REQUIRE(s[l] == want);
        REQUIRE(u[l] == (want & 65535));
      }
    }
  }
}

}  // namespace
