// SPDX-License-Identifier: MIT
#include <simt/lanes/index/choose_by_axis.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_gangs.hpp>

// tile[ty > 0 ? ty - 1 : 0][tx]: an index that is data along y and linear along x.
TEST_CASE("choose_by_axis: a clamped coordinate is a table along its axis") {
  namespace d = simt::detail;
  using G = d::geometry<64, 16, 4>;
  using one = d::fixed_stride<1>;
  using none = d::fixed_stride<0>;
  if constexpr (d::has_tables<G>) {
    simt_test::in_gang<64>([]<int W>() {
      d::index<int, G, one, none, none, true> const x(0, {}, {}, {});
      d::index<int, G, none, one, none, true> const y(0, {}, {}, {});
      auto const up = d::choose_by_axis(y > 0, y - 1, 0);
      auto const left = d::choose_by_axis(x >= 1, x - 1, 15);
      static_assert(d::split_value<decltype(up)>);
      static_assert(d::axes_of<decltype(up)>() == d::y_axis);
      static_assert(d::axes_of<decltype(left)>() == d::x_axis);
      auto const above = [](int l) { return l / 16 > 0 ? l / 16 - 1 : 0; };
      auto const beside = [](int l) { return l % 16 >= 1 ? l % 16 - 1 : 15; };
      CHECK(simt_test::every_lane(up, above));
      CHECK(simt_test::every_lane(left, beside));
    });
  }
}
