#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/flow/execution_mask.hpp>
#include <simt/lanes/functions/define.hpp>

#include <cmath>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {

SIMT_DETAIL_FUNCTION_2(nextafter, lane_call)
SIMT_DETAIL_FUNCTION_2(copysign, lane_call)
SIMT_DETAIL_FUNCTION_1(logb, lane_call)

}  // namespace simt::inline SIMT_ABI

namespace simt::inline SIMT_ABI::detail {

struct ldexp_function {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> x, simd::vec<R, L> n) {
    return simd::math::ldexp<R, L>(x, n);
  }
};

/// Returns the fraction of x and stores its exponent to *exponent.
template <class T, class X, class P>
SIMT_INLINE auto call_frexp(X&& x, P const& exponent) {
  constexpr int W = plain<X>::width;
  using V = varying<T, W>;
  auto const v = convert_to<T, W>(std::forward<X>(x));
  V fraction, e;
  keeping_mask([&]() SIMT_LAMBDA_INLINE {
    simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
      fraction.v[i] = simd::math::frexp<typename V::reg, V::lanes>(v.v[i], e.v[i]);
    });
  });
  *exponent = convert_to<int, W>(e);
  return fraction;
}

}  // namespace simt::inline SIMT_ABI::detail

namespace simt::inline SIMT_ABI {

/// Returns x * 2^n.
template <class X, class N>
requires detail::lane_call<X, N>
[[nodiscard]] SIMT_INLINE auto ldexp(X&& x, N&& n) {
  return detail::call<detail::ldexp_function, detail::math_type<X>>(std::forward<X>(x),
                                                                    std::forward<N>(n));
}
template <class X, class N>
requires detail::lane_call<X, N>
[[nodiscard]] SIMT_INLINE auto ldexpf(X&& x, N&& n) {
  return detail::call<detail::ldexp_function, float>(std::forward<X>(x), std::forward<N>(n));
}
#define SIMT_DETAIL_ALIAS(name, ldexp)                          \
  template <class X, class N>                                   \
  requires detail::lane_call<X, N>                              \
  [[nodiscard]] SIMT_INLINE auto name(X&& x, N&& n) {           \
    return simt::ldexp(std::forward<X>(x), std::forward<N>(n)); \
  }
SIMT_DETAIL_ALIAS(scalbn, ldexp)
SIMT_DETAIL_ALIAS(scalbnf, ldexpf)
SIMT_DETAIL_ALIAS(scalbln, ldexp)
SIMT_DETAIL_ALIAS(scalblnf, ldexpf)
#undef SIMT_DETAIL_ALIAS

/// Returns the exponent of x as an int.
template <detail::lane_value X>
[[nodiscard]] SIMT_INLINE auto ilogb(X&& x) {
  using T = detail::math_type<X>;
  return detail::call_by_lane<int, T>(
      [](T a) { return std::ilogb(a); },
      detail::convert_to<T, detail::plain<X>::width>(std::forward<X>(x)));
}
template <detail::lane_value X>
[[nodiscard]] SIMT_INLINE auto ilogbf(X&& x) {
  return simt::ilogb(detail::convert_to<float, detail::plain<X>::width>(std::forward<X>(x)));
}

template <detail::lane_value X, detail::out_address P>
SIMT_INLINE auto frexp(X&& x, P const& exponent) {
  return detail::call_frexp<detail::math_type<X>>(std::forward<X>(x), exponent);
}
template <detail::lane_value X, detail::out_address P>
SIMT_INLINE auto frexpf(X&& x, P const& exponent) {
  return detail::call_frexp<float>(std::forward<X>(x), exponent);
}

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
