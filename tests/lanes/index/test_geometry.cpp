// SPDX-License-Identifier: MIT
#include <simt/lanes/index/geometry.hpp>

#include <doctest/doctest.h>

TEST_CASE("geometry: lanes lie in their box x first, and go on along the last axis") {
  using G = simt::detail::geometry<32, 4, 3, 2>;
  bool right = true;
  for (int z = 0; z < 2; ++z)
    for (int y = 0; y < 3; ++y)
      for (int x = 0; x < 4; ++x) {
        int const l = x + 4 * (y + 3 * z);
        right = right && G::x(l) == x && G::y(l) == y && G::z(l) == z;
      }
  CHECK(right);
  CHECK(G::z(24) == 2);  // beyond the box
  CHECK(simt::detail::geometry<32, 10>::x(31) == 31);
  CHECK(simt::detail::geometry<32, 8, 3>::y(31) == 3);
}
