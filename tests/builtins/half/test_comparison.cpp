// SPDX-License-Identifier: MIT
#include <simt/builtins/half/comparison.hpp>

#include <doctest/doctest.h>

#include <cmath>

using simt::__half;
using simt::__half2;

TEST_CASE("half/comparison: ordered ones are false of NaN, those with u true") {
  __half const one(1.0f), two(2.0f), nan(NAN);
  CHECK(__hlt(one, two));
  CHECK_FALSE(__hlt(one, nan));
  CHECK(__hltu(one, nan));
  CHECK_FALSE(__hne(one, nan));
  CHECK(__hneu(one, nan));
  CHECK_FALSE(__hequ(one, two));
  CHECK((one != nan));
  CHECK_FALSE((nan == nan));
  CHECK((two >= one));
}

TEST_CASE("half/comparison: pairs give numbers, both, or bits") {
  __half2 const a(1.0f, 3.0f), b(2.0f, 3.0f);
  CHECK(static_cast<float>(__hlt2(a, b).x) == 1.0f);
  CHECK(static_cast<float>(__hlt2(a, b).y) == 0.0f);
  CHECK(__hble2(a, b));
  CHECK_FALSE(__hblt2(a, b));
  CHECK(__heq2_mask(a, b) == 0xffff0000u);
  CHECK(__hgtu2_mask(a, __half2(0.0f, NAN)) == ~0u);
}

TEST_CASE("half/comparison: infinities and NaN") {
  CHECK(__hisinf(__half(INFINITY)) == 1);
  CHECK(__hisinf(__half(-INFINITY)) == -1);
  CHECK(__hisinf(__half(NAN)) == 0);
  CHECK(__hisnan(__half(NAN)));
  CHECK(static_cast<float>(__hisnan2(__half2(0.0f, NAN)).y) == 1.0f);
}
