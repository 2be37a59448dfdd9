// SPDX-License-Identifier: MIT
#include <simt/lanes/functions/fma.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_functions.hpp>

namespace simt_test::functions {

TEST_CASE("fma: rounds once") {
  check<float>([](auto const& x) { return fmaf(x, x, -1.0f); },
               [](float x) { return std::fma(x, x, -1.0f); }, 0);
  check<double>([](auto const& x) { return fma(x, 0.1, -0.01); },
                [](double x) { return std::fma(x, 0.1, -0.01); }, 0);
}

}  // namespace simt_test::functions
