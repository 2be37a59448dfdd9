// SPDX-License-Identifier: MIT
// LABELS: golden isa
#include <simt/builtins/half/lane_conversions.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/half_lanes.hpp>
#include <golden.hpp>

#include <cmath>
#include <random>

namespace simt_test::halves {

template <class H>
void conversions() {
  std::mt19937 random(3);
  for (int turn = 0; turn < 20; ++turn) {
    simt::varying<float, width> f = 0.0f;
    simt::varying<int, width> n = 0;
    for (int l = 0; l < width; ++l) {
      f.set_lane(l, golden::value<float>(random()));
      n.set_lane(l, static_cast<int>(random()) >> (l % 20));
    }
    simt::varying<H, width> const near(f), whole(n);
    for (int l = 0; l < width; ++l) {
      CHECK(same(near.lane(l), H(f.lane(l))));
      CHECK(same(whole.lane(l), H(n.lane(l))));
    }
  }
}

/// Every pattern of 16 bits, as a number and as an integer.
#define SAME_CONVERSIONS(t, H)                                                                    \
  for (int first = 0; first < 0x10000; first += width) {                                          \
    simt::varying<unsigned short, width> bits = static_cast<unsigned short>(0);                   \
    for (int l = 0; l < width; ++l) bits.set_lane(l, static_cast<unsigned short>(first + l));     \
    simt::varying<short, width> const whole = bits;                                               \
    simt::varying<H, width> const x = __ushort_as_##t(bits);                                      \
    for (int l = 0; l < width; ++l) {                                                             \
      auto const b = static_cast<unsigned short>(first + l);                                      \
      auto const i = static_cast<short>(b);                                                       \
      H const h = of_bits<H>(b);                                                                  \
      bool const right = same(x.lane(l), h) &&                                                    \
                         __##t##2short_rn(x).lane(l) == simt::__##t##2short_rn(h) &&              \
                         __##t##2short_rz(x).lane(l) == simt::__##t##2short_rz(h) &&              \
                         __##t##2ushort_ru(x).lane(l) == simt::__##t##2ushort_ru(h) &&            \
                         __##t##2ushort_rd(x).lane(l) == simt::__##t##2ushort_rd(h) &&            \
                         __##t##2char_rz(x).lane(l) == simt::__##t##2char_rz(h) &&                \
                         __##t##2uchar_rz(x).lane(l) == simt::__##t##2uchar_rz(h) &&              \
                         same(__short2##t##_rn(whole).lane(l), simt::__short2##t##_rn(i)) &&      \
                         same(__short2##t##_rz(whole).lane(l), simt::__short2##t##_rz(i)) &&      \
                         same(__ushort2##t##_ru(bits).lane(l), simt::__ushort2##t##_ru(b)) &&     \
                         same(__ushort2##t##_rd(bits).lane(l), simt::__ushort2##t##_rd(b)) &&     \
                         (std::isnan(static_cast<float>(h)) || __##t##_as_short(x).lane(l) == i); \
      if (!right) ++differ;                                                                       \
    }                                                                                             \
    if (first > 0x200) first += 13 * width;                                                       \
  }
int short_conversions_differ() {
  int differ = 0;
  SAME_CONVERSIONS(half, __half)
  SAME_CONVERSIONS(bfloat16, __nv_bfloat16)
  return differ;
}

TEST_CASE("[INTI-012] half with lanes: conversions") {
  conversions<__half>();
  conversions<__nv_bfloat16>();
  simt::varying<__half, width> const h = __half(2.5f);
  CHECK(__half2int_rn(h).lane(0) == 2);
  CHECK(__half2int_ru(h).lane(5) == 3);
  CHECK(__half2float(h).lane(1) == 2.5f);
  CHECK((h < __half(3)).lane(4));
}
TEST_CASE("half with lanes: integers of 8 and 16 bits and back") {
  CHECK(short_conversions_differ() == 0);
}

}  // namespace simt_test::halves
