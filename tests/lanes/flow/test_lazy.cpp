// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/lanes/flow/lazy.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_gangs.hpp>

TEST_CASE("lazy: the right side is evaluated under the lanes that need it, or not at all") {
  simt_test::in_gangs([]<int W>() {
    auto const i = simt_test::lane_numbers<W>();
    simt::varying<int, W> seen = 0;
    simt::varying<bool, W> const both = i % 2 == 0 && simt_lazy((seen += 1, i % 3 == 0));
    simt::varying<bool, W> const either = i % 2 == 0 || simt_lazy((seen += 10, i % 3 == 0));
    int never = 0;
    simt::varying<bool, W> const none = i < 0 && simt_lazy((++never, i == i));
    INFO("width ", W);
    CHECK(simt_test::every_lane(both, [](int l) { return l % 6 == 0; }));
    CHECK(simt_test::every_lane(either, [](int l) { return l % 2 == 0 || l % 3 == 0; }));
    CHECK(simt_test::every_lane(none, [](int) { return false; }));
    CHECK(simt_test::every_lane(seen, [](int l) { return l % 2 == 0 ? 1 : 10; }));
    CHECK(never == 0);
  });
}

TEST_CASE("lazy: of uniforms it is C++'s own") {
  int calls = 0;
  CHECK_FALSE((false && simt_lazy((++calls, true))));
  CHECK((true || simt_lazy((++calls, true))));
  CHECK(calls == 0);
  CHECK((true && simt_lazy((++calls, true))));
  CHECK(calls == 1);
}
