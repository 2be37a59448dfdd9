// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/lanes/flow/select.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_gangs.hpp>

#include <type_traits>

TEST_CASE("select: lanes and uniforms mix, inactive lanes have a value, too") {
  simt_test::in_gangs([]<int W>() {
    auto const i = simt_test::lane_numbers<W>();
    simt::varying<double, W> const d = i * 0.5;
    simt::varying<int, W> r = 0;
    simt_if (i % 2 == 0) {
      auto const x = simt::select(i < 5, i, -1);
      for (int l = 0; l < W; ++l) r.set_lane(l, x.lane(l));
    }
    INFO("width ", W);
    CHECK(simt_test::every_lane(r, [](int l) { return l < 5 ? l : -1; }));
    CHECK(simt_test::every_lane(simt::select(i % 3 == 0, d, i),
                                [](int l) { return l % 3 == 0 ? l * 0.5 : l; }));
    CHECK(simt_test::every_lane(simt::select(i % 3 == 0, i < 2, true),
                                [](int l) { return l % 3 != 0 || l < 2; }));
    CHECK(simt_test::every_lane(simt::select(false, i, 7), [](int) { return 7; }));
  });
  static_assert(std::is_same_v<decltype(simt::select(true, 1, 2.5)), double>);
  CHECK(simt::select(true, 1, 2.5) == 1.0);
}
