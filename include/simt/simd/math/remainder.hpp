#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/math/formula.hpp>
#include <simt/simd/rounding.hpp>

// Remainders of float or double lanes: exact, by one multiply-add where the quotient is not too
// large for it, else by <cmath>.
namespace simt::inline SIMT_ABI::simd::detail {

/// Is |x / y|, which is q, so small in every lane that x - n y is exact for integers n next to it?
template <class V>
SIMT_INLINE bool has_exact_remainder(V q, V ay) {
  constexpr auto most = lane_of<V>(sizeof(lane_of<V>) == 4 ? 0x1p22 : 0x1p51);
  return all(q < V(most)) && all(ay < V(std::numeric_limits<lane_of<V>>::infinity()));
}

/// The remainder of x / y with the sign of x, exact.
template <class V>
SIMT_COLD V fmod(V x, V y) {
  if constexpr (has_fma && lanes_in<V> != 1) {
    auto const ax = abs(x), ay = abs(y);
    auto const q = math::trunc(V(ax / ay));
    if (has_exact_remainder(q, ay)) [[likely]] {
      // The quotient may have been rounded up to the next integer.
      auto r = fnmadd(q, ay, ax);
      r = select(r < V(0), r + ay, r);
      r = select(r >= ay, r - ay, r);
      return copysign(r, x);
    }
  }
  return by_lane([](auto a, auto b) { return std::fmod(a, b); }, x, y);
}
/// x - n y for the integer n next to x / y, of two the even one; exact.
template <class V>
SIMT_COLD V remainder(V x, V y) {
  if constexpr (has_fma && lanes_in<V> != 1) {
    auto const ax = abs(x), ay = abs(y);
    V const q = ax / ay;
    if (has_exact_remainder(q, ay)) [[likely]] {
      V r = fnmadd(math::rint(q), ay, ax);
      // The quotient may have been rounded over the middle between two integers.
      auto const beyond = abs(V(r + r)) > ay;
      r = select(beyond, r - copysign(ay, r), r);
      return from_bits<V>(bits(r) ^ (bits(x) & bits(V(lane_of<V>(-0.0)))));
    }
  }
  return by_lane([](auto a, auto b) { return std::remainder(a, b); }, x, y);
}
namespace f32 {
using detail::fmod;
using detail::remainder;
}  // namespace f32
namespace f64 {
using detail::fmod;
using detail::remainder;
}  // namespace f64

}  // namespace simt::inline SIMT_ABI::simd::detail
