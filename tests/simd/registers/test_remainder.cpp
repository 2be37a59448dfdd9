// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/simd/math.hpp>

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

namespace remainder_test {

namespace simd = simt::simd;

template <class R>
bool same(R a, R b) {
  using I = simd::signed_of<R>;
  return (std::isnan(a) && std::isnan(b)) || std::bit_cast<I>(a) == std::bit_cast<I>(b);
}
/// Numbers about `ratio` times y, halves of y and their neighbours, beside every kind of y.
template <class R>
void check(R y, R quotient) {
  constexpr int L = simd::lanes_of<R, simd::native_lanes>;
  R const infinity = std::numeric_limits<R>::infinity();
  R const x = y * quotient, half = y * (std::floor(quotient) + R(0.5));
  R const near[] = {x,    std::nextafter(x, infinity),    std::nextafter(x, -infinity), -x,
                    half, std::nextafter(half, infinity), std::nextafter(half, R(0)),   R(-0.0)};
  for (int first = 0; first < 8; first += L) {
    simd::vec<R, L> a{}, b{};
    for (int l = 0; l < L; ++l) {
      simd::set<R, L>(a, l, near[(first + l) % 8]);
      simd::set<R, L>(b, l, l % 3 == 0 ? -y : y);
    }
    auto const f = simd::math::fmod<R, L>(a, b), r = simd::math::remainder<R, L>(a, b);
    for (int l = 0; l < L; ++l) {
      R const u = simd::get<R, L>(a, l), v = simd::get<R, L>(b, l);
      CAPTURE(u);
      CAPTURE(v);
      CHECK(same(simd::get<R, L>(f, l), std::fmod(u, v)));
      CHECK(same(simd::get<R, L>(r, l), std::remainder(u, v)));
    }
  }
}
template <class R>
void check_all() {
  constexpr int digits = std::numeric_limits<R>::digits;
  std::mt19937_64 random(7);
  std::uniform_real_distribution<R> fraction(1, 2);
  // Quotients up to the last that one multiply-add may take, and beyond.
  for (int e = -3; e <= digits + 2; ++e)
    for (int k = 0; k < 40; ++k) {
      auto const scale = std::ldexp(R(1), static_cast<int>(random() % 40) - 20);
      check<R>(fraction(random) * scale, std::ldexp(fraction(random), e));
      check<R>(std::floor(fraction(random) * 8) * scale,
               std::floor(std::ldexp(fraction(random), e)));
    }
  R const least = std::numeric_limits<R>::denorm_min(),
          infinity = std::numeric_limits<R>::infinity();
  for (R y : {R(0), least, std::numeric_limits<R>::min(), std::numeric_limits<R>::max(), infinity,
              std::numeric_limits<R>::quiet_NaN()})
    for (R q : {R(0), R(1), R(3), R(1000000), infinity}) check<R>(y, q);
}

TEST_CASE("remainder: fmod and remainder are exact, next to multiples and halves too") {
  check_all<float>();
  check_all<double>();
}

}  // namespace remainder_test
