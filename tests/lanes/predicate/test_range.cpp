// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/lanes/predicate/range.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_predicates.hpp>

namespace simt_test::predicates {

TEST_CASE("[HIER-020] predicate: ranges of a consecutive index at their ends") {
  in_gangs([]<int W>() {
    for (int const base : {0, 5, -3, 1000}) {
      auto const i = consecutive<W>(base);
      for (int n = base - 2; n <= base + W + 2; n += (n > base + 2 && n < base + W - 3) ? 5 : 1) {
        check<W>("<", i < n, [=](int l) { return base + l < n; });
        check<W>("<=", i <= n, [=](int l) { return base + l <= n; });
        check<W>(">", i > n, [=](int l) { return base + l > n; });
        check<W>(">=", i >= n, [=](int l) { return base + l >= n; });
        check<W>("==", i == n, [=](int l) { return base + l == n; });
        check<W>("!=", i != n, [=](int l) { return base + l != n; });
        check<W>("n <", n < i, [=](int l) { return n < base + l; });
        check<W>("within", i >= n && i < n + 3, [=](int l) { return base + l >= n && base + l < n + 3; });
        check<W>("without", i < n || i >= n + 3, [=](int l) { return base + l < n || base + l >= n + 3; });
        check<W>("not within", !(i >= n && i < n + 3),
                 [=](int l) { return base + l < n || base + l >= n + 3; });
      }
    }
  });
}

}  // namespace simt_test::predicates
