// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/lanes/flow/if_range.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_gangs.hpp>

TEST_CASE("if_range: a thread's own index below a bound, of all lanes, some and none") {
  simt_test::in_gangs([]<int W>() {
    auto const own = simt_test::consecutive<W>(0);
    bool right = true;
    for (int n = -1; n <= W + 1; ++n) {
      simt::varying<int, W> a = 0, b = 0, c = 0;
      simt_if (own < n) a = 1; else a = 2;
      simt_if (own >= n && own < n + 3) b = 1; else b = 2;
      simt_if (simt_test::lane_numbers<W>() % 2 == 0) {
        simt_if (own < n) c = 1; else c = 2;
      }
      right = right && simt_test::every_lane(a, [n](int l) { return l < n ? 1 : 2; }) &&
              simt_test::every_lane(b, [n](int l) { return l >= n && l < n + 3 ? 1 : 2; }) &&
              simt_test::every_lane(c, [n](int l) { return l % 2 != 0 ? 0 : l < n ? 1 : 2; });
    }
    INFO("width ", W);
    CHECK(right);
    CHECK(simt::detail::active_mask().all);
  });
}
