#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/vector.hpp>

#include <cstdint>
#include <limits>
#include <type_traits>

SIMT_DETAIL_QUIET_BEGIN

// Floating-point numbers to integers as a GPU converts them (cvt.rzi): towards zero, what is out of
// range becomes the nearest number that is in range. C++ leaves that undefined, and processors have
// answers of their own.
namespace simt::inline SIMT_ABI::simd {
namespace detail {

/// Returns what NaN becomes: 0 where float becomes a number of 32 bits, else the top bit alone.
template <class I, class R>
inline constexpr I of_nan = sizeof(I) == 4 && sizeof(R) == 4
                                ? I{0}
                                : static_cast<I>(std::uint64_t{1} << (8 * sizeof(I) - 1));

/// The larger of v and b, which for NaN is b; the smaller.
template <class R, int L>
SIMT_INLINE vec<R, L> at_least(vec<R, L> v, R b) {
  auto const all = broadcast<R, L>(b);
  return v > all ? v : all;
}
template <class R, int L>
SIMT_INLINE vec<R, L> at_most(vec<R, L> v, R b) {
  auto const all = broadcast<R, L>(b);
  return v < all ? v : all;
}

#if SIMT_ISA_AVX512
/// Of float to 32 bits, where the processor's own answer is right for what is too small.
template <class I>
SIMT_INLINE vec<I, 16> truncate_floats(vec<float, 16> v) {
  __m512 const x = (__m512)v;
  if constexpr (std::is_signed_v<I>) {
    auto const high = _mm512_set1_ps(0x1p31f);
    __m512i const r = _mm512_maskz_cvttps_epi32(_mm512_cmp_ps_mask(x, x, _CMP_ORD_Q), x);
    return (vec<I, 16>)_mm512_mask_mov_epi32(r, _mm512_cmp_ps_mask(x, high, _CMP_GE_OQ),
                                             _mm512_set1_epi32(0x7fffffff));
  } else {
    auto const is_positive = _mm512_cmp_ps_mask(x, _mm512_setzero_ps(), _CMP_GT_OQ);
    return (vec<I, 16>)_mm512_maskz_cvttps_epu32(is_positive, x);
  }
}
#endif

}  // namespace detail

/// The integers of type I, of 32 or 64 bits, that v's lanes become.
template <class I, class R, int L>
SIMT_INLINE vec<I, L> truncate(vec<R, L> v) {
  static_assert(std::is_floating_point_v<R> && std::is_integral_v<I> && sizeof(I) >= 4);
  using limits = std::numeric_limits<I>;
  if constexpr (sizeof(R) > 8) {
    return truncate<I, double, L>(static_cast<double>(v));
  } else if constexpr (L > 1 && sizeof(I) == 8 && sizeof(R) == 4) {
    return truncate<I, double, L>(simd::convert<double, float, L>(v));
#if SIMT_ISA_AVX512
  } else if constexpr (L == 16 && sizeof(I) == 4 && sizeof(R) == 4) {
    return detail::truncate_floats<I>(v);
#endif
  } else if constexpr (sizeof(I) == 4 && sizeof(R) == 8) {
    // Every number of 32 bits is a double.
    vec<R, L> x = detail::at_least<R, L>(v, static_cast<R>(limits::lowest()));
    x = detail::at_most<R, L>(x, static_cast<R>(limits::max()));
    if constexpr (std::is_unsigned_v<I>) x = v == v ? x : broadcast<R, L>(0x1p31);
    return simd::convert<I, R, L>(x);
  } else {
    constexpr R beyond = static_cast<R>(limits::max() / 2 + 1) * 2;  // exact: a power of two
    auto const whole = [](I i) SIMT_LAMBDA_INLINE { return broadcast<I, L>(i); };
    vec<R, L> const high = broadcast<R, L>(beyond);
    vec<R, L> const x = detail::at_least<R, L>(v, static_cast<R>(limits::lowest()));
    vec<I, L> r = simd::convert<I, R, L>(x < high ? x : vec<R, L>{});
    r = v >= high ? whole(limits::max()) : r;
    // at_least has made the lowest number of NaN.
    if constexpr (detail::of_nan<I, R> != limits::lowest())
      r = v == v ? r : whole(detail::of_nan<I, R>);
    return r;
  }
}

// Why: compared and mended one by one, registers of a conversion cost three more operations each;
// so all of a gang's are looked at together, and mended only where one needs it.
#if SIMT_ISA_AVX512 || SIMT_ISA_AVX2
template <class I, class R, int L>
inline constexpr bool truncates_together =
    std::is_same_v<I, int>&& std::is_same_v<R, float>&& L == native_lanes;

/// The processor's own answers: the lowest number for what is out of range, and for NaN.
SIMT_INLINE vec<int, native_lanes> truncate_unchecked(vec<float, native_lanes> v) {
#if SIMT_ISA_AVX512
  return (vec<int, 16>)_mm512_maskz_cvttps_epi32(__mmask16(0xffff), (__m512)v);
#else
  return (vec<int, 8>)_mm256_cvttps_epi32((__m256)v);
#endif
}
/// True if the lowest number is among the lanes.
SIMT_INLINE bool has_lowest(vec<int, native_lanes> v) {
  constexpr int lowest = std::numeric_limits<int>::lowest();
#if SIMT_ISA_AVX512
  return _mm512_cmpeq_epi32_mask((__m512i)v, _mm512_set1_epi32(lowest)) != 0;
#else
  return _mm256_movemask_epi8(_mm256_cmpeq_epi32((__m256i)v, _mm256_set1_epi32(lowest))) != 0;
#endif
}
#else
template <class I, class R, int L>
inline constexpr bool truncates_together = false;
#endif

/// Converts the `count` registers of x, as truncate does.
template <class I, class R, int L, int Count>
SIMT_INLINE void truncate_all(vec<R, L> const (&x)[Count], vec<I, L> (&r)[Count]) {
  if constexpr (truncates_together<I, R, L>) {
    each<Count>([&](int i) SIMT_LAMBDA_INLINE { r[i] = truncate_unchecked(x[i]); });
    vec<I, L> least = r[0];
    each<Count - 1>([&](int i) SIMT_LAMBDA_INLINE { least = least < r[i + 1] ? least : r[i + 1]; });
    if (__builtin_expect(has_lowest(least), 0))
      each<Count>([&](int i) SIMT_LAMBDA_INLINE { r[i] = truncate<I, R, L>(x[i]); });
  } else {
    each<Count>([&](int i) SIMT_LAMBDA_INLINE { r[i] = truncate<I, R, L>(x[i]); });
  }
}

/// One number as type T, of any size: through 32 bits of T's sign, as a GPU does it.
template <class T, class X>
SIMT_INLINE constexpr T number_as(X x) {
  if constexpr (std::is_floating_point_v<X> && std::is_integral_v<T> && !std::is_same_v<T, bool>) {
    using I =
        std::conditional_t<sizeof(T) == 8,
                           std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>,
                           std::conditional_t<std::is_signed_v<T>, std::int32_t, std::uint32_t>>;
    if (std::is_constant_evaluated()) return static_cast<T>(x);
    return static_cast<T>(truncate<I, X, 1>(x));
  } else {
    return static_cast<T>(x);
  }
}

}  // namespace simt::inline SIMT_ABI::simd

SIMT_DETAIL_QUIET_END
