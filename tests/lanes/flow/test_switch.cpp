// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/lanes/flow/switch.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_gangs.hpp>

TEST_CASE("[HIER-020] switch: cases with fall-through, a default in the middle, a uniform value") {
  auto const plain = [](int x) {
    int r = 0;
    switch (x) {
      case 1:
        r += 1;
        break;
      case 2:
        r += 2;
        [[fallthrough]];
      default:
        r += 10;
        break;
      case 3:
        r += 100;
    }
    return r;
  };
  simt_test::in_gangs([&]<int W>() {
    auto const i = simt_test::lane_numbers<W>();
    auto const run = [](auto const& x) {
      simt::varying<int, W> r = 0;
      simt_switch (x) {
        simt_case (1) r += 1;
        simt_break;
        simt_case (2) r += 2;
        simt_default r += 10;
        simt_break;
        simt_case (3) r += 100;
      }
      return r;
    };
    INFO("width ", W);
    CHECK(simt_test::every_lane(run(simt::varying<int, W>(i % 5)), [&](int l) { return plain(l % 5); }));
    for (int x = 0; x < 5; ++x)
      CHECK(simt_test::every_lane(run(x), [&](int) { return plain(x); }));
    CHECK(simt::detail::active_mask().all);
  });
}

TEST_CASE("switch: a case outside of one is an error") {
  simt_test::in_gangs([]<int W>() {
    CHECK_THROWS_AS(simt::detail::switch_case(1, false), simt::detail::flow_fault);
  });
}
