#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/math/avx512.hpp>
#include <simt/simd/memory.hpp>

#include <bit>
#include <cmath>
#include <concepts>
#include <limits>
#include <type_traits>

// What the element functions of math.hpp and rounding.hpp are made of.
namespace simt::inline SIMT_ABI::simd {
namespace detail {

template <class R, int L>
SIMT_INLINE vec<R, L> blend(mask<sizeof(R), L> m, vec<R, L> a, vec<R, L> b) {
  return simd::select<R, L>(m, a, b);
}
/// One call of f a lane.
template <class R, int L, class F>
[[gnu::noinline]] vec<R, L> by_lane(F f, vec<R, L> a) {
  if constexpr (L == 1) {
    return f(a);
  } else {
    for (int l = 0; l < L; ++l) a[l] = f(a[l]);
    return a;
  }
}
template <class R, int L, class F>
[[gnu::noinline]] vec<R, L> by_lane(F f, vec<R, L> a, vec<R, L> b) {
  if constexpr (L == 1) {
    return f(a, b);
  } else {
    for (int l = 0; l < L; ++l) a[l] = f(a[l], b[l]);
    return a;
  }
}
template <class R, int L, class F>
[[gnu::noinline]] vec<R, L> by_lane(F f, vec<R, L> a, vec<R, L> b, vec<R, L> c) {
  if constexpr (L == 1) {
    return f(a, b, c);
  } else {
    for (int l = 0; l < L; ++l) a[l] = f(a[l], b[l], c[l]);
    return a;
  }
}

template <class R>
using int_bits_of = typename int_of_size<sizeof(R)>::type;
template <class R>
inline constexpr int fraction_bits = std::numeric_limits<R>::digits - 1;
template <class R>
inline constexpr int_bits_of<R> exponent_bias = std::numeric_limits<R>::max_exponent - 1;

template <class R, int L>
SIMT_INLINE vec<R, L> k(double x) {
  return splat<R, L>(static_cast<R>(x));
}
template <class R, int L>
SIMT_INLINE mask<sizeof(R), L> register_full() {
  if constexpr (L == 1)
    return true;
  else
    return static_cast<mask<sizeof(R), L>>(~mask<sizeof(R), L>{});
}
template <compare C, class R, int L>
SIMT_INLINE mask<sizeof(R), L> test(vec<R, L> a, vec<R, L> b) {
  return compare_lanes<C, R, L>(register_full<R, L>(), a, b);
}
template <class R, int L>
SIMT_INLINE bool every(mask<sizeof(R), L> m) {
  return register_mask_bits<sizeof(R), L>(m) == (1u << L) - 1u;
}

/// a * b + c by the instruction, where a reduction or a remainder relies on the single rounding.
template <class R, int L>
SIMT_INLINE vec<R, L> fused(vec<R, L> a, vec<R, L> b, vec<R, L> c) {
#if SIMT_ISA_AVX512
  if constexpr (std::is_same_v<R, float>)
    return (vec<R, L>)_mm512_fmadd_ps((__m512)a, (__m512)b, (__m512)c);
  else
    return (vec<R, L>)_mm512_fmadd_pd((__m512d)a, (__m512d)b, (__m512d)c);
#elif SIMT_ISA_AVX2
  if constexpr (std::is_same_v<R, float>)
    return (vec<R, L>)_mm256_fmadd_ps((__m256)a, (__m256)b, (__m256)c);
  else
    return (vec<R, L>)_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)c);
#elif SIMT_ISA_NEON
  if constexpr (std::is_same_v<R, float>)
    return (vec<R, L>)vfmaq_f32((float32x4_t)c, (float32x4_t)a, (float32x4_t)b);
  else
    return (vec<R, L>)vfmaq_f64((float64x2_t)c, (float64x2_t)a, (float64x2_t)b);
#else
  return a * b + c;
#endif
}

/// c[0] + c[1] x + c[2] x^2 …
template <class R, int L, int N>
SIMT_INLINE vec<R, L> polynomial(vec<R, L> x, double const (&c)[N]) {
  auto p = k<R, L>(c[N - 1]);
  each<N - 1>([&](int i)
                  SIMT_LAMBDA_INLINE { p = multiply_add<R, L>(p, x, k<R, L>(c[N - 2 - i])); });
  return p;
}

