// SPDX-License-Identifier: MIT
#include <simt/lanes/flow/lane_bits.hpp>

#include <doctest/doctest.h>

TEST_CASE("lane_bits: ranges, differences, prefixes and parts, across words") {
  namespace d = simt::detail;
  auto const has = [](d::lane_bits const& b, int l) { return ((b.word[l / 64] >> (l % 64)) & 1) != 0; };
  int const ends[] = {0, 1, 63, 64, 65, 200, d::max_lanes - 1, d::max_lanes};
  bool right = true;
  for (int lo : ends)
    for (int hi : ends) {
      auto const b = d::range_bits(lo, hi);
      auto const rest = d::bits_without(d::range_bits(0, d::max_lanes), b);
      for (int l = 0; l < d::max_lanes; ++l)
        right = right && has(b, l) == (l >= lo && l < hi) && has(rest, l) != has(b, l);
      right = right && d::any_bit(b) == (lo < hi);
      right = right && d::prefix_of(b) == (lo >= hi ? 0 : lo == 0 ? hi : -1);
      constexpr int P = simt::simd::native_lanes;
      for (int i = 0; i < d::max_lanes / P; ++i) {
        auto const bits = simt::simd::mask_bits<P>(d::part_of_bits<P>(b, i));
        for (int l = 0; l < P; ++l) right = right && (((bits >> l) & 1) != 0) == has(b, i * P + l);
      }
    }
  CHECK(right);
  auto b = d::range_bits(3, 500);
  d::clear_bits(b);
  CHECK_FALSE(d::any_bit(b));
}
