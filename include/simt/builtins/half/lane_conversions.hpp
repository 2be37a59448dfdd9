#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/half/varying.hpp>

#include <limits>

SIMT_DETAIL_QUIET_BEGIN

// Conversions of 16-bit floating-point numbers, and pairs of them, with lanes.
namespace simt::inline SIMT_ABI {
namespace detail {

/// The nearest that I has.
template <class I, int W>
SIMT_INLINE varying<I, W> saturated_lanes(varying<int, W> const& x) {
  using V = varying<int, W>;
  constexpr int low = std::numeric_limits<I>::min(), high = std::numeric_limits<I>::max();
  V const r = blend_lanes<int, W>(varying<bool, W>(x < low), V(low), x);
  return convert_to<I, W>(V(blend_lanes<int, W>(varying<bool, W>(r > high), V(high), r)));
}

}  // namespace detail
using detail::plain_pair;

// Conversions.
#define SIMT_DETAIL_SHORT_LANES_FROM(t, H, suffix, mode)                                   \
  template <detail::lane_value X>                                                          \
  [[nodiscard]] SIMT_INLINE auto __float2##t##_##suffix(X&& x) {                           \
    constexpr int W = detail::plain<X>::width;                                             \
    return varying<H, W>::exactly(detail::round_to_short<H::format, simd::rounding::mode>( \
        detail::convert_to<float, W>(std::forward<X>(x))));                                \
  }
#define SIMT_DETAIL_SHORT_LANES_OF(t, H, name, suffix, mode)                       \
  template <detail::lane_value X>                                                  \
  [[nodiscard]] SIMT_INLINE auto __##name##2##t##_##suffix(X&& x) {                \
    using F = H::format;                                                           \
    constexpr int W = detail::plain<X>::width;                                     \
    return varying<H, W>::exactly(detail::round_to_short<F, simd::rounding::mode>( \
        detail::roundable_lanes<F, W>(std::forward<X>(x))));                       \
  }
#define SIMT_DETAIL_SHORT_LANES_INTEGER(t, H, name)   \
  SIMT_DETAIL_SHORT_LANES_TO(t, H, name, rn)          \
  SIMT_DETAIL_SHORT_LANES_TO(t, H, name, rz)          \
  SIMT_DETAIL_SHORT_LANES_TO(t, H, name, ru)          \
  SIMT_DETAIL_SHORT_LANES_TO(t, H, name, rd)          \
  SIMT_DETAIL_SHORT_LANES_OF(t, H, name, rn, nearest) \
  SIMT_DETAIL_SHORT_LANES_OF(t, H, name, rz, zero)    \
  SIMT_DETAIL_SHORT_LANES_OF(t, H, name, ru, up)      \
  SIMT_DETAIL_SHORT_LANES_OF(t, H, name, rd, down)
// Integers of less than 32 bits: by way of int, then the nearest that the type has.
#define SIMT_DETAIL_SHORT_LANES_TO_SMALL(t, H, name, I, suffix)                             \
  template <class X>                                                                        \
  requires(detail::short_lanes<1, X> && std::is_same_v<detail::short_format<X>, H::format>) \
      [[nodiscard]] SIMT_INLINE auto __##t##2##name##_##suffix(X&& h) {                     \
    constexpr int W = detail::short_width<X>();                                             \
    return detail::saturated_lanes<I>(                                                      \
        __float2int_##suffix(detail::short_floats<W>(std::forward<X>(h))));                 \
  }
