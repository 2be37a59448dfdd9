// SPDX-License-Identifier: MIT
#include <simt/lanes/functions/absolute.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_functions.hpp>

namespace simt_test::functions {

TEST_CASE("absolute: the magnitude of every arithmetic type") {
  SIMT_TEST_FUNCTION(fabs, 0);
  in_gangs([]<int W>() {
    auto const i = lane_numbers<W>() - 3;
    CHECK(every_lane(abs(i), [](int l) { return l < 3 ? 3 - l : l - 3; }));
    CHECK(every_lane(labs(i * -4), [](int l) { return std::labs((l - 3) * 4L); }));
    varying<int, W> const least = std::numeric_limits<int>::min();
    CHECK(every_lane(abs(least), [](int) { return std::numeric_limits<int>::min(); }));
    varying<unsigned, W> const large = 4000000000u;
    CHECK(every_lane(abs(large), [](int) { return 4000000000u; }));
  });
}

}  // namespace simt_test::functions
