// SPDX-License-Identifier: MIT
#include <simt/lanes/functions/error_and_gamma.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_functions.hpp>

namespace simt_test::functions {

TEST_CASE("error_and_gamma: erf, erfc, gamma, and inverses of the error function") {
  SIMT_TEST_FUNCTION(erf, 4);
  SIMT_TEST_FUNCTION(erfc, 8);
  check<double>([](auto const& x) { return tgamma(x); }, [](double x) { return std::tgamma(x); },
                20, {0.5, 1.0, 1.5, 4.0, 10.25});
  check<double>([](auto const& x) { return lgamma(x); }, [](double x) { return std::lgamma(x); },
                20, {0.5, 1.5, 4.0, 10.25, 100.0});
  check<double>([](auto const& x) { return erfinv(erf(x)); }, [](double x) { return x; }, 40,
                {0.1, -0.5, 1.0});
  check<double>([](auto const& x) { return normcdf(x); },
                [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }, 20,
                {0.0, 1.0, -1.0, 2.5});
  check<double>([](auto const& x) { return erfcx(x); },
                [](double x) { return std::exp(x * x) * std::erfc(x); }, 40, {0.0, 1.0, -1.0, 2.5});
}

}  // namespace simt_test::functions
