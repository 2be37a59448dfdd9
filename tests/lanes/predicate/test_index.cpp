// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/lanes/predicate/index.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_predicates.hpp>

namespace simt_test::predicates {

TEST_CASE("[HIER-020] predicate: an index that is not consecutive, its bounds and types") {
  in_gangs([]<int W>() {
    auto const i = consecutive<W>(2);
    for (int const n : {-100, -1, 0, 2, 7, 2 * W, 3 * W + 1, 100000}) {
      check<W>("3 i - 4 < n", i * 3 - 4 < n, [=](int l) { return (l + 2) * 3 - 4 < n; });
      check<W>("-i >= n", -i >= n, [=](int l) { return -(l + 2) >= n; });
      check<W>("2 i == n", 2 * i == n, [=](int l) { return 2 * (l + 2) == n; });
      check<W>("2 i != n", 2 * i != n, [=](int l) { return 2 * (l + 2) != n; });
      check<W>("0 i <= n", i * 0 <= n, [=](int) { return 0 <= n; });
      check<W>("unsigned", simt::let<unsigned>(i) - 3u < static_cast<unsigned>(n),
               [=](int l) { return static_cast<unsigned>(l + 2) - 3u < static_cast<unsigned>(n); });
      check<W>("unsigned with int", simt::let<unsigned>(i) > n,
               [=](int l) { return static_cast<unsigned>(l + 2) > static_cast<unsigned>(n); });
      check<W>("size_t", i < static_cast<unsigned long>(static_cast<long>(n)), [=](int l) {
        return static_cast<unsigned long>(l + 2) < static_cast<unsigned long>(static_cast<long>(n));
      });
      check<W>("long", i * 5 > static_cast<long>(n), [=](int l) { return (l + 2) * 5L > n; });
      check<W>("float", i < static_cast<float>(n) + 0.5f,
               [=](int l) { return static_cast<float>(l + 2) < static_cast<float>(n) + 0.5f; });
      check<W>("index as condition", i - n, [=](int l) { return l + 2 - n != 0; });
    }
  });
}

}  // namespace simt_test::predicates
