// SPDX-License-Identifier: MIT
#include <simt/lanes/functions/classification.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_functions.hpp>

namespace simt_test::functions {

TEST_CASE("classification: isnan, isinf, isfinite, signbit") {
  auto const xs = arguments<float>();
  in_gangs([&]<int W>() {
    auto const at = [&](int l) { return xs[static_cast<std::size_t>(l) % xs.size()]; };
    for (int first = 0; first < 24; ++first) {
      auto const x = lanes<float, W>([&](int l) { return at(l + first); });
      varying<double, W> const d = x;
      CHECK(every_lane(isnan(x), [&](int l) { return std::isnan(x.lane(l)); }));
      CHECK(every_lane(isinf(d), [&](int l) { return std::isinf(d.lane(l)); }));
      CHECK(every_lane(isfinite(x), [&](int l) { return std::isfinite(x.lane(l)); }));
      CHECK(every_lane(signbit(d), [&](int l) { return std::signbit(d.lane(l)); }));
    }
  });
}

}  // namespace simt_test::functions
