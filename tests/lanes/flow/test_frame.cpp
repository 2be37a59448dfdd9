// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/lanes/flow/frame.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_gangs.hpp>

TEST_CASE("frame: lanes that leave through it are back behind it, those of outer ones are not") {
  namespace d = simt::detail;
  simt_test::in_gangs([]<int W>() {
    auto const i = simt_test::lane_numbers<W>();
    simt::varying<int, W> r = 0;
    {
      d::frame_scope outer(d::flow_frame::loop);
      {
        d::frame_scope const inner(d::flow_frame::loop);
        simt_if (i % 4 == 0) simt_break;  // inner
        simt_if (i % 4 == 1) d::remove_active(d::active_mask(), outer.frame().left, outer.frame().left_any);
        r += 1;
      }
      r += 10;
    }
    r += 100;
    INFO("width ", W);
    CHECK(simt_test::every_lane(r, [](int l) { return l % 4 == 0 ? 110 : l % 4 == 1 ? 100 : 111; }));
    CHECK(d::active_mask().all);
  });
}
