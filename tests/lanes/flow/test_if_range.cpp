// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/lanes/flow/if_range.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_gangs.hpp>

#include <algorithm>
#include <vector>

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

TEST_CASE("if_range: what is done within a run of lanes sees its lanes, also behind a store") {
  simt_test::in_gangs([]<int W>() {
    auto const own = simt_test::consecutive<W>(0);
    std::vector<int> memory(std::size_t{W});
    for (int n = 0; n <= W; ++n) {
      int first = 0, second = 0, odd = 0;
      simt::varying<int, W> a = 0;
      simt::varying<bool, W> b = false;
      std::fill(memory.begin(), memory.end(), 0);
      simt::ptr<int> const p(memory.data());
      simt_if (own >= n) {
        p[own] = 1;
        a = 3;
        b = true;
        simt::detail::each_active<W>([&](int) { ++first; });
        simt_while (a > 1) {
          a -= 1;
          simt_if (a % 2 == 1) p[own] += a;
        }
        a = simt::select(b, a + 4, 0);
      } else {
        p[own] = 2;
        simt_if (simt_test::lane_numbers<W>() % 2 == 1) {
          a = 7;
          simt::detail::each_active<W>([&](int) { ++odd; });
        }
        p[own] += a;
        simt::detail::each_active<W>([&](int) { ++second; });
      }
      CAPTURE(n);
      CHECK((first == W - n && second == n && odd == n / 2));
      CHECK(simt_test::every_lane(a, [n](int l) { return l >= n ? 5 : l % 2 == 1 ? 7 : 0; }));
      bool right = true;
      for (int l = 0; l < W; ++l)
        right = right && memory[std::size_t(l)] == (l >= n ? 2 : l % 2 == 1 ? 9 : 2);
      CHECK(right);
    }
    CHECK(simt::detail::active_mask().all);
  });
}
