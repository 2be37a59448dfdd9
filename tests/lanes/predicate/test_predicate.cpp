// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/lanes/predicate.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_predicates.hpp>

namespace simt_test::predicates {

TEST_CASE("[HIER-020] predicate: inside a branch only its lanes count") {
  in_gangs([]<int W>() {
    auto const i = numbers<W>();
    auto const x = consecutive<W>(0);
    varying<int, W> r = 0;
    simt_if (i % 2 == 0) {
      r += 1;
      simt_if (x < 5) {
        r += 10;
        simt_if (!(i % 4 == 0) || x == 0) r += 100; else r += 1000;
      } else {
        simt_if (x >= W - 3 && i % 3 == 0) r += 10000;
      }
    }
    INFO("width ", W);
    for (int l = 0; l < W; ++l) {
      int expected = 0;
      if (l % 2 == 0) {
        expected += 1;
        if (l < 5) {
          expected += 10;
          if (l % 4 != 0 || l == 0) expected += 100; else expected += 1000;
        } else if (l >= W - 3 && l % 3 == 0) {
          expected += 10000;
        }
      }
      CHECK(r.lane(l) == expected);
    }
  });
}

}  // namespace simt_test::predicates
