#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/varying.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// Returns an operand in its own type; register_as() converts it where it is used.
// Why: converted as a whole, the operands of a wide gang go through memory with g++ 12. Gone when a
// sum of int and float lanes compiles without stores.
template <class T, int W, class X>
SIMT_INLINE decltype(auto) operand(X&& x) {
  if constexpr (lane_value<X> && !lane_predicate<X>)
    return eval(std::forward<X>(x));
  else
    return convert_to<T, W>(std::forward<X>(x));
}
/// Returns register i of x, converted to T.
template <class T, class S, int W>
SIMT_INLINE auto register_as(varying<S, W> const& x, int i) {
  using From = varying<S, W>;
  using To = varying<T, W>;
  using FR = typename From::reg;
  using TR = typename To::reg;
  if constexpr (std::is_same_v<S, T>) {
    return x.v[i];
  } else if constexpr (From::lanes == To::lanes) {
    return narrow<T, TR, To::lanes>(simd::convert<TR, FR, To::lanes>(x.v[i]));
  } else if constexpr (From::lanes > To::lanes) {
    simd::vec<FR, To::lanes> half[2];
    __builtin_memcpy(half, &x.v[i / 2], sizeof half);
    return simd::convert<TR, FR, To::lanes>(half[i % 2]);
  } else {
    return narrow<T, TR, To::lanes>(simd::join_halves<TR, From::lanes>(
        simd::convert<TR, FR, From::lanes>(x.v[2 * i]),
        simd::convert<TR, FR, From::lanes>(x.v[2 * i + 1])));
  }
}

/// Applies Op to a and b, converted to T, register by register.
template <class Op, class T, class A, class B>
SIMT_INLINE auto combine(A&& a, B&& b) {
  constexpr int W = common_width<A, B>;
  static_assert(same_width<A, B>, "simt: the two values belong to gangs of different width");
  using V = varying<T, W>;
  decltype(auto) x = operand<T, W>(std::forward<A>(a));
  decltype(auto) y = operand<T, W>(std::forward<B>(b));
  V r;
  simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
    SIMT_FP_CONTRACT
    r.v[i] = Op::template apply<typename V::reg, V::lanes>(register_as<T>(x, i),
                                                           register_as<T>(y, i));
  });
  return result_of<T, W, A&&, B&&>(r);
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
