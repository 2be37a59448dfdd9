#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/half/varying.hpp>

#include <limits>

SIMT_DETAIL_QUIET_BEGIN

// Comparisons of 16-bit numbers, and pairs of them, with lanes. Ordered ones are false where an
// operand is NaN, those with u are true. Pairs: 1 or 0 in each half; with b whether both hold; with
// _mask all bits of a half.
namespace simt::inline SIMT_ABI {
namespace detail {

/// 1 or 0.
template <class F, int W>
SIMT_INLINE varying<short_float<F>, W> short_truth(varying<bool, W> const& p) {
  using V = varying<float, W>;
  return varying<short_float<F>, W>::exactly(blend_lanes<float, W>(p, V(1.0f), V(0.0f)));
}
template <int W>
SIMT_INLINE varying<unsigned, W> short_bits_where(varying<bool, W> const& p, unsigned bits) {
  using V = varying<unsigned, W>;
  return blend_lanes<unsigned, W>(p, V(bits), V(0u));
}

}  // namespace detail
using detail::plain_pair;

#define SIMT_DETAIL_SHORT_LANES_COMPARE(name, ...)                                           \
  template <class X, class Y>                                                                \
  requires detail::short_lanes<1, X, Y>                                                      \
  [[nodiscard]] SIMT_INLINE auto __h##name(X&& x, Y&& y) {                                   \
    constexpr int W = detail::short_width<X, Y>();                                           \
    auto const a = detail::short_floats<W>(std::forward<X>(x));                              \
    auto const b = detail::short_floats<W>(std::forward<Y>(y));                              \
    return varying<bool, W>(__VA_ARGS__);                                                    \
  }                                                                                          \
  template <class X, class Y>                                                                \
  requires detail::short_lanes<2, X, Y>                                                      \
  [[nodiscard]] SIMT_INLINE auto __h##name##2(X && x, Y && y) {                              \
    constexpr int W = detail::short_width<X, Y>();                                           \
    auto const a = detail::short_value<W>(std::forward<X>(x));                               \
    auto const b = detail::short_value<W>(std::forward<Y>(y));                               \
    using F = detail::short_format<X>;                                                       \
    return plain_pair(detail::short_truth<F>(__h##name(a.x, b.x)),                           \
                      detail::short_truth<F>(__h##name(a.y, b.y)));                          \
  }                                                                                          \
  template <class X, class Y>                                                                \
  requires detail::short_lanes<2, X, Y>                                                      \
  [[nodiscard]] SIMT_INLINE auto __hb##name##2(X && x, Y && y) {                             \
    constexpr int W = detail::short_width<X, Y>();                                           \
    auto const a = detail::short_value<W>(std::forward<X>(x));                               \
    auto const b = detail::short_value<W>(std::forward<Y>(y));                               \
    return varying<bool, W>(__h##name(a.x, b.x) && __h##name(a.y, b.y));                     \
  }                                                                                          \
  template <class X, class Y>                                                                \
  requires detail::short_lanes<2, X, Y>                                                      \
  [[nodiscard]] SIMT_INLINE auto __h##name##2_mask(X && x, Y && y) {                         \
    constexpr int W = detail::short_width<X, Y>();                                           \
    auto const a = detail::short_value<W>(std::forward<X>(x));                               \
    auto const b = detail::short_value<W>(std::forward<Y>(y));                               \
    return varying<unsigned, W>(detail::short_bits_where(__h##name(a.x, b.x), 0xffffu) |     \
                                detail::short_bits_where(__h##name(a.y, b.y), 0xffff0000u)); \
  }
SIMT_DETAIL_SHORT_LANES_COMPARE(eq, a == b)
SIMT_DETAIL_SHORT_LANES_COMPARE(ne, a<b || a> b)
SIMT_DETAIL_SHORT_LANES_COMPARE(lt, a < b)
SIMT_DETAIL_SHORT_LANES_COMPARE(le, a <= b)
SIMT_DETAIL_SHORT_LANES_COMPARE(gt, a > b)
SIMT_DETAIL_SHORT_LANES_COMPARE(ge, a >= b)
SIMT_DETAIL_SHORT_LANES_COMPARE(equ, !(a < b || a > b))
SIMT_DETAIL_SHORT_LANES_COMPARE(neu, a != b)
SIMT_DETAIL_SHORT_LANES_COMPARE(ltu, !(a >= b))
SIMT_DETAIL_SHORT_LANES_COMPARE(leu, !(a > b))
SIMT_DETAIL_SHORT_LANES_COMPARE(gtu, !(a <= b))
SIMT_DETAIL_SHORT_LANES_COMPARE(geu, !(a < b))
#undef SIMT_DETAIL_SHORT_LANES_COMPARE

SIMT_DETAIL_SHORT_LANES_OPERATOR(==, __heq, __hbeq2)
SIMT_DETAIL_SHORT_LANES_OPERATOR(!=, __hneu, __hbneu2)
SIMT_DETAIL_SHORT_LANES_OPERATOR(<, __hlt, __hblt2)
SIMT_DETAIL_SHORT_LANES_OPERATOR(<=, __hle, __hble2)
SIMT_DETAIL_SHORT_LANES_OPERATOR(>, __hgt, __hbgt2)
SIMT_DETAIL_SHORT_LANES_OPERATOR(>=, __hge, __hbge2)

template <class X>
requires detail::short_lanes<1, X>
[[nodiscard]] SIMT_INLINE auto __hisnan(X&& h) {
  auto const x = detail::short_floats<detail::short_width<X>()>(std::forward<X>(h));
  return varying<bool, detail::short_width<X>()>(x != x);
}
template <class X>
requires detail::short_lanes<2, X>
[[nodiscard]] SIMT_INLINE auto __hisnan2(X&& h) {
  using F = detail::short_format<X>;
  auto const p = detail::short_value<detail::short_width<X>()>(std::forward<X>(h));
  return plain_pair(detail::short_truth<F>(__hisnan(p.x)), detail::short_truth<F>(__hisnan(p.y)));
}
/// 1 of positive infinity, -1 of negative, else 0.
template <class X>
requires detail::short_lanes<1, X>
[[nodiscard]] SIMT_INLINE auto __hisinf(X&& h) {
  constexpr int W = detail::short_width<X>();
  using V = varying<int, W>;
  constexpr float inf = std::numeric_limits<float>::infinity();
  auto const x = detail::short_floats<W>(std::forward<X>(h));
  V const up = detail::blend_lanes<int, W>(varying<bool, W>(x == inf), V(1), V(0));
  return V(detail::blend_lanes<int, W>(varying<bool, W>(x == -inf), V(-1), up));
}

/// c ? a : b, lane by lane.
template <detail::lane_value C, class A, class B>
requires(detail::short_class<detail::plain<A>>::numbers > 0 &&
         detail::short_class<detail::plain<A>>::numbers ==
             detail::short_class<detail::plain<B>>::numbers) [[nodiscard]] SIMT_INLINE
    auto select(C&& c, A&& a, B&& b) {
  constexpr int W = detail::width_of<detail::plain<C>>;
  varying<bool, W> const p(std::forward<C>(c));
  auto const x = detail::short_value<W>(std::forward<A>(a));
  auto const y = detail::short_value<W>(std::forward<B>(b));
  auto const one = [&](auto const& u, auto const& v) SIMT_LAMBDA_INLINE {
    return detail::plain<decltype(u)>::exactly(detail::blend_lanes<float, W>(p, u.f, v.f));
  };
  if constexpr (detail::short_class<detail::plain<A>>::numbers == 1)
    return one(x, y);
  else
    return plain_pair(one(x.x, y.x), one(x.y, y.y));
}

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
