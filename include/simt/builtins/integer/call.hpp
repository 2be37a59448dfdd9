#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/integer/element.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

template <class X>
concept intrinsic_operand = lane_value<X> || uniform_value<X>;

template <class T>
using unsigned_register = std::make_unsigned_t<simd::register_t<T>>;

/// Op on operands of type T, computed in its unsigned registers, as a Result.
template <class Op, class T, class Result, class... X>
SIMT_INLINE constexpr auto intrinsic(X&&... x) {
  using U = unsigned_register<T>;
  if constexpr ((lane_value<X> || ...)) {
    int constexpr W = [] {
      int w = 0;
      ((w = w != 0 ? w : width_of<plain<X>>), ...);
      return w;
    }();
    using V = varying<T, W>;
    using UV = simd::vec<U, V::lanes>;
    auto const run = [](auto const&... v) SIMT_LAMBDA_INLINE {
      V r;
      simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
        r.v[i] = (typename V::vec)Op::template apply<UV>((UV)v.v[i]...);
      });
      return r;
    };
    return convert_to<Result, W>(run(convert_to<T, W>(std::forward<X>(x))...));
  } else {
    return static_cast<Result>(static_cast<T>(Op::template apply<U>(
        static_cast<U>(static_cast<T>(static_cast<lane_type<X>>(std::forward<X>(x))))...)));
  }
}

/// The bits of a T as a Result of the same size.
template <class T, class Result, class X>
SIMT_INLINE auto reinterpret(X&& x) {
  if constexpr (lane_value<X>) {
    constexpr int W = plain<X>::width;
    using V = varying<Result, W>;
    auto const v = convert_to<T, W>(std::forward<X>(x));
    V r;
    simd::each<V::count>(
        [&](int i) SIMT_LAMBDA_INLINE { r.v[i] = simd::bits_as<typename V::vec>(v.v[i]); });
    return r;
  } else {
    return simd::bits_as<Result>(static_cast<T>(static_cast<lane_type<X>>(std::forward<X>(x))));
  }
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