template <class R, int L>
SIMT_INLINE vec<R, L> with_bits(vec<int_bits_of<R>, L> b) {
  return (vec<R, L>)b;
}
template <class R, int L>
SIMT_INLINE vec<int_bits_of<R>, L> sign_bit() {
  return splat<int_bits_of<R>, L>(std::numeric_limits<int_bits_of<R>>::min());
}
template <class R, int L>
SIMT_INLINE vec<R, L> clear_sign(vec<R, L> x) {
  return (vec<R, L>)((vec<int_bits_of<R>, L>)x & ~sign_bit<R, L>());
}
template <class R, int L>
SIMT_INLINE vec<R, L> take_sign(vec<R, L> x, vec<R, L> s) {
  return (vec<R, L>)(((vec<int_bits_of<R>, L>)x & ~sign_bit<R, L>()) |
                     ((vec<int_bits_of<R>, L>)s & sign_bit<R, L>()));
}

/// The integer nearest to x, as a floating-point value and as bits; |x| must be small against
/// 2^fraction_bits.
template <class R, int L>
struct nearest {
  vec<R, L> n;
  vec<int_bits_of<R>, L> i;
  SIMT_INLINE explicit nearest(vec<R, L> x) {
#if SIMT_ISA_AVX512
    if constexpr (std::is_same_v<R, float>) {
      n = (vec<R, L>)_mm512_maskz_roundscale_ps(all16, (__m512)x, _MM_FROUND_TO_NEAREST_INT);
      i = (vec<int_bits_of<R>, L>)_mm512_maskz_cvtps_epi32(all16, (__m512)n);
    } else {
      n = (vec<R, L>)_mm512_maskz_roundscale_pd(all8, (__m512d)x, _MM_FROUND_TO_NEAREST_INT);
      i = (vec<int_bits_of<R>, L>)_mm512_maskz_cvtpd_epi64(all8, (__m512d)n);
    }
#else
    auto const magic = k<R, L>(sizeof(R) == 4 ? 0x1.8p23 : 0x1.8p52);
    auto const t = x + magic;
    n = t - magic;
    i = (vec<int_bits_of<R>, L>)t - (vec<int_bits_of<R>, L>)magic;
#endif
  }
};

/// p * 2^n for n within twice the range of exponents, rounded once where the result is normal.
template <class R, int L>
SIMT_INLINE vec<R, L> scale(vec<R, L> p, nearest<R, L> const& n) {
#if SIMT_ISA_AVX512
  if constexpr (std::is_same_v<R, float>)
    return (vec<R, L>)_mm512_maskz_scalef_ps(detail::all16, (__m512)p, (__m512)n.n);
  else
    return (vec<R, L>)_mm512_maskz_scalef_pd(detail::all8, (__m512d)p, (__m512d)n.n);
#else
  using I = int_bits_of<R>;
  auto const bias = splat<I, L>(exponent_bias<R>);
  auto const a = n.i >> 1;
  auto const b = n.i - a;
  return p * with_bits<R, L>((a + bias) << fraction_bits<R>) *
         with_bits<R, L>((b + bias) << fraction_bits<R>);
#endif
}

/// e^(hi - lo) for |hi| <= ln(2) / 2.
template <class R, int L>
SIMT_INLINE vec<R, L> exp_reduced(vec<R, L> hi, vec<R, L> lo) {
  if constexpr (std::is_same_v<R, float>) {  // minimax, 3.2e-9 off at most
    return polynomial<R, L>(hi - lo,
                            {1.0, 1.0, 0.5000000096279748, 0.1666651771161227, 0.041666202274341785,
                             0.008369024848071394, 0.0013950726588041053});
  } else {  // fdlibm e_exp.c
    auto const r = hi - lo;
    auto const t = r * r;
    auto const c =
        r - t * polynomial<R, L>(t, {1.66666666666666019037e-01, -2.77777777770155933842e-03,
                                     6.61375632143793436117e-05, -1.65339022054652515390e-06,
                                     4.13813679705723846039e-08});
    return k<R, L>(1) - ((lo - (r * c) / (k<R, L>(2) - c)) - hi);
  }
}

template <class R, int L>
SIMT_INLINE vec<R, L> clamp_keeping_nan(vec<R, L> x, double lo, double hi) {
#if SIMT_ISA_AVX512  // where an operand is NaN, these two instructions give the second one
  if constexpr (std::is_same_v<R, float>)
    return (vec<R, L>)_mm512_maskz_min_ps(
        all16, (__m512)k<R, L>(hi), _mm512_maskz_max_ps(all16, (__m512)k<R, L>(lo), (__m512)x));
  else
    return (vec<R, L>)_mm512_maskz_min_pd(
        all8, (__m512d)k<R, L>(hi), _mm512_maskz_max_pd(all8, (__m512d)k<R, L>(lo), (__m512d)x));
#endif
  x = blend<R, L>(test<compare::lt, R, L>(x, k<R, L>(lo)), k<R, L>(lo), x);
  return blend<R, L>(test<compare::gt, R, L>(x, k<R, L>(hi)), k<R, L>(hi), x);
}