#define SIMT_DETAIL_SHORT_LANES_SMALL(t, H, name, I)                                        \
  SIMT_DETAIL_SHORT_LANES_TO_SMALL(t, H, name, I, rn)                                       \
  SIMT_DETAIL_SHORT_LANES_TO_SMALL(t, H, name, I, rz)                                       \
  SIMT_DETAIL_SHORT_LANES_TO_SMALL(t, H, name, I, ru)                                       \
  SIMT_DETAIL_SHORT_LANES_TO_SMALL(t, H, name, I, rd)                                       \
  SIMT_DETAIL_SHORT_LANES_OF(t, H, name, rn, nearest)                                       \
  SIMT_DETAIL_SHORT_LANES_OF(t, H, name, rz, zero)                                          \
  SIMT_DETAIL_SHORT_LANES_OF(t, H, name, ru, up)                                            \
  SIMT_DETAIL_SHORT_LANES_OF(t, H, name, rd, down)                                          \
  template <class X>                                                                        \
  requires(detail::short_lanes<1, X> && std::is_same_v<detail::short_format<X>, H::format>) \
      [[nodiscard]] SIMT_INLINE auto __##t##_as_##name(X&& h) {                             \
    constexpr int W = detail::short_width<X>();                                             \
    return detail::convert_to<I, W>(                                                        \
        detail::short_bits_of<H::format>(detail::short_floats<W>(std::forward<X>(h))));     \
  }                                                                                         \
  template <detail::lane_value X>                                                           \
  [[nodiscard]] SIMT_INLINE auto __##name##_as_##t(X&& x) {                                 \
    constexpr int W = detail::plain<X>::width;                                              \
    return varying<H, W>::exactly(                                                          \
        detail::short_from_bits<H::format>(detail::convert_to<unsigned, W>(                 \
            detail::convert_to<unsigned short, W>(std::forward<X>(x)))));                   \
  }
#define SIMT_DETAIL_SHORT_LANES_TO(t, H, name, suffix)                                      \
  template <class X>                                                                        \
  requires(detail::short_lanes<1, X> && std::is_same_v<detail::short_format<X>, H::format>) \
      [[nodiscard]] SIMT_INLINE auto __##t##2##name##_##suffix(X&& h) {                     \
    return __float2##name##_##suffix(                                                       \
        detail::short_floats<detail::short_width<X>()>(std::forward<X>(h)));                \
  }
