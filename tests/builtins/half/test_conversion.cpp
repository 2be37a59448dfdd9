// SPDX-License-Identifier: MIT
#include <simt/builtins/half/conversion.hpp>

#include <doctest/doctest.h>

TEST_CASE("half/conversion: by rounding mode") {
  float const x = 1.0f + 0x1p-12f;
  CHECK(simt::__float2half_rn(x).__x == 0x3c00);
  CHECK(simt::__float2half_ru(x).__x == 0x3c01);
  CHECK(simt::__float2half_rd(-x).__x == 0xbc01);
  CHECK(simt::__float2half_rz(-x).__x == 0xbc00);
  CHECK(simt::__float2bfloat16_ru(x).__x == 0x3f81);
  CHECK(simt::__half2int_rn(simt::__float2half(2.5f)) == 2);
  CHECK(simt::__half2int_ru(simt::__float2half(2.5f)) == 3);
  CHECK(simt::__half2ushort_rd(simt::__float2half(-2.5f)) == 0);
  CHECK(simt::__ull2half_rz(~0ull).__x == 0x7bff);
  CHECK(simt::__half2uchar_rz(simt::__float2half(7.9f)) == 7);
}

TEST_CASE("half/conversion: bits, and pairs put together and taken apart") {
  CHECK(simt::__half_as_short(simt::__ushort_as_half(0x8001)) == -32767);
  auto const p = simt::__floats2half2_rn(1.0f, 2.0f), q = simt::__float2half2_rn(3.0f);
  CHECK(simt::__half22float2(simt::__lows2half2(p, q)).y == 3.0f);
  CHECK(simt::__half22float2(simt::__highs2half2(p, q)).x == 2.0f);
  CHECK(__low2float(__lowhigh2highlow(p)) == 2.0f);
  CHECK(__high2float(simt::__low2half2(p)) == 1.0f);
  CHECK(static_cast<float>(simt::__high2bfloat16(simt::__float2bfloat162_rn(4.0f))) == 4.0f);
}
