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
#if SIMT_ISA_AVX512
  if constexpr (lanes_in<V> == 8) return (V)_mm512_maskz_scalef_pd(all8, (__m512d)x, (__m512d)k.n);
#endif
  auto const whole = shift_down<V, 4>(k.i);
  auto const half = shift_down<V, 5>(k.i);
  return x * power_of_bits<V>(half) * power_of_bits<V>(whole - half);
}

/// (t + d) * 2^floor(k), d small against t, which lies between 1 and 2.
template <class V>
struct power_of_two {
  V t, d;
  rounded<4, V> k;
  [[nodiscard]] SIMT_INLINE V value() const { return scale_floor<V>(t + d, k); }
  /// Times y.
  [[nodiscard]] SIMT_INLINE V times(V y) const { return scale_floor<V>(madd(y, t, y * d), k); }
};

/// e^(x + rest), |x| below 1380. Exact: the table's rounding is made good, too, so that t + d is
/// within 0.52 units in the last place.
template <bool Exact, class V>
SIMT_INLINE power_of_two<V> power_of_e(V x, V rest) {
  rounded<4, V> const k(x * 0x1.71547652b82fep+0);
  V r = madd(k.n, -0x1.62e42fefap-1, x);
  r = madd(k.n, -0x1.cf79abc9e3b3ap-40, r);
  if constexpr (Exact) r = r + rest;
  V const t = look_up<V>(exp_steps, k.i);
  V q;
  if constexpr (Exact)
    q = poly(r, {0x1.0000000000001p-1, 0x1.5555555555557p-3, 0x1.55555554e76e5p-5,
                 0x1.11111110b354fp-7, 0x1.6c17f03f9ef00p-10, 0x1.a01b5b0d2b8a3p-13});
  else
    q = poly(r, {0x1.0000000000004p-1, 0x1.555555548b73cp-3, 0x1.555555546c9d1p-5,
                 0x1.11123dd07cb39p-7, 0x1.6c185544a0b2ep-10});
  V const p = madd(r * r, q, r);
  if constexpr (Exact)
    return {t, madd(t, p, look_up<V>(exp_rests, k.i)), k};
  else
    return {t, t * p, k};
}

template <int L>
SIMT_INLINE vec<double, L> exp(vec<double, L> x) {
  using V = vec<double, L>;
  return power_of_e<false, V>(at_most(at_least(x, -746.0), 710.0), V{}).value();
}

template <int L>
SIMT_INLINE vec<double, L> exp2(vec<double, L> x) {
  using V = vec<double, L>;
  x = at_most(at_least(x, -1076.0), 1025.0);
  rounded<4, V> const k(x);
  V const r = x - k.n;
  V const t = look_up<V>(exp_steps, k.i);
  V const q = poly(r, {0x1.ebfbdff82c597p-3, 0x1.c6b08d6f3d1f0p-5, 0x1.3b2ab6face064p-7,
                       0x1.5d897f6f547aep-10, 0x1.430a7947ab19bp-13});
  V const p = r * madd(r, q, 0x1.62e42fefa39efp-1);
  return scale_floor<V>(madd(t, p, t), k);
}

/// 10^x
template <int L>
SIMT_INLINE vec<double, L> exp10(vec<double, L> x) {
  using V = vec<double, L>;
  x = at_most(at_least(x, -324.0), 309.0);
  rounded<4, V> const k(x * 0x1.a934f0979a371p+1);
  V r = madd(k.n, -0x1.34413509fp-2, x);
  r = madd(k.n, -0x1.e7fbcc47c4acdp-40, r);
  V const t = look_up<V>(exp_steps, k.i);
  V const q = poly(r, {0x1.53524c73cea6ep+1, 0x1.0470591d48c10p+1, 0x1.2bd7609f0d1e0p+0,
                       0x1.142b2ffa90a03p-1, 0x1.a7ef46bc71dcbp-3});
  V const p = r * madd(r, q, 0x1.26bb1bbb55516p+1);
  return scale_floor<V>(madd(t, p, t), k);
}

