// SPDX-License-Identifier: MIT
#include <simt/lanes/functions/hyperbolic.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_functions.hpp>

namespace simt_test::functions {

TEST_CASE("hyperbolic: and their inverses") {
  SIMT_TEST_FUNCTION(sinh, 4);
  SIMT_TEST_FUNCTION(cosh, 4);
  SIMT_TEST_FUNCTION(tanh, 4);
  SIMT_TEST_FUNCTION(asinh, 4);
  SIMT_TEST_FUNCTION(acosh, 4);
  SIMT_TEST_FUNCTION(atanh, 4);
}

}  // namespace simt_test::functions
