// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/lanes/predicate/logic.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_predicates.hpp>

namespace simt_test::predicates {

TEST_CASE("[HIER-020] predicate: and, or, not in every combination, also with uniforms") {
  in_gangs([]<int W>() {
    auto const i = numbers<W>();
    auto const a = i % 2 == 0;
    auto const b = i % 3 == 0;
    auto const c = i < 9;
    check<W>("and", a && b, [](int l) { return l % 6 == 0; });
    check<W>("or", a || b, [](int l) { return l % 2 == 0 || l % 3 == 0; });
    check<W>("not and", !(a && b), [](int l) { return l % 6 != 0; });
    check<W>("three", (a && c) || (!b && !c),
             [](int l) { return (l % 2 == 0 && l < 9) || (l % 3 != 0 && l >= 9); });
    check<W>("not not", !!a, [](int l) { return l % 2 == 0; });
    check<W>("bits", (a & b) | (a ^ c),
             [](int l) { return l % 6 == 0 || ((l % 2 == 0) != (l < 9)); });
    for (bool const u : {false, true}) {
      check<W>("uniform &&", u && a, [=](int l) { return u && l % 2 == 0; });
      check<W>("&& uniform", a && u, [=](int l) { return l % 2 == 0 && u; });
      check<W>("uniform ||", u || a, [=](int l) { return u || l % 2 == 0; });
      check<W>("|| uniform", a || u, [=](int l) { return l % 2 == 0 || u; });
      check<W>("constants", (a && u) || (!a && !u), [=](int l) { return (l % 2 == 0) == u; });
    }
    check<W>("lazy and", a && simt_lazy(10 / select(a, 1, 0) == 10),
             [](int l) { return l % 2 == 0; });
    check<W>("lazy or", a || simt_lazy(i % 3 == 0),
             [](int l) { return l % 2 == 0 || l % 3 == 0; });
    int evaluated = 0;
    check<W>("lazy, never", (i < 0) && simt_lazy((++evaluated, i == i)), [](int) { return false; });
    check<W>("lazy, never", (i >= 0) || simt_lazy((++evaluated, i == i)), [](int) { return true; });
    CHECK(evaluated == 0);
  });
}

}  // namespace simt_test::predicates
