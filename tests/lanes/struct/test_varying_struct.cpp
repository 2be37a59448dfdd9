// SPDX-License-Identifier: MIT
#include <simt/lanes/struct/varying_struct.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_structs.hpp>

namespace simt_test::structs {

TEST_CASE("varying_struct: assignment changes the active lanes only, members are places") {
  in_gangs([]<int W>() {
    varying<item, W> v = make_item(3);
    varying<item, W> const other = make_item(5);
    simt_if (lane_numbers<W>() % 3 == 0) {
      v = other;
      v->*& item::number += 1;
    }
    INFO("width ", W);
    CHECK(for_lanes<W>([&](int l) { return v.lane(l).number == (l % 3 == 0 ? 36 : 21); }));
    v.set_lane(W - 1, make_item(9));
    CHECK(v.lane(W - 1).weight == 4.5);
  });
}

}  // namespace simt_test::structs
