// SPDX-License-Identifier: MIT
#include <simt/lanes/functions/trigonometric.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_functions.hpp>

namespace simt_test::functions {

TEST_CASE("trigonometric: of every kind of number, NaN of infinities") {
  SIMT_TEST_FUNCTION(sin, 4);
  SIMT_TEST_FUNCTION(cos, 4);
  SIMT_TEST_FUNCTION(tan, 4);
  SIMT_TEST_FUNCTION(asin, 4);
  SIMT_TEST_FUNCTION(acos, 4);
  SIMT_TEST_FUNCTION(atan, 4);
  check<double>([](auto const& x) { return atan2(x, -2.0); },
                [](double x) { return std::atan2(x, -2.0); }, 4);
  check<float>([](auto const& x) { return sinpif(x); },
               [](float x) { return std::sin(3.14159265358979323846 * double(x)); }, 4,
               {0.25f, -0.5f, 1.5f, 0.1f, 1e-6f});
}

TEST_CASE("trigonometric: sincos leaves both where the active lanes point") {
  in_gangs([]<int W>() {
    auto const x = lanes<float, W>([](int l) { return 0.25f * static_cast<float>(l); });
    varying<float, W> s = 9.0f, c = 9.0f;
    simt_if (lane_numbers<W>() % 2 == 0) sincosf(x, &s, &c);
    bool right = true;
    for (int l = 0; l < W; ++l)
      right = right && near(s.lane(l), l % 2 == 0 ? std::sin(x.lane(l)) : 9.0f, 4) &&
              near(c.lane(l), l % 2 == 0 ? std::cos(x.lane(l)) : 9.0f, 4);
    CHECK(right);
  });
}

TEST_CASE("trigonometric: sincos and modf of floats are those of double where doubles are wanted") {
  in_gangs([]<int W>() {
    auto const x = lanes<float, W>([](int l) { return 0.3f * static_cast<float>(l); });
    varying<double, W> s, c, turn_s, turn_c, whole;
    sincos(x, &s, &c);
    sincospi(x, &turn_s, &turn_c);
    auto const part = modf(x, &whole);
    bool right = true;
    for (int l = 0; l < W; ++l) {
      double const at = x.lane(l);
      right = right && near(s.lane(l), std::sin(at), 4) && near(c.lane(l), std::cos(at), 4) &&
              std::abs(turn_s.lane(l) - std::sin(3.14159265358979323846 * at)) < 1e-12 &&
              part.lane(l) + whole.lane(l) == at;
    }
    CHECK(right);
  });
}

}  // namespace simt_test::functions
