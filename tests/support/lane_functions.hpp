#pragma once
// SPDX-License-Identifier: MIT

#include <doctest/doctest.h>
#include <support/lane_gangs.hpp>

#include <cmath>
#include <limits>
#include <vector>

// Functions of lanes beside the same function of one number.
namespace simt_test::functions {

using simt::varying;

/// Equal to a few units in the last place; NaN equals NaN, and zeros have one sign.
template <class T>
bool near(T a, T b, double units) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  if (a == b) return std::signbit(a) == std::signbit(b) || units > 0;
  return std::fabs(static_cast<double>(a) - static_cast<double>(b)) <=
         units * std::fabs(static_cast<double>(b)) *
             static_cast<double>(std::numeric_limits<T>::epsilon());
}

/// Arguments of every kind, NaN and infinities last.
template <class T>
std::vector<T> arguments() {
  using limits = std::numeric_limits<T>;
  return {T(0),
          T(-0.0),
          T(1),
          T(-1),
          T(0.5),
          T(-0.5),
          T(1.5),
          T(-2.75),
          T(0.1),
          T(-0.3),
          T(2.5),
          T(7),
          T(-7),
          T(10.25),
          T(-20.5),
          T(1e-4),
          limits::min(),
          limits::epsilon(),
          T(3),
          T(-3.5),
          limits::infinity(),
          -limits::infinity(),
          limits::quiet_NaN()};
}

/// Checks f of lanes against g of each number, at every width: to `units` in the last place.
template <class T, class F, class G>
void check(F f, G g, double units, std::vector<T> const& xs = arguments<T>()) {
  in_gangs([&]<int W>() {
    for (std::size_t first = 0; first < xs.size(); first += W) {
      auto const at = [&](int l) { return xs[(first + static_cast<std::size_t>(l)) % xs.size()]; };
      varying<T, W> const r = f(lanes<T, W>(at));
      for (int l = 0; l < W; ++l) {
        bool const right = near<T>(r.lane(l), static_cast<T>(g(at(l))), units);
        if (!right) {
          INFO("of ", at(l), ": ", r.lane(l), ", not ", g(at(l)), ", width ", W);
          CHECK(right);
        }
      }
    }
  });
}
/// Checks f of the name in both precisions.
#define SIMT_TEST_FUNCTION(name, units)                                                        \
  check<float>([](auto const& x) { return name##f(x); }, [](float x) { return std::name(x); }, \
               units);                                                                         \
  check<double>([](auto const& x) { return name(x); }, [](double x) { return std::name(x); }, units)

}  // namespace simt_test::functions
