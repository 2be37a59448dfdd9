// SPDX-License-Identifier: MIT
#include <simt/lanes/functions/bessel.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_functions.hpp>

namespace simt_test::functions {

TEST_CASE("bessel: of every order, NaN of negative ones") {
  check<double>([](auto const& x) { return j0(x); }, [](double x) { return ::j0(x); }, 40,
                {0.0, 0.5, 1.5, 10.25, 50.0});
  check<double>([](auto const& x) { return y1(x); }, [](double x) { return ::y1(x); }, 40,
                {0.5, 1.5, 10.25, 50.0});
  check<double>([](auto const& x) { return jn(3, x); }, [](double x) { return ::jn(3, x); }, 400,
                {0.5, 1.5, 10.25, 50.0});
  check<double>([](auto const& x) { return jn(-1, x); }, [](double) { return NAN; }, 0, {0.5, 1.5});
  check<double>([](auto const& x) { return cyl_bessel_i0(x); },
                [](double x) { return std::cyl_bessel_i(0.0, x); }, 40, {0.0, 0.5, 1.5, 10.25});
}

}  // namespace simt_test::functions
