#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/rounding.hpp>

// Logarithms and powers of float or double lanes at the arguments that are no ordinary numbers.
namespace simt::inline SIMT_ABI::simd::detail {

/// r, the logarithm of x less `pole`, put right where that is 0, negative, infinite or NaN.
template <class V>
SIMT_INLINE V log_edges(V x, V r, lane_of<V> pole = 0) {
  using limits = std::numeric_limits<lane_of<V>>;
  V const infinity(limits::infinity());
  r = select(x == V(pole), negate(infinity), r);
  r = select(x < infinity, r, x);
  return select(x < V(pole), V(limits::quiet_NaN()), r);
}

/// r, |x|^y of positive finite |x| and finite y, put right for all others and for negative x.
template <class V>
SIMT_INLINE V power_edges(V x, V y, V r) {
  using limits = std::numeric_limits<lane_of<V>>;
  V const infinity(limits::infinity()), zero(0), one(1);
  auto const ax = abs(x);
  r = select(ax == zero, select(y < zero, infinity, zero), r);
  r = select(ax == infinity, select(y < zero, zero, infinity), r);
  r = select(isnan(y), y, r);
  r = select(isnan(x), x, r);
  // A negative base: the sign of an odd power, nothing for a fraction.
  V const half = y * V(lane_of<V>(0.5));
  auto const whole = math::trunc(y) == y, even = math::trunc(half) == half;
  r = select(whole & ~even, copysign(r, x), r);
  r = select((x < zero) & (ax < infinity) & ~whole, V(limits::quiet_NaN()), r);
  // pow(1, anything) and pow(anything, 0) are 1, pow(-1, infinity) as well.
  r = select((y == zero) | (x == one), one, r);
  return select((x == V(-1)) & (abs(y) == infinity), one, r);
}

}  // namespace simt::inline SIMT_ABI::simd::detail
