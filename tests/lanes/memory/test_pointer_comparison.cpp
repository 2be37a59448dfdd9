// SPDX-License-Identifier: MIT
#include <simt/lanes/memory/pointer_comparison.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_gangs.hpp>

TEST_CASE("pointer_comparison: order, null and choice, of pointers of lanes and uniform ones") {
  simt_test::in_gangs([]<int W>() {
    float a[80];
    simt::ptr<float> const p = a;
    auto const i = simt_test::consecutive<W>(0);
    simt::varying<float*, W> const q = p + i;
    CHECK(simt_test::every_lane(q < p + 5, [](int l) { return l < 5; }));
    CHECK(simt_test::every_lane(q >= &p[i + 1], [](int) { return false; }));
    CHECK(simt_test::every_lane(p == q, [](int l) { return l == 0; }));
    CHECK(simt_test::every_lane(q != nullptr, [](int) { return true; }));
    auto const r = select(simt_test::lane_numbers<W>() % 2 == 0, q, nullptr);
    CHECK(simt_test::every_lane(!r, [](int l) { return l % 2 != 0; }));
    bool right = true;
    for (int l = 0; l < W; ++l) right = right && r.lane(l) == (l % 2 == 0 ? a + l : nullptr);
    CHECK(right);
  });
}
