// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/lanes/flow/do_while.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_gangs.hpp>

TEST_CASE("[HIER-020] do_while: at least one turn for each lane, and as many as it wants") {
  simt_test::in_gangs([]<int W>() {
    auto const i = simt_test::lane_numbers<W>();
    simt::varying<int, W> n = i % 4, turns = 0, seen = 0;
    simt_do {
      --n;
      ++turns;
      simt_if (turns == 2) simt_continue;
      ++seen;
      simt_if (i % 8 == 7) simt_break;
    } simt_do_while (n > 0);
    int uniform = 0;
    simt_do { ++uniform; } simt_do_while (uniform < 3);
    INFO("width ", W);
    auto const expected = [](int l) { return l % 8 == 7 || l % 4 == 0 ? 1 : l % 4; };
    CHECK(simt_test::every_lane(turns, expected));
    CHECK(simt_test::every_lane(seen, [&](int l) { return expected(l) - (expected(l) > 1 ? 1 : 0); }));
    CHECK(uniform == 3);
    CHECK(simt::detail::active_mask().all);
  });
}
