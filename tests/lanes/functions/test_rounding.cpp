// SPDX-License-Identifier: MIT
#include <simt/lanes/functions/rounding.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_functions.hpp>

namespace simt_test::functions {

TEST_CASE("rounding: to integers in floating point") {
  SIMT_TEST_FUNCTION(floor, 0);
  SIMT_TEST_FUNCTION(ceil, 0);
  SIMT_TEST_FUNCTION(trunc, 0);
  SIMT_TEST_FUNCTION(round, 0);
  SIMT_TEST_FUNCTION(rint, 0);
  SIMT_TEST_FUNCTION(nearbyint, 0);
}

TEST_CASE("rounding: to integers, the last one where a number does not fit; modf") {
  using long_limits = std::numeric_limits<long>;
  in_gangs([]<int W>() {
    auto const both = [](double x, long nearest, long away) {
      varying<double, W> const v = x;
      return every_lane(lrint(v), [=](int) { return nearest; }) &&
             every_lane(lround(v), [=](int) { return away; });
    };
    CHECK(both(2.5, 2, 3));
    CHECK(both(-2.5, -2, -3));
    CHECK(both(1e300, long_limits::max(), long_limits::max()));
    CHECK(both(-1e300, long_limits::min(), long_limits::min()));
    CHECK(both(std::nan(""), long_limits::min(), long_limits::min()));
    varying<double, W> whole = 0.0, x = -2.75;
    CHECK(every_lane(modf(x, &whole), [](int) { return -0.75; }));
    CHECK(every_lane(whole, [](int) { return -2.0; }));
  });
}

}  // namespace simt_test::functions
