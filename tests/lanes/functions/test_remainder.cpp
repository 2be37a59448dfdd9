// SPDX-License-Identifier: MIT
#include <simt/lanes/functions/remainder.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_functions.hpp>

namespace simt_test::functions {

TEST_CASE("remainder: exact, and the quotient of remquo") {
  check<double>([](auto const& x) { return fmod(x, 0.3); },
                [](double x) { return std::fmod(x, 0.3); }, 0);
  check<float>([](auto const& x) { return remainderf(x, 0.3f); },
               [](float x) { return std::remainder(x, 0.3f); }, 0);
  in_gangs([]<int W>() {
    auto const x = lanes<double, W>([](int l) { return l - 3.25; });
    varying<int, W> q = 0;
    CHECK(every_lane(remquo(x, 0.75, &q), [](int l) { return std::remainder(l - 3.25, 0.75); }));
    CHECK(every_lane(q & 7, [](int l) {
      int n = 0;
      static_cast<void>(std::remquo(l - 3.25, 0.75, &n));
      return n & 7;
    }));
    varying<float, W> const large = 4242.68408f;
    static_cast<void>(remquof(large, 2.81426219e-32f, &q));  // the library: 8
    CHECK(every_lane(q, [](int) { return 0; }));
  });
}

}  // namespace simt_test::functions
