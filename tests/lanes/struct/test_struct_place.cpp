// SPDX-License-Identifier: MIT
#include <simt/lanes/struct/struct_place.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_structs.hpp>

namespace simt_test::structs {

TEST_CASE("struct_place: whole structs and their members, for the active lanes") {
  in_gangs([]<int W>() {
    auto a = items(), b = items();
    simt::ptr<item> const p = a.data(), q = b.data();
    auto const i = consecutive<W>(0);
    varying<int, W> const back = 70 - lane_numbers<W>();
    simt_if (lane_numbers<W>() % 2 == 0) {
      p[i] = q[i + 3];
      q[back] = q[back + 5];
      p[i]->*& item::weight *= 2.0;
    }
    INFO("width ", W);
    CHECK(for_lanes<W>([&](int l) {
      bool const on = l % 2 == 0;
      return a[at(l)].number == (on ? l + 3 : l) * 7 &&
             a[at(l)].weight == (on ? l + 3.0 : l * 0.5) &&
             b[at(70 - l)].number == (on ? 75 - l : 70 - l) * 7;
    }));
  });
}

}  // namespace simt_test::structs
