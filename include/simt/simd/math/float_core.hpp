#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/math/avx512.hpp>
#include <simt/simd/math/float_wide.hpp>

// What float functions are made of where the instruction set has fused multiply-adds.
namespace simt::inline SIMT_ABI::simd::detail::f32 {

/// True where V has several lanes and fused multiply-adds: what relies on these computes in double
/// elsewhere.
template <class V>
inline constexpr bool in_float = has_fma&& lanes_in<V> > 1;

template <class V>
SIMT_INLINE bits_of<V> to_integer(V x) {
  return convert<int, float, lanes_in<V>>(to_vec(x));
}
template <class V>
SIMT_INLINE V to_number(bits_of<V> i) {
  return to_batch<float, lanes_in<V>>(convert<float, int, lanes_in<V>>(i));
}

/// The square root of x far from the ends of the range, or 1 over it.
template <bool Reciprocal, class V>
SIMT_INLINE V root_inside(V x) {
  if constexpr (by_avx512<V>) {
    auto const y = rsqrt_estimate(x);
    auto const s = x * y, h = y * V(0.5f);
    auto const e = fnmadd(s, y, V(1));
    if constexpr (Reciprocal)
      return fmadd(h, e, y);
    else
      return fmadd(s * V(0.5f), e, s);
  } else if constexpr (Reciprocal) {
    return V(1) / sqrt(x);
  } else {
    return sqrt(x);
  }
}

/// p * 2^n, any n between -250 and 250.
template <class V>
SIMT_INLINE V times_power(V p, V n) {
  if constexpr (by_avx512<V>) {
    return scale_by_power(p, n);
  } else {
    auto const i = to_integer(n);
    auto const a = i >> 1, b = i - a;
    return p * from_bits<V>((a + 127) << 23) * from_bits<V>((b + 127) << 23);
  }
}

/// The integer nearest to x, of two the even one. Without AVX-512 |x| must be below 2^22.
template <class V>
SIMT_INLINE V nearest(V x) {
  if constexpr (by_avx512<V>)
    return math::rint(x);
  else
    return (x + V(0x1.8p23f)) - V(0x1.8p23f);
}

/// e^r for |r| <= ln(2) / 2: minimax, 3.2e-9 off at most.
template <class V>
SIMT_INLINE V exp_reduced(V r) {
  return horner(r, {1.0, 1.0, 0.5000000096279748, 0.1666651771161227, 0.041666202274341785,
                    0.008369024848071394, 0.0013950726588041053});
}

/// e^x = 2^n (1 + r + r^2 q) with |r| < 0.35.
template <class V>
struct exp_parts {
  V n, high, r, q;
  SIMT_INLINE explicit exp_parts(V x) {
    n = nearest(x * V(1.44269504088896340736f));
    high = fmadd(n, V(-0.693359375f), x);  // exact
    r = fmadd(n, V(2.12194440054690583e-4f), high);
    q = horner(r, {0x1p-1, 0x1.5554dcp-3, 0x1.5554e8p-5, 0x1.120c62p-7, 0x1.6d4e8ep-10});
  }
  /// e^x / 2^n
  SIMT_INLINE V value() const { return fmadd(r * r, q, r) + V(1); }
  /// (e^x - 1) / 2^n. What 1 / 2^n and r have in common goes first.
  SIMT_INLINE V minus_one() const {
    auto const left = (V(1) - times_power(V(1), negate(n))) + high;
    return fmadd(r * r, q, fmadd(n, V(2.12194440054690583e-4f), left));
  }
};
/// e^x for -104 <= x <= 0, off by a few units: for what is subtracted from a larger number.
template <class V>
SIMT_INLINE V exp_below(V x) {
  auto const n = nearest(x * V(1.44269504088896340736f));
  auto const r = fmadd(n, V(-0.693147180559945309417f), x);
  auto const q = horner(r, {0x1p-1, 0x1.5554dcp-3, 0x1.5554e8p-5, 0x1.120c62p-7, 0x1.6d4e8ep-10});
  return times_power(fmadd(r * r, q, r) + V(1), n);
}

/// x = (1 + f) 2^e with 1 + f between sqrt(1/2) and sqrt(2), for positive x. With AVX-512 0 and
/// infinity have an infinite e, and negative numbers a NaN.
template <class V>
struct log_parts {
  V e, f;
  SIMT_INLINE explicit log_parts(V x) {
    if constexpr (by_avx512<V>) {
      auto const m = fraction_from_half(x), n = exponent(x);
      auto const low = m < V(0.707106781186547524f);
      e = select(low, n, n + V(1));
      f = select(low, m + m, m) - V(1);
    } else {
      auto const tiny = x < V(0x1p-126f);
      x = select(tiny, x * V(0x1p23f), x);
      constexpr int root_of_half = 0x3f3504f3;  // its bits
      // Unsigned: of a negative number the difference would overflow.
      auto const i = bits_as<bits_of<V>>(unsigned_bits(x) - unsigned{root_of_half});
      auto const m = (i & 0x007fffff) + root_of_half;
      e = to_number<V>(i >> 23) + select(tiny, V(-23), V(0));
      f = from_bits<V>(m) - V(1);
    }
  }
  /// ln (1 + f) - f
  SIMT_INLINE V rest() const {
    auto const p = horner(
        f, {3.3333331174e-1, -2.4999993993e-1, 2.0000714765e-1, -1.6668057665e-1, 1.4249322787e-1,
            -1.2420140846e-1, 1.1676998740e-1, -1.1514610310e-1, 7.0376836292e-2});  // Cephes
    return f * f * fmadd(f, p, V(-0.5f));
  }
};

/// ln (1 + c x) for -1 < c x < 2^126, c 1 or 2: 1 + c x = (1 + m) 2^e with m between -1/4 and 1/2,
/// m rounded once.
template <int C, class V>
SIMT_INLINE V log1p_of(V x) {
  auto const u = C == 1 ? x + V(1) : fmadd(x, V(C), V(1));
  auto const e = (unsigned_bits(u) - 0x3f400000u) & 0xff800000u;
  auto const scale = from_bits<V>((C == 1 ? 0x3f800000u : 0x40000000u) - e);  // c / 2^e
  auto const rest = C == 1 ? scale - V(1) : fmadd(scale, V(1.0f / C), V(-1));
  auto const m = fmadd(x, scale, rest);
  auto const z = m * m;
  V p;
  if constexpr (C == 1) {
    p = horner(m, {0x1.555554p-2, -0x1.000022p-2, 0x1.999bd4p-3, -0x1.553b0ap-3, 0x1.2408a6p-3,
                   -0x1.0239bcp-3, 0x1.e0d39ap-4, -0x1.947c6ap-4, 0x1.77baeap-5});
  } else {  // after a division two short chains are faster, and precise enough
    auto const odd = horner(z, {-0x1.000022p-2, -0x1.553b0ap-3, -0x1.0239bcp-3, -0x1.947c6ap-4});
    p = fmadd(
        m, odd,
        horner(z, {0x1.555554p-2, 0x1.999bd4p-3, 0x1.2408a6p-3, 0x1.e0d39ap-4, 0x1.77baeap-5}));
  }
  auto const r = fmadd(z, fmadd(m, p, V(-0.5f)), m);
  return fmadd(to_number<V>(bits_as<bits_of<V>>(e)), V(0.693147180559945309417f * 0x1p-23f), r);
}

}  // namespace simt::inline SIMT_ABI::simd::detail::f32
