#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/lane/access.h>
#include <simt/lanes/flow/if.hpp>
#include <simt/lanes/flow/lazy.hpp>
#include <simt/lanes/flow/select.hpp>
#include <simt/lanes/index/choose_by_axis.hpp>

#include <type_traits>
#include <utility>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::cuda::lane {

template <class X>
SIMT_INLINE auto not_(X&& x) {
  return !cond(std::forward<X>(x));
}
/// Gives a && b where b may be evaluated for every thread.
template <class A, class B>
SIMT_INLINE auto both(A&& a, B&& b) {
  auto const x = cond(std::forward<A>(a));
  auto const y = cond(std::forward<B>(b));
  using X = plain<decltype(x)>;
  using Y = plain<decltype(y)>;
  if constexpr (std::is_same_v<X, bool> && std::is_same_v<Y, bool>) {
    return x && y;
  } else if constexpr (d::predicate_loads<Y>) {
    return both(x, varying<bool, Y::width>(y));
  } else {
    return x && y;
  }
}
template <class A, class B>
SIMT_INLINE auto either(A&& a, B&& b) {
  auto const x = cond(std::forward<A>(a));
  auto const y = cond(std::forward<B>(b));
  using Y = plain<decltype(y)>;
  if constexpr (d::predicate_loads<Y>)
    return either(x, varying<bool, Y::width>(y));
  else
    return x || y;
}

/// Finds the type of one thread's c ? a : b.
template <class A, class B>
struct choice {
  using type = plain<decltype(true ? std::declval<A>() : std::declval<B>())>;
};
template <class A, class B>
using choice_type = clean<typename choice<scalar<A>, scalar<B>>::type>;

/// Gives c ? a : b, both sides evaluated.
template <class C, class A, class B>
SIMT_INLINE auto choose(C&& condition, A&& a, B&& b) {
  auto const c = cond(std::forward<C>(condition));
  decltype(auto) x = lane::get(std::forward<A>(a));
  decltype(auto) y = lane::get(std::forward<B>(b));
  using T = choice_type<std::decay_t<decltype(x)>, std::decay_t<decltype(y)>>;
  constexpr int W = common_width<decltype(c), decltype(x), decltype(y)>();
  if constexpr (W == 0) {
    return c ? static_cast<T>(x) : static_cast<T>(y);
  } else if constexpr (own_address<decltype(x)> && own_address<decltype(y)>) {
    static_assert(std::is_same_v<plain<decltype(c)>, bool>,
                  "simt: a choice of addresses of local variables that differs by thread");
    return c ? x : y;
  } else if constexpr (d::is_chosen_by_axis<plain<decltype(c)>, plain<decltype(x)>,
                                            plain<decltype(y)>>) {
    return d::choose_by_axis(c, x, y);
  } else if constexpr (std::is_same_v<plain<decltype(c)>, bool>) {
    return c ? varying<T, W>(x) : varying<T, W>(y);
  } else if constexpr (std::is_pointer_v<T> || d::is_struct<T>) {
    return simt::select(c, varying<T, W>(x), varying<T, W>(y));
  } else {
    return varying<T, W>(d::blend_lanes<T, W>(c, varying<T, W>(x), varying<T, W>(y)));
  }
}
/// The same, each side evaluated for the threads that take it.
template <class C, class A, class B>
SIMT_INLINE auto choose_lazy(C&& condition, A const& a, B const& b) {
  auto const c = cond(std::forward<C>(condition));
  using X = decltype(a());
  using Y = decltype(b());
  using T = choice_type<X, Y>;
  constexpr int W = common_width<decltype(c), X, Y>();
  if constexpr (W == 0) {
    if (c) return static_cast<T>(a());
    return static_cast<T>(b());
  } else if constexpr (std::is_same_v<plain<decltype(c)>, bool>) {
    if (c) return varying<T, W>(a());
    return varying<T, W>(b());
  } else {
    varying<T, W> r{};
    SIMT_DETAIL_BOTH_SIDES(turn, s, d::make_if(c))
    if (s.skipped(turn)) {
    } else if (s.is_first(turn))
      r = varying<T, W>(a());
    else
      r = varying<T, W>(b());
    return r;
  }
}

template <class A, class F>
SIMT_INLINE auto and_lazy(A&& a, F const& b) {
  auto const x = cond(std::forward<A>(a));
  if constexpr (std::is_same_v<plain<decltype(x)>, bool> && std::is_same_v<decltype(b()), bool>)
    return x && b();
  else
    return d::lazy_and(x, b);
}
template <class A, class F>
SIMT_INLINE auto or_lazy(A&& a, F const& b) {
  auto const x = cond(std::forward<A>(a));
  if constexpr (std::is_same_v<plain<decltype(x)>, bool> && std::is_same_v<decltype(b()), bool>)
    return x || b();
  else
    return d::lazy_or(x, b);
}

#define SIMT_LANE_AND(a, ...) \
  ::simt_l::and_lazy(a, [&]() SIMT_LAMBDA_INLINE { return ::simt_l::cond(__VA_ARGS__); })
#define SIMT_LANE_OR(a, ...) \
  ::simt_l::or_lazy(a, [&]() SIMT_LAMBDA_INLINE { return ::simt_l::cond(__VA_ARGS__); })
#define SIMT_LANE_CHOOSE(c, a, ...)                             \
  ::simt_l::choose_lazy(                                        \
      c, [&]() SIMT_LAMBDA_INLINE { return ::simt_l::get(a); }, \
      [&]() SIMT_LAMBDA_INLINE { return ::simt_l::get(__VA_ARGS__); })

}  // namespace simt::inline SIMT_ABI::cuda::lane

SIMT_DETAIL_QUIET_END
