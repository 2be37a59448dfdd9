// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/lanes/flow/loop.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_gangs.hpp>

TEST_CASE("[HIER-020] loop: while and for run as often as each lane wants") {
  simt_test::in_gangs([]<int W>() {
    auto const i = simt_test::lane_numbers<W>();
    simt::varying<int, W> n = i % 7, turns = 0, sum = 0, zero = 0;
    simt_while (n > 0) {
      --n;
      ++turns;
    }
    simt_for (auto j = zero, j < i % 5, ++j) sum += j + 1;
    INFO("width ", W);
    CHECK(simt_test::every_lane(turns, [](int l) { return l % 7; }));
    CHECK(simt_test::every_lane(n, [](int) { return 0; }));
    CHECK(simt_test::every_lane(sum, [](int l) { return (l % 5) * (l % 5 + 1) / 2; }));
    CHECK(simt::detail::active_mask().all);
  });
}

TEST_CASE("loop: uniform conditions, also where no lane is left") {
  simt_test::in_gangs([]<int W>() {
    auto const i = simt_test::lane_numbers<W>();
    int turns = 0;
    simt::varying<int, W> r = 0;
    simt_for (int n = 0, n < 9, ++n) {
      ++turns;
      simt_if (i >= 0) {
        r = n;
        simt_if (n == 3) simt_break;
      }
    }
    INFO("width ", W);
    CHECK(turns == 4);  // all lanes have left
    CHECK(simt_test::every_lane(r, [](int) { return 3; }));
    CHECK(simt::detail::active_mask().all);
  });
}
