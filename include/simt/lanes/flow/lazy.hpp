#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/flow/if.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// Holds the expression of simt_lazy as a function.
template <class F>
struct lazy {
  using lazy_function = F;
  F f;
};
template <class F>
lazy(F) -> lazy<F>;

/// Evaluates f() under p; the lanes outside p are false in the result.
template <int W, class Pred, class F>
SIMT_INLINE varying<bool, W> eval_under(Pred const& p, F const& f) {
  varying<bool, W> r(false);
  SIMT_DETAIL_BOTH_SIDES(turn, s, make_if(p))
    if (s.is_first(turn) && !s.skipped(turn)) r = varying<bool, W>(as_predicate<W>(f()));
  return r;
}
/// Returns a && f(), with f() evaluated for the lanes where a holds.
template <class P>
  requires(lane_value<P> || uniform_value<P>)
SIMT_INLINE auto lazy_and(P&& a, auto const& f) {
  using B = plain<decltype(f())>;
  if constexpr (uniform_value<P> && uniform_value<B>) {
    return static_cast<bool>(a) && static_cast<bool>(f());
  } else {
    constexpr int W = common_width<P, B>;
    return eval_under<W>(as_predicate<W>(std::forward<P>(a)), f);
  }
}
/// Returns a || f(), with f() evaluated for the lanes where a does not hold.
template <class P>
  requires(lane_value<P> || uniform_value<P>)
SIMT_INLINE auto lazy_or(P&& a, auto const& f) {
  using B = plain<decltype(f())>;
  if constexpr (uniform_value<P> && uniform_value<B>) {
    return static_cast<bool>(a) || static_cast<bool>(f());
  } else {
    constexpr int W = common_width<P, B>;
    varying<bool, W> const x(as_predicate<W>(std::forward<P>(a)));
    varying<bool, W> r = x;
    SIMT_DETAIL_BOTH_SIDES(turn, s, make_if(not_predicate<varying<bool, W>>(x)))
      if (s.is_first(turn) && !s.skipped(turn)) r = varying<bool, W>(as_predicate<W>(f()));
    return r;
  }
}

// In the namespace of `lazy`, where argument-dependent lookup finds them for uniforms, too.
template <class A, class F>
  requires(lane_value<A> || uniform_value<A>)
SIMT_INLINE auto operator&&(A&& a, lazy<F> const& b) {
  return lazy_and(std::forward<A>(a), b.f);
}
template <class A, class F>
  requires(lane_value<A> || uniform_value<A>)
SIMT_INLINE auto operator||(A&& a, lazy<F> const& b) {
  return lazy_or(std::forward<A>(a), b.f);
}

}  // namespace simt::inline SIMT_ABI::detail

/// Delays b in `a && simt_lazy(b)` and `a || simt_lazy(b)`: b is evaluated only for the threads
/// that need it.
/// - CUDA:    the right side of && and ||
#define simt_lazy(...) \
  ::simt::detail::lazy { SIMT_DETAIL_LAMBDA(__VA_ARGS__) }

SIMT_DETAIL_QUIET_END
