// SPDX-License-Identifier: MIT
#include <simt/lanes/functions/float_parts.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_functions.hpp>

namespace simt_test::functions {

TEST_CASE("float_parts: fractions, exponents, signs and neighbours") {
  check<float>([](auto const& x) { return ldexpf(x, -3); },
               [](float x) { return std::ldexp(x, -3); }, 0);
  check<double>([](auto const& x) { return scalbn(x, 1000); },
                [](double x) { return std::scalbn(x, 1000); }, 0);
  check<double>([](auto const& x) { return copysign(2.5, x); },
                [](double x) { return std::copysign(2.5, x); }, 0, {1.0, -1.0, 0.0, -0.0});
  check<float>([](auto const& x) { return nextafterf(x, 9.0f); },
               [](float x) { return std::nextafter(x, 9.0f); }, 0);
  check<double>([](auto const& x) { return logb(x); }, [](double x) { return std::logb(x); }, 0);
  in_gangs([]<int W>() {
    auto const x = lanes<double, W>([](int l) { return (l + 1) * 0.375; });
    varying<int, W> e = 0;
    CHECK(every_lane(frexp(x, &e), [](int l) {
      int n;
      return std::frexp((l + 1) * 0.375, &n);
    }));
    CHECK(every_lane(e, [](int l) { return std::ilogb((l + 1) * 0.375) + 1; }));
    CHECK(every_lane(ilogb(x), [](int l) { return std::ilogb((l + 1) * 0.375); }));
  });
}

}  // namespace simt_test::functions
