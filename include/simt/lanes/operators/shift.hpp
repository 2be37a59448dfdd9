#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/index/widened_index.hpp>
#include <simt/lanes/operators/combine.hpp>
#include <simt/lanes/operators/promotion.hpp>
#include <simt/lanes/operators/register_operations.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// Returns the factor of an index that a shift by n is; 0 where it shifts all bits out.
SIMT_INLINE constexpr std::ptrdiff_t power_of_two(long long n) {
  return n >= 0 && n < 64 ? static_cast<std::ptrdiff_t>(std::uint64_t{1} << n) : 0;
}

}  // namespace simt::inline SIMT_ABI::detail

namespace simt::inline SIMT_ABI {

template <class A, class B>
  requires detail::lane_operands<A, B>
SIMT_INLINE auto operator<<(A&& a, B&& b) {
  using T = detail::promoted_type<A>;
  if constexpr (detail::index_and_integer<A, B>)
    return detail::index_product<T>(
        a, detail::power_of_two(static_cast<long long>(detail::uniform_of(std::forward<B>(b)))));
  else
    return detail::combine<detail::shl_op, T>(std::forward<A>(a), std::forward<B>(b));
}
template <class A, class B>
  requires detail::lane_operands<A, B>
SIMT_INLINE auto operator>>(A&& a, B&& b) {
  return detail::combine<detail::shr_op, detail::promoted_type<A>>(std::forward<A>(a),
                                                                   std::forward<B>(b));
}

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
