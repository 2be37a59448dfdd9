#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/math/double_core.hpp>

// Exponentials and hyperbolic functions of double lanes.
namespace simt::inline SIMT_ABI::simd::detail::f64 {

/// 2^(j/16), rounded, and what the rounding lost.
inline constexpr table16 exp_steps{
    {0x1p+0, 0x1.0b5586cf9890fp+0, 0x1.172b83c7d517bp+0, 0x1.2387a6e756238p+0, 0x1.306fe0a31b715p+0,
     0x1.3dea64c123422p+0, 0x1.4bfdad5362a27p+0, 0x1.5ab07dd485429p+0, 0x1.6a09e667f3bcdp+0,
     0x1.7a11473eb0187p+0, 0x1.8ace5422aa0dbp+0, 0x1.9c49182a3f090p+0, 0x1.ae89f995ad3adp+0,
     0x1.c199bdd85529cp+0, 0x1.d5818dcfba487p+0, 0x1.ea4afa2a490dap+0}};
inline constexpr table16 exp_rests{
    {0, 0x1.8a62e4adc610bp-54, -0x1.19041b9d78a76p-55, 0x1.9b07eb6c70573p-54, 0x1.6f46ad23182e4p-55,
     0x1.ada0911f09ebcp-55, 0x1.d4397afec42e2p-56, 0x1.6324c054647adp-54, -0x1.bdd3413b26456p-54,
     -0x1.41577ee04992fp-55, 0x1.6e9f156864b27p-54, 0x1.c7c46b071f2bep-56, 0x1.7a1cd345dcc81p-54,
     0x1.11065895048ddp-55, 0x1.2ed02d75b3707p-55, -0x1.e9c23179c2893p-54}};

/// x * 2^floor(k), k between -2000 and 2000, rounded as the last step.
template <class V>
SIMT_INLINE V scale_floor(V x, rounded<4, V> const& k) {
  if constexpr (by_avx512<V>) {
    return scale_by_power(x, k.n);
  } else {
    auto const whole = k.i >> 4, half = k.i >> 5;
    return x * power_of_bits<V>(half) * power_of_bits<V>(whole - half);
  }
}

/// (t + d) * 2^floor(k), d small against t, which lies between 1 and 2.
template <class V>
struct power_of_two {
  V t, d;
  rounded<4, V> k;
  [[nodiscard]] SIMT_INLINE V value() const { return scale_floor(t + d, k); }
  /// Times y.
  [[nodiscard]] SIMT_INLINE V times(V y) const { return scale_floor(multiply_add(y, t, y * d), k); }
};

inline constexpr double log2_e = 0x1.71547652b82fep+0;
/// A sixteenth of the logarithm of 2: multiples of the first number are exact.
inline constexpr double sixteenth_high = 0x1.62e42fefap-1, sixteenth_low = 0x1.cf79abc9e3b3ap-40;

/// (e^r - 1 - r) / r^2 for |r| < 0.022, and with fewer terms where its last bits do not count.
template <class V>
SIMT_INLINE V exp_tail(V r) {
  return estrin(r, {0x1.0000000000001p-1, 0x1.5555555555557p-3, 0x1.55555554e76e5p-5,
                    0x1.11111110b354fp-7, 0x1.6c17f03f9ef00p-10, 0x1.a01b5b0d2b8a3p-13});
}
template <class V>
SIMT_INLINE V short_exp_tail(V r) {
  return estrin(r, {0x1.0000000000004p-1, 0x1.555555548b73cp-3, 0x1.555555546c9d1p-5,
                    0x1.11123dd07cb39p-7, 0x1.6c185544a0b2ep-10});
}

/// e^(x + rest), |x| below 1380, t + d within 0.52 units in the last place: the table's rounding is
/// made good, too.
template <class V>
SIMT_INLINE power_of_two<V> power_of_e(V x, V rest) {
  rounded<4, V> const k(x * log2_e);
  V const high = multiply_add(k.n, -sixteenth_high, x);
  V const r = multiply_add(k.n, -sixteenth_low, high) + rest;
  V const t = look_up<V>(exp_steps, k.i);
  V const p = multiply_add(r * r, exp_tail(r), r);
  return {t, multiply_add(t, p, look_up<V>(exp_rests, k.i)), k};
}

template <class V>
SIMT_INLINE V exp(V x) {
  x = clamp(x, -746, 710);
  rounded<4, V> const k(x * log2_e);
  V const high = multiply_add(k.n, -sixteenth_high, x);
  V const r = multiply_add(k.n, -sixteenth_low, high);
  V const t = look_up<V>(exp_steps, k.i);
  V const p = multiply_add(r * r, short_exp_tail(r), r);
  return scale_floor(multiply_add(t, p, t), k);
}

template <class V>
SIMT_INLINE V exp2(V x) {
  x = clamp(x, -1076, 1025);
  rounded<4, V> const k(x);
  V const r = x - k.n;
  V const t = look_up<V>(exp_steps, k.i);
  V const q = estrin(r, {0x1.ebfbdff82c597p-3, 0x1.c6b08d6f3d1f0p-5, 0x1.3b2ab6face064p-7,
                         0x1.5d897f6f547aep-10, 0x1.430a7947ab19bp-13});
  V const p = r * multiply_add(r, q, 0x1.62e42fefa39efp-1);
  return scale_floor(multiply_add(t, p, t), k);
}

/// 10^x
template <class V>
SIMT_INLINE V exp10(V x) {
  x = clamp(x, -324, 309);
  rounded<4, V> const k(x * 0x1.a934f0979a371p+1);
  V const high = multiply_add(k.n, -0x1.34413509fp-2, x);
  V const r = multiply_add(k.n, -0x1.e7fbcc47c4acdp-40, high);
  V const t = look_up<V>(exp_steps, k.i);
  V const q = estrin(r, {0x1.53524c73cea6ep+1, 0x1.0470591d48c10p+1, 0x1.2bd7609f0d1e0p+0,
                         0x1.142b2ffa90a03p-1, 0x1.a7ef46bc71dcbp-3});
  V const p = r * multiply_add(r, q, 0x1.26bb1bbb55516p+1);
  return scale_floor(multiply_add(t, p, t), k);
}

template <class V>
SIMT_COLD V expm1(V x) {
  V const bounded = clamp(x, -50, 710);
  rounded<4, V> const k(bounded * log2_e);
  // t 2^n e^(a + b) - 1 = t 2^n - 1 + t 2^n (a + w), a without a rounding.
  V const a = multiply_add(k.n, -sixteenth_high, bounded);
  V const b = k.n * -sixteenth_low;
  V const r = a + b;
  V const w = multiply_add(r * r, exp_tail(r), b);
  V const t = look_up<V>(exp_steps, k.i);
  V const d = multiply_add(t, a, multiply_add(t, w, look_up<V>(exp_rests, k.i)));
  // In units of 2^n, since t 2^n may overflow; t - 2^-n is exact where that matters, next to 0.
  V const n = math::floor(k.n);
  return with_sign_of(scale_by((t - scale_by(V(1), negate(n))) + d, n), x);
}

/// sinh x where 0 <= x <= 1.
template <class V>
SIMT_INLINE V sinh_near_zero(V x) {
  V const z = x * x;
  V const q = estrin(
      z, {0x1.5555555555556p-3, 0x1.11111111110a1p-7, 0x1.a01a01a0291c0p-13, 0x1.71de3a45f9ec5p-19,
          0x1.ae64676464a5dp-26, 0x1.611a3af19ae13p-33, 0x1.b4cf3a5bb6e21p-41});
  return multiply_add(x * z, q, x);
}
/// (e^x + Sign e^-x) / 2 for x >= 0: both powers out of one polynomial, in even and odd parts.
template <int Sign, class V>
SIMT_INLINE V half_sum(V x) {
  V const bounded = at_most(x, 711);  // t stays finite
  rounded<4, V> const k(bounded * log2_e);
  V const high = multiply_add(k.n, -sixteenth_high, bounded);
  V const r = multiply_add(k.n, -sixteenth_low, high);
  V const z = r * r;
  V const even = z * horner(z, {0x1.0000000000001p-1, 0x1.55555554e76e5p-5, 0x1.6c17f03f9ef00p-10});
  V const q = horner(z, {0x1.5555555555557p-3, 0x1.11111110b354fp-7, 0x1.a01b5b0d2b8a3p-13});
  V const odd = multiply_add(z * r, q, r);
  // t 2^k (1 + even + odd) and u 2^-k (1 + even - odd), a quarter of both since t 2^k may overflow.
  auto up = k, down = k;
  up.n = k.n - 2;
  up.i = k.i - 32;
  down.n = -2 - k.n;
  down.i = -(k.i + 32);
  V const t = scale_floor(look_up<V>(exp_steps, k.i), up);
  V const u = scale_floor(look_up<V>(exp_steps, -k.i), down) * Sign;
  V rest = multiply_add(u, even - odd, u);
  if constexpr (Sign < 0) rest = rest + scale_floor(look_up<V>(exp_rests, k.i), up);
  return (t + multiply_add(t, even + odd, rest)) * 2;
}
template <class V>
SIMT_INLINE V cosh(V x) {
  return half_sum<1>(abs(x));
}
template <class V>
SIMT_COLD V sinh(V x) {
  V const a = abs(x);
  return flip(select(a < 1, sinh_near_zero(a), half_sum<-1>(a)), sign_of(x));
}

template <class V>
SIMT_COLD V tanh(V x) {
  V const a = abs(x);
  V const z = x * x;
  V const q = estrin(
      z, {-0x1.555555555549ep-2, 0x1.11111111029c1p-3, -0x1.ba1ba1ad6f660p-5, 0x1.664f45c17e569p-6,
          -0x1.226ddd0bca862p-7, 0x1.d6c6136348b05p-9, -0x1.7cf33eeca6028p-10,
          0x1.2f9f124038020p-11, -0x1.b8efe3f7d2ee8p-13, 0x1.abb156e424c16p-15});
  V const near = multiply_add(a * z, q, a);
  auto const e = power_of_e(at_most(a + a, 50), V(0));
  V const more = scale_floor(e.t, e.k) + (scale_floor(e.d, e.k) + 1);
  V const far = 1 - 2 / more;
  return flip(select(a < 0.55, near, far), sign_of(x));
}

}  // namespace simt::inline SIMT_ABI::simd::detail::f64
