// SPDX-License-Identifier: MIT
#include <simt/lanes/varying/number.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_operators.hpp>

namespace simt_test::operators {

TEST_CASE("[HIER-020] varying: assignment obeys the mask, construction does not") {
  at_widths([]<int W>() {
    auto const p = pattern<W>(3);
    varying<int, W> x = 1;
    varying<bool, W> b = false;
    varying<double, W> d = 0.5;
    varying<int, W> born = 0, copied = 0;
    simt_if (p) {
      x = 2;
      b = true;
      d = x;
      varying<int, W> const fresh = 7;
      for (int l = 0; l < W; ++l) born.set_lane(l, fresh.lane(l));
      varying<int, W> const copy = x;
      for (int l = 0; l < W; ++l) copied.set_lane(l, copy.lane(l));
    }
    INFO("width ", W);
    bool any = false;
    for (int l = 0; l < W; ++l) any = any || p.lane(l);
    for (int l = 0; l < W; ++l) {
      bool const on = p.lane(l);
      CHECK(x.lane(l) == (on ? 2 : 1));
      CHECK(b.lane(l) == on);
      CHECK(d.lane(l) == (on ? 2.0 : 0.5));
      if (any) {
        CHECK(born.lane(l) == 7);
        CHECK(copied.lane(l) == x.lane(l));
      }
    }
  });
}

}  // namespace simt_test::operators
