// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/lanes/flow/if_guard.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_gangs.hpp>

TEST_CASE("if_guard: bounds that gangs lie across, alone and beside a thread's own coordinate") {
  simt_test::in_gangs([]<int W>() {
    auto const own = simt_test::consecutive<W>(0);
    auto const global = simt_test::consecutive<W, false>(100);
    bool right = true;
    for (int n = -1; n <= W + 1; ++n) {
      simt::varying<int, W> a = 0, b = 0, c = 0;
      simt_if (global < 100 + n) a = 1; else a = 2;
      simt_if (own % 2 == 0 && global < 100 + n) b = 1; else b = 2;
      simt_if (own >= 3) {
        simt_if (global < 100 + n && own < 9) c = 1; else c = 2;
      }
      right = right && simt_test::every_lane(a, [n](int l) { return l < n ? 1 : 2; }) &&
              simt_test::every_lane(b, [n](int l) { return l % 2 == 0 && l < n ? 1 : 2; }) &&
              simt_test::every_lane(c, [n](int l) { return l < 3 ? 0 : l < n && l < 9 ? 1 : 2; });
    }
    INFO("width ", W);
    CHECK(right);
    CHECK(simt::detail::active_mask().all);
  });
}

TEST_CASE("if_guard: lanes that leave within the statement stay out of both sides") {
  simt_test::in_gangs([]<int W>() {
    auto const global = simt_test::consecutive<W, false>(0);
    simt::varying<int, W> r = 0;
    simt_for (int n = 0, n < 4, ++n) {
      simt_if (global < W - 1) {
        simt_if (simt_test::lane_numbers<W>() == n) simt_break;
        r += 1;
      } else {
        r += 10;
      }
      r += 100;
    }
    INFO("width ", W);
    CHECK(simt_test::every_lane(r, [](int l) {
      return l == W - 1 ? 440 : l < 4 ? l * 101 : 404;
    }));
  });
}
