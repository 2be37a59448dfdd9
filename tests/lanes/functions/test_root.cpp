// SPDX-License-Identifier: MIT
#include <simt/lanes/functions/root.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_functions.hpp>

namespace simt_test::functions {

TEST_CASE("root: square roots are exact, their reciprocals take uniforms, too") {
  SIMT_TEST_FUNCTION(sqrt, 0);
  SIMT_TEST_FUNCTION(cbrt, 2);
  check<float>([](auto const& x) { return rsqrtf(x); },
               [](float x) { return 1 / std::sqrt(double(x)); }, 2);
  check<double>([](auto const& x) { return rcbrt(x); }, [](double x) { return 1 / std::cbrt(x); },
                4);
  CHECK(near(simt::rsqrt(4.0), 0.5, 1));
}

}  // namespace simt_test::functions