/// float lanes through a function of double lanes.
template <int L, class F>
SIMT_INLINE vec<float, L> in_double(F f, vec<float, L> a) {
  constexpr int H = L / 2;
  vec<float, H> x[2];
  __builtin_memcpy(x, &a, sizeof a);
  each<2>([&](int h) SIMT_LAMBDA_INLINE {
    x[h] = convert<float, double, H>(f(convert<double, float, H>(x[h])));
  });
  return join_halves<float, H>(x[0], x[1]);
}
template <int L, class F>
SIMT_INLINE vec<float, L> in_double(F f, vec<float, L> a, vec<float, L> b) {
  constexpr int H = L / 2;
  vec<float, H> x[2], y[2];
  __builtin_memcpy(x, &a, sizeof a);
  __builtin_memcpy(y, &b, sizeof b);
  each<2>([&](int h) SIMT_LAMBDA_INLINE {
    x[h] = convert<float, double, H>(
        f(convert<double, float, H>(x[h]), convert<double, float, H>(y[h])));
  });
  return join_halves<float, H>(x[0], x[1]);
}

/// sin and cos where |x| is at most 105615 (float) or 2^31 (double), CUDA's fast range, too. The
/// reduction by pi/2 in three parts is exact enough because of the fused multiply-adds.
template <class R, int L>
SIMT_INLINE void sincos_small(vec<R, L> x, vec<R, L>& s, vec<R, L>& c) {
  using I = int_bits_of<R>;
  constexpr bool f = sizeof(R) == 4;
  nearest<R, L> const q(x * k<R, L>(0.636619772367581343));
  auto r = fused<R, L>(q.n, k<R, L>(f ? -0x1.921fb4p+0 : -0x1.921fb54442d18p+0), x);
  r = fused<R, L>(q.n, k<R, L>(f ? -0x1.4442d0p-24 : -0x1.1a62633145c07p-54), r);
  r = fused<R, L>(q.n, k<R, L>(f ? -0x1.84698ap-48 : 0x1.f1976b7ed8fbcp-110), r);
  auto const z = r * r;
  auto const one = k<R, L>(1);
  vec<R, L> sr, cr;
  if constexpr (f) {  // Cephes sinf.c
    auto const ps = polynomial<R, L>(z, {-1.6666654611e-1, 8.3321608736e-3, -1.9515295891e-4});
    auto const pc =
        polynomial<R, L>(z, {4.166664568298827e-2, -1.388731625493765e-3, 2.443315711809948e-5});
    sr = multiply_add<R, L>(ps * z, r, r);
    cr = multiply_add<R, L>(pc, z * z, multiply_add<R, L>(z, k<R, L>(-0.5), one));
  } else {  // fdlibm k_sin.c, k_cos.c
    auto const ps = polynomial<R, L>(
        z, {-1.66666666666666324348e-01, 8.33333333332248946124e-03, -1.98412698298579493134e-04,
            2.75573137070700676789e-06, -2.50507602534068634195e-08, 1.58969099521155010221e-10});
    auto const pc = polynomial<R, L>(
        z, {4.16666666666666019037e-02, -1.38888888888741095749e-03, 2.48015872894767294178e-05,
            -2.75573143513906633035e-07, 2.08757232129817482790e-09, -1.13596475577881948265e-11});
    auto const half = z * k<R, L>(0.5);
    auto const w = one - half;
    sr = multiply_add<R, L>(ps * z, r, r);
    cr = w + multiply_add<R, L>(pc, z * z, (one - w) - half);
  }
  auto const bit0 = splat<I, L>(1);
  auto const bit1 = splat<I, L>(2);
  constexpr int up = static_cast<int>(8 * sizeof(R)) - 2;
  auto const odd = test<compare::ne, I, L>(q.i & bit0, vec<I, L>{});
  s = with_bits<R, L>((vec<I, L>)blend<R, L>(odd, cr, sr) ^ ((q.i & bit1) << up));
  c = with_bits<R, L>((vec<I, L>)blend<R, L>(odd, sr, cr) ^ (((q.i + bit0) & bit1) << up));
  s = blend<R, L>(test<compare::eq, R, L>(x, vec<R, L>{}), x, s);  // the sum made -0 into +0
}
template <class R, int L>
SIMT_INLINE bool sincos_is_small(vec<R, L> x) {
  return every<R, L>(
      test<compare::le, R, L>(clear_sign<R, L>(x), k<R, L>(sizeof(R) == 4 ? 105615 : 0x1p31)));
}

}  // namespace detail
}  // namespace simt::inline SIMT_ABI::simd
