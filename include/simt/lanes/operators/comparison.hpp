#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/index/index_comparison.hpp>
#include <simt/lanes/index/partner_comparison.hpp>
#include <simt/lanes/operators/narrow_sum.hpp>
#include <simt/lanes/operators/promotion.hpp>
#include <simt/lanes/varying.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// The comparison that holds of b and a where C holds of a and b.
template <simd::compare C>
inline constexpr simd::compare flipped = C == simd::compare::lt   ? simd::compare::gt
                                         : C == simd::compare::le ? simd::compare::ge
                                         : C == simd::compare::gt ? simd::compare::lt
                                         : C == simd::compare::ge ? simd::compare::le
                                                                  : C;

/// Compares a and b. Returns a predicate: bounds for an index and a uniform, masks for two
/// predicates.
template <simd::compare C, class A, class B>
SIMT_INLINE auto compare_values(A&& a, B&& b) {
  constexpr int W = common_width<A, B>;
  static_assert(same_width<A, B>, "simt: the two values belong to gangs of different width");
  if constexpr (has_narrow_comparison<plain<A>> && uniform_value<B> &&
                std::is_same_v<arithmetic_type<A, B>, int>) {
    constexpr bool bytes = (plain<A>::forms & in_capped) != 0;
    return narrow_predicate<C, W, from_memory<A&&> || from_memory<B&&>, bytes>(
        a, static_cast<int>(uniform_of(std::forward<B>(b))));
  } else if constexpr (index_and_integer<A, B>) {
    return compare_index<C>(a, uniform_of(std::forward<B>(b)));
  } else if constexpr (index_and_integer<B, A>) {
    return compare_index<flipped<C>>(b, uniform_of(std::forward<A>(a)));
  } else if constexpr (partner_and_own<A, B>) {
    return partner_predicate<C, plain<A>, plain<B>>(a, b);
  } else if constexpr (partner_and_own<B, A>) {
    return partner_predicate<flipped<C>, plain<B>, plain<A>>(b, a);
  } else if constexpr (lane_predicate<A> && lane_predicate<B> &&
                       (C == simd::compare::eq || C == simd::compare::ne)) {
    auto const x = eval(std::forward<A>(a));
    auto const y = eval(std::forward<B>(b));
    varying<bool, W> r;
    constexpr int P = varying<bool, W>::part;
    simd::each<varying<bool, W>::parts>([&](int i) SIMT_LAMBDA_INLINE {
      auto const d = simd::mask_xor<P>(x.masks[i], y.masks[i]);
      r.masks[i] = C == simd::compare::ne ? d : simd::mask_xor<P>(d, simd::mask_full<P>());
    });
    return r;
  } else {
    using T = arithmetic_type<A, B>;
    return compare_predicate<C, T, W, from_memory<A&&> || from_memory<B&&>>(
        convert_to<T, W>(std::forward<A>(a)), convert_to<T, W>(std::forward<B>(b)));
  }
}

}  // namespace simt::inline SIMT_ABI::detail

namespace simt::inline SIMT_ABI {

#define SIMT_DETAIL_COMPARE(op, name)                                                            \
  template <class A, class B>                                                                    \
    requires detail::lane_operands<A, B>                                                         \
  SIMT_INLINE auto operator op(A&& a, B&& b) {                                                   \
    return detail::compare_values<simd::compare::name>(std::forward<A>(a), std::forward<B>(b));  \
  }
SIMT_DETAIL_COMPARE(<, lt)
SIMT_DETAIL_COMPARE(<=, le)
SIMT_DETAIL_COMPARE(>, gt)
SIMT_DETAIL_COMPARE(>=, ge)
SIMT_DETAIL_COMPARE(==, eq)
SIMT_DETAIL_COMPARE(!=, ne)
#undef SIMT_DETAIL_COMPARE

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
