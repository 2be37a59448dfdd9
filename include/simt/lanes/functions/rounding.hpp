#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/blend.hpp>
#include <simt/lanes/functions/classification.hpp>
#include <simt/lanes/functions/define.hpp>
#include <simt/lanes/functions/float_parts.hpp>
#include <simt/lanes/operators.hpp>

#include <limits>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

struct round_to_even {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> a) {
    return simd::math::rint<R, L>(a);
  }
};
struct round_from_zero {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> a) {
    return simd::math::round<R, L>(a);
  }
};

}  // namespace simt::inline SIMT_ABI::detail

namespace simt::inline SIMT_ABI {

SIMT_DETAIL_FUNCTION_1(floor, lane_call)
SIMT_DETAIL_FUNCTION_1(ceil, lane_call)
SIMT_DETAIL_FUNCTION_1(trunc, lane_call)
SIMT_DETAIL_FUNCTION_1(round, lane_call)
SIMT_DETAIL_FUNCTION_1(rint, lane_call)
SIMT_DETAIL_FUNCTION_1(nearbyint, lane_call)

}  // namespace simt::inline SIMT_ABI

namespace simt::inline SIMT_ABI::detail {

/// Returns the integral v as an Integer of 64 bits: the largest or smallest one where it does not
/// fit, the smallest one for NaN.
template <class Integer, class T, int W>
SIMT_INLINE auto saturated_to(varying<T, W> const& v) {
  using V = varying<Integer, W>;
  using Limits = std::numeric_limits<Integer>;
  V const r = convert_to<Integer, W>(v);
  V const low = blend_lanes<Integer, W>(v >= T{-0x1p63}, r, V(Limits::min()));
  return V(blend_lanes<Integer, W>(v >= T{0x1p63}, V(Limits::max()), low));
}

}  // namespace simt::inline SIMT_ABI::detail

namespace simt::inline SIMT_ABI {

// lrint, llrint, lround, llround: the nearest integer, ties to even (rint) or away from zero
// (round). What fits no long is the last long, NaN the first.
#define SIMT_DETAIL_TO_INTEGER(name, Integer, Function)                  \
  template <detail::lane_value X>                                        \
  [[nodiscard]] SIMT_INLINE auto name(X&& x) {                           \
    using T = detail::math_type<X>;                                      \
    return detail::result_of<Integer, detail::plain<X>::width, X&&>(     \
        detail::saturated_to<Integer, T, detail::plain<X>::width>(       \
            detail::call<detail::Function, T>(std::forward<X>(x))));     \
  }                                                                      \
  template <detail::lane_value X>                                        \
  [[nodiscard]] SIMT_INLINE auto name##f(X&& x) {                        \
    return detail::result_of<Integer, detail::plain<X>::width, X&&>(     \
        detail::saturated_to<Integer, float, detail::plain<X>::width>(   \
            detail::call<detail::Function, float>(std::forward<X>(x)))); \
  }
SIMT_DETAIL_TO_INTEGER(lrint, long, round_to_even)
SIMT_DETAIL_TO_INTEGER(llrint, long long, round_to_even)
SIMT_DETAIL_TO_INTEGER(lround, long, round_from_zero)
SIMT_DETAIL_TO_INTEGER(llround, long long, round_from_zero)
#undef SIMT_DETAIL_TO_INTEGER

}  // namespace simt::inline SIMT_ABI

namespace simt::inline SIMT_ABI::detail {

/// Returns the fraction of x and stores its integral part to *integral.
template <class T, class X, class P>
SIMT_INLINE auto call_modf(X&& x, P const& integral) {
  constexpr int W = plain<X>::width;
  auto const v = convert_to<T, W>(std::forward<X>(x));
  auto const whole = call<trunc_function, T>(v);
  *integral = whole;
  auto const zero = varying<T, W>(T{0});
  return call<copysign_function, T>(
      blend_lanes<T, W>(call_predicate<isinf_function, T>(v), zero, v - whole), v);
}

}  // namespace simt::inline SIMT_ABI::detail

namespace simt::inline SIMT_ABI {

template <detail::lane_value X, detail::out_address P>
SIMT_INLINE auto modf(X&& x, P const& integral) {
  return detail::call_modf<detail::placed_math_type<X, P>>(std::forward<X>(x), integral);
}
template <detail::lane_value X, detail::out_address P>
SIMT_INLINE auto modff(X&& x, P const& integral) {
  return detail::call_modf<float>(std::forward<X>(x), integral);
}

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
