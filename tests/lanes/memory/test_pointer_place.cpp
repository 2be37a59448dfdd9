// SPDX-License-Identifier: MIT
#include <simt/lanes/memory/pointer_place.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_gangs.hpp>

TEST_CASE("pointer_place: pointers in memory are followed, stored and moved") {
  simt_test::in_gangs([]<int W>() {
    int a[80];
    int* links[80];
    for (int l = 0; l < 80; ++l) {
      a[l] = l * 10;
      links[l] = &a[79 - l];
    }
    simt::ptr<int*> const p = links;
    auto const i = simt_test::consecutive<W>(0);
    simt::varying<int, W> const twice = simt_test::lane_numbers<W>() * 2;
    simt::varying<int, W> const v = *p[i], w = p[twice][0], x = *(p[i] - 1);
    simt_if (simt_test::lane_numbers<W>() % 2 == 0) p[i] = nullptr;
    INFO("width ", W);
    CHECK(simt_test::every_lane(v, [](int l) { return (79 - l) * 10; }));
    CHECK(simt_test::every_lane(w, [](int l) { return (79 - 2 * l) * 10; }));
    CHECK(simt_test::every_lane(x, [](int l) { return (78 - l) * 10; }));
    bool right = true;
    for (int l = 0; l < W; ++l) right = right && links[l] == (l % 2 == 0 ? nullptr : &a[79 - l]);
    CHECK(right);
  });
}
