#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/functions/define.hpp>

#include <cmath>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {

SIMT_DETAIL_FUNCTION_2(fmod, lane_call)
SIMT_DETAIL_FUNCTION_2(remainder, lane_call)

}  // namespace simt::inline SIMT_ABI

namespace simt::inline SIMT_ABI::detail {

/// Returns the remainder of x / y and stores the low three bits of the quotient, with its sign, to
/// *quotient: as many as CUDA has, where C allows more.
template <class T, class X, class Y, class P>
SIMT_INLINE auto call_remquo(X&& x, Y&& y, P const& quotient) {
  constexpr int W = call_width<X, Y>();
  auto const a = convert_to<T, W>(std::forward<X>(x));
  auto const b = convert_to<T, W>(std::forward<Y>(y));
  auto const q = call_by_lane<int, T>(
      [](T u, T w) {
        int n = 0;
        static_cast<void>(std::remquo(u, w, &n));
        return n % 8;
      },
      a, b);
  *quotient = q;
  return call<remainder_function, T>(a, b);
}

}  // namespace simt::inline SIMT_ABI::detail

namespace simt::inline SIMT_ABI {

template <class X, class Y, detail::out_address P>
requires detail::lane_call<X, Y> SIMT_INLINE auto remquo(X&& x, Y&& y, P const& quotient) {
  return detail::call_remquo<detail::math_type<X, Y>>(std::forward<X>(x), std::forward<Y>(y),
                                                      quotient);
}
template <class X, class Y, detail::out_address P>
requires detail::lane_call<X, Y> SIMT_INLINE auto remquof(X&& x, Y&& y, P const& quotient) {
  return detail::call_remquo<float>(std::forward<X>(x), std::forward<Y>(y), quotient);
}

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
