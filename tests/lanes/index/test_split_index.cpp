// SPDX-License-Identifier: MIT
#include <simt/lanes/index/choose_by_axis.hpp>
#include <simt/lanes/index/split_index.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_gangs.hpp>

#include <vector>

// tile[ty > 0 ? ty - 1 : 0][tx]: an index that is data along y and linear along x.
TEST_CASE("split_index: sums and products keep the form, and rows of memory are loaded") {
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
      auto const above = [](int l) { return l / 16 > 0 ? l / 16 - 1 : 0; };
      auto const beside = [](int l) { return l % 16 >= 1 ? l % 16 - 1 : 15; };
      auto const place = up * 16 + x + 3;
      static_assert(d::split_value<decltype(place)>);
      CHECK(simt_test::every_lane(place, [&](int l) { return above(l) * 16 + l % 16 + 3; }));
      CHECK(
          simt_test::every_lane(up * 16 + left, [&](int l) { return above(l) * 16 + beside(l); }));
      std::vector<int> memory(128);
      for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = static_cast<int>(i * i);
      simt::ptr<int const> const p = memory.data();
      simt::varying<int, W> const v = p[place], w = p[up * 16 + left];
      CHECK(simt_test::every_lane(
          v, [&](int l) { return memory[static_cast<std::size_t>(above(l) * 16 + l % 16 + 3)]; }));
      CHECK(simt_test::every_lane(
          w, [&](int l) { return memory[static_cast<std::size_t>(above(l) * 16 + beside(l))]; }));
    });
  }
}
