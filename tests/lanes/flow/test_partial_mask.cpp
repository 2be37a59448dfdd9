// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/lanes/flow/partial_mask.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_gangs.hpp>

TEST_CASE("partial_mask: a copy of the mask, and the one lane of each part that may be active") {
  namespace d = simt::detail;
  simt_test::in_gangs([]<int W>() {
    if constexpr (W > 1) {
      constexpr int P = d::part_lanes<W>;
      for (int alone = 0; alone < P; ++alone) {
        d::lane_bits b = {};
        for (int l = alone; l < W; l += P) b.word[l / 64] |= 1ull << (l % 64);
        d::set_active(d::active_mask(), b);
        d::partial_mask<W> const active(d::active_mask());
        bool right = true;
        for (int i = 0; i < d::parts_of<W>; ++i)
          right = right && simt::simd::mask_bits<P>(active.masks[i]) == 1u << alone;
        INFO("width ", W, ", lane ", alone);
        CHECK(right);
        if (simt::simd::has_bit_masks) CHECK(active.only_lane() == alone);
        b.word[0] |= 3;
        d::set_active(d::active_mask(), b);
        CHECK(d::partial_mask<W>(d::active_mask()).only_lane() == -1);
      }
    }
  });
}
