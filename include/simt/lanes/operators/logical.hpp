#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/index/index_comparison.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// Bounds of threads' own coordinates that are one box together. Other bounds hardly ever part a
/// gang and are decided one by one.
template <class X, class Y>
concept joins_boxes = box_axes<X> != 0 && box_axes<Y> != 0 && is_own_box<X> && is_own_box<Y> &&
    requires(X const& x, Y const& y) { intersect(as_box(x), as_box(y)); };

}  // namespace simt::inline SIMT_ABI::detail

namespace simt::inline SIMT_ABI {

template <detail::lane_value A>
SIMT_INLINE auto operator!(A&& a) {
  auto const p = detail::as_predicate<detail::plain<A>::width>(std::forward<A>(a));
  return detail::not_predicate<detail::plain<decltype(p)>>(p);
}

#define SIMT_DETAIL_LAZY_RULE(op)                                                                  \
  "simt: the right side of " op                                                                    \
  " reads memory, and C++ would read it for every thread before " op                               \
  " can exclude any: write a " op " simt_lazy(b), which evaluates b only where a lets it"

/// Returns a && b: b is compared only for lanes that a leaves. Both sides are evaluated as
/// expressions first, as C++ does for overloaded operators; `a && simt_lazy(b)` evaluates b late.
/// - Errors: a right side that reads memory does not compile
template <class A, class B>
  requires detail::lane_operands<A, B>
SIMT_INLINE auto operator&&(A&& a, B&& b) {
  constexpr int W = detail::common_width<A, B>;
  auto const x = detail::as_predicate<W>(std::forward<A>(a));
  auto const y = detail::as_predicate<W>(std::forward<B>(b));
  using X = detail::plain<decltype(x)>;
  using Y = detail::plain<decltype(y)>;
  static_assert(!detail::predicate_loads<Y>, SIMT_DETAIL_LAZY_RULE("&&"));
  if constexpr (requires { X::often_partial; } && requires { Y::often_partial; }) {
    using Range = detail::range_predicate<W, X::often_partial && Y::often_partial>;
    return Range(x.lo > y.lo ? x.lo : y.lo, x.hi < y.hi ? x.hi : y.hi);
  } else if constexpr (detail::joins_boxes<X, Y>) {
    return detail::intersect(detail::as_box(x), detail::as_box(y));
  } else {
    return detail::and_predicate<X, Y>(x, y);
  }
}
template <class A, class B>
  requires detail::lane_operands<A, B>
SIMT_INLINE auto operator||(A&& a, B&& b) {
  constexpr int W = detail::common_width<A, B>;
  auto const x = detail::as_predicate<W>(std::forward<A>(a));
  auto const y = detail::as_predicate<W>(std::forward<B>(b));
  static_assert(!detail::predicate_loads<detail::plain<decltype(y)>>, SIMT_DETAIL_LAZY_RULE("||"));
  return detail::or_predicate<detail::plain<decltype(x)>, detail::plain<decltype(y)>>(x, y);
}
#undef SIMT_DETAIL_LAZY_RULE

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
