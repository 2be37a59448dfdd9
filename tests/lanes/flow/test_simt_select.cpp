// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/lanes/flow/simt_select.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_gangs.hpp>

TEST_CASE("simt_select: each side is evaluated under the lanes that take it, or not at all") {
  simt_test::in_gangs([]<int W>() {
    auto const i = simt_test::lane_numbers<W>();
    simt::varying<int, W> seen = 0;
    simt::varying<int, W> const r = simt_select(i % 2 == 0, (seen += 1, i), (seen += 10, -i));
    int calls = 0;
    simt::varying<int, W> const s = simt_select(i >= 0, 5, (++calls, 6));
    INFO("width ", W);
    CHECK(simt_test::every_lane(r, [](int l) { return l % 2 == 0 ? l : -l; }));
    CHECK(simt_test::every_lane(seen, [](int l) { return l % 2 == 0 ? 1 : 10; }));
    CHECK(simt_test::every_lane(s, [](int) { return 5; }));
    CHECK(calls == 0);
    CHECK(simt_select(W > 0, 1, (++calls, 2)) == 1);
    CHECK(calls == 0);
  });
}
