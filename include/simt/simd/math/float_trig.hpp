#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/math/float_core.hpp>

// Trigonometric functions and their inverses of float lanes.
SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::simd::detail::f32 {

/// sin and cos for |x| <= 105615 in double lanes.
template <class W>
SIMT_INLINE void wide_sincos(W x, W& s, W& c) {
  wide_nearest<W> const q(x * W(0.636619772367581343));
  // pi / 2 in parts of 33 bits: their products with q are exact.
  auto r = multiply_add(q.n, W(-1.57079632673412561417), x);
  r = multiply_add(q.n, W(-6.07710050630396597660e-11), r);
  r = multiply_add(q.n, W(-2.02226624879595063154e-21), r);
  auto const sr = wide_sin_reduced(r), cr = wide_cos_reduced(r);
  auto const odd = -(q.i & 1);
  auto const pick = [&](W a, W b) SIMT_LAMBDA_INLINE {  // a where q is even
    return bits(a) ^ ((bits(a) ^ bits(b)) & odd);
  };
  s = from_bits<W>(pick(sr, cr) ^ ((q.i & 2) << 62));
  c = from_bits<W>(pick(cr, sr) ^ (((q.i + 1) & 2) << 62));
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
    s = through_double(
        []<class W>(W a) SIMT_LAMBDA_INLINE {
          W u, v;
          wide_sincos(a, u, v);
          return u;
        },
        x);
    s = select(x == V(0), x, s);
    c = through_double(
        []<class W>(W a) SIMT_LAMBDA_INLINE {
          W u, v;
          wide_sincos(a, u, v);
          return v;
        },
        x);
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
        []<class W>(W a) SIMT_LAMBDA_INLINE {
          W s, c;
          wide_sincos(a, s, c);
          return W(s / c);
        },
        x);
    return select(x == V(0), x, r);
  }
}

/// sin(pi (x + Quarters / 2)): cos is sin of a quarter of a turn more.
template <int Quarters, class W>
SIMT_INLINE W wide_sinpi(W x) {
  wide_nearest<W> const q(x + x);
  auto const r = (x - q.n * W(0.5)) * W(0x1.921fb54442d18p1);
  auto const sr = wide_sin_reduced(r), cr = wide_cos_reduced(r);
  auto const turns = q.i + Quarters;
  auto const odd = -(turns & 1);
  auto const v = bits(sr) ^ ((bits(sr) ^ bits(cr)) & odd);
  return from_bits<W>(v ^ ((turns & 2) << 62));
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

/// asin of x in 0..1: p itself, or pi / 2 - 2 p where x > 1/2.
template <class V>
struct asin_parts {
  mask_of<V> big;
  V p;
  SIMT_INLINE explicit asin_parts(V a) {
    big = a > V(0.5f);
    auto const z = select(big, fmadd(a, V(-0.5f), V(0.5f)), a * a);
    auto const root = select(big, sqrt(z), a);
    auto const q =
        horner(z, {0x1.5555ccp-3, 0x1.33010ep-4, 0x1.748f98p-5, 0x1.8b951ep-6, 0x1.59dbe4p-5});
    p = fmadd(root * z, q, root);
  }
};
/// atan x for |x| <= 1
template <class V>
SIMT_INLINE V atan_inside(V x) {
  auto const z = x * x;
  auto const q = horner(z, {-0x1.5554d6p-2, 0x1.9977fp-3, -0x1.23031ep-3, 0x1.b4a728p-4,
                            -0x1.34dff2p-4, 0x1.60eeccp-5, -0x1.0ae84cp-6, 0x1.7c5b12p-9});
  return fmadd(x * z, q, x);
}
/// xsimd's: as exact, and a fifth faster with AVX-512 and AVX2.
template <class V>
SIMT_COLD V asin(V x) {
  return by_xsimd([](auto a) SIMT_LAMBDA_INLINE { return xsimd::asin(a); }, x);
}
template <class V>
SIMT_COLD V acos(V x) {
  if constexpr (in_float<V>) {
    asin_parts<V> const s(abs(x));
    // |x| > 1/2: 2 p or pi - 2 p; else pi / 2 -+ p.
    auto const p = copysign(select(s.big, s.p + s.p, s.p), x);
    auto const below = x < V(0);
    return select(s.big, p + select(below, V(0x1.921fb6p1f), V(0)), V(0x1.921fb6p0f) - p);
  }
  return through_double(
      []<class W>(W x2) SIMT_LAMBDA_INLINE {
        auto const a = abs(x2);
        auto const big = a > W(0.5);
        auto const z = select(big, (W(1) - a) * W(0.5), a * a);
        auto const root = select(big, sqrt(z), a);
        auto p = wide_asin_reduced(root, z);
        // |x| > 1/2: 2 p or pi - 2 p; else pi / 2 -+ p.
        p = copysign(select(big, p + p, p), x2);
        auto const below = x2 < W(0);
        auto const turned = select(below, W(0x1.921fb54442d18p1) + p, p);
        return select(big, turned, W(0x1.921fb54442d18p0) - p);
      },
      x);
}
template <class V>
SIMT_COLD V atan(V x) {
  if constexpr (in_float<V>) {
    auto const a = abs(x);
    auto const big = a > V(1);
    auto const t = select(big, V(-1) / a, a);
    auto const p = atan_inside(t);
    return copysign(select(big, (p + V(-0x1.777a5cp-25f)) + V(0x1.921fb6p0f), p), x);
  }
  auto const r = through_double(
      []<class W>(W a) SIMT_LAMBDA_INLINE {
        auto const big = a > W(1);
        auto const t = select(big, W(1) / a, a);
        auto const p = wide_atan_reduced(t);
        return select(big, W(0x1.921fb54442d18p0) - p, p);
      },
      abs(x));
  return copysign(r, x);
}
template <class V>
SIMT_COLD V atan2(V y, V x) {
  if constexpr (in_float<V>) {
    auto const a = abs(x), b = abs(y);
    auto const steep = b > a;
    auto const high = select(steep, b, a), low = select(steep, a, b);
    auto t = low / high;
    // infinity / infinity is 1, 0 / 0 is 0; NaN stays.
    auto const equal = select(high == V(0), high, V(1));
    t = select(low == high, equal, t);
    auto p = atan_inside(t);
    p = select(steep, V(0x1.921fb6p0f) - p, p);
    auto const left = is_negative<V>(bits(x));
    p = select(left, V(0x1.921fb6p1f) - p, p);
    return copysign(p, y);
  }
  auto const r = through_double(
      []<class W>(W b, W a0) SIMT_LAMBDA_INLINE {
        auto const a = abs(a0);
        auto const steep = b > a;
        auto const high = select(steep, b, a), low = select(steep, a, b);
        auto t = low / high;
        // infinity / infinity is 1, 0 / 0 is 0.
        auto const equal = select(high == W(0), high, W(1));
        t = select(low == high, equal, t);
        auto p = wide_atan_reduced(t);
        p = select(steep, W(0x1.921fb54442d18p0) - p, p);
        auto const left = is_negative<W>(bits(a0));
        p = select(left, W(0x1.921fb54442d18p1) - p, p);
        // The comparisons above lose NaN.
        return select(a0 == a0, p, a0);
      },
      abs(y), x);
  auto const z = select(y == y, r, y);
  return copysign(z, y);
}

}  // namespace simt::inline SIMT_ABI::simd::detail::f32

SIMT_DETAIL_QUIET_END
