// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/lanes/predicate/compare.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_predicates.hpp>

namespace simt_test::predicates {

TEST_CASE("[HIER-020] predicate: comparisons of values, of every size") {
  in_gangs([]<int W>() {
    auto const i = numbers<W>();
    varying<double, W> const d = i * 0.5;
    varying<float, W> const f = lanes<float, W>([](int l) {
      return l % 5 == 0 ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(l % 7);
    });
    varying<long, W> const h = lanes<long, W>([](int l) { return (l - 3L) << 33; });
    varying<unsigned char, W> const c = lanes<unsigned char, W>([](int l) {
      return static_cast<unsigned char>(l * 37);
    });
    auto const number = [](int l) {
      return l % 5 == 0 ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(l % 7);
    };
    check<W>("double", d < 3.5, [](int l) { return l * 0.5 < 3.5; });
    check<W>("long", h > 0, [](int l) { return l > 3; });
    check<W>("long, upper half", h != 0, [](int l) { return l != 3; });
    check<W>("char", c >= 128, [](int l) { return static_cast<unsigned char>(l * 37) >= 128; });
    check<W>("NaN <", f < 3.0f, [&](int l) { return number(l) < 3.0f; });
    check<W>("NaN >=", f >= 3.0f, [&](int l) { return number(l) >= 3.0f; });
    check<W>("NaN !=", f != 3.0f, [&](int l) { return number(l) != 3.0f; });
    check<W>("NaN ==", f == f, [&](int l) { return l % 5 != 0; });
    check<W>("not of <", !(f < 3.0f), [&](int l) { return !(number(l) < 3.0f); });
    check<W>("a value as condition", i % 3, [](int l) { return l % 3 != 0; });
    check<W>("a float as condition", f, [](int l) { return l % 5 == 0 || l % 7 != 0; });
    check<W>("not of a value", !(i % 3), [](int l) { return l % 3 == 0; });
    check<W>("equality of conditions", (i % 2 == 0) == (i % 3 == 0),
             [](int l) { return (l % 2 == 0) == (l % 3 == 0); });
    check<W>("difference of conditions", (i % 2 == 0) != (i % 3 == 0),
             [](int l) { return (l % 2 == 0) != (l % 3 == 0); });
  });
}

}  // namespace simt_test::predicates
