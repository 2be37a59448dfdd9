// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/simd/indexed.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <random>

namespace indexed_test {

namespace simd = simt::simd;
constexpr int P = simd::native_lanes;
constexpr int count = 64;

template <class M>
M number(int i) {
  return static_cast<M>(i % 2 == 0 ? 3 * i + 1 : -5 * i);
}

/// Offsets count Scale bytes.
template <class M, int Scale>
void check_indexed() {
  using R = simd::register_t<M>;
  constexpr int L = simd::lanes_of<R, P>;
  constexpr int W = simd::wide_lanes<R, L>;
  constexpr int factor = static_cast<int>(sizeof(M)) / Scale;  // of an index, to its offset
  std::uint32_t const every = (1u << L) - 1u;
  M array[2 * count];
  M* const middle = array + count;  // offsets of both signs
  for (int i = 0; i < 2 * count; ++i) array[i] = number<M>(i);
  std::mt19937 random(3);
  for (int turn = 0; turn < 40; ++turn) {
    int index[L];
    for (int& i : index) i = static_cast<int>(random() % (2 * count)) - count;
    if (turn % 4 == 3) index[L - 1] = index[0];  // two lanes write one place
    std::uint32_t const bits = turn == 0 ? every : turn == 1 ? 0u : random() & every;
    auto const m = simd::mask_sub<sizeof(R), P>(simd::mask_from_bits<P>(bits), 0);
    simd::vec<int, L> narrow{};
    simd::vec<std::int64_t, W> wide[L / W];
    for (int l = 0; l < L; ++l) {
      simd::set<int, L>(narrow, l, index[l] * factor);
      simd::set<std::int64_t, W>(wide[l / W], l % W, std::int64_t{index[l]} * factor);
    }
    auto const a = simd::gather32<M, L, Scale>(middle, narrow, m);
    auto const b = simd::gather64<M, L, Scale>(middle, wide, m);
    simd::vec<R, L> v{};
    for (int l = 0; l < L; ++l) {
      R const expected = (bits >> l & 1) != 0 ? static_cast<R>(middle[index[l]]) : R{};
      CHECK(simd::get<R, L>(a, l) == expected);
      CHECK(simd::get<R, L>(b, l) == expected);
      simd::set<R, L>(v, l, static_cast<R>(number<M>(l + 7)));
    }
    M first[2 * count], second[2 * count], expected[2 * count];
    for (int i = 0; i < 2 * count; ++i) first[i] = second[i] = expected[i] = array[i];
    for (int l = 0; l < L; ++l)
      if ((bits >> l & 1) != 0) expected[count + index[l]] = number<M>(l + 7);
    simd::scatter32<M, L, Scale>(first + count, narrow, m, v);
    simd::scatter64<M, L, Scale>(second + count, wide, m, v);
    bool ok = true;
    for (int i = 0; i < 2 * count; ++i)
      ok = ok && first[i] == expected[i] && second[i] == expected[i];
    CAPTURE(turn);
    CHECK(ok);
  }
}

TEST_CASE("indexed: gathers and scatters of every type, by offsets of 32 and 64 bits, masked") {
  check_indexed<std::int8_t, 1>();
  check_indexed<std::uint8_t, 1>();
  check_indexed<std::int16_t, 2>();
  check_indexed<std::uint16_t, 1>();
  check_indexed<int, 4>();
  check_indexed<unsigned, 1>();
  check_indexed<float, 4>();
  check_indexed<float, 2>();
  check_indexed<std::int64_t, 8>();
  check_indexed<double, 8>();
  check_indexed<double, 4>();
}

}  // namespace indexed_test
