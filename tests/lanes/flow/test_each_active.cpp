// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/lanes/flow/each_active.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_gangs.hpp>

#include <vector>

TEST_CASE("each_active: the active lanes in ascending order, and the mask after a store") {
  namespace d = simt::detail;
  simt_test::in_gangs([]<int W>() {
    std::vector<int> all, odd;
    d::each_active<W>([&](int l) { all.push_back(l); });
    simt_if (simt_test::lane_numbers<W>() % 2 == 1) {
      d::each_active<W>([&](int l) { odd.push_back(l); });
      d::mask_after_store(false);
      CHECK(!d::active_mask().all);
    }
    d::mask_after_store(true);
    CHECK(d::active_mask().all);
    INFO("width ", W);
    CHECK(all.size() == W);
    CHECK(odd.size() == W / 2);
    for (std::size_t i = 0; i < odd.size(); ++i) CHECK(odd[i] == 2 * static_cast<int>(i) + 1);
  });
}
