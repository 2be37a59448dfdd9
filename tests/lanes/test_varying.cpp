// SPDX-License-Identifier: MIT
#include <simt/lanes/varying.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_operators.hpp>

namespace simt_test::operators {

TEST_CASE("varying: a gang as wide as the largest block") {
  constexpr int W = simt::detail::max_lanes;
  mismatches m;
  check_operator<times, W, int, int>(m);
  check_operator<divide, W, float, float>(m);
  check_operator<shift_left, W, std::uint64_t, std::uint64_t>(m);
  check_operator<less, W, std::int8_t, std::int8_t>(m);
  CHECK_NONE(m);
}

}  // namespace simt_test::operators
