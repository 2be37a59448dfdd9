#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/flow/if.hpp>
#include <simt/lanes/operators.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// Returns c ? a() : b(), with each function called for the lanes that take it.
template <class C, class A, class B>
SIMT_INLINE auto select_lazy(C&& c, A const& a, B const& b) {
  using X = plain<decltype(a())>;
  using Y = plain<decltype(b())>;
  using T = select_type<X, Y>;
  if constexpr (uniform_value<C> && uniform_value<X> && uniform_value<Y>) {
    return static_cast<bool>(c) ? static_cast<T>(a()) : static_cast<T>(b());
  } else {
    constexpr int W = uniform_value<C> ? common_width<X, Y> : width_of<plain<C>>;
    varying<T, W> r(T{});
    SIMT_DETAIL_BOTH_SIDES(turn, s, make_if(std::forward<C>(c)))
      if (s.skipped(turn)) {
      } else if (s.is_first(turn))
        r = a();
      else
        r = b();
    return r;
  }
}

}  // namespace simt::inline SIMT_ABI::detail

/// Returns c ? a : b, with each side evaluated for the threads that take it.
/// - CUDA:    ?:
#define simt_select(c, a, b) \
  ::simt::detail::select_lazy((c), SIMT_DETAIL_LAMBDA(a), SIMT_DETAIL_LAMBDA(b))

SIMT_DETAIL_QUIET_END