#define SIMT_DETAIL_SHORT_LANES_NAMES(t, H, H2, t2)                                            \
  SIMT_DETAIL_SHORT_LANES_FROM(t, H, rn, nearest)                                              \
  SIMT_DETAIL_SHORT_LANES_FROM(t, H, rz, zero)                                                 \
  SIMT_DETAIL_SHORT_LANES_FROM(t, H, ru, up)                                                   \
  SIMT_DETAIL_SHORT_LANES_FROM(t, H, rd, down)                                                 \
  SIMT_DETAIL_SHORT_LANES_INTEGER(t, H, int)                                                   \
  SIMT_DETAIL_SHORT_LANES_INTEGER(t, H, uint)                                                  \
  SIMT_DETAIL_SHORT_LANES_INTEGER(t, H, ll)                                                    \
  SIMT_DETAIL_SHORT_LANES_INTEGER(t, H, ull)                                                   \
  SIMT_DETAIL_SHORT_LANES_SMALL(t, H, short, short)                                            \
  SIMT_DETAIL_SHORT_LANES_SMALL(t, H, ushort, unsigned short)                                  \
  SIMT_DETAIL_SHORT_LANES_TO_SMALL(t, H, char, signed char, rz)                                \
  SIMT_DETAIL_SHORT_LANES_TO_SMALL(t, H, uchar, unsigned char, rz)                             \
  template <detail::lane_value X>                                                              \
  [[nodiscard]] SIMT_INLINE auto __float2##t(X&& x) {                                          \
    return __float2##t##_rn(std::forward<X>(x));                                               \
  }                                                                                            \
  template <detail::lane_value X>                                                              \
  [[nodiscard]] SIMT_INLINE auto __float2##t2##_rn(X&& x) {                                    \
    auto const h = __float2##t(std::forward<X>(x));                                            \
    return plain_pair(h, h);                                                                   \
  }                                                                                            \
  template <class X, class Y>                                                                  \
  requires(detail::function_call<X, Y> && (detail::lane_value<X> || detail::lane_value<Y>))    \
      [[nodiscard]] SIMT_INLINE auto __floats2##t2##_rn(X&& x, Y&& y) {                        \
    constexpr int W = detail::call_width<X, Y>();                                              \
    return plain_pair(__float2##t(detail::convert_to<float, W>(std::forward<X>(x))),           \
                      __float2##t(detail::convert_to<float, W>(std::forward<Y>(y))));          \
  }                                                                                            \
  template <class X>                                                                           \
  requires(detail::short_lanes<1, X> && std::is_same_v<detail::short_format<X>, H::format>)    \
      [[nodiscard]] SIMT_INLINE auto __##t##2float(X && h) {                                   \
    return detail::short_floats<detail::short_width<X>()>(std::forward<X>(h));                 \
  }                                                                                            \
  template <class X>                                                                           \
  requires(detail::short_lanes<2, X> && std::is_same_v<detail::short_format<X>, H::format>)    \
      [[nodiscard]] SIMT_INLINE auto __##t2##2float2(X && h) {                                 \
    auto const p = detail::short_value<detail::short_width<X>()>(std::forward<X>(h));          \
    return make_float2(p.x.f, p.y.f);                                                          \
  }                                                                                            \
  template <class X, class Y>                                                                  \
  requires(detail::short_lanes<1, X, Y> && std::is_same_v<detail::short_format<X>, H::format>) \
      [[nodiscard]] SIMT_INLINE auto __halves2##t2(X&& x, Y&& y) {                             \
    constexpr int W = detail::short_width<X, Y>();                                             \
    return plain_pair(detail::short_value<W>(std::forward<X>(x)),                              \
                      detail::short_value<W>(std::forward<Y>(y)));                             \
  }                                                                                            \
  template <class X, class Y>                                                                  \
  requires(detail::short_lanes<1, X, Y> && std::is_same_v<detail::short_format<X>, H::format>) \
      [[nodiscard]] SIMT_INLINE auto make_##t2(X&& x, Y&& y) {                                 \
    return __halves2##t2(std::forward<X>(x), std::forward<Y>(y));                              \
  }                                                                                            \
  template <class X>                                                                           \
  requires(detail::short_lanes<1, X> && std::is_same_v<detail::short_format<X>, H::format>)    \
      [[nodiscard]] SIMT_INLINE auto __##t##2##t2(X&& x) {                                     \
    auto const h = detail::short_value<detail::short_width<X>()>(std::forward<X>(x));          \
    return plain_pair(h, h);                                                                   \
  }                                                                                            \
  template <class X>                                                                           \
  requires(detail::short_lanes<2, X> && std::is_same_v<detail::short_format<X>, H::format>)    \
      [[nodiscard]] SIMT_INLINE auto __low2##t(X&& x) {                                        \
    return detail::short_value<detail::short_width<X>()>(std::forward<X>(x)).x;                \
  }                                                                                            \
  template <class X>                                                                           \
  requires(detail::short_lanes<2, X> && std::is_same_v<detail::short_format<X>, H::format>)    \
      [[nodiscard]] SIMT_INLINE auto __high2##t(X&& x) {                                       \
    return detail::short_value<detail::short_width<X>()>(std::forward<X>(x)).y;                \
  }
SIMT_DETAIL_SHORT_LANES_NAMES(half, __half, __half2, half2)
SIMT_DETAIL_SHORT_LANES_NAMES(bfloat16, __nv_bfloat16, __nv_bfloat162, bfloat162)
#undef SIMT_DETAIL_SHORT_LANES_NAMES
#undef SIMT_DETAIL_SHORT_LANES_TO
#undef SIMT_DETAIL_SHORT_LANES_INTEGER
#undef SIMT_DETAIL_SHORT_LANES_SMALL
#undef SIMT_DETAIL_SHORT_LANES_TO_SMALL
#undef SIMT_DETAIL_SHORT_LANES_OF
#undef SIMT_DETAIL_SHORT_LANES_FROM

template <class X>
requires detail::short_lanes<2, X>
[[nodiscard]] SIMT_INLINE auto __low2float(X&& x) {
  return detail::short_value<detail::short_width<X>()>(std::forward<X>(x)).x.f;
}
template <class X>
requires detail::short_lanes<2, X>
[[nodiscard]] SIMT_INLINE auto __high2float(X&& x) {
  return detail::short_value<detail::short_width<X>()>(std::forward<X>(x)).y.f;
}
template <class X>
requires detail::short_lanes<2, X>
[[nodiscard]] SIMT_INLINE auto __lowhigh2highlow(X&& x) {
  auto const p = detail::short_value<detail::short_width<X>()>(std::forward<X>(x));
  return plain_pair(p.y, p.x);
}

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
