#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/flow/execution_mask.hpp>
#include <simt/lanes/functions/define.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {

SIMT_DETAIL_FUNCTION_1(sin, lane_call)
SIMT_DETAIL_FUNCTION_1(cos, lane_call)
SIMT_DETAIL_FUNCTION_1(tan, lane_call)
SIMT_DETAIL_FUNCTION_1(asin, lane_call)
SIMT_DETAIL_FUNCTION_1(acos, lane_call)
SIMT_DETAIL_FUNCTION_1(atan, lane_call)
SIMT_DETAIL_FUNCTION_2(atan2, lane_call)

// Not in <cmath>: these take uniforms, too.
SIMT_DETAIL_FUNCTION_1(sinpi, function_call)
SIMT_DETAIL_FUNCTION_1(cospi, function_call)

}  // namespace simt::inline SIMT_ABI

namespace simt::inline SIMT_ABI::detail {

template <>
inline constexpr bool is_long<sin_function> = true;
template <>
inline constexpr bool is_long<cos_function> = true;

/// Stores sin and cos of x, computed together, to *s and *c.
template <class T, bool Pi, class X, class S, class C>
SIMT_INLINE void call_sincos(X&& x, S const& s, C const& c) {
  constexpr int W = plain<X>::width;
  using V = varying<T, W>;
  auto const v = convert_to<T, W>(std::forward<X>(x));
  V a, b;
  keeping_mask([&]() SIMT_LAMBDA_INLINE {
    simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
      if constexpr (Pi)
        simd::math::sincospi<T, V::lanes>(v.v[i], a.v[i], b.v[i]);
      else
        simd::math::sincos<T, V::lanes>(v.v[i], a.v[i], b.v[i]);
    });
  });
  *s = a;
  *c = b;
}

}  // namespace simt::inline SIMT_ABI::detail

namespace simt::inline SIMT_ABI {

// Functions with a second result, which they leave at an address: &x of a varying or &p[i]; for the
// active lanes only.
template <detail::lane_value X, detail::out_address S, detail::out_address C>
SIMT_INLINE void sincos(X&& x, S const& s, C const& c) {
  detail::call_sincos<detail::placed_math_type<X, S>, false>(std::forward<X>(x), s, c);
}
template <detail::lane_value X, detail::out_address S, detail::out_address C>
SIMT_INLINE void sincosf(X&& x, S const& s, C const& c) {
  detail::call_sincos<float, false>(std::forward<X>(x), s, c);
}
template <detail::lane_value X, detail::out_address S, detail::out_address C>
SIMT_INLINE void sincospi(X&& x, S const& s, C const& c) {
  detail::call_sincos<detail::placed_math_type<X, S>, true>(std::forward<X>(x), s, c);
}
template <detail::lane_value X, detail::out_address S, detail::out_address C>
SIMT_INLINE void sincospif(X&& x, S const& s, C const& c) {
  detail::call_sincos<float, true>(std::forward<X>(x), s, c);
}

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
