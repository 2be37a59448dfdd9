#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/rounding.hpp>

#include <cmath>
#include <limits>

// Exact element functions beside those of rounding.hpp: the parts of a number, its class, its
// neighbours, differences and square roots. math::f<R, L>(register).
namespace simt::inline SIMT_ABI::simd::math {

/// Rounded once, as IEEE-754 asks.
template <class R, int L>
SIMT_INLINE vec<R, L> sqrt(vec<R, L> x) {
  constexpr bool f = std::is_same_v<R, float>;
  if constexpr (L == 1) {
    return std::sqrt(x);
  } else {
#if SIMT_ISA_AVX512
    if constexpr (f)
      return (vec<R, L>)_mm512_maskz_sqrt_ps(detail::all16, (__m512)x);
    else
      return (vec<R, L>)_mm512_maskz_sqrt_pd(detail::all8, (__m512d)x);
#elif SIMT_ISA_AVX2
    if constexpr (f)
      return (vec<R, L>)_mm256_sqrt_ps((__m256)x);
    else
      return (vec<R, L>)_mm256_sqrt_pd((__m256d)x);
#elif SIMT_ISA_SSE4_2 || SIMT_ISA_SSE2
    if constexpr (f)
      return (vec<R, L>)_mm_sqrt_ps((__m128)x);
    else
      return (vec<R, L>)_mm_sqrt_pd((__m128d)x);
#elif SIMT_ISA_NEON
    if constexpr (f)
      return (vec<R, L>)vsqrtq_f32((float32x4_t)x);
    else
      return (vec<R, L>)vsqrtq_f64((float64x2_t)x);
#else
    return detail::by_lane<R, L>([](R a) { return std::sqrt(a); }, x);
#endif
  }
}
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
SIMT_INLINE vec<R, L> nextafter(vec<R, L> x, vec<R, L> y) {
  return detail::by_lane<R, L>([](R a, R b) { return std::nextafter(a, b); }, x, y);
}
template <class R, int L>
SIMT_INLINE vec<R, L> logb(vec<R, L> x) {
  return detail::by_lane<R, L>([](R a) { return std::logb(a); }, x);
}
/// x = fraction * 2^e with the fraction between 1/2 and 1; e is 0 for 0, infinity and NaN.
template <class R, int L>
SIMT_INLINE vec<R, L> frexp(vec<R, L> x, vec<R, L>& e) {
  if constexpr (L == 1) {
    int n = 0;
    x = std::frexp(x, &n);
    e = std::isfinite(x) ? static_cast<R>(n) : R{0};
    return x;
  } else {
    using I = signed_of<R>;
    using Bits = vec<I, L>;
    constexpr int shift = detail::fraction_bits<R>;
    auto const ax = fabs<R, L>(x);
    auto const tiny =
        detail::test<compare::lt, R, L>(ax, detail::k<R, L>(std::numeric_limits<R>::min()));
    auto const y = blend<R, L>(tiny, x * detail::k<R, L>(sizeof(R) == 4 ? 0x1p32 : 0x1p64), x);
    auto const exponent = splat<I, L>(~(I(-1) << (8 * int(sizeof(R)) - 1 - shift)) << shift);
    auto const bits = (Bits)y;
    auto const half = splat<I, L>((detail::exponent_bias<R> - 1) << shift);
    // The exponent as a number, by the bits of a number whose last place is 1.
    auto const one = splat<I, L>(signed_of<R>(sizeof(R) == 4 ? 0x4b400000 : 0x4338000000000000));
    auto const biased = ((bits & exponent) >> shift) + one;
    auto n = (vec<R, L>)biased - (vec<R, L>)one - detail::k<R, L>(detail::exponent_bias<R> - 1);
    n = n - blend<R, L>(tiny, detail::k<R, L>(sizeof(R) == 4 ? 32 : 64), vec<R, L>{});
    auto const ordinary = detail::test<compare::lt, R, L>(ax, detail::k<R, L>(HUGE_VAL));
    auto const fraction = (vec<R, L>)((bits & ~exponent) | half);
    auto const zero = detail::test<compare::eq, R, L>(x, vec<R, L>{});
    e = blend<R, L>(zero, vec<R, L>{}, blend<R, L>(ordinary, n, vec<R, L>{}));
    return blend<R, L>(zero, x, blend<R, L>(ordinary, fraction, x));
  }
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

}  // namespace simt::inline SIMT_ABI::simd::math
