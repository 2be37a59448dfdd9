#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/index/partner_index.hpp>
#include <simt/lanes/operators/narrow_sum.hpp>
#include <simt/lanes/operators/combine.hpp>
#include <simt/lanes/operators/promotion.hpp>
#include <simt/lanes/operators/register_operations.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {
namespace detail {

/// Operands of `threadIdx.x ^ j`, in either order.
template <class Op, class A, class B>
inline constexpr bool makes_partners =
    std::is_same_v<Op, xor_op> && (makes_partner<A, B> || makes_partner<B, A>);
template <class A, class B>
SIMT_INLINE auto partners_of(A const& a, B const& b) {
  if constexpr (thread_index<A>)
    return make_partner(a, static_cast<arithmetic_type<A, B>>(uniform_of(b)));
  else
    return partners_of(b, a);
}

}  // namespace detail

#define SIMT_DETAIL_BITWISE(op, name, logical)                                                 \
  template <class A, class B>                                                                  \
    requires detail::lane_operands<A, B>                                                       \
  SIMT_INLINE auto operator op(A&& a, B&& b) {                                                 \
    if constexpr (detail::lane_predicate<A> && detail::lane_predicate<B>) {                    \
      constexpr int W = detail::common_width<A, B>;                                            \
      auto const x = detail::eval(std::forward<A>(a));                                         \
      auto const y = detail::eval(std::forward<B>(b));                                         \
      varying<bool, W> r;                                                                      \
      simd::each<varying<bool, W>::parts>([&](int i) SIMT_LAMBDA_INLINE {                      \
        r.masks[i] = simd::logical<varying<bool, W>::part>(x.masks[i], y.masks[i]);            \
      });                                                                                      \
      return r;                                                                                \
    } else if constexpr (detail::makes_partners<detail::name, A, B>) {                            \
      return detail::partners_of(a, b);                                                        \
    } else if constexpr (detail::makes_narrow_sum<detail::name, A, B>) {                         \
      return detail::combine_narrow<detail::name>(std::forward<A>(a), std::forward<B>(b));      \
    } else {                                                                                   \
      return detail::combine<detail::name, detail::arithmetic_type<A, B>>(std::forward<A>(a),  \
                                                                          std::forward<B>(b)); \
    }                                                                                          \
  }
SIMT_DETAIL_BITWISE(&, and_op, mask_and)
SIMT_DETAIL_BITWISE(|, or_op, mask_or)
SIMT_DETAIL_BITWISE(^, xor_op, mask_xor)
#undef SIMT_DETAIL_BITWISE

template <detail::lane_value A>
SIMT_INLINE auto operator~(A&& a) {
  using T = detail::promoted_type<A>;
  constexpr int W = detail::plain<A>::width;
  auto x = detail::convert_to<T, W>(std::forward<A>(a));
  simd::each<varying<T, W>::count>([&](int i) SIMT_LAMBDA_INLINE { x.v[i] = ~x.v[i]; });
  return detail::result_of<T, W, A&&>(x);
}

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
