#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/detail/math_core.hpp>

// Exact element functions on registers of float or double: sign, fused multiply-add, minimum and
// maximum, rounding to integers. math::f<R, L>(register); a single lane is <cmath>'s.
namespace simt::inline SIMT_ABI::simd::math {

/// |x|
template <class R, int L>
SIMT_INLINE vec<R, L> fabs(vec<R, L> x) {
  if constexpr (L == 1)
    return std::fabs(x);
  else
    return detail::clear_sign<R, L>(x);
}
template <class R, int L>
SIMT_INLINE vec<R, L> copysign(vec<R, L> x, vec<R, L> s) {
  if constexpr (L == 1)
    return std::copysign(x, s);
  else
    return detail::take_sign<R, L>(x, s);
}

/// a * b + c with one rounding.
template <class R, int L>
SIMT_INLINE vec<R, L> fma(vec<R, L> a, vec<R, L> b, vec<R, L> c) {
  if constexpr (L > 1 && detail::has_fma)
    return detail::fused<R, L>(a, b, c);
  else if constexpr (L == 1)
    return std::fma(a, b, c);
  else
    return detail::by_lane<R, L>([](R x, R y, R z) { return std::fma(x, y, z); }, a, b, c);
}

// A NaN loses against a number, and -0 counts as less than +0.
template <class R, int L>
SIMT_INLINE vec<R, L> fmin(vec<R, L> a, vec<R, L> b) {
  if constexpr (L == 1) {
    return detail::extreme<false>(a, b);
  } else {
#if SIMT_ISA_AVX512
    // range gives NaN where an operand is a signalling one.
    if constexpr (std::is_same_v<R, float>) {
      auto const x = (__m512)a;
      auto const y = (__m512)b;
      auto r = _mm512_maskz_range_ps(detail::all16, x, y, 4);
      r = _mm512_mask_mov_ps(r, _mm512_cmp_ps_mask(x, x, _CMP_UNORD_Q), y);
      return (vec<R, L>)_mm512_mask_mov_ps(r, _mm512_cmp_ps_mask(y, y, _CMP_UNORD_Q), x);
    } else {
      auto const x = (__m512d)a;
      auto const y = (__m512d)b;
      auto r = _mm512_maskz_range_pd(detail::all8, x, y, 4);
      r = _mm512_mask_mov_pd(r, _mm512_cmp_pd_mask(x, x, _CMP_UNORD_Q), y);
      return (vec<R, L>)_mm512_mask_mov_pd(r, _mm512_cmp_pd_mask(y, y, _CMP_UNORD_Q), x);
    }
#else
    using I = vec<signed_of<R>, L>;
    auto m = blend<R, L>(detail::test<compare::lt, R, L>(a, b), a, b);
    m = blend<R, L>(detail::test<compare::eq, R, L>(a, b), (vec<R, L>)((I)a | (I)b), m);
    return blend<R, L>(detail::test<compare::ne, R, L>(b, b), a, m);
#endif
  }
}
template <class R, int L>
SIMT_INLINE vec<R, L> fmax(vec<R, L> a, vec<R, L> b) {
  if constexpr (L == 1) {
    return detail::extreme<true>(a, b);
  } else {
#if SIMT_ISA_AVX512
    // range gives NaN where an operand is a signalling one.
    if constexpr (std::is_same_v<R, float>) {
      auto const x = (__m512)a;
      auto const y = (__m512)b;
      auto r = _mm512_maskz_range_ps(detail::all16, x, y, 5);
      r = _mm512_mask_mov_ps(r, _mm512_cmp_ps_mask(x, x, _CMP_UNORD_Q), y);
      return (vec<R, L>)_mm512_mask_mov_ps(r, _mm512_cmp_ps_mask(y, y, _CMP_UNORD_Q), x);
    } else {
      auto const x = (__m512d)a;
      auto const y = (__m512d)b;
      auto r = _mm512_maskz_range_pd(detail::all8, x, y, 5);
      r = _mm512_mask_mov_pd(r, _mm512_cmp_pd_mask(x, x, _CMP_UNORD_Q), y);
      return (vec<R, L>)_mm512_mask_mov_pd(r, _mm512_cmp_pd_mask(y, y, _CMP_UNORD_Q), x);
    }
#else
    using I = vec<signed_of<R>, L>;
    auto m = blend<R, L>(detail::test<compare::gt, R, L>(a, b), a, b);
    m = blend<R, L>(detail::test<compare::eq, R, L>(a, b), (vec<R, L>)((I)a & (I)b), m);
    return blend<R, L>(detail::test<compare::ne, R, L>(b, b), a, m);
#endif
  }
}

/// The nearest integer, ties to even, whatever the rounding mode of the host.
template <class R, int L>
SIMT_INLINE vec<R, L> rint(vec<R, L> x) {
  if constexpr (L == 1) {
    return std::nearbyint(x);
  } else {
#if SIMT_ISA_AVX512
    if constexpr (std::is_same_v<R, float>)
      return (vec<R, L>)_mm512_maskz_roundscale_ps(detail::all16, (__m512)x,
                                                   _MM_FROUND_TO_NEAREST_INT);
    else
      return (vec<R, L>)_mm512_maskz_roundscale_pd(detail::all8, (__m512d)x,
                                                   _MM_FROUND_TO_NEAREST_INT);
#elif SIMT_ISA_AVX2
    constexpr int mode = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;
    if constexpr (std::is_same_v<R, float>)
      return (vec<R, L>)_mm256_round_ps((__m256)x, mode);
    else
      return (vec<R, L>)_mm256_round_pd((__m256d)x, mode);
#elif SIMT_ISA_SSE4_2
    constexpr int mode = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;
    if constexpr (std::is_same_v<R, float>)
      return (vec<R, L>)_mm_round_ps((__m128)x, mode);
    else
      return (vec<R, L>)_mm_round_pd((__m128d)x, mode);
#elif SIMT_ISA_NEON
    if constexpr (std::is_same_v<R, float>)
      return (vec<R, L>)vrndnq_f32((float32x4_t)x);
    else
      return (vec<R, L>)vrndnq_f64((float64x2_t)x);
#else
    auto const limit = detail::k<R, L>(sizeof(R) == 4 ? 0x1p23 : 0x1p52);
    auto const big = detail::take_sign<R, L>(limit, x);
    auto const t = detail::take_sign<R, L>((x + big) - big, x);
    return blend<R, L>(detail::test<compare::lt, R, L>(detail::clear_sign<R, L>(x), limit), t, x);
#endif
  }
}
template <class R, int L>
SIMT_INLINE vec<R, L> floor(vec<R, L> x) {
  if constexpr (L == 1) {
    return std::floor(x);
  } else {
#if SIMT_ISA_AVX512
    constexpr int mode = _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC;
    if constexpr (std::is_same_v<R, float>)
      return (vec<R, L>)_mm512_maskz_roundscale_ps(detail::all16, (__m512)x, mode);
    else
      return (vec<R, L>)_mm512_maskz_roundscale_pd(detail::all8, (__m512d)x, mode);
#elif SIMT_ISA_AVX2
    if constexpr (std::is_same_v<R, float>)
      return (vec<R, L>)_mm256_floor_ps((__m256)x);
    else
      return (vec<R, L>)_mm256_floor_pd((__m256d)x);
#elif SIMT_ISA_NEON
    if constexpr (std::is_same_v<R, float>)
      return (vec<R, L>)vrndmq_f32((float32x4_t)x);
    else
      return (vec<R, L>)vrndmq_f64((float64x2_t)x);
#else
    auto const t = rint<R, L>(x);
    auto const f = blend<R, L>(detail::test<compare::gt, R, L>(t, x), t - detail::k<R, L>(1), t);
    return detail::take_sign<R, L>(f, x);
#endif
  }
}
template <class R, int L>
SIMT_INLINE vec<R, L> ceil(vec<R, L> x) {
  if constexpr (L == 1)
    return std::ceil(x);
  else
    return -floor<R, L>(-x);
}
template <class R, int L>
SIMT_INLINE vec<R, L> trunc(vec<R, L> x) {
  if constexpr (L == 1) {
    return std::trunc(x);
  } else {
#if SIMT_ISA_AVX512
    constexpr int mode = _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC;
    if constexpr (std::is_same_v<R, float>)
      return (vec<R, L>)_mm512_maskz_roundscale_ps(detail::all16, (__m512)x, mode);
    else
      return (vec<R, L>)_mm512_maskz_roundscale_pd(detail::all8, (__m512d)x, mode);
#else
    return detail::take_sign<R, L>(floor<R, L>(detail::clear_sign<R, L>(x)), x);
#endif
  }
}
/// The nearest integer, ties away from zero.
template <class R, int L>
SIMT_INLINE vec<R, L> round(vec<R, L> x) {
  if constexpr (L == 1) {
    return std::round(x);
  } else {  // the number before 0.5: adding 0.5 itself would carry 0.49999997 up
    auto const half = detail::k<R, L>(sizeof(R) == 4 ? 0x1.fffffep-2 : 0x1.fffffffffffffp-2);
    return trunc<R, L>(x + detail::take_sign<R, L>(half, x));
  }
}

}  // namespace simt::inline SIMT_ABI::simd::math
