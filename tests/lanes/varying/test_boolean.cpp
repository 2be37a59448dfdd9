// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/lanes/varying/boolean.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_predicates.hpp>

namespace simt_test::predicates {

TEST_CASE("[HIER-020] varying<bool>: lanes, conversions and assignment under a mask") {
  in_gangs([]<int W>() {
    auto const i = numbers<W>();
    varying<bool, W> b = i % 3 == 1;
    varying<bool, W> c = b;
    simt_if (i % 2 == 0) {
      c = !b;
      b = i;
    }
    varying<int, W> const n = b;
    varying<double, W> const d = c;
    varying<long, W> const h = c + b;
    INFO("width ", W);
    for (int l = 0; l < W; ++l) {
      bool const even = l % 2 == 0;
      bool const eb = even ? l != 0 : l % 3 == 1;
      bool const ec = even ? l % 3 != 1 : l % 3 == 1;
      CHECK(b.lane(l) == eb);
      CHECK(c.lane(l) == ec);
      CHECK(n.lane(l) == (eb ? 1 : 0));
      CHECK(d.lane(l) == (ec ? 1.0 : 0.0));
      CHECK(h.lane(l) == (eb ? 1 : 0) + (ec ? 1 : 0));
    }
  });
}

}  // namespace simt_test::predicates
