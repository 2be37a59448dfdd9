#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/batch.hpp>
#include <simt/simd/math/formula.hpp>
#include <simt/simd/rounding.hpp>

SIMT_DETAIL_QUIET_BEGIN

// Sine and cosine as a GPU's special function units have them: the angle is counted in turns by one
// product, rounded toward zero, of which the whole part is dropped. Large angles thus keep few
// bits, and from 2^26 on none.
// - Source:  recorded on an H100: 65536 floats of all sizes within 3.3e-7
namespace simt::inline SIMT_ABI::simd::detail::f32 {

/// Returns what a product with 1 / 2 pi has lost by rounding. (Where it overflows there are no
/// parts of turns.)
template <class V>
SIMT_INLINE V lost_turns(V x, V product) {
  constexpr float turn = 0.15915494f, turn_high = 0x1.45ep-3f, turn_low = turn - turn_high;
  if constexpr (has_fma) {
    return math::fma(x, V(turn), V(0.0f) - product);
  } else {
    V const big = x * V(4097.0f);
    V const high = big - (big - x), low = x - high;  // halves of the bits, whose products are exact
    return ((high * V(turn_high) - product) + high * V(turn_low) + low * V(turn_high)) +
           low * V(turn_low);
  }
}
/// Returns x / 2 pi without its whole part, between -1/2 and 1/2.
template <class V>
SIMT_INLINE V fast_turns(V x) {
  V const product = x * V(0.15915494f);
  auto const away = lost_turns(x, product) * product < V(0.0f);  // rounded away from zero
  V const t = select(away, product * V(0x1.fffffep-1f), product);
  return select(abs(t) < V(0.5f), t, t - math::rint(t));
}
/// Returns sin(2 pi g), g between -1/4 and 1/4.
template <class V>
SIMT_INLINE V fast_sine_of_turns(V g) {
  static constexpr double c[] = {6.283185307179586,  -41.34170224039976, 81.60524927607504,
                                 -76.70585975306136, 42.05869394489765,  -15.09464257682298};
  return g * horner(g * g, c);
}
// A sine of 0 has the sign of its angle, but the other one at half turns; a cosine of 0 has the
// sign that the sine has not.
template <class V>
SIMT_INLINE V fast_sin(V x) {
  V const f = fast_turns(x);
  V const a = abs(f);
  V const sign = select(a == V(0.0f), x, select(a == V(0.5f), V(0.0f) - x, f));
  return copysign(fast_sine_of_turns(select(a > V(0.25f), V(0.5f) - a, a)), sign);
}
template <class V>
SIMT_INLINE V fast_cos(V x) {
  V const f = fast_turns(abs(x));
  V const g = V(0.25f) - abs(f);
  return select(g == V(0.0f), copysign(g, V(0.0f) - f), fast_sine_of_turns(g));
}

}  // namespace simt::inline SIMT_ABI::simd::detail::f32

SIMT_DETAIL_QUIET_END
