// SPDX-License-Identifier: MIT
#include <simt/lanes/memory/uniform_pointer_place.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_gangs.hpp>

TEST_CASE("uniform_pointer_place: reads as a pointer, and keeps one lane of what is assigned") {
  simt_test::in_gangs([]<int W>() {
    int a[40] = {};
    int* links[2] = {a, a + 1};
    simt::ptr<int*> const p = links;
    int* const first = p[0];
    CHECK(first == a);
    p[0] = p[1];
    CHECK(links[0] == a + 1);
    simt_if (simt_test::lane_numbers<W>() < 0) p[0] = a;  // no lane
    CHECK(links[0] == a + 1);
    simt::varying<int*, W> const q = simt::ptr<int>(a) + simt_test::consecutive<W>(0);
    simt_if (simt_test::lane_numbers<W>() == W / 2) p[1] = q;
    CHECK(links[1] == a + W / 2);
  });
}
