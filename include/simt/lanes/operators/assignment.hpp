#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/operators/arithmetic.hpp>
#include <simt/lanes/operators/bitwise.hpp>
#include <simt/lanes/operators/division.hpp>
#include <simt/lanes/operators/shift.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {

// Compound assignment, increment and decrement of varyings change the active lanes only.
#define SIMT_DETAIL_COMPOUND(op)                                                                \
  template <class T, int W, class X>                                                            \
  requires(detail::lane_value<varying<T, W>> &&                                                 \
           (detail::lane_value<X> || detail::uniform_value<X>)) SIMT_INLINE varying<T, W>       \
  &operator op##=(varying<T, W>& a, X&& x) {                                                    \
    SIMT_FP_CONTRACT                                                                            \
    a.assign(detail::convert_to<T, W>(a op std::forward<X>(x)));                                \
    return a;                                                                                   \
  }                                                                                             \
  template <int W, int Low, int High, int Forms, class X>                                       \
  requires(detail::lane_value<X> || detail::uniform_value<X>) SIMT_INLINE auto& operator op##=( \
      detail::narrow_sum<W, Low, High, Forms>& a, X&& x) {                                      \
    return a = detail::convert_to<int, W>(a op std::forward<X>(x));                             \
  }                                                                                             \
  template <class T, class X>                                                                   \
  requires(std::is_arithmetic_v<T> && detail::lane_value<X>) T& operator op##=(T& a, X&&) {     \
    static_assert(detail::always_false<X>,                                                      \
                  "simt: a uniform is one value for all threads and takes none per thread: "    \
                  "declare it varying<T> (in a lambda kernel: auto sum = t.var(0.0f))");        \
    return a;                                                                                   \
  }
SIMT_DETAIL_COMPOUND_ASSIGNMENTS(SIMT_DETAIL_COMPOUND)
#undef SIMT_DETAIL_COMPOUND

template <class T, int W>
SIMT_INLINE varying<T, W>& operator++(varying<T, W>& a) {
  return a += T{1};
}
template <class T, int W>
SIMT_INLINE varying<T, W>& operator--(varying<T, W>& a) {
  return a -= T{1};
}
template <int W, int Low, int High, int Forms>
SIMT_INLINE auto& operator++(detail::narrow_sum<W, Low, High, Forms>& a) {
  return a += 1;
}
template <int W, int Low, int High, int Forms>
SIMT_INLINE auto& operator--(detail::narrow_sum<W, Low, High, Forms>& a) {
  return a -= 1;
}
template <int W, int Low, int High, int Forms>
SIMT_INLINE varying<int, W> operator++(detail::narrow_sum<W, Low, High, Forms>& a, int) {
  varying<int, W> const old = a.ints();
  a += 1;
  return old;
}
template <int W, int Low, int High, int Forms>
SIMT_INLINE varying<int, W> operator--(detail::narrow_sum<W, Low, High, Forms>& a, int) {
  varying<int, W> const old = a.ints();
  a -= 1;
  return old;
}
template <class T, int W>
SIMT_INLINE varying<T, W> operator++(varying<T, W>& a, int) {
  varying<T, W> const old = a;
  a += T{1};
  return old;
}
template <class T, int W>
SIMT_INLINE varying<T, W> operator--(varying<T, W>& a, int) {
  varying<T, W> const old = a;
  a -= T{1};
  return old;
}

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
