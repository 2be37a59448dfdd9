// SPDX-License-Identifier: MIT
#include <simt/lanes/operators/logical.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_operators.hpp>

namespace simt_test::operators {

TEST_CASE("logical: &&, || and ! of conditions, values and uniforms") {
  at_widths([]<int W>() {
    simt::detail::active_mask().width = W;
    auto const p = pattern<W>(1), q = pattern<W>(2);
    varying<int, W> n = 0;
    for (int l = 0; l < W; ++l) n.set_lane(l, l % 3);
    varying<bool, W> const both = p && q, either = p || q, none = !p, value = n && p;
    varying<bool, W> const left = true && q, right = q || false, chain = !(p && !q) || n == 1;
    bool same = true;
    for (int l = 0; l < W; ++l) {
      bool const a = p.lane(l), b = q.lane(l);
      same = same && both.lane(l) == (a && b) && either.lane(l) == (a || b) && none.lane(l) == !a &&
             value.lane(l) == (l % 3 != 0 && a) && left.lane(l) == b && right.lane(l) == b &&
             chain.lane(l) == (!(a && !b) || l % 3 == 1);
    }
    INFO("width ", W);
    CHECK(same);
    simt::detail::active_mask() = {};
  });
}

}  // namespace simt_test::operators
