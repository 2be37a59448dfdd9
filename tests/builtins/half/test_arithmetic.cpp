// SPDX-License-Identifier: MIT
#include <simt/builtins/half/arithmetic.hpp>

#include <doctest/doctest.h>

#include <cmath>

using simt::__half;
using simt::__half2;

TEST_CASE("half/arithmetic: each operation rounds once") {
  __half const a(2048.0f), one(1.0f);
  CHECK(static_cast<float>(a + one) == 2048.0f);  // a tie, to even
  CHECK(static_cast<float>(__hfma(a, one, __half(3.0f))) == 2052.0f);
  CHECK(static_cast<float>(__hdiv(one, __half(3.0f))) == 0x1.554p-2f);
  CHECK(static_cast<float>(__hadd_sat(one, one)) == 1.0f);
  CHECK(static_cast<float>(__hfma_relu(one, -one, __half(0.5f))) == 0.0f);
  CHECK(static_cast<float>(__hsub_sat(__half(NAN), one)) == 0.0f);
}

TEST_CASE("half/arithmetic: a NaN loses against a number, with _nan it wins; -0 is less than +0") {
  __half const one(1.0f), nan(NAN), zero(0.0f);
  CHECK(static_cast<float>(__hmax(one, nan)) == 1.0f);
  CHECK(std::isnan(static_cast<float>(__hmax_nan(one, nan))));
  CHECK(__hmin(zero, -zero).__x == 0x8000);
  CHECK(__hmax(-zero, zero).__x == 0);
  CHECK(__habs(-one).__x == 0x3c00);
}

TEST_CASE("half/arithmetic: pairs, half by half; complex numbers") {
  __half2 x(1.0f, 2.0f);
  x += __half2(3.0f, 4.0f);
  ++x;
  CHECK(static_cast<float>(x.x) == 5.0f);
  CHECK(static_cast<float>(x.y) == 7.0f);
  __half2 const i(0.0f, 1.0f);
  auto const square = __hcmadd(i, i, __half2(0.0f, 0.0f));
  CHECK(static_cast<float>(square.x) == -1.0f);
  CHECK(static_cast<float>(square.y) == 0.0f);
}
