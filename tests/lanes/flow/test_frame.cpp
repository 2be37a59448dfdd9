// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/lanes/flow/frame.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_gangs.hpp>

#include <string>

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
        simt_if (i % 4 == 1)
          d::remove_active(d::active_mask(), outer.frame().left, outer.frame().left_any);
        r += 1;
      }
      r += 10;
    }
    r += 100;
    INFO("width ", W);
    CHECK(simt_test::every_lane(r, [](int l) {
      return l % 4 == 0 ? 110 : l % 4 == 1 ? 100 : 111;
    }));
    CHECK(d::active_mask().all);
  });
}

TEST_CASE("frame: a full gang that counts as partial still does behind what lanes left early") {
  namespace d = simt::detail;
  simt_test::in_gangs([]<int W>() {
    if constexpr (W > 1) {
      auto const i = simt_test::lane_numbers<W>();
      simt::varying<int, W> r = 0;
      auto& e = d::active_mask();
      // The code around a statement may know that its mask is partial, and says so again.
      auto const behind = [&](std::string const& statement, int expected) {
        simt_if (i % 3 == 0) r += 10;
        e.all = false;
        r += 1;
        INFO("width ", W, ", ", statement);
        CHECK(simt_test::every_lane(r, [&](int l) { return expected + (l % 3 == 0 ? 11 : 1); }));
        r = 0;
      };
      d::set_active(e, d::range_bits(0, W));
      e.all = false;
      auto const function = [&] {
        d::frame_scope const frame(d::flow_frame::function);
        simt_if (i % 2 == 0) simt_return;
        simt_return;
      };
      function();
      behind("function", 0);
      simt_for (int n = 0, n < 2, ++n) {
        simt_if (i % 2 == n) simt_continue;
        r += 1;
      }
      behind("continue", 1);
      simt_for (int n = 0, n < W, ++n)
        simt_if (i == n) simt_break;
      behind("break", 0);
      simt::varying<int, W> left = i % 4;
      simt_do left -= 1;
      simt_do_while(left > 0);
      behind("do", 0);
      simt_switch (i % 2) {
        simt_case(0) r += 5;
        simt_break;
        simt_default r += 5;
      }
      behind("switch", 5);
      simt_switch (W) {
        simt_case(W) r += 5;
        simt_break;
        simt_default r += 7;
      }
      behind("uniform switch", 5);
    }
  });
}
