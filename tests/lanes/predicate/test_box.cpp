// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/lanes/predicate/box.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_predicates.hpp>

namespace simt_test::predicates {

TEST_CASE("[HIER-020] predicate: bounds of a block's coordinates are boxes, with and without parts") {
  in_gangs([]<int W>() {
    if constexpr (W >= 32) {
      using G = detail::geometry<W, 16, W / 16>;
      using one = detail::fixed_stride<1>;
      using none = detail::fixed_stride<0>;
      detail::index<int, G, one, none, none, true> const x(0, {}, {}, {});
      detail::index<int, G, none, one, none, true> const y(0, {}, {}, {});
      detail::index<int, G, none, one, none, false> const row(-3, {}, {}, {});
      for (int n : {-1, 0, 1, 7, 15, 16, 40}) {
        check<W>("x < n", x < n, [n](int l) { return l % 16 < n; });
        check<W>("y >= n", y >= n, [n](int l) { return l / 16 >= n; });
        check<W>("y == n", y == n, [n](int l) { return l / 16 == n; });
        check<W>("row != n", row != n, [n](int l) { return l / 16 - 3 != n; });
        check<W>("a corner", x == 15 && y == n, [n](int l) { return l % 16 == 15 && l / 16 == n; });
        check<W>("a box", x >= 1 && x <= n && y >= 1 && y <= n,
                 [n](int l) { return l % 16 >= 1 && l % 16 <= n && l / 16 >= 1 && l / 16 <= n; });
        check<W>("own and not", x > 2 && row < n,
                 [n](int l) { return l % 16 > 2 && l / 16 - 3 < n; });
        check<W>("outside", !(x < n && y < 2), [n](int l) { return !(l % 16 < n && l / 16 < 2); });
        check<W>("either", x < n || y == 0, [n](int l) { return l % 16 < n || l / 16 == 0; });
      }
      // Within another condition, where a part of the lanes runs.
      varying<int, W> r = 0;
      simt_if (x >= 3) {
        simt_if (y < 1 && x < 9) r = 1; else r = 2;
      }
      bool right = true;
      for (int l = 0; l < W; ++l)
        right = right && r.lane(l) == (l % 16 < 3 ? 0 : l < 16 && l % 16 < 9 ? 1 : 2);
      CHECK(right);
    }
  });
}

}  // namespace simt_test::predicates
