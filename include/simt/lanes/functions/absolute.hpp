#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/functions/define.hpp>
#include <simt/lanes/operators/promotion.hpp>
#include <simt/lanes/operators/register_operations.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

struct abs_function {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> a) {
    if constexpr (std::is_floating_point_v<R>)
      return simd::math::fabs<R, L>(a);
    else if constexpr (std::is_unsigned_v<R>)
      return a;
    else
      return a < simd::vec<R, L>{} ? sub_op::apply<R, L>(simd::vec<R, L>{}, a) : a;
  }
};

}  // namespace simt::inline SIMT_ABI::detail

namespace simt::inline SIMT_ABI {

/// Returns |x| of any arithmetic type.
template <class X>
requires detail::lane_call<X>
[[nodiscard]] SIMT_INLINE auto abs(X&& x) {
  return detail::call<detail::abs_function, detail::promoted_type<X>>(std::forward<X>(x));
}
template <class X>
requires detail::lane_call<X>
[[nodiscard]] SIMT_INLINE auto labs(X&& x) {
  return detail::call<detail::abs_function, long>(std::forward<X>(x));
}
template <class X>
requires detail::lane_call<X>
[[nodiscard]] SIMT_INLINE auto llabs(X&& x) {
  return detail::call<detail::abs_function, long long>(std::forward<X>(x));
}

SIMT_DETAIL_FUNCTION_1(fabs, lane_call)

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
