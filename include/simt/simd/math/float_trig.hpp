#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/math/float_core.hpp>

// Trigonometric functions and their inverses of float lanes.
SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::simd::detail::f32 {

/// sin(r + (i + Quarters) pi / 2) for |r| <= pi / 4 in double lanes.
template <int Quarters, class W>
SIMT_INLINE W wide_sin_turned(W r, bits_of<W> i) {
  auto const s = bits(wide_sin_reduced(r)), c = bits(wide_cos_reduced(r));
  auto const odd = -(i & 1);
  return from_bits<W>((Quarters == 0 ? s : c) ^ ((s ^ c) & odd) ^ (((i + Quarters) & 2) << 62));
}
/// sin(x + Quarters pi / 2) for |x| <= 105615: cos is sin of a quarter of a turn more.
template <int Quarters, class W>
SIMT_INLINE W wide_sin(W x) {
  wide_nearest<W> const q(x * W(0.636619772367581343));
  // pi / 2 in parts of 33 bits: their products with q are exact.
  auto r = multiply_add(q.n, W(-1.57079632673412561417), x);
  r = multiply_add(q.n, W(-6.07710050630396597660e-11), r);
  r = multiply_add(q.n, W(-2.02226624879595063154e-21), r);
  return wide_sin_turned<Quarters>(r, q.i);
}

/// The quarter of a turn nearest to x, as a number and, in its low bits, as an integer.
template <class V>
struct quarter_turns {
  V n;
  bits_of<V> i;
  SIMT_INLINE explicit quarter_turns(V x) {
    V const quarters = x * V(0.636619772367581343f);
    if constexpr (by_avx512<V>) {
      n = math::rint(quarters);
      i = to_integer(n);
    } else {
      V const magic(0x1.8p23f);
      V const t = quarters + magic;
      n = t - magic;
      i = bits(t);
    }
  }
};

/// sin and cos where |x| is at most 105615, CUDA's fast range, too. The reduction by pi/2 in three
/// parts is exact enough because of the fused multiply-adds.
template <class V>
SIMT_INLINE void sincos_small(V x, V& s, V& c) {
  quarter_turns<V> const q(x);
  auto r = fmadd(q.n, V(-0x1.921fb4p+0f), x);
  r = fmadd(q.n, V(-0x1.4442d0p-24f), r);
  r = fmadd(q.n, V(-0x1.84698ap-48f), r);
  auto const z = r * r;  // Cephes sinf.c
  auto const ps = horner(z, {-1.6666654611e-1, 8.3321608736e-3, -1.9515295891e-4});
  auto const pc = horner(z, {4.166664568298827e-2, -1.388731625493765e-3, 2.443315711809948e-5});
  auto const sr = multiply_add(ps * z, r, r);
  auto const cr = multiply_add(pc, z * z, multiply_add(z, V(-0.5f), V(1)));
  auto const odd = from_bits<V>((q.i & 1) << 29) != V(0);
  s = from_bits<V>(bits(select(odd, cr, sr)) ^ ((q.i & 2) << 30));
  c = from_bits<V>(bits(select(odd, sr, cr)) ^ (((q.i + 1) & 2) << 30));
  s = select(x == V(0), x, s);  // the sum made -0 into +0
}
template <class V>
SIMT_INLINE bool sincos_is_small(V x) {
  return all(abs(x) <= V(105615));
}

template <class V>
SIMT_INLINE void sincos_reducible(V x, V& s, V& c) {
  if constexpr (has_fma) {
    sincos_small(x, s, c);
  } else {
    s = through_double([](auto a) SIMT_LAMBDA_INLINE { return wide_sin<0>(a); }, x);
    s = select(x == V(0), x, s);
    c = through_double([](auto a) SIMT_LAMBDA_INLINE { return wide_sin<1>(a); }, x);
  }
}
template <class V>
SIMT_INLINE void sincos(V x, V& s, V& c) {
  if (sincos_is_small(x)) [[likely]] {
    sincos_reducible(x, s, c);
  } else {
    s = by_lane([](float a) { return std::sin(a); }, x);
    c = by_lane([](float a) { return std::cos(a); }, x);
  }
}
template <class V>
SIMT_INLINE V sin(V x) {
  if (!sincos_is_small(x)) [[unlikely]]
    return by_lane([](float a) { return std::sin(a); }, x);
  V s, c;
  sincos_reducible(x, s, c);
  return s;
}
template <class V>
SIMT_INLINE V cos(V x) {
  if (!sincos_is_small(x)) [[unlikely]]
    return by_lane([](float a) { return std::cos(a); }, x);
  V s, c;
  sincos_reducible(x, s, c);
  return c;
}
template <class V>
SIMT_COLD V tan(V x) {
  if (!sincos_is_small(x)) [[unlikely]]
    return by_lane([](float a) { return std::tan(a); }, x);
  if constexpr (has_fma) {
    V s, c;
    sincos_small(x, s, c);
    return s / c;
  } else {
    auto const r = through_double(
        []<class W>(W a) SIMT_LAMBDA_INLINE { return W(wide_sin<0>(a) / wide_sin<1>(a)); }, x);
    return select(x == V(0), x, r);
  }
}

/// sin(pi (x + Quarters / 2)).
template <int Quarters, class W>
SIMT_INLINE W wide_sinpi(W x) {
  wide_nearest<W> const q(x + x);
  auto const r = (x - q.n * W(0.5)) * W(0x1.921fb54442d18p1);
  return wide_sin_turned<Quarters>(r, q.i);
}
/// x, but 0 where it is an even integer for its size, NaN where infinite.
template <class V>
SIMT_INLINE V half_turns(V x) {
  auto const ax = abs(x);
  auto const y = select(ax >= V(0x1p24f), V(0), x);
  return select(ax < V(infinity), y, x - x);
}
/// sin(pi x) and cos(pi x), exact at multiples of 1/2.
template <class V>
SIMT_COLD V sinpi(V x) {
  auto const s =
      through_double([](auto a) SIMT_LAMBDA_INLINE { return wide_sinpi<0>(a); }, half_turns(x));
  return select(s == V(0), copysign(V(0), x), s);
}
template <class V>
SIMT_COLD V cospi(V x) {
  auto const c =
      through_double([](auto a) SIMT_LAMBDA_INLINE { return wide_sinpi<1>(a); }, half_turns(x));
  return select(c == V(0), V(0), c);
}
template <class V>
SIMT_INLINE void sincospi(V x, V& s, V& c) {
  s = sinpi(x);
  c = cospi(x);
}

/// atan x for |x| <= 1
template <class V>
SIMT_INLINE V atan_inside(V x) {
  auto const z = x * x;
  auto const q = horner(z, {-0x1.5554d6p-2, 0x1.9977fp-3, -0x1.23031ep-3, 0x1.b4a728p-4,
                            -0x1.34dff2p-4, 0x1.60eeccp-5, -0x1.0ae84cp-6, 0x1.7c5b12p-9});
  return fmadd(x * z, q, x);
}
/// asin x for 0 <= x <= 1/2 and z = x^2.
template <class V>
SIMT_INLINE V asin_inside(V x, V z) {
  return fmadd(
      x * z, horner(z, {0x1.5555ccp-3, 0x1.33010ep-4, 0x1.748f98p-5, 0x1.8b951ep-6, 0x1.59dbe4p-5}),
      x);
}
/// xsimd's: as exact, and a fifth faster with AVX-512 and AVX2.
template <class V>
SIMT_COLD V asin(V x) {
  return by_xsimd([](auto a) SIMT_LAMBDA_INLINE { return xsimd::asin(a); }, x);
}
template <class V>
SIMT_COLD V atan(V x) {
  auto const a = abs(x);
  auto const big = a > V(1);
  auto const p = atan_inside(V(select(big, V(-1) / a, a)));
  return copysign(select(big, (p + V(-0x1.777a5cp-25f)) + V(0x1.921fb6p0f), p), x);
}
/// With p = asin |x|, or asin sqrt((1 - |x|) / 2) where |x| > 1/2, it is pi / 2 -+ p, or 2 p or
/// pi - 2 p.
template <class V>
SIMT_COLD V acos(V x) {
  auto const a = abs(x);
  auto const big = a > V(0.5f);
  auto const z = select(big, multiply_add(a, V(-0.5f), V(0.5f)), a * a);
  auto p = asin_inside(V(select(big, sqrt(z), a)), z);
  p = copysign(select(big, p + p, p), x);
  auto const half_turn = select(x < V(0), V(0x1.921fb54442d18p1f), V(0));
  return select(big, p + half_turn, V(0x1.921fb54442d18p0f) - p);
}
/// Infinity / infinity is 1, 0 / 0 is 0.
template <class V>
SIMT_COLD V atan2(V y, V x) {
  auto const a = abs(x), b = abs(y);
  auto const steep = b > a;
  auto const high = select(steep, b, a), low = select(steep, a, b);
  auto const equal = select(high == V(0), high, V(1));
  auto p = atan_inside(V(select(low == high, equal, low / high)));
  p = select(steep, V(0x1.921fb54442d18p0f) - p, p);
  p = select(is_negative<V>(bits(x)), V(0x1.921fb54442d18p1f) - p, p);
  return copysign(p, y);
}

}  // namespace simt::inline SIMT_ABI::simd::detail::f32

SIMT_DETAIL_QUIET_END
