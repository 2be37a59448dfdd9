#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/math/float_wide.hpp>

// What float functions are made of where the instruction set has fused multiply-adds.
namespace simt::inline SIMT_ABI::simd::detail::f32 {

/// c0 + c1 x + ...
template <int L, int N>
SIMT_INLINE vec<float, L> series(vec<float, L> x, double const (&c)[N]) {
  return polynomial<float, L>(x, c);
}
template <int L>
SIMT_INLINE vec<float, L> kf(double x) {
  return splat<float, L>(static_cast<float>(x));
}
template <int L>
SIMT_INLINE vec<float, L> fma(vec<float, L> a, vec<float, L> b, vec<float, L> c) {
  return fused<float, L>(a, b, c);
}
/// b, but a where `where` is set.
template <int L>
SIMT_INLINE vec<float, L> pick(mask<4, L> where, vec<float, L> a, vec<float, L> b) {
  return blend<float, L>(where, a, b);
}

/// x, but not more than `high`; NaN stays.
template <int L>
SIMT_INLINE vec<float, L> at_most(vec<float, L> x, double high) {
#if SIMT_ISA_AVX512
  if constexpr (L == 16)
    return (vec<float, L>)_mm512_maskz_min_ps(all16, (__m512)kf<L>(high), (__m512)x);
  else
#endif
    return pick<L>(is<compare::gt, float, L>(x, high), kf<L>(high), x);
}

/// The square root of x far from the ends of the range, or 1 over it.
template <bool Reciprocal, int L>
SIMT_INLINE vec<float, L> root_inside(vec<float, L> x) {
#if SIMT_ISA_AVX512
  if constexpr (L == 16) {
    auto const y = (vec<float, L>)_mm512_maskz_rsqrt14_ps(all16, (__m512)x);
    auto const s = x * y, h = y * kf<L>(0.5);
    auto const e = fma<L>(-s, y, kf<L>(1));
    if constexpr (Reciprocal)
      return fma<L>(h, e, y);
    else
      return fma<L>(s * kf<L>(0.5), e, s);
  } else
#endif
  {
    auto const s = math::sqrt<float, L>(x);
    if constexpr (Reciprocal)
      return vec<float, L>(kf<L>(1) / s);
    else
      return s;
  }
}

/// p * 2^n, any n between -250 and 250.
template <int L>
SIMT_INLINE vec<float, L> times_power(vec<float, L> p, vec<float, L> n) {
#if SIMT_ISA_AVX512
  if constexpr (L == 16)
    return (vec<float, L>)_mm512_maskz_scalef_ps(all16, (__m512)p, (__m512)n);
  else
#endif
  {
    auto const i = convert<int, float, L>(n);
    auto const a = i >> 1, b = i - a;
    auto const bias = splat<int, L>(127);
    return p * bits_as<vec<float, L>>((a + bias) << 23) * bits_as<vec<float, L>>((b + bias) << 23);
  }
}
template <int L>
SIMT_INLINE vec<float, L> whole(vec<float, L> x) {
  return math::rint<float, L>(x);
}

/// e^x = 2^n (1 + r + r^2 q) with |r| < 0.35.
template <int L>
struct exp_parts {
  vec<float, L> n, high, r, q;
  SIMT_INLINE explicit exp_parts(vec<float, L> x) {
    n = whole<L>(x * kf<L>(1.44269504088896340736));
    high = fma<L>(n, kf<L>(-0.693359375), x);  // exact
    r = fma<L>(n, kf<L>(2.12194440054690583e-4), high);
    q = series<L>(r, {0x1p-1, 0x1.5554dcp-3, 0x1.5554e8p-5, 0x1.120c62p-7, 0x1.6d4e8ep-10});
  }
  /// e^x / 2^n
  SIMT_INLINE vec<float, L> value() const { return fma<L>(r * r, q, r) + kf<L>(1); }
  /// (e^x - 1) c, off by about two units.
  SIMT_INLINE vec<float, L> minus_one_times(double c) const {
    auto const s = times_power<L>(kf<L>(c), n);
    return fma<L>(fma<L>(r * r, q, r), s, s - kf<L>(c));
  }
  /// (e^x - 1) / 2^n. What 1 / 2^n and r have in common goes first.
  SIMT_INLINE vec<float, L> minus_one() const {
    auto const left = (kf<L>(1) - times_power<L>(kf<L>(1), -n)) + high;
    return fma<L>(r * r, q, fma<L>(n, kf<L>(2.12194440054690583e-4), left));
  }
};
/// e^x for -104 <= x <= 0, off by a few units: for what is subtracted from a larger number.
template <int L>
SIMT_INLINE vec<float, L> exp_below(vec<float, L> x) {
  auto const n = whole<L>(x * kf<L>(1.44269504088896340736));
  auto const r = fma<L>(n, kf<L>(-0.693147180559945309417), x);
  auto const q =
      series<L>(r, {0x1p-1, 0x1.5554dcp-3, 0x1.5554e8p-5, 0x1.120c62p-7, 0x1.6d4e8ep-10});
  return times_power<L>(fma<L>(r * r, q, r) + kf<L>(1), n);
}

/// x = (1 + f) 2^e with 1 + f between sqrt(1/2) and sqrt(2), for positive x. With AVX-512 0 and
/// infinity have an infinite e, and negative numbers a NaN.
template <int L>
struct log_parts {
  vec<float, L> e, f;
  SIMT_INLINE explicit log_parts(vec<float, L> x) {
#if SIMT_ISA_AVX512
    if constexpr (L == 16) {
      auto m = _mm512_maskz_getmant_ps(all16, (__m512)x, _MM_MANT_NORM_p5_1, _MM_MANT_SIGN_nan);
      auto n = _mm512_maskz_getexp_ps(all16, (__m512)x);
      auto const low = _mm512_cmp_ps_mask(m, _mm512_set1_ps(0.707106781186547524f), _CMP_LT_OQ);
      n = _mm512_mask_add_ps(n, static_cast<__mmask16>(~low), n, _mm512_set1_ps(1.0f));
      m = _mm512_mask_add_ps(m, low, m, m);
      e = (vec<float, L>)n;
      f = (vec<float, L>)_mm512_sub_ps(m, _mm512_set1_ps(1.0f));
    } else
#endif
    {
      using I = vec<int, L>;
      auto const tiny = is<compare::lt, float, L>(x, 0x1p-126);
      x = pick<L>(tiny, x * kf<L>(0x1p23), x);
      auto const offset = splat<int, L>(0x3f3504f3);
      auto const i = bits_as<I>(x) - offset;
      auto const m = (i & splat<int, L>(0x007fffff)) + offset;
      e = convert<float, int, L>(i >> 23) + pick<L>(tiny, kf<L>(-23), vec<float, L>{});
      f = bits_as<vec<float, L>>(m) - kf<L>(1);
    }
  }
  /// ln (1 + f) - f
  SIMT_INLINE vec<float, L> rest() const {
    auto const p = series<L>(
        f, {3.3333331174e-1, -2.4999993993e-1, 2.0000714765e-1, -1.6668057665e-1, 1.4249322787e-1,
            -1.2420140846e-1, 1.1676998740e-1, -1.1514610310e-1, 7.0376836292e-2});  // Cephes
    return f * f * fma<L>(f, p, kf<L>(-0.5));
  }
};

#if SIMT_ISA_AVX512
/// A logarithm by AVX-512's tables in registers: x = m 2^e with m in [0.75, 1.5), of which the
/// upper bits of the fraction choose r, next to 1 / m, and t, the logarithm of 1 / r; both are 1
/// and 0 next to 1. The r are such that t is nearly a float. f is m r - 1, |f| < 1 / 15.
struct log_table {
  float r[16], t[16];
};
struct log_by_table {
  vec<float, 16> e, f, t;
  SIMT_INLINE log_by_table(vec<float, 16> x, log_table const& table) {
    auto const m =
        _mm512_maskz_getmant_ps(all16, (__m512)x, _MM_MANT_NORM_p75_1p5, _MM_MANT_SIGN_nan);
    e = (vec<float, 16>)_mm512_maskz_getexp_ps(all16, (__m512)x) -
        (vec<float, 16>)_mm512_maskz_getexp_ps(all16, m);
    auto const i = _mm512_maskz_srli_epi32(all16, (__m512i)m, 19);
    auto const r = _mm512_maskz_permutexvar_ps(all16, i, _mm512_loadu_ps(table.r));
    t = (vec<float, 16>)_mm512_maskz_permutexvar_ps(all16, i, _mm512_loadu_ps(table.t));
    f = (vec<float, 16>)_mm512_fmsub_ps(m, r, _mm512_set1_ps(1.0f));
  }
};
inline constexpr log_table ln_table = {
    {1, 0x1.d3d274p-1f, 0x1.ba90fp-1f, 0x1.a3d95ep-1f, 0x1.8f6252p-1f, 0x1.7c93b4p-1f,
     0x1.6c86e8p-1f, 0x1.5c5efap-1f, 0x1.4e5f7ep0f, 0x1.40ee68p0f, 0x1.3514bcp0f, 0x1.2a48dp0f,
     0x1.1fb26p0f, 0x1.15f8a4p0f, 0x1.0c38b2p0f, 1},
    {0, 0x1.719be6p-4f, 0x1.2a76eep-3f, 0x1.966218p-3f, 0x1.fcb9b8p-3f, 0x1.2fc166p-2f,
     0x1.5be0ap-2f, 0x1.8a4c48p-2f, -0x1.117d5ap-2f, -0x1.cef312p-3f, -0x1.81e572p-3f,
     -0x1.3913ecp-3f, -0x1.de1fe2p-4f, -0x1.514404p-4f, -0x1.7e09dcp-5f, 0}};
inline constexpr log_table log2_table = {
    {1, 0x1.d49126p-1f, 0x1.ba76ccp-1f, 0x1.a38beep-1f, 0x1.8fd5aep-1f, 0x1.7c8994p-1f,
     0x1.6be0a8p-1f, 0x1.5c3628p-1f, 0x1.4ec874p0f, 0x1.410876p0f, 0x1.3538d4p0f, 0x1.2a4fp0f,
     0x1.1f1b58p0f, 0x1.15b03cp0f, 0x1.0c83c2p0f, 1},
    {0, 0x1.05ea68p-3f, 0x1.af467p-3f, 0x1.26355p-2f, 0x1.6d4d4cp-2f, 0x1.b6614ap-2f,
     0x1.f883eap-2f, 0x1.1cc398p-1f, -0x1.8c5f5ep-2f, -0x1.4e6a78p-2f, -0x1.170ap-2f,
     -0x1.c3ea4cp-3f, -0x1.52d42cp-3f, -0x1.e08e46p-4f, -0x1.1a09f4p-4f, 0}};
inline constexpr log_table log10_table = {
    {1, 0x1.d4352ap-1f, 0x1.ba8b32p-1f, 0x1.a37a42p-1f, 0x1.8f994ep-1f, 0x1.7d50a8p-1f,
     0x1.6c9e26p-1f, 0x1.5c91eap-1f, 0x1.4e2c7ap0f, 0x1.413152p0f, 0x1.356584p0f, 0x1.29ec18p0f,
     0x1.1f5648p0f, 0x1.1579ecp0f, 0x1.0c7ea2p0f, 1},
    {0, 0x1.3e1b6cp-5f, 0x1.03554cp-4f, 0x1.628e04p-4f, 0x1.b8eabcp-4f, 0x1.061d86p-3f,
     0x1.2df0e6p-3f, 0x1.55f99ap-3f, -0x1.da0a2ap-4f, -0x1.938fap-4f, -0x1.51001cp-4f,
     -0x1.0dc652p-4f, -0x1.9ad79ep-5f, -0x1.1e9aacp-5f, -0x1.5314p-6f, 0}};
/// Of every eighth of [1, 2) an r next to 1 / m, and the cube roots of 2 / r, 4 / r and, in the
/// last eight, 1 / r.
inline constexpr float cbrt_r[16] = {
    0x1.e0c4a2p-1f, 0x1.ae19a4p-1f, 0x1.858b4p-1f,  0x1.64131p-1f,  0x1.46f1fap-1f, 0x1.2f6934p-1f,
    0x1.1a677cp-1f, 0x1.081c1ap-1f, 0x1.e0c4a2p-1f, 0x1.ae19a4p-1f, 0x1.858b4p-1f,  0x1.64131p-1f,
    0x1.46f1fap-1f, 0x1.2f6934p-1f, 0x1.1a677cp-1f, 0x1.081c1ap-1f};
inline constexpr float cbrt_t[32] = {0x1.4960ccp0f,
                                     0x1.55d5cep0f,
                                     0x1.614f0ep0f,
                                     0x1.6c0c82p0f,
                                     0x1.768dfp0f,
                                     0x1.7fff9ep0f,
                                     0x1.894b02p0f,
                                     0x1.922c06p0f,
                                     0x1.9efd8cp0f,
                                     0x1.aeaf72p0f,
                                     0x1.bd2426p0f,
                                     0x1.caac3ep0f,
                                     0x1.d7e8b6p0f,
                                     0x1.e3ceccp0f,
                                     0x1.ef84a4p0f,
                                     0x1.fab476p0f,
                                     0,
                                     0,
                                     0,
                                     0,
                                     0,
                                     0,
                                     0,
                                     0,
                                     0x1.056d76p0f,
                                     0x1.0f5094p0f,
                                     0x1.186bep0f,
                                     0x1.20f21ep0f,
                                     0x1.2948b8p0f,
                                     0x1.30c7a2p0f,
                                     0x1.382828p0f,
                                     0x1.3f344p0f};
#endif

/// ln (1 + c x) for -1 < c x < 2^126, c 1 or 2: 1 + c x = (1 + m) 2^e with m between -1/4 and 1/2,
/// m rounded once.
template <int C, int L>
SIMT_INLINE vec<float, L> log1p_of(vec<float, L> x) {
  using I = vec<int, L>;
  auto const u = C == 1 ? x + kf<L>(1) : fma<L>(x, kf<L>(C), kf<L>(1));
  auto const e = (bits_as<I>(u) - splat<int, L>(0x3f400000)) & splat<int, L>(-0x00800000);
  auto const scale =  // c / 2^e
      bits_as<vec<float, L>>(splat<int, L>(C == 1 ? 0x3f800000 : 0x40000000) - e);
  auto const rest = C == 1 ? scale - kf<L>(1) : fma<L>(scale, kf<L>(1.0 / C), kf<L>(-1));
  auto const m = fma<L>(x, scale, rest);
  auto const z = m * m;
  vec<float, L> p;
  if constexpr (C == 1) {
    p = series<L>(m, {0x1.555554p-2, -0x1.000022p-2, 0x1.999bd4p-3, -0x1.553b0ap-3, 0x1.2408a6p-3,
                      -0x1.0239bcp-3, 0x1.e0d39ap-4, -0x1.947c6ap-4, 0x1.77baeap-5});
  } else {  // after a division two short chains are faster, and precise enough
    auto const odd = series<L>(z, {-0x1.000022p-2, -0x1.553b0ap-3, -0x1.0239bcp-3, -0x1.947c6ap-4});
    p = fma<L>(
        m, odd,
        series<L>(z, {0x1.555554p-2, 0x1.999bd4p-3, 0x1.2408a6p-3, 0x1.e0d39ap-4, 0x1.77baeap-5}));
  }
  auto const r = fma<L>(z, fma<L>(m, p, kf<L>(-0.5)), m);
  return fma<L>(convert<float, int, L>(e), kf<L>(0.693147180559945309417 * 0x1p-23), r);
}

template <int L>
SIMT_INLINE vec<float, L> log1p_inside(vec<float, L> x) {
  return log1p_of<1, L>(x);
}

}  // namespace simt::inline SIMT_ABI::simd::detail::f32
