// SPDX-License-Identifier: MIT
#include <simt/simd/wrapping.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>

TEST_CASE("wrapping: integers wrap, other numbers add") {
  namespace d = simt::detail;
  constexpr int most = std::numeric_limits<int>::max();
  static_assert(d::wrapping_sum(most, 1) == -most - 1);
  static_assert(d::wrapping_difference(-most - 1, 1) == most);
  static_assert(d::wrapping_product(std::int64_t{1} << 62, std::int64_t{5}) == std::int64_t{1}
                                                                                   << 62);
  static_assert(d::wrapping_sum<unsigned char>(200, 100) == 44);
  CHECK(d::wrapping_sum(0.5, 0.25) == 0.75);
  CHECK(d::wrapping_difference(0.5f, 0.75f) == -0.25f);
}
