#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/functions/define.hpp>
#include <simt/lanes/operators/promotion.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

struct min_function {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> a, simd::vec<R, L> b) {
    if constexpr (std::is_floating_point_v<R>)
      return simd::math::fmin<R, L>(a, b);
    else
      return a < b ? a : b;
  }
};
struct max_function {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> a, simd::vec<R, L> b) {
    if constexpr (std::is_floating_point_v<R>)
      return simd::math::fmax<R, L>(a, b);
    else
      return a > b ? a : b;
  }
};

}  // namespace simt::inline SIMT_ABI::detail

namespace simt::inline SIMT_ABI {

/// Returns the smaller value (min), the larger one (max).
/// - CUDA:    min, max (integers, float, double)
/// - Shape:   uniforms and values with lanes mix; uniform where all are
/// - Differs: none; as in CUDA a NaN loses against a number
/// - Source:  CUDA C Programming Guide 8.0, D.1 (Standard Functions)
template <class A, class B>
requires detail::function_call<A, B>
[[nodiscard]] SIMT_INLINE auto min(A&& a, B&& b) {
  return detail::call<detail::min_function, detail::arithmetic_type<A, B>>(std::forward<A>(a),
                                                                           std::forward<B>(b));
}
template <class A, class B>
requires detail::function_call<A, B>
[[nodiscard]] SIMT_INLINE auto max(A&& a, B&& b) {
  return detail::call<detail::max_function, detail::arithmetic_type<A, B>>(std::forward<A>(a),
                                                                           std::forward<B>(b));
}
// Found before the functions of std_names.hpp.
template <class A, class B>
requires detail::lane_call<A, B>
[[nodiscard]] SIMT_INLINE auto min(A&& a, B&& b) {
  return detail::call<detail::min_function, detail::arithmetic_type<A, B>>(std::forward<A>(a),
                                                                           std::forward<B>(b));
}
template <class A, class B>
requires detail::lane_call<A, B>
[[nodiscard]] SIMT_INLINE auto max(A&& a, B&& b) {
  return detail::call<detail::max_function, detail::arithmetic_type<A, B>>(std::forward<A>(a),
                                                                           std::forward<B>(b));
}
/// Returns x, but at least lo and at most hi.
/// - Source:  ours; std::clamp
template <class X, class A, class B>
requires detail::function_call<X, A, B>
[[nodiscard]] SIMT_INLINE auto clamp(X&& x, A&& lo, B&& hi) {
  return min(max(std::forward<X>(x), std::forward<A>(lo)), std::forward<B>(hi));
}

SIMT_DETAIL_FUNCTION_2(fdim, lane_call)
SIMT_DETAIL_FUNCTION_2(fmin, lane_call)
SIMT_DETAIL_FUNCTION_2(fmax, lane_call)

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
