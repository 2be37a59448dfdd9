#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/traits.hpp>

#include <utility>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// The members x, y, z, w of one type, made by make(0), make(1) …
template <int N, class C>
struct components;
template <class C>
struct components<1, C> {
  C x;
  components() = default;
  template <class F>
  SIMT_INLINE components(std::in_place_t, F make) : x(make(0)) {}
};
template <class C>
struct components<2, C> {
  C x, y;
  components() = default;
  template <class F>
  SIMT_INLINE components(std::in_place_t, F make) : x(make(0)), y(make(1)) {}
};
template <class C>
struct components<3, C> {
  C x, y, z;
  components() = default;
  template <class F>
  SIMT_INLINE components(std::in_place_t, F make) : x(make(0)), y(make(1)), z(make(2)) {}
};
template <class C>
struct components<4, C> {
  C x, y, z, w;
  components() = default;
  template <class F>
  SIMT_INLINE components(std::in_place_t, F make)
      : x(make(0)), y(make(1)), z(make(2)), w(make(3)) {}
};
/// Returns member I.
template <int I, class V>
SIMT_INLINE constexpr auto& component(V& v) {
  if constexpr (I == 0)
    return v.x;
  else if constexpr (I == 1)
    return v.y;
  else if constexpr (I == 2)
    return v.z;
  else
    return v.w;
}
/// Calls f(integral_constant<int, i>) for i in 0 … N-1.
template <int N, class F>
SIMT_INLINE void each_component(F&& f) {
  [&]<int... I>(std::integer_sequence<int, I...>) SIMT_LAMBDA_INLINE {
    (f(std::integral_constant<int, I>{}), ...);
  }
  (std::make_integer_sequence<int, N>{});
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
