#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/rounding.hpp>

#include <xsimd/xsimd.hpp>

#include <cmath>
#include <limits>

// Element functions on registers of float or double. A single lane is <cmath>'s; a full register is
// xsimd's where that is accurate to a few units in the last place over the whole range, ours where
// it is not, and one call of <cmath> a lane for the functions that nobody calls in a hot loop.
namespace simt::inline SIMT_ABI::simd {
namespace detail {

// Named in full: with plain AVX, xsimd's default would be a register of another size than ours.
#if SIMT_ISA_AVX512
using batch_arch = xsimd::avx512bw;
#elif SIMT_ISA_AVX2
using batch_arch = xsimd::fma3<xsimd::avx2>;
#elif SIMT_ISA_SSE4_2
using batch_arch = xsimd::sse4_2;
#elif SIMT_ISA_SSE2
using batch_arch = xsimd::sse2;
#elif SIMT_ISA_NEON
using batch_arch = xsimd::neon64;
#endif
#if SIMT_ISA_AVX512 && defined(__GNUC__) && !defined(__clang__) && !defined(__OPTIMIZE__)
// Without optimisation g++'s AVX-512 intrinsics are macros, with which xsimd 8.1 does not compile.
#define SIMT_DETAIL_BATCH 0
#elif SIMT_ISA_AVX512 || SIMT_ISA_AVX2 || SIMT_ISA_SSE4_2 || SIMT_ISA_SSE2 || SIMT_ISA_NEON
#define SIMT_DETAIL_BATCH 1
template <class R>
using batch = xsimd::batch<R, batch_arch>;
#else
#define SIMT_DETAIL_BATCH 0
#endif

}  // namespace detail

/// The element functions: math::f<R, L>(register).
namespace math {

// F(name): <cmath> for one lane, xsimd for a register.
#if SIMT_DETAIL_BATCH
#define SIMT_DETAIL_BATCH_1(name)                                           \
  template <class R, int L>                                                 \
  SIMT_INLINE vec<R, L> name(vec<R, L> x) {                                 \
    if constexpr (L == 1) {                                                 \
      return std::name(x);                                                  \
    } else {                                                                \
      using B = detail::batch<R>;                                           \
      using Register = typename B::register_type;                           \
      return (vec<R, L>)static_cast<Register>(xsimd::name(B((Register)x))); \
    }                                                                       \
  }
#define SIMT_DETAIL_BATCH_2(name)                                                           \
  template <class R, int L>                                                                 \
  SIMT_INLINE vec<R, L> name(vec<R, L> x, vec<R, L> y) {                                    \
    if constexpr (L == 1) {                                                                 \
      return std::name(x, y);                                                               \
    } else {                                                                                \
      using B = detail::batch<R>;                                                           \
      using Register = typename B::register_type;                                           \
      return (vec<R, L>)static_cast<Register>(xsimd::name(B((Register)x), B((Register)y))); \
    }                                                                                       \
  }
#else
#define SIMT_DETAIL_BATCH_1(name) SIMT_DETAIL_BY_LANE_1(name)
#define SIMT_DETAIL_BATCH_2(name) SIMT_DETAIL_BY_LANE_2(name)
#endif
#define SIMT_DETAIL_BY_LANE_1(name)                                    \
  template <class R, int L>                                            \
  SIMT_INLINE vec<R, L> name(vec<R, L> x) {                            \
    return detail::by_lane<R, L>([](R a) { return std::name(a); }, x); \
  }
#define SIMT_DETAIL_BY_LANE_2(name)                                               \
  template <class R, int L>                                                       \
  SIMT_INLINE vec<R, L> name(vec<R, L> x, vec<R, L> y) {                          \
    return detail::by_lane<R, L>([](R a, R b) { return std::name(a, b); }, x, y); \
  }

SIMT_DETAIL_BATCH_1(log1p)
SIMT_DETAIL_BATCH_1(asin)
SIMT_DETAIL_BATCH_1(acos)
SIMT_DETAIL_BATCH_1(atan)
SIMT_DETAIL_BATCH_1(sinh)
SIMT_DETAIL_BATCH_1(cosh)
SIMT_DETAIL_BATCH_1(tanh)
SIMT_DETAIL_BATCH_1(asinh)
SIMT_DETAIL_BATCH_1(atanh)
SIMT_DETAIL_BY_LANE_2(remainder)
SIMT_DETAIL_BY_LANE_2(nextafter)

namespace xsimd_only {
SIMT_DETAIL_BATCH_1(sqrt)
SIMT_DETAIL_BATCH_1(acosh)
SIMT_DETAIL_BATCH_1(log)
SIMT_DETAIL_BATCH_1(log2)
SIMT_DETAIL_BATCH_1(log10)
SIMT_DETAIL_BATCH_1(cbrt)
SIMT_DETAIL_BATCH_1(expm1)
SIMT_DETAIL_BATCH_2(atan2)
SIMT_DETAIL_BATCH_1(sin)
SIMT_DETAIL_BATCH_1(cos)
SIMT_DETAIL_BATCH_1(tan)
SIMT_DETAIL_BATCH_1(erf)
}  // namespace xsimd_only

#undef SIMT_DETAIL_BATCH_1
#undef SIMT_DETAIL_BATCH_2

template <class R, int L>
SIMT_INLINE vec<R, L> sqrt(vec<R, L> x) {
#if SIMT_ISA_NEON  // xsimd 8.1 works with the 8-bit estimate, and makes NaN of infinity
  if constexpr (L == 4 && std::is_same_v<R, float>)
    return (vec<R, L>)vsqrtq_f32((float32x4_t)x);
  else
#elif SIMT_ISA_AVX512  // g++ 12 warns of the unmasked forms, which xsimd uses
  if constexpr (L == 16 && std::is_same_v<R, float>)
    return (vec<R, L>)_mm512_maskz_sqrt_ps(detail::all16, (__m512)x);
  else if constexpr (L == 8 && std::is_same_v<R, double>)
    return (vec<R, L>)_mm512_maskz_sqrt_pd(detail::all8, (__m512d)x);
  else
#endif
    return xsimd_only::sqrt<R, L>(x);
}
template <class R, int L>
SIMT_INLINE vec<R, L> acosh(vec<R, L> x) {
  auto const r = xsimd_only::acosh<R, L>(x);
  if constexpr (L == 1)
    return r;
  else
    return blend<R, L>(detail::test<compare::lt, R, L>(x, detail::k<R, L>(1)),
                       detail::k<R, L>(std::nan("")), r);
}

/// 1 / sqrt(x)
template <class R, int L>
SIMT_INLINE vec<R, L> rsqrt(vec<R, L> x) {
#if SIMT_ISA_AVX512
  if constexpr (L == 16 && std::is_same_v<R, float>) {
    // 14 bits and one step of Newton; 0 and infinity keep what the estimate says.
    auto const y = _mm512_maskz_rsqrt14_ps(detail::all16, (__m512)x);
    auto const e = _mm512_fnmadd_ps(_mm512_mul_ps((__m512)x, y), y, _mm512_set1_ps(1.0f));
    auto const done = _mm512_fpclass_ps_mask((__m512)x, 0x02 | 0x04 | 0x08);
    return (vec<R, L>)_mm512_mask3_fmadd_ps(_mm512_mul_ps(y, _mm512_set1_ps(0.5f)), e, y,
                                            static_cast<__mmask16>(~done));
  } else
#endif
    return vec<R, L>(detail::k<R, L>(1) / sqrt<R, L>(x));
}

template <class R, int L>
SIMT_INLINE vec<R, L> exp(vec<R, L> x) {
  if constexpr (L == 1) {
    return std::exp(x);
  } else {
    constexpr bool f = sizeof(R) == 4;
    x = detail::clamp_keeping_nan<R, L>(x, f ? -104.0 : -746.0, f ? 89.0 : 710.0);
    detail::nearest<R, L> const n(x * detail::k<R, L>(1.44269504088896340736));
    auto const hi = detail::fused<R, L>(
        n.n, detail::k<R, L>(f ? -0.693359375 : -6.93147180369123816490e-01), x);
    if constexpr (f) {
      auto const r = detail::fused<R, L>(n.n, detail::k<R, L>(2.12194440054690583e-4), hi);
      return detail::scale<R, L>(detail::exp_reduced<R, L>(r, vec<R, L>{}), n);
    } else {
      auto const lo = n.n * detail::k<R, L>(1.90821492927058770002e-10);
      return detail::scale<R, L>(detail::exp_reduced<R, L>(hi, lo), n);
    }
  }
}
template <class R, int L>
SIMT_INLINE vec<R, L> exp2(vec<R, L> x) {
  if constexpr (L == 1) {
    return std::exp2(x);
  } else {
    constexpr bool f = sizeof(R) == 4;
    x = detail::clamp_keeping_nan<R, L>(x, f ? -151.0 : -1076.0, f ? 129.0 : 1025.0);
    detail::nearest<R, L> const n(x);
    auto const hi = (x - n.n) * detail::k<R, L>(0.693147180559945309417);
    return detail::scale<R, L>(detail::exp_reduced<R, L>(hi, vec<R, L>{}), n);
  }
}
/// 10^x
template <class R, int L>
SIMT_INLINE vec<R, L> exp10(vec<R, L> x) {
  if constexpr (L == 1) {
#ifdef _GNU_SOURCE
    if constexpr (std::is_same_v<R, float>)
      return ::exp10f(x);
    else
      return ::exp10(x);
#else
    return std::pow(R{10}, x);
#endif
  } else {
    constexpr bool f = sizeof(R) == 4;
    x = detail::clamp_keeping_nan<R, L>(x, f ? -46.0 : -324.0, f ? 39.0 : 309.0);
    detail::nearest<R, L> const n(x * detail::k<R, L>(3.32192809488736234787));
    auto r = detail::fused<R, L>(n.n, detail::k<R, L>(f ? -3.00781250e-1 : -0x1.34413508p-2), x);
    r = detail::fused<R, L>(
        n.n, detail::k<R, L>(f ? -2.48745663981195213739e-4 : -0x1.f79fef311f12bp-34), r);
    auto const hi = r * detail::k<R, L>(2.30258509299404568402);
    return detail::scale<R, L>(detail::exp_reduced<R, L>(hi, vec<R, L>{}), n);
  }
}

// xsimd 8.1 fails in double for subnormal and the smallest normal numbers (atan2: infinities,
// expm1: the last numbers before infinity, in float too): registers that hold any go lane by lane.
#define SIMT_DETAIL_GUARDED(name, type, outside)                           \
  template <class R, int L>                                                \
  SIMT_INLINE vec<R, L> name(vec<R, L> x) {                                \
    if constexpr (L > 1 && (type)) {                                       \
      auto const ax = fabs<R, L>(x);                                       \
      if (register_mask_bits<sizeof(R), L>(outside) != 0) [[unlikely]]     \
        return detail::by_lane<R, L>([](R a) { return std::name(a); }, x); \
    }                                                                      \
    return xsimd_only::name<R, L>(x);                                      \
  }
#define SIMT_DETAIL_TINY (detail::test<compare::lt, R, L>(ax, detail::k<R, L>(0x1p-1000)))
namespace guarded {
SIMT_DETAIL_GUARDED(log, sizeof(R) == 8, SIMT_DETAIL_TINY)
}
SIMT_DETAIL_GUARDED(log2, sizeof(R) == 8, SIMT_DETAIL_TINY)
SIMT_DETAIL_GUARDED(log10, sizeof(R) == 8, SIMT_DETAIL_TINY)
SIMT_DETAIL_GUARDED(cbrt, sizeof(R) == 8, SIMT_DETAIL_TINY)
SIMT_DETAIL_GUARDED(expm1, true,
                    (detail::test<compare::gt, R, L>(ax,
                                                     detail::k<R, L>(sizeof(R) == 4 ? 80 : 700))))
#undef SIMT_DETAIL_GUARDED
#undef SIMT_DETAIL_TINY

template <class R, int L>
SIMT_INLINE vec<R, L> atan2(vec<R, L> y, vec<R, L> x) {
#if SIMT_ISA_NEON  // xsimd 8.1 divides by an estimate there, which fails for subnormal numbers
  if constexpr (L == 4 && sizeof(R) == 4)
    return detail::in_double<4>(
        [](vec<double, 2> a, vec<double, 2> b) { return atan2<double, 2>(a, b); }, y, x);
#endif
  if constexpr (L > 1 && sizeof(R) == 8) {
    auto const both = fabs<R, L>(x) + fabs<R, L>(y);
    if (!detail::every<R, L>(detail::test<compare::lt, R, L>(both, detail::k<R, L>(HUGE_VAL))))
        [[unlikely]]
      return detail::by_lane<R, L>([](R a, R b) { return std::atan2(a, b); }, y, x);
  }
  return xsimd_only::atan2<R, L>(y, x);
}

template <class R, int L>
SIMT_INLINE vec<R, L> log(vec<R, L> x) {
#if SIMT_ISA_AVX512
  if constexpr (L == 16 && std::is_same_v<R, float>) {  // Cephes logf
    auto const h = (__m512)x;
    auto m = _mm512_maskz_getmant_ps(detail::all16, h, _MM_MANT_NORM_p5_1, _MM_MANT_SIGN_nan);
    auto e = _mm512_maskz_getexp_ps(detail::all16, h);
    auto const low = _mm512_cmp_ps_mask(m, _mm512_set1_ps(0.707106781186547524f), _CMP_LT_OQ);
    e = _mm512_mask_add_ps(e, static_cast<__mmask16>(~low), e, _mm512_set1_ps(1.0f));
    m = _mm512_mask_add_ps(m, low, m, m);
    auto const f = (vec<R, L>)_mm512_sub_ps(m, _mm512_set1_ps(1.0f));
    auto const z = f * f;
    auto const p = detail::polynomial<R, L>(
        f, {3.3333331174e-1, -2.4999993993e-1, 2.0000714765e-1, -1.6668057665e-1, 1.4249322787e-1,
            -1.2420140846e-1, 1.1676998740e-1, -1.1514610310e-1, 7.0376836292e-2});
    auto const q = multiply_add<R, L>(f, p, detail::k<R, L>(-0.5));
    auto const r = multiply_add<R, L>(z, q, f);
    // As a float, ln(2) has an error of 2^-28.5 only: no second part is needed.
    return multiply_add<R, L>((vec<R, L>)e, detail::k<R, L>(0.693147180559945309417), r);
  } else
#endif
    return guarded::log<R, L>(x);
}

template <class R, int L>
SIMT_INLINE void sincos(vec<R, L> x, vec<R, L>& s, vec<R, L>& c) {
  if constexpr (L > 1 && detail::has_fma) {
    if (detail::sincos_is_small<R, L>(x)) [[likely]] {
      detail::sincos_small<R, L>(x, s, c);
    } else {
      s = detail::by_lane<R, L>([](R a) { return std::sin(a); }, x);
      c = detail::by_lane<R, L>([](R a) { return std::cos(a); }, x);
    }
  } else {
    s = xsimd_only::sin<R, L>(x);
    c = xsimd_only::cos<R, L>(x);
  }
}
template <class R, int L>
SIMT_INLINE vec<R, L> sin(vec<R, L> x) {
  if constexpr (L > 1 && detail::has_fma) {
    if (!detail::sincos_is_small<R, L>(x)) [[unlikely]]
      return detail::by_lane<R, L>([](R a) { return std::sin(a); }, x);
    vec<R, L> s, c;
    detail::sincos_small<R, L>(x, s, c);
    return s;
  } else {
    return xsimd_only::sin<R, L>(x);
  }
}
template <class R, int L>
SIMT_INLINE vec<R, L> cos(vec<R, L> x) {
  if constexpr (L > 1 && detail::has_fma) {
    if (!detail::sincos_is_small<R, L>(x)) [[unlikely]]
      return detail::by_lane<R, L>([](R a) { return std::cos(a); }, x);
    vec<R, L> s, c;
    detail::sincos_small<R, L>(x, s, c);
    return c;
  } else {
    return xsimd_only::cos<R, L>(x);
  }
}
template <class R, int L>
SIMT_INLINE vec<R, L> tan(vec<R, L> x) {
  if constexpr (L > 1 && detail::has_fma) {
    if (!detail::sincos_is_small<R, L>(x)) [[unlikely]]
      return detail::by_lane<R, L>([](R a) { return std::tan(a); }, x);
    vec<R, L> s, c;
    detail::sincos_small<R, L>(x, s, c);
    return s / c;
  } else {
    return xsimd_only::tan<R, L>(x);
  }
}

/// sin(pi x) and cos(pi x), exact at multiples of 1/2.
template <class R, int L>
SIMT_INLINE void sincospi(vec<R, L> x, vec<R, L>& s, vec<R, L>& c) {
  auto const half = detail::k<R, L>(0.5);
  if constexpr (L == 1) {  // from here on every number is an even integer
    if (std::isfinite(x) && std::fabs(x) >= R(1 / std::numeric_limits<R>::epsilon()) * 2)
      x = std::copysign(R{0}, x);
  } else {
    auto const ax = fabs<R, L>(x);
    auto const even = detail::test<compare::ge, R, L>(
        ax, detail::k<R, L>(2 / static_cast<double>(std::numeric_limits<R>::epsilon())));
    auto const finite = detail::test<compare::lt, R, L>(ax, detail::k<R, L>(HUGE_VAL));
    auto const zero = copysign<R, L>(vec<R, L>{}, x);
    x = blend<R, L>(even, blend<R, L>(finite, zero, x), x);
  }
  auto const n = rint<R, L>(x + x);
  vec<R, L> const f = (x - n * half) * detail::k<R, L>(3.14159265358979323846);
  vec<R, L> sf, cf;
  sincos<R, L>(f, sf, cf);
  auto const pairs = floor<R, L>(n * half);  // n = 2 * pairs + odd
  auto const odd = n - pairs - pairs;
  auto const turn = pairs - detail::k<R, L>(2) * floor<R, L>(pairs * half);  // 1: half a turn
  auto const sign = detail::k<R, L>(1) - turn - turn;
  if constexpr (L == 1) {
    s = sign * (odd != R{0} ? cf : sf);
    c = sign * (odd != R{0} ? -sf : cf);
    if (n == R{2} * pairs && sf == R{0}) s = std::copysign(R{0}, x);
  } else {
    auto const zero = vec<R, L>{};
    auto const is_odd = detail::test<compare::ne, R, L>(odd, zero);
    s = sign * blend<R, L>(is_odd, cf, sf);
    c = sign * blend<R, L>(is_odd, zero - sf, cf);
    auto const signed_zero = copysign<R, L>(zero, x);
    s = blend<R, L>(detail::test<compare::eq, R, L>(s, zero), signed_zero, s);
    c = blend<R, L>(detail::test<compare::eq, R, L>(c, zero), zero, c);
  }
}

/// x^y. float lanes go through double, where a plain logarithm is exact enough.
template <class R, int L>
SIMT_INLINE vec<R, L> pow(vec<R, L> x, vec<R, L> y) {
  if constexpr (L > 1 && std::is_same_v<R, float>) {
    using I = vec<int, L>;
    auto const inf = detail::k<R, L>(HUGE_VAL);
    auto const zero = vec<R, L>{};
    auto const one = detail::k<R, L>(1);
    auto const ax = fabs<R, L>(x);
    constexpr int H = L / 2;
    auto r = detail::in_double<L>(
        [](vec<double, H> b, vec<double, H> e) SIMT_LAMBDA_INLINE {
          // log2(b) as atanh: b = m 2^n with m between sqrt(1/2) and sqrt(2). A float is never a
          // subnormal double; 0 and infinity are put right below.
          using D = vec<std::int64_t, H>;
          auto const offset = splat<std::int64_t, H>(0x3fe6a09e667f3bcd);
          auto const bits = (D)b - offset;
          auto const n = bits >> 52;
          auto const m =
              (vec<double, H>)((bits & splat<std::int64_t, H>(0x000fffffffffffff)) + offset);
          auto const s = (m - detail::k<double, H>(1)) / (m + detail::k<double, H>(1));
          auto const z = s * s;
          auto const p = detail::polynomial<double, H>(
              z, {1.0, 1.0 / 3, 1.0 / 5, 1.0 / 7, 1.0 / 9, 1.0 / 11, 1.0 / 13, 1.0 / 15});
          auto const magic = splat<std::int64_t, H>(0x4338000000000000);  // 0x1.8p52
          auto const nd = (vec<double, H>)(n + magic) - (vec<double, H>)magic;
          auto const l =
              multiply_add<double, H>(s * p, detail::k<double, H>(2 * 1.44269504088896340736), nd);
          auto const t = detail::clamp_keeping_nan<double, H>(e * l, -300.0, 300.0);
          return exp2<double, H>(t);
        },
        ax, y);
    auto const y_int = detail::test<compare::eq, R, L>(trunc<R, L>(y), y);
    auto const half_y = y * detail::k<R, L>(0.5);
    auto const y_even = detail::test<compare::eq, R, L>(trunc<R, L>(half_y), half_y);
    // The base 0 or infinity, an infinite exponent.
    auto const grows_zero = detail::test<compare::lt, R, L>(y, zero);
    auto const at_zero = blend<R, L>(grows_zero, inf, zero);
    auto const at_inf = blend<R, L>(grows_zero, zero, inf);
    r = blend<R, L>(detail::test<compare::eq, R, L>(ax, zero), at_zero, r);
    r = blend<R, L>(detail::test<compare::eq, R, L>(ax, inf), at_inf, r);
    r = blend<R, L>(detail::test<compare::ne, R, L>(y, y), y, r);
    r = blend<R, L>(detail::test<compare::ne, R, L>(x, x), x, r);
    // A negative base: the sign of an odd power, nothing for a fraction.
    auto const negative = (vec<R, L>)((I)r | detail::sign_bit<R, L>());
    auto const sign = (I)x >> 31;
    auto const odd = blend<R, L>(y_int, blend<R, L>(y_even, zero, one), zero);
    auto const flip = detail::test<compare::ne, R, L>((vec<R, L>)((I)odd & sign), zero);
    r = blend<R, L>(flip, negative, r);
    auto const fraction = blend<R, L>(y_int, zero, detail::k<R, L>(std::nan("")));
    auto const below = detail::test<compare::lt, R, L>(x, zero);
    auto const finite = detail::test<compare::lt, R, L>(ax, inf);
    r = blend<R, L>(below, blend<R, L>(finite, r + fraction, r), r);
    // pow(1, anything) and pow(anything, 0) are 1, pow(-1, infinity) as well.
    r = blend<R, L>(detail::test<compare::eq, R, L>(y, zero), one, r);
    r = blend<R, L>(detail::test<compare::eq, R, L>(x, one), one, r);
    auto const minus_one = detail::test<compare::eq, R, L>(x, -one);
    auto const y_inf = detail::test<compare::eq, R, L>(fabs<R, L>(y), inf);
    return blend<R, L>(minus_one, blend<R, L>(y_inf, one, r), r);
  } else {
    return detail::by_lane<R, L>([](R a, R b) { return std::pow(a, b); }, x, y);
  }
}

/// The length of the vector v, or its reciprocal, without overflow on the way.
template <bool Reciprocal, class R, int L, int N>
SIMT_INLINE vec<R, L> length(vec<R, L> const (&v)[N]) {
  if constexpr (L == 1) {
    using Wide = std::conditional_t<std::is_same_v<R, float>, double, long double>;
    Wide sum = 0;
    for (auto x : v) {
      if (std::isinf(x)) return Reciprocal ? R{0} : std::numeric_limits<R>::infinity();
      sum += Wide(x) * Wide(x);
    }
    return static_cast<R>(Reciprocal ? 1 / std::sqrt(sum) : std::sqrt(sum));
  } else {  // scaled by the power of two below the largest, away from both ends of the range
    using I = detail::bits_of<R>;
    using Bits = vec<I, L>;
    constexpr int shift = detail::fraction_bits<R>;
    constexpr I last = 2 * detail::exponent_bias<R>;
    vec<R, L> a[N];
    each<N>([&](int i) SIMT_LAMBDA_INLINE { a[i] = fabs<R, L>(v[i]); });
    auto largest = a[0];
    each<N - 1>([&](int i) SIMT_LAMBDA_INLINE { largest = fmax<R, L>(largest, a[i + 1]); });
    auto const low = splat<I, L>(2);
    auto const high = splat<I, L>(last - 10);
    auto e = (Bits)largest >> shift;
    e = blend<I, L>(detail::test<compare::lt, I, L>(e, low), low, e);
    e = blend<I, L>(detail::test<compare::gt, I, L>(e, high), high, e);
    auto const by = (vec<R, L>)(e << shift);
    auto const inverse = (vec<R, L>)((splat<I, L>(last) - e) << shift);
    vec<R, L> sum{};
    each<N>([&](int i) SIMT_LAMBDA_INLINE {
      auto const x = a[i] * inverse;
      sum = multiply_add<R, L>(x, x, sum);
    });
    auto const root = sqrt<R, L>(sum);
    vec<R, L> r = Reciprocal ? detail::k<R, L>(1) / root * inverse : root * by;
    auto const inf = detail::k<R, L>(HUGE_VAL);
    each<N>([&](int i) SIMT_LAMBDA_INLINE {
      r = blend<R, L>(detail::test<compare::eq, R, L>(a[i], inf), Reciprocal ? vec<R, L>{} : inf,
                      r);
    });
    return r;
  }
}
template <class R, int L>
SIMT_INLINE vec<R, L> hypot(vec<R, L> x, vec<R, L> y) {
  return length<false, R, L>({x, y});
}
template <class R, int L>
SIMT_INLINE vec<R, L> rhypot(vec<R, L> x, vec<R, L> y) {
  return length<true, R, L>({x, y});
}
template <class R, int L>
SIMT_INLINE vec<R, L> norm3d(vec<R, L> x, vec<R, L> y, vec<R, L> z) {
  return length<false, R, L>({x, y, z});
}
template <class R, int L>
SIMT_INLINE vec<R, L> rnorm3d(vec<R, L> x, vec<R, L> y, vec<R, L> z) {
  return length<true, R, L>({x, y, z});
}
template <class R, int L>
SIMT_INLINE vec<R, L> norm4d(vec<R, L> x, vec<R, L> y, vec<R, L> z, vec<R, L> w) {
  return length<false, R, L>({x, y, z, w});
}
template <class R, int L>
SIMT_INLINE vec<R, L> rnorm4d(vec<R, L> x, vec<R, L> y, vec<R, L> z, vec<R, L> w) {
  return length<true, R, L>({x, y, z, w});
}

/// The remainder of x / y with the sign of x, exact.
template <class R, int L>
SIMT_INLINE vec<R, L> fmod(vec<R, L> x, vec<R, L> y) {
  if constexpr (L > 1 && detail::has_fma) {
    auto const ax = fabs<R, L>(x);
    auto const ay = fabs<R, L>(y);
    auto const q = trunc<R, L>(ax / ay);
    if (detail::every<R, L>(detail::test<compare::lt, R, L>(
            q, detail::k<R, L>(sizeof(R) == 4 ? 0x1p22 : 0x1p51))) &&
        detail::every<R, L>(detail::test<compare::lt, R, L>(ay, detail::k<R, L>(HUGE_VAL))))
        [[likely]] {
      // The quotient may have been rounded up to the next integer.
      auto r = detail::fused<R, L>(-q, ay, ax);
      r = blend<R, L>(detail::test<compare::lt, R, L>(r, vec<R, L>{}), r + ay, r);
      r = blend<R, L>(detail::test<compare::ge, R, L>(r, ay), r - ay, r);
      return copysign<R, L>(r, x);
    }
  }
  return detail::by_lane<R, L>([](R a, R b) { return std::fmod(a, b); }, x, y);
}

template <class R, int L>
SIMT_INLINE vec<R, L> erf(vec<R, L> x) {
  if constexpr (L > 1 && std::is_same_v<R, float>)
    return xsimd_only::erf<R, L>(x);
  else  // xsimd 8.1: 70 units in the last place
    return detail::by_lane<R, L>([](R a) { return std::erf(a); }, x);
}
template <class R, int L>
SIMT_INLINE vec<R, L> erfc(vec<R, L> x) {
  return detail::by_lane<R, L>([](R a) { return std::erfc(a); }, x);
}
template <class R, int L>
SIMT_INLINE vec<R, L> tgamma(vec<R, L> x) {
  return detail::by_lane<R, L>([](R a) { return std::tgamma(a); }, x);
}
/// ln |gamma(x)|
template <class R, int L>
SIMT_INLINE vec<R, L> lgamma(vec<R, L> x) {
  return detail::by_lane<R, L>(
      [](R a) {
  // std::lgamma also writes a global sign, which threads would race for.
#ifdef _GNU_SOURCE
        int sign;
        if constexpr (std::is_same_v<R, float>)
          return ::lgammaf_r(a, &sign);
        else
          return ::lgamma_r(a, &sign);
#else
        return std::lgamma(a);
#endif
      },
      x);
}

SIMT_DETAIL_BY_LANE_1(logb)

#undef SIMT_DETAIL_BY_LANE_1
#undef SIMT_DETAIL_BY_LANE_2

// The Bessel functions are POSIX's.
#define SIMT_DETAIL_BESSEL(name)                                                \
  template <class R, int L>                                                     \
  SIMT_INLINE vec<R, L> name(vec<R, L> x) {                                     \
    return detail::by_lane<R, L>(                                               \
        [](R a) { return static_cast<R>(::name(static_cast<double>(a))); }, x); \
  }
SIMT_DETAIL_BESSEL(j0)
SIMT_DETAIL_BESSEL(j1)
SIMT_DETAIL_BESSEL(y0)
SIMT_DETAIL_BESSEL(y1)
#undef SIMT_DETAIL_BESSEL

template <class R, int L>
SIMT_INLINE vec<R, L> nearbyint(vec<R, L> x) {
  return rint<R, L>(x);
}
/// x - y where that is positive, else 0.
template <class R, int L>
SIMT_INLINE vec<R, L> fdim(vec<R, L> x, vec<R, L> y) {
  if constexpr (L == 1)
    return std::fdim(x, y);
  else
    return blend<R, L>(detail::test<compare::le, R, L>(x, y), vec<R, L>{}, x - y);
}
template <class R, int L>
SIMT_INLINE vec<R, L> rcbrt(vec<R, L> x) {
  return vec<R, L>(detail::k<R, L>(1) / cbrt<R, L>(x));
}
template <class R, int L>
SIMT_INLINE vec<R, L> sinpi(vec<R, L> x) {
  vec<R, L> s, c;
  sincospi<R, L>(x, s, c);
  return s;
}
template <class R, int L>
SIMT_INLINE vec<R, L> cospi(vec<R, L> x) {
  vec<R, L> s, c;
  sincospi<R, L>(x, s, c);
  return c;
}

/// x * 2^n, rounded once. n as integral values of R.
template <class R, int L>
SIMT_INLINE vec<R, L> ldexp(vec<R, L> x, vec<R, L> n) {
#if SIMT_ISA_AVX512
  if constexpr (L == 16 && std::is_same_v<R, float>)
    return (vec<R, L>)_mm512_maskz_scalef_ps(detail::all16, (__m512)x, (__m512)n);
  else if constexpr (L == 8 && std::is_same_v<R, double>)
    return (vec<R, L>)_mm512_maskz_scalef_pd(detail::all8, (__m512d)x, (__m512d)n);
  else
#endif
    return detail::by_lane<R, L>(
        [](R a, R e) {
          auto const c = e > R{5000} ? 5000 : e < R{-5000} ? -5000 : static_cast<int>(e);
          return std::ldexp(a, c);
        },
        x, n);
}

template <class R, int L>
SIMT_INLINE mask<sizeof(R), L> isnan(vec<R, L> x) {
  if constexpr (L == 1)
    return std::isnan(x);
  else
    return detail::test<compare::ne, R, L>(x, x);
}
template <class R, int L>
SIMT_INLINE mask<sizeof(R), L> isinf(vec<R, L> x) {
  if constexpr (L == 1)
    return std::isinf(x);
  else
    return detail::test<compare::eq, R, L>(fabs<R, L>(x), detail::k<R, L>(HUGE_VAL));
}
template <class R, int L>
SIMT_INLINE mask<sizeof(R), L> isfinite(vec<R, L> x) {
  if constexpr (L == 1)
    return std::isfinite(x);
  else
    return detail::test<compare::lt, R, L>(fabs<R, L>(x), detail::k<R, L>(HUGE_VAL));
}
template <class R, int L>
SIMT_INLINE mask<sizeof(R), L> signbit(vec<R, L> x) {
  if constexpr (L == 1) {
    return std::signbit(x);
  } else {
    using I = signed_of<R>;
    return detail::test<compare::lt, I, L>((vec<I, L>)x, vec<I, L>{});
  }
}

}  // namespace math
}  // namespace simt::inline SIMT_ABI::simd
