#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/functions/exponential.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

struct fast_power_function {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> x, simd::vec<R, L> y) {
    using B = simd::batch<R, L>;
    // The logarithms of the last numbers below 2^128 would round to 128, and x^1 overflow.
    auto const log = simd::to_batch<R, L>(simd::math::log2<R, L>(x));
    return simd::math::exp2<R, L>(
        y * simd::to_vec(select(log == B(R(128)), B(R(0x1.fffffep6)), log)));
  }
};

struct pow_function {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> x, simd::vec<R, L> y) {
    return simd::math::pow<R, L>(x, y);
  }
};
struct square_function {
  template <class R, int L>
  SIMT_INLINE static simd::vec<R, L> apply(simd::vec<R, L> x, simd::vec<R, L>) {
    return x * x;
  }
};
/// Returns F of x and y. `pow(x, 2)` is a product, as compilers have it for threads; not where the
/// fast function is asked for, which has no negative base.
template <class F, class T, class X, class Y>
SIMT_INLINE auto power(X&& x, Y&& y) {
  if constexpr (width_of<plain<Y>> == 0 && std::is_same_v<F, pow_function>) {
    auto const exponent = static_cast<T>(uniform_of(std::forward<Y>(y)));
    if (exponent == T(2)) return call<square_function, T>(std::forward<X>(x), exponent);
    return call<F, T>(std::forward<X>(x), exponent);
  } else {
    return call<F, T>(std::forward<X>(x), std::forward<Y>(y));
  }
}

}  // namespace simt::inline SIMT_ABI::detail

namespace simt::inline SIMT_ABI {

template <class X, class Y, bool Fast = (SIMT_FAST_MATH != 0)>
requires detail::lane_call<X, Y>
[[nodiscard]] SIMT_INLINE auto pow(X&& x, Y&& y) {
  using T = detail::math_type<X, Y>;
  constexpr bool replaced = Fast && std::is_same_v<T, float>;
  using F = std::conditional_t<replaced, detail::fast_power_function, detail::pow_function>;
  return detail::power<F, T>(std::forward<X>(x), std::forward<Y>(y));
}
template <class X, class Y, bool Fast = (SIMT_FAST_MATH != 0)>
requires detail::lane_call<X, Y>
[[nodiscard]] SIMT_INLINE auto powf(X&& x, Y&& y) {
  using F = std::conditional_t<Fast, detail::fast_power_function, detail::pow_function>;
  return detail::power<F, float>(std::forward<X>(x), std::forward<Y>(y));
}

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
