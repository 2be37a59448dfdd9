// SPDX-License-Identifier: MIT
#include <simt/lanes/struct/array_place.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_structs.hpp>

namespace simt_test::structs {

TEST_CASE("array_place: elements of a member that is an array, by uniform and varying subscripts") {
  in_gangs([]<int W>() {
    auto a = items();
    simt::ptr<item> const p = a.data();
    auto const i = consecutive<W>(0);
    varying<int, W> const j = lane_numbers<W>() % 4;
    (p[i]->*&item::parts)[1] += 100;
    (p[i]->*&item::parts)[j] = 9;
    INFO("width ", W);
    CHECK(for_lanes<W>([&](int l) {
      bool right = true;
      for (int k = 0; k < 4; ++k)
        right = right &&
                a[at(l)].parts[k] == (k == l % 4 ? 9 : make_item(l).parts[k] + (k == 1 ? 100 : 0));
      return right;
    }));
  });
}

}  // namespace simt_test::structs