template <int L>
SIMT_COLD vec<double, L> expm1(vec<double, L> x) {
  using V = vec<double, L>;
  V const bounded = at_most(at_least(x, -50.0), 710.0);
  rounded<4, V> const k(bounded * 0x1.71547652b82fep+0);
  // t 2^n e^(a + b) - 1 = t 2^n - 1 + t 2^n (a + w), a without a rounding.
  V const a = madd(k.n, -0x1.62e42fefap-1, bounded);
  V const b = k.n * -0x1.cf79abc9e3b3ap-40;
  V const r = a + b;
  V const q = poly(r, {0x1.0000000000001p-1, 0x1.5555555555557p-3, 0x1.55555554e76e5p-5,
                       0x1.11111110b354fp-7, 0x1.6c17f03f9ef00p-10, 0x1.a01b5b0d2b8a3p-13});
  V const w = madd(r * r, q, b);
  V const t = look_up<V>(exp_steps, k.i);
  V const d = madd(t, a, madd(t, w, look_up<V>(exp_rests, k.i)));
  // In units of 2^n, since t 2^n may overflow; t - 2^-n is exact where that matters, next to 0.
  V const n = math::floor<double, L>(k.n);
  return with_sign_of(scale_by<V>((t - scale_by<V>(all<V>(1), -n)) + d, n), x);
}

/// sinh x where |x| <= 1.
template <class V>
SIMT_INLINE V sinh_near_zero(V x) {
  V const z = x * x;
  V const q = poly(
      z, {0x1.5555555555556p-3, 0x1.11111111110a1p-7, 0x1.a01a01a0291c0p-13, 0x1.71de3a45f9ec5p-19,
          0x1.ae64676464a5dp-26, 0x1.611a3af19ae13p-33, 0x1.b4cf3a5bb6e21p-41});
  return madd(x * z, q, x);
}
/// (e^x + Sign e^-x) / 2 for x >= 0: both powers out of one polynomial, in even and odd parts.
template <int Sign, class V>
SIMT_INLINE V half_sum(V x) {
  V const bounded = at_most(x, 711.0);  // t stays finite
  rounded<4, V> const k(bounded * 0x1.71547652b82fep+0);
  V r = madd(k.n, -0x1.62e42fefap-1, bounded);
  r = madd(k.n, -0x1.cf79abc9e3b3ap-40, r);
  V const z = r * r;
  V const even = z * poly(z, {0x1.0000000000001p-1, 0x1.55555554e76e5p-5, 0x1.6c17f03f9ef00p-10});
  V const odd =
      madd(z * r, poly(z, {0x1.5555555555557p-3, 0x1.11111110b354fp-7, 0x1.a01b5b0d2b8a3p-13}), r);
  // t 2^k (1 + even + odd) and u 2^-k (1 + even - odd), a quarter of both since t 2^k may overflow.
  auto up = k, down = k;
  up.n = k.n - all<V>(2);
  up.i = k.i - all_bits<V>(32);
  down.n = all<V>(-2) - k.n;
  down.i = all_bits<V>(-32) - k.i;
  V const t = scale_floor<V>(look_up<V>(exp_steps, k.i), up);
  V const u = scale_floor<V>(look_up<V>(exp_steps, -k.i), down) * Sign;
  V rest = madd(u, even - odd, u);
  if constexpr (Sign < 0) rest = rest + scale_floor<V>(look_up<V>(exp_rests, k.i), up);
  return (t + madd(t, even + odd, rest)) * 2.0;
}
template <int L>
SIMT_INLINE vec<double, L> cosh(vec<double, L> x) {
  return half_sum<1>(magnitude(x));
}
template <int L>
SIMT_COLD vec<double, L> sinh(vec<double, L> x) {
  using V = vec<double, L>;
  V const a = magnitude(x);
  V const far = flip(half_sum<-1>(a), sign_of(x));
  V const r = select(lt(a, all<V>(1)), sinh_near_zero(x), far);
  return with_sign_of(r, x);
}

template <int L>
SIMT_COLD vec<double, L> tanh(vec<double, L> x) {
  using V = vec<double, L>;
  V const a = magnitude(x);
  V const z = x * x;
  V const q = poly(
      z, {-0x1.555555555549ep-2, 0x1.11111111029c1p-3, -0x1.ba1ba1ad6f660p-5, 0x1.664f45c17e569p-6,
          -0x1.226ddd0bca862p-7, 0x1.d6c6136348b05p-9, -0x1.7cf33eeca6028p-10,
          0x1.2f9f124038020p-11, -0x1.b8efe3f7d2ee8p-13, 0x1.abb156e424c16p-15});
  V const near = madd(a * z, q, a);
  auto const e = power_of_e<true, V>(at_most(a + a, 50.0), V{});
  V const one = all<V>(1);
  V const more = scale_floor<V>(e.t, e.k) + (scale_floor<V>(e.d, e.k) + one);
  V const far = one - all<V>(2) / more;
  return flip(select(lt(a, all<V>(0.55)), near, far), sign_of(x));
}

}  // namespace simt::inline SIMT_ABI::simd::detail::f64
