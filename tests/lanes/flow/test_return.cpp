// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/lanes/flow/return.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_gangs.hpp>

TEST_CASE("[HIER-020] return: lanes leave a function, the others go on, all are back behind it") {
  simt_test::in_gangs([]<int W>() {
    auto const i = simt_test::lane_numbers<W>();
    simt::detail::frame_scope const kernel(simt::detail::flow_frame::function);
    simt::varying<int, W> r = 0;
    auto const function = [&] {
      simt::detail::frame_scope const frame(simt::detail::flow_frame::function);
      simt_for (int n = 0, n < 5, ++n) {
        simt_if (n == i % 6) simt_return;
        r += 1;
      }
      r += 100;
    };
    function();
    INFO("width ", W);
    CHECK(simt_test::every_lane(r, [](int l) { return l % 6 < 5 ? l % 6 : 105; }));
    CHECK(simt::detail::active_mask().all);
    r += 1;
    CHECK(simt_test::every_lane(r, [](int l) { return l % 6 < 5 ? l % 6 + 1 : 106; }));
  });
}

TEST_CASE("return: a kernel of which every lane has returned is left") {
  simt_test::in_gangs([]<int W>() {
    auto const i = simt_test::lane_numbers<W>();
    bool went_on = false;
    auto const kernel = [&] {
      simt::detail::frame_scope const frame(simt::detail::flow_frame::function);
      simt_if (i % 2 == 0) simt_return;
      simt_if (i % 2 != 0) simt_return;
      went_on = true;
    };
    kernel();
    INFO("width ", W);
    CHECK(!went_on);
    CHECK(simt::detail::active_mask().leaving);
  });
}
