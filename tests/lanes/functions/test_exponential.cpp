// SPDX-License-Identifier: MIT
#include <simt/lanes/functions/exponential.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_functions.hpp>

namespace simt_test::functions {

TEST_CASE("exponential: exp, exp2, exp10, expm1 of every kind of number") {
  SIMT_TEST_FUNCTION(exp, 4);
  SIMT_TEST_FUNCTION(exp2, 4);
  SIMT_TEST_FUNCTION(expm1, 4);
  check<float>([](auto const& x) { return exp10f(x); },
               [](float x) { return std::pow(10.0, double(x)); }, 4);
  check<double>([](auto const& x) { return exp10(x); }, [](double x) { return std::pow(10.0, x); },
                8);
}

}  // namespace simt_test::functions
