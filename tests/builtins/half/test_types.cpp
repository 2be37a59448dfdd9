// SPDX-License-Identifier: MIT
#include <simt/builtins/half/types.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

TEST_CASE("half/types: conversions round once, to nearest") {
  CHECK(simt::__half(1.0f).__x == 0x3c00);
  CHECK(simt::__half(65519.0f).__x == 0x7bff);
  CHECK(simt::__half(65520.0f).__x == 0x7c00);
  CHECK(simt::__half(1.0 + 0x1p-11).__x == 0x3c00);            // a tie, to even
  CHECK(simt::__half(1.0 + 0x1p-11 + 0x1p-40).__x == 0x3c01);  // not by way of float
  CHECK(simt::__nv_bfloat16(1.0f).__x == 0x3f80);
  CHECK(simt::__half(-3).__x == 0xc200);
  CHECK(static_cast<float>(simt::__nv_bfloat16(simt::__half(0.5f))) == 0.5f);
}

TEST_CASE("half/types: to integers towards zero, to the nearest that fits; NaN is 0") {
  CHECK(static_cast<int>(simt::__half(-2.75f)) == -2);
  CHECK(static_cast<unsigned char>(simt::__half(300.0f)) == 255);
  CHECK(static_cast<unsigned>(simt::__half(-1.0f)) == 0);
  CHECK(static_cast<int>(simt::__half(NAN)) == 0);
  CHECK(static_cast<short>(simt::__nv_bfloat16(1e30f)) == std::numeric_limits<short>::max());
  CHECK(static_cast<bool>(simt::__half(-0.0f)) == false);
}

TEST_CASE("half/types: pairs and their bits") {
  simt::__half2 const p(1.0f, -2.0f);
  auto const raw = static_cast<simt::short_pair_raw<simt::simd::binary16>>(p);
  CHECK(raw.x == 0x3c00);
  CHECK(raw.y == 0xc000);
  CHECK(static_cast<float>(simt::__half2(raw).y) == -2.0f);
  static_assert(sizeof p == 4 && alignof(simt::__half2) == 4);
  simt::__half2 q = p;
  q = raw;
  CHECK(static_cast<float>(q.x) == 1.0f);
  q = {simt::__half(3.0f), simt::__half(4.0f)};
  CHECK(static_cast<float>(q.y) == 4.0f);
  q = {};
  CHECK(static_cast<float>(q.y) == 0.0f);
}
