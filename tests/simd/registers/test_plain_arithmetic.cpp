// SPDX-License-Identifier: MIT
#include <simt/simd/plain_arithmetic.hpp>

#include <doctest/doctest.h>

#include <cfenv>

TEST_CASE("plain_arithmetic: rounds to the nearest number, then as before") {
  float volatile const one = 1.0f, three = 3.0f;
  REQUIRE(std::fesetround(FE_DOWNWARD) == 0);
  float const before = one / three;
  float within = 0;
  {
    simt::simd::detail::plain_arithmetic const plain;
    within = one / three;
  }
  float const after = one / three;
  REQUIRE(std::fesetround(FE_TONEAREST) == 0);
  CHECK(before == 0x1.555554p-2f);
  CHECK(within == 0x1.555556p-2f);
  CHECK(after == before);
}
