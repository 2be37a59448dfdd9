#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/math/formula.hpp>

#include <cmath>

// Functions that are the C library's, one call a lane: nobody calls them in a hot loop.
namespace simt::inline SIMT_ABI::simd::detail {

namespace f64 {
/// ln |gamma(x)|
template <class V>
SIMT_COLD V lgamma(V x) {
  return by_double_lane(log_of_gamma, x);
}
template <class V>
SIMT_COLD V tgamma(V x) {
  return by_lane([](double a) { return std::tgamma(a); }, x);
}
}  // namespace f64

// The Bessel functions are POSIX's, but for the neighbourhood of their zeros below 8: there the C
// library is right to an absolute error only, CUDA to some units in the last place.
struct bessel_zero {
  double high, low;  // the zero
  double radius;     // of the neighbourhood
  double c[18];      // Taylor's coefficients but the first, which is 0
  /// From Bessel's equation x^2 y'' + x y' + (x^2 - order^2) y = 0.
  constexpr bessel_zero(int order, double z, double rest, double r, double slope)
      : high(z), low(rest), radius(r), c{slope, slope / (-2 * z)} {
    for (int n = 1; n < 17; ++n) {
      double sum = z * (n + 1) * (2 * n + 1) * c[n] + (n * n + z * z - order * order) * c[n - 1];
      if (n > 1) sum += 2 * z * c[n - 2];
      if (n > 2) sum += c[n - 3];
      c[n + 1] = -sum / (z * z * (n + 2) * (n + 1));
    }
  }
};
inline constexpr bessel_zero j0_zeros[] = {
    {0, 0x1.33d152e971b40p+1, -0x1.0f539d7da258ep-53, 0.25, -0x1.09cdb36551280p-1},
    {0, 0x1.6148f5b2c2e45p+2, 0x1.75054cd60a517p-54, 0.25, 0x1.5c6e60a097823p-2}};
inline constexpr bessel_zero j1_zeros[] = {
    {1, 0x1.ea75575af6f09p+1, -0x1.60155a9d1b256p-53, 0.25, -0x1.9c6cf582cbf7fp-2},
    {1, 0x1.c0ff5f3b47250p+2, -0x1.b226d9d243827p-54, 0.25, 0x1.33518b3874e8ap-2}};
inline constexpr bessel_zero y0_zeros[] = {
    {0, 0x1.c982eb8d417eap-1, 0x1.ea9d270347f83p-56, 0.125, 0x1.c24371844b88ap-1},
    {0, 0x1.fa9534d98569cp+1, -0x1.f06ae7804384ep-54, 0.25, -0x1.9c34256a12a0cp-2},
    {0, 0x1.c581dc4e72103p+2, -0x1.9774a495f56cfp-54, 0.25, 0x1.334cca0697a5bp-2}};
inline constexpr bessel_zero y1_zeros[] = {
    {1, 0x1.193bed4dff243p+1, -0x1.bd1e50d219bfdp-55, 0.25, 0x1.0aa48442f014bp-1},
    {1, 0x1.5b7fe4e87b02ep+2, 0x1.dfe7bac228e8cp-52, 0.25, -0x1.5c7c556f0c19ap-2}};
template <std::size_t N, class F>
inline double bessel_lane(bessel_zero const (&zeros)[N], double x, F f) {
  for (auto const& z : zeros) {
    double const d = x - z.high;
    if (d < z.radius && d > -z.radius) {
      double const t = d - z.low;
      return t * estrin(batch<double, 1>(t), z.c).v;
    }
  }
  return f(x);
}
template <class V>
SIMT_COLD V j0(V x) {
  return by_double_lane([](double a) { return bessel_lane(j0_zeros, std::fabs(a), ::j0); }, x);
}
template <class V>
SIMT_COLD V j1(V x) {
  return by_double_lane(
      [](double a) { return std::copysign(1.0, a) * bessel_lane(j1_zeros, std::fabs(a), ::j1); },
      x);
}
template <class V>
SIMT_COLD V y0(V x) {
  return by_double_lane([](double a) { return bessel_lane(y0_zeros, a, ::y0); }, x);
}
template <class V>
SIMT_COLD V y1(V x) {
  return by_double_lane([](double a) { return bessel_lane(y1_zeros, a, ::y1); }, x);
}
/// Of order n, an integral value; NaN for a negative one, as with CUDA.
template <class V>
SIMT_COLD V jn(V n, V x) {
  return by_double_lane([](double m, double a) { return bessel_of_order(::jn, m, a); }, n, x);
}
template <class V>
SIMT_COLD V yn(V n, V x) {
  return by_double_lane([](double m, double a) { return bessel_of_order(::yn, m, a); }, n, x);
}
namespace f32 {
using detail::j0, detail::j1, detail::jn, detail::y0, detail::y1, detail::yn;
}  // namespace f32
namespace f64 {
using detail::j0, detail::j1, detail::jn, detail::y0, detail::y1, detail::yn;
}  // namespace f64

}  // namespace simt::inline SIMT_ABI::simd::detail
