#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/math/double_core.hpp>

#include <cmath>

// Trigonometric functions of double lanes. Registers with a lane beyond 2^31, where CUDA's slow
// path begins, go lane by lane through <cmath>, which reduces by as many digits of pi as it takes.
namespace simt::inline SIMT_ABI::simd::detail::f64 {

template <class V>
SIMT_INLINE bool within_fast_range(V x) {
  return all(abs(x) <= 0x1p31);
}

inline constexpr double two_by_pi = 0x1.45f306dc9c883p-1;

/// x - n pi / 2^Halvings with a relative error of 2^-53, for |n| <= 2^32: pi in three parts, of
/// which the first product and difference are exact.
template <int Halvings, class V>
SIMT_INLINE V less_multiple_of_pi(V x, V n) {
  constexpr double unit = 1.0 / (1 << Halvings);
  V r = fused_exact(n, -0x1.921fb54442d18p+1 * unit, x);
  r = fused_exact(n, -0x1.1a62633145c07p-53 * unit, r);
  return fused_exact(n, 0x1.f1976b7ed8fbcp-109 * unit, r);
}

/// sin r and cos r for |r| <= pi / 4 and z = r^2 (fdlibm's k_sin.c and k_cos.c).
template <class V>
SIMT_INLINE V sin_quarter_turn(V r, V z) {
  V const q = estrin(
      z, {-1.66666666666666324348e-01, 8.33333333332248946124e-03, -1.98412698298579493134e-04,
          2.75573137070700676789e-06, -2.50507602534068634195e-08, 1.58969099521155010221e-10});
  return multiply_add(q * z, r, r);
}
template <class V>
SIMT_INLINE V cos_quarter_turn(V z) {
  V const q = estrin(
      z, {4.16666666666666019037e-02, -1.38888888888741095749e-03, 2.48015872894767294178e-05,
          -2.75573143513906633035e-07, 2.08757232129817482790e-09, -1.13596475577881948265e-11});
  V const half = z * 0.5;
  V const w = 1 - half;
  return w + multiply_add(q, z * z, (1 - w) - half);
}
/// Turns an angle of which s and c are sine and cosine by k quarter turns.
template <class V>
SIMT_INLINE void turn(unsigned_bits_of<V> k, V& s, V& c) {
  auto const odd = is_odd<V>(k);
  V const sine = select(odd, c, s), cosine = select(odd, s, c);
  s = flip(sine, (k & 2) << 62);
  c = flip(cosine, ((k ^ (k << 1)) & 2) << 62);
}

template <class V>
SIMT_INLINE void sincos(V x, V& s, V& c) {
  if (!within_fast_range(x)) [[unlikely]] {
    s = by_lane([](double a) { return std::sin(a); }, x);
    c = by_lane([](double a) { return std::cos(a); }, x);
    return;
  }
  rounded<0, V> const k(x * two_by_pi);
  V const r = less_multiple_of_pi<1>(x, k.n);
  V const z = r * r;
  V sine = sin_quarter_turn(r, z);
  c = cos_quarter_turn(z);
  turn<V>(k.i, sine, c);
  s = select(x == 0, x, sine);  // the sign of zero
}
/// sin r for |r| <= pi / 2; exact enough only with fused multiply-adds.
template <class V>
SIMT_INLINE V sin_half_turn(V r) {
  auto const square = exact_product(r, r);
  V const z = square.h;
  V const q = estrin(z, {0x1.11111111110c1p-7, -0x1.a01a01a0148a8p-13, 0x1.71de3a5287556p-19,
                         -0x1.ae6454cb2ad92p-26, 0x1.6123cb1f0524bp-33, -0x1.ae431b2d1070ap-41,
                         0x1.882964663d494p-49});
  // Next to pi / 2 the second term is half the result: no rounding more than it takes.
  constexpr double sixth = -0x1.5555555555555p-3;
  V const t = fmadd(z, sixth, multiply_add(square.l, sixth, z * z * q));
  return fmadd(r, t, r);
}
template <class V>
SIMT_INLINE V sin(V x) {
  if (!within_fast_range(x)) [[unlikely]]
    return by_lane([](double a) { return std::sin(a); }, x);
  if constexpr (!has_fma) {
    V s, c;
    f64::sincos(x, s, c);
    return s;
  }
  rounded<0, V> const k(x * (two_by_pi / 2));
  V const s = flip(sin_half_turn(less_multiple_of_pi<0>(x, k.n)), k.i << 63);
  return select(x == 0, x, s);
}
/// As the sine of x less an odd multiple of pi / 2.
template <class V>
SIMT_INLINE V cos(V x) {
  if (!within_fast_range(x)) [[unlikely]]
    return by_lane([](double a) { return std::cos(a); }, x);
  if constexpr (!has_fma) {
    V s, c;
    f64::sincos(x, s, c);
    return c;
  }
  rounded<0, V> const k(multiply_add(x, two_by_pi / 2, -0.5));
  V const r = less_multiple_of_pi<0>(x, V(k.n + 0.5));
  return flip(sin_half_turn(r), ~k.i << 63);
}

template <class V>
SIMT_COLD V tan(V x) {
  if (!within_fast_range(x)) [[unlikely]]
    return by_lane([](double a) { return std::tan(a); }, x);
  rounded<0, V> const k(x * two_by_pi);
  // As less_multiple_of_pi<1>, but r + rest is what is left, since tan may grow twice as fast.
  constexpr double second = -0x1.1a62633145c07p-54;
  V const first = fused_exact(k.n, -0x1.921fb54442d18p+0, x);
  V const r = fused_exact(k.n, second, first);
  V const lost = fused_exact(k.n, second, first - r);
  V const rest = multiply_add(k.n, 0x1.f1976b7ed8fbcp-110, lost);
  // A quotient of polynomials, upside down and negative in odd quarters: one division.
  V const z = r * r;
  V const p = horner(z, {-0x1.1127d4156ce19p-3, 0x1.c0ccab9497bf0p-9, -0x1.2b7074a921a10p-16});
  V const q = horner(z, {-0x1.dde93f600bc62p-2, 0x1.a46d0994f3e56p-6, -0x1.46d18e99a2dd4p-12,
                         0x1.0b1cb8283de3fp-21});
  V const above = r + multiply_add(r * z, p, rest);
  V const below = multiply_add(z, q, 1);
  auto const odd = is_odd<V>(k.i);
  V const y = select(odd, below, above) / select(odd, negate(above), below);
  return select(x == 0, x, y);
}

/// sin(pi x) and cos(pi x), exact at multiples of 1/2.
template <class V>
SIMT_COLD void sincospi(V x, V& s, V& c) {
  // Whole turns do not count; what is left of x, and of that after quarter turns, is exact.
  V const y = x - math::rint(V(x * 0.5)) * 2;
  rounded<0, V> const k(y + y);
  V const f = y - k.n * 0.5;
  auto const r = exact_product(f, V(0x1.921fb54442d18p+1));
  V const rest = multiply_add(f, 0x1.1a62633145c07p-53, r.l);
  V const z = r.h * r.h;
  V sine = multiply_add(rest, multiply_add(z, -0.5, 1), sin_quarter_turn(r.h, z));
  V cosine = multiply_add(negate(rest), r.h, cos_quarter_turn(z));
  turn<V>(k.i, sine, cosine);
  s = select(sine == 0, flip(V(0), sign_of(x)), sine);
  c = select(cosine == 0, V(0), cosine);
}
template <class V>
SIMT_INLINE V sinpi(V x) {
  V s, c;
  f64::sincospi(x, s, c);
  return s;
}
template <class V>
SIMT_INLINE V cospi(V x) {
  V s, c;
  f64::sincospi(x, s, c);
  return c;
}

}  // namespace simt::inline SIMT_ABI::simd::detail::f64
