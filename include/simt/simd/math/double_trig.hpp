#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/math/double_core.hpp>

#include <cmath>

// Trigonometric functions of double lanes. Registers with a lane beyond 2^31, where CUDA's slow
// path begins, go lane by lane through <cmath>, which reduces by as many digits of pi as it takes.
namespace simt::inline SIMT_ABI::simd::detail::f64 {

template <class V>
SIMT_INLINE bool within_fast_range(V x) {
  return every<V>(le(magnitude(x), all<V>(0x1p31)));
}

/// x - n pi / 2^Halvings with a relative error of 2^-53, for |n| <= 2^32: pi in three parts, of
/// which the first product and difference are exact.
template <int Halvings, class V>
SIMT_INLINE V less_multiple_of_pi(V x, V n) {
  constexpr double unit = 1.0 / (1 << Halvings);
  V r = fused_exact(n, all<V>(-0x1.921fb54442d18p+1 * unit), x);
  r = fused_exact(n, all<V>(-0x1.1a62633145c07p-53 * unit), r);
  return fused_exact(n, all<V>(0x1.f1976b7ed8fbcp-109 * unit), r);
}

/// sin r and cos r for |r| <= pi / 4 (fdlibm's k_sin.c and k_cos.c).
template <class V>
SIMT_INLINE V sin_quarter_turn(V r, V z) {
  V const q = poly(
      z, {-1.66666666666666324348e-01, 8.33333333332248946124e-03, -1.98412698298579493134e-04,
          2.75573137070700676789e-06, -2.50507602534068634195e-08, 1.58969099521155010221e-10});
  return madd(q * z, r, r);
}
template <class V>
SIMT_INLINE V cos_quarter_turn(V z) {
  V const q = poly(
      z, {4.16666666666666019037e-02, -1.38888888888741095749e-03, 2.48015872894767294178e-05,
          -2.75573143513906633035e-07, 2.08757232129817482790e-09, -1.13596475577881948265e-11});
  V const one = all<V>(1);
  V const half = z * 0.5;
  V const w = one - half;
  return w + madd(q, z * z, (one - w) - half);
}

template <int L>
SIMT_INLINE void sincos(vec<double, L> x, vec<double, L>& s, vec<double, L>& c) {
  using V = vec<double, L>;
  if (!within_fast_range(x)) [[unlikely]] {
    s = by_lane<double, L>([](double a) { return std::sin(a); }, x);
    c = by_lane<double, L>([](double a) { return std::cos(a); }, x);
    return;
  }
  rounded<0, V> const k(x * 0x1.45f306dc9c883p-1);
  V const r = less_multiple_of_pi<1>(x, k.n);
  V const z = r * r;
  V const sr = sin_quarter_turn(r, z);
  V const cr = cos_quarter_turn(z);
  auto const one = all_bits<V>(1), two = all_bits<V>(2);
  auto const odd = ne(of_bits<V>((k.i & one) << 62), V{});
  s = flip(select(odd, cr, sr), (k.i & two) << 62);
  s = select(eq(x, V{}), x, s);
  c = flip(select(odd, sr, cr), ((k.i ^ (k.i << 1)) & two) << 62);
}
/// sin r for |r| <= pi / 2; exact enough only with fused multiply-adds.
template <class V>
SIMT_INLINE V sin_half_turn(V r) {
  auto const square = exact_product(r, r);
  V const z = square.h;
  V const q = poly(z, {0x1.11111111110c1p-7, -0x1.a01a01a0148a8p-13, 0x1.71de3a5287556p-19,
                       -0x1.ae6454cb2ad92p-26, 0x1.6123cb1f0524bp-33, -0x1.ae431b2d1070ap-41,
                       0x1.882964663d494p-49});
  // Next to pi / 2 the second term is half the result: no rounding more than it takes.
  V const sixth = all<V>(-0x1.5555555555555p-3);
  V const t = fused_instruction(z, sixth, madd(square.l, sixth, z * z * q));
  return fused_instruction(r, t, r);
}
template <int L>
SIMT_INLINE vec<double, L> sin(vec<double, L> x) {
  using V = vec<double, L>;
  if (!within_fast_range(x)) [[unlikely]]
    return by_lane<double, L>([](double a) { return std::sin(a); }, x);
  if constexpr (!has_fma) {
    V s, c;
    sincos<L>(x, s, c);
    return s;
  }
  rounded<0, V> const k(x * 0x1.45f306dc9c883p-2);
  V const s = flip(sin_half_turn(less_multiple_of_pi<0>(x, k.n)), k.i << 63);
  return select(eq(x, V{}), x, s);  // the sign of zero
}
/// As the sine of x less an odd multiple of pi / 2.
template <int L>
SIMT_INLINE vec<double, L> cos(vec<double, L> x) {
  using V = vec<double, L>;
  if (!within_fast_range(x)) [[unlikely]]
    return by_lane<double, L>([](double a) { return std::cos(a); }, x);
  if constexpr (!has_fma) {
    V s, c;
    sincos<L>(x, s, c);
    return c;
  }
  rounded<0, V> const k(madd(x, all<V>(0x1.45f306dc9c883p-2), -0.5));
  return flip(sin_half_turn(less_multiple_of_pi<0>(x, V(k.n + all<V>(0.5)))), ~k.i << 63);
}

template <int L>
SIMT_COLD vec<double, L> tan(vec<double, L> x) {
  using V = vec<double, L>;
  if (!within_fast_range(x)) [[unlikely]]
    return by_lane<double, L>([](double a) { return std::tan(a); }, x);
  rounded<0, V> const k(x * 0x1.45f306dc9c883p-1);
  // As less_multiple_of_pi<1>, but r + rest is what is left, since tan may grow twice as fast.
  V const second = all<V>(-0x1.1a62633145c07p-54);
  V const first = fused_exact(k.n, all<V>(-0x1.921fb54442d18p+0), x);
  V const r = fused_exact(k.n, second, first);
  V const rest = madd(k.n, all<V>(0x1.f1976b7ed8fbcp-110), fused_exact(k.n, second, V(first - r)));
  // A quotient of polynomials, upside down and negative in odd quarters: one division.
  V const z = r * r;
  V const p = poly(z, {-0x1.1127d4156ce19p-3, 0x1.c0ccab9497bf0p-9, -0x1.2b7074a921a10p-16});
  V const q = poly(z, {-0x1.dde93f600bc62p-2, 0x1.a46d0994f3e56p-6, -0x1.46d18e99a2dd4p-12,
                       0x1.0b1cb8283de3fp-21});
  V const above = r + madd(r * z, p, rest);
  V const below = madd(z, q, 1.0);
  auto const bit = k.i << 63;
  auto const odd = ne(of_bits<V>(shift_down<V, 1>(bit)), V{});
  V const y = select(odd, below, above) / select(odd, -above, below);
  return select(eq(x, V{}), x, y);
}

/// sin(pi x) and cos(pi x), exact at multiples of 1/2.
template <int L>
SIMT_COLD void sincospi(vec<double, L> x, vec<double, L>& s, vec<double, L>& c) {
  using V = vec<double, L>;
  // Whole turns do not count; what is left of x, and of that after quarter turns, is exact.
  V const y = x - math::rint<double, L>(V(x * 0.5)) * 2.0;
  rounded<0, V> const k(y + y);
  V const f = y - k.n * 0.5;
  auto const r = exact_product(f, all<V>(0x1.921fb54442d18p+1));
  V const rest = madd(f, all<V>(0x1.1a62633145c07p-53), r.l);
  V const z = r.h * r.h;
  V const sr = madd(rest, madd(z, all<V>(-0.5), 1.0), sin_quarter_turn(r.h, z));
  V const cr = madd(-rest, r.h, cos_quarter_turn(z));
  auto const one = all_bits<V>(1), two = all_bits<V>(2);
  auto const odd = ne(of_bits<V>((k.i & one) << 62), V{});
  s = flip(select(odd, cr, sr), (k.i & two) << 62);
  c = flip(select(odd, sr, cr), ((k.i ^ (k.i << 1)) & two) << 62);
  V const zero{};
  s = select(eq(s, zero), flip(zero, sign_of(x)), s);
  c = select(eq(c, zero), zero, c);
}
template <int L>
SIMT_INLINE vec<double, L> sinpi(vec<double, L> x) {
  vec<double, L> s, c;
  sincospi<L>(x, s, c);
  return s;
}
template <int L>
SIMT_INLINE vec<double, L> cospi(vec<double, L> x) {
  vec<double, L> s, c;
  sincospi<L>(x, s, c);
  return c;
}

}  // namespace simt::inline SIMT_ABI::simd::detail::f64
