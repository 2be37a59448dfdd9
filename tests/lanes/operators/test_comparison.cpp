// SPDX-License-Identifier: MIT
#include <simt/lanes/operators/comparison.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_operators.hpp>

namespace simt_test::operators {

TEST_CASE("comparison: the six of them give what C++ gives each lane") {
  check_operators<types<less, less_equal, greater, greater_equal, equal, unequal>>();
}

}  // namespace simt_test::operators
