#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/math/formula.hpp>

// Exact functions of batches of float or double: rounding to integers, minimum and maximum, one
// rounding of a * b + c. math::f(batch); math/exact.hpp has them of compiler vectors.
namespace simt::inline SIMT_ABI::simd {
namespace detail {

// The smaller, the larger of two numbers. (Selections alone, which compilers vectorise. Equal
// numbers have equal bits, or else are zeros.)
template <bool Larger, std::floating_point T>
SIMT_INLINE constexpr T extreme(T a, T b) noexcept {
  T const r = (Larger ? a > b : a < b) || b != b ? a : b;
  if constexpr (sizeof(T) > 8) {  // (long double: its bits are no integer)
    return a == b && std::signbit(a) == Larger ? b : r;
  } else {
    using I = std::conditional_t<sizeof(T) == 4, unsigned, unsigned long long>;
    auto const x = std::bit_cast<I>(a), y = std::bit_cast<I>(b);
    return a == b ? std::bit_cast<T>(Larger ? x & y : x | y) : r;
  }
}
/// The same of batches.
template <bool Larger, class V>
SIMT_INLINE V extreme(V a, V b) {
  if constexpr (lanes_in<V> == 1) return extreme<Larger>(a.v, b.v);
#if SIMT_ISA_AVX512
  if constexpr (lanes_in<V> != 1) {  // range gives NaN where an operand is a signalling one
    V r;
    if constexpr (std::is_same_v<lane_of<V>, float>)
      r = _mm512_maskz_range_ps(__mmask16(0xffff), a, b, Larger ? 5 : 4);
    else
      r = _mm512_maskz_range_pd(__mmask8(0xff), a, b, Larger ? 5 : 4);
    return select(isnan(b), a, select(isnan(a), b, r));
  }
#endif
  V m = select(Larger ? a > b : a < b, a, b);
  m = select(a == b, from_bits<V>(Larger ? bits(a) & bits(b) : bits(a) | bits(b)), m);
  return select(isnan(b), a, m);
}

// Rounding to integers by one instruction: xsimd's, but on AArch64, where 8.1 has none.
namespace by_instruction {
#if SIMT_ISA_NEON
#define SIMT_DETAIL_ROUND(name, instruction)                          \
  SIMT_INLINE batch<float, 4> name(batch<float, 4> x) noexcept {      \
    return (vec<float, 4>)instruction##_f32((float32x4_t)to_vec(x));  \
  }                                                                   \
  SIMT_INLINE batch<double, 2> name(batch<double, 2> x) noexcept {    \
    return (vec<double, 2>)instruction##_f64((float64x2_t)to_vec(x)); \
  }
SIMT_DETAIL_ROUND(nearbyint, vrndnq)
SIMT_DETAIL_ROUND(floor, vrndmq)
SIMT_DETAIL_ROUND(ceil, vrndpq)
SIMT_DETAIL_ROUND(trunc, vrndq)
#undef SIMT_DETAIL_ROUND
#else
using xsimd::ceil;
using xsimd::floor;
using xsimd::nearbyint;
using xsimd::trunc;
#endif
}  // namespace by_instruction
inline constexpr bool has_rounding =
    SIMT_ISA_AVX512 || SIMT_ISA_AVX2 || SIMT_ISA_SSE4_2 || SIMT_ISA_NEON;

template <class V>
SIMT_INLINE V rint_by_sums(V x) {
  V const limit(sizeof(lane_of<V>) == 4 ? 0x1p23f : lane_of<V>(0x1p52));
  V const big = copysign(limit, x);
  return select(abs(x) < limit, copysign((x + big) - big, x), x);
}
/// t, an integer next to x, or the one before it where t > x; with the sign of x.
template <class V>
SIMT_INLINE V not_above(V t, V x) {
  return copysign(select(t > x, t - V(1), t), x);
}

}  // namespace detail

namespace math {

/// a * b + c with one rounding.
template <class V>
SIMT_INLINE V fma(V a, V b, V c) {
  if constexpr (lanes_in<V> == 1)
    return std::fma(a.v, b.v, c.v);
  else if constexpr (has_fma)
    return fmadd(a, b, c);
  else
    return detail::by_lane([](auto x, auto y, auto z) { return std::fma(x, y, z); }, a, b, c);
}

// A NaN loses against a number, and -0 counts as less than +0.
template <class V>
SIMT_INLINE V fmin(V a, V b) {
  return detail::extreme<false>(a, b);
}
template <class V>
SIMT_INLINE V fmax(V a, V b) {
  return detail::extreme<true>(a, b);
}

// f of a single lane, the instruction of a register, or else, where xsimd's lose the sign of zero,
// the expression that is given.
#define SIMT_DETAIL_ROUND(name, f, ...)      \
  template <class V>                         \
  SIMT_INLINE V name(V x) {                  \
    if constexpr (lanes_in<V> == 1)          \
      return std::f(x.v);                    \
    else if constexpr (detail::has_rounding) \
      return detail::by_instruction::f(x);   \
    else                                     \
      return __VA_ARGS__;                    \
  }
/// The nearest integer, ties to even, whatever the rounding mode of the host.
SIMT_DETAIL_ROUND(rint, nearbyint, detail::rint_by_sums(x))
SIMT_DETAIL_ROUND(floor, floor, detail::not_above(math::rint(x), x))
SIMT_DETAIL_ROUND(ceil, ceil, negate(math::floor(negate(x))))
SIMT_DETAIL_ROUND(trunc, trunc, copysign(math::floor(abs(x)), x))
#undef SIMT_DETAIL_ROUND
/// The nearest integer, ties away from zero.
template <class V>
SIMT_INLINE V round(V x) {
  using R = lane_of<V>;
  if constexpr (lanes_in<V> == 1)
    return std::round(x.v);
  else  // the number before 0.5: adding 0.5 itself would carry 0.49999997 up
    return math::trunc(x +
                       copysign(V(std::bit_cast<R>(std::bit_cast<signed_of<R>>(R(0.5)) - 1)), x));
}

}  // namespace math
}  // namespace simt::inline SIMT_ABI::simd
