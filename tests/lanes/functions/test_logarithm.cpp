// SPDX-License-Identifier: MIT
#include <simt/lanes/functions/logarithm.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_functions.hpp>

namespace simt_test::functions {

TEST_CASE("logarithm: NaN of negative numbers, -infinity of zero") {
  SIMT_TEST_FUNCTION(log, 4);
  SIMT_TEST_FUNCTION(log2, 4);
  SIMT_TEST_FUNCTION(log10, 4);
  SIMT_TEST_FUNCTION(log1p, 4);
}

}  // namespace simt_test::functions
