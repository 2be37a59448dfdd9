// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/lanes/flow/break_continue.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_gangs.hpp>

TEST_CASE("[HIER-020] break_continue: lanes leave the innermost loop, or its turn, alone") {
  simt_test::in_gangs([]<int W>() {
    auto const i = simt_test::lane_numbers<W>();
    simt::varying<int, W> r = 0, outer = 0;
    simt_for (int n = 0, n < 3, ++n) {
      simt_for (int k = 0, k < 10, ++k) {
        simt_if (k == i % 10) simt_break;
        simt_if ((k + i) % 3 == 0) simt_continue;
        r += k;
      }
      ++outer;
    }
    INFO("width ", W);
    CHECK(simt_test::every_lane(r, [](int l) {
      int sum = 0;
      for (int n = 0; n < 3; ++n)
        for (int k = 0; k < 10; ++k) {
          if (k == l % 10) break;
          if ((k + l) % 3 == 0) continue;
          sum += k;
        }
      return sum;
    }));
    CHECK(simt_test::every_lane(outer, [](int) { return 3; }));
    CHECK(simt::detail::active_mask().all);
  });
}

TEST_CASE("break_continue: outside of a loop they are errors") {
  simt_test::in_gangs([]<int W>() {
    simt::detail::frame_scope const function(simt::detail::flow_frame::function);
    CHECK_THROWS_AS(simt_break, simt::detail::flow_fault);
    CHECK_THROWS_AS(simt_continue, simt::detail::flow_fault);
  });
}
