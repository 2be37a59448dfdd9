// SPDX-License-Identifier: MIT
#include <simt/lanes/index/index_comparison.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_gangs.hpp>

#include <limits>
#include <type_traits>

TEST_CASE("index_comparison: a consecutive index gives a range, a coordinate a box") {
  namespace d = simt::detail;
  simt_test::in_gangs([]<int W>() {
    auto const own = simt_test::consecutive<W>(0);
    auto const global = simt_test::consecutive<W, false>(40);
    auto const a = d::compare_index<simt::simd::compare::lt>(own, 5);
    auto const b = d::compare_index<simt::simd::compare::ge>(global, 43);
    static_assert(std::is_same_v<d::plain<decltype(a)>, d::range_predicate<W, true>>);
    static_assert(std::is_same_v<d::plain<decltype(b)>, d::range_predicate<W, false>>);
    CHECK(a.lo == 0);
    CHECK(a.hi == 5);
    CHECK(b.lo == 3);
    CHECK(b.hi == W);
    auto const most = std::numeric_limits<long>::max();
    CHECK(d::compare_index<simt::simd::compare::le>(global, most).uniform_outcome() == 1);
    CHECK(d::compare_index<simt::simd::compare::lt>(global, -most).uniform_outcome() == 0);
    CHECK(d::compare_index<simt::simd::compare::eq>(global, most).uniform_outcome() == 0);
  });
  using G = d::geometry<64, 16, 4>;
  using one = d::fixed_stride<1>;
  using none = d::fixed_stride<0>;
  if constexpr (d::has_whole_rows<G>) {
    d::index<int, G, none, one, none, true> const y(0, {}, {}, {});
    auto const row = d::compare_index<simt::simd::compare::eq>(y, 2);
    static_assert(d::box_axes<d::plain<decltype(row)>> == d::y_axis);
    auto const box = d::as_box(row);
    CHECK(box.x0 == 0);
    CHECK(box.x1 == 16);
    CHECK(box.y0 == 2);
    CHECK(box.y1 == 3);
  }
}
