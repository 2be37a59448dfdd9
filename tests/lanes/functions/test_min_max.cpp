// SPDX-License-Identifier: MIT
#include <simt/lanes/functions/min_max.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_functions.hpp>

namespace simt_test::functions {

TEST_CASE("min_max: NaN loses against a number, uniforms give a uniform") {
  check<float>([](auto const& x) { return fminf(x, 0.5f); },
               [](float x) { return std::fmin(x, 0.5f); }, 1);
  check<float>([](auto const& x) { return max(x, -0.25f); },
               [](float x) { return std::fmax(x, -0.25f); }, 1);
  check<double>([](auto const& x) { return fmax(x, 0.5); },
                [](double x) { return std::fmax(x, 0.5); }, 1);
  check<double>([](auto const& x) { return fdim(x, 1.5); },
                [](double x) { return std::fdim(x, 1.5); }, 1);
  static_assert(std::is_same_v<decltype(simt::min(1, 2.5)), double>);
  CHECK(simt::min(3, 4) == 3);
  CHECK(simt::max(3u, 4u) == 4u);
  in_gangs([]<int W>() {
    auto const i = lane_numbers<W>();
    CHECK(every_lane(clamp(i, 2, 5), [](int l) { return l < 2 ? 2 : l > 5 ? 5 : l; }));
    CHECK(every_lane(min(i, 3u), [](int l) { return l < 3 ? static_cast<unsigned>(l) : 3u; }));
  });
}

}  // namespace simt_test::functions
