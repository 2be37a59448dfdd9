#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/mask.hpp>
#include <simt/simd/math/avx512.hpp>
#include <simt/simd/rounding.hpp>

#include <cmath>
#include <limits>

// Exact element functions beside those of rounding.hpp: the parts of a number, its class, its
// neighbours, differences and square roots. math::f(batch), and math::f<R, L>(register).
namespace simt::inline SIMT_ABI::simd::math {

/// x - y where that is positive, else 0.
template <class V>
SIMT_INLINE V fdim(V x, V y) {
  if constexpr (lanes_in<V> == 1)
    return std::fdim(x.v, y.v);
  else
    return select(x <= y, V(0), x - y);
}
template <class V>
SIMT_INLINE V nextafter(V x, V y) {
  return detail::by_lane([](auto a, auto b) { return std::nextafter(a, b); }, x, y);
}
template <class V>
SIMT_INLINE V logb(V x) {
  return detail::by_lane([](auto a) { return std::logb(a); }, x);
}
/// x = fraction * 2^e with the fraction between 1/2 and 1; e is 0 for 0, infinity and NaN.
template <class V>
SIMT_INLINE V frexp(V x, V& e) {
  using R = lane_of<V>;
  if constexpr (lanes_in<V> == 1) {
    int n = 0;
    R const fraction = std::frexp(x.v, &n);
    e = std::isfinite(x.v) ? static_cast<R>(n) : R{0};
    return fraction;
  } else {
    using I = signed_of<R>;
    constexpr bool is_float = sizeof(R) == 4;
    constexpr int shift = std::numeric_limits<R>::digits - 1;
    constexpr I bias = std::numeric_limits<R>::max_exponent - 1;
    auto const ax = abs(x);
    auto const tiny = ax < V(std::numeric_limits<R>::min());
    auto const scaled = bits(select(tiny, x * V(is_float ? 0x1p32f : 0x1p64f), x));
    constexpr I exponent = ~(I(-1) << (8 * int(sizeof(R)) - 1 - shift)) << shift;
    // The exponent as a number, by the bits of a number whose last place is 1.
    V const one(is_float ? 0x1.8p23f : R(0x1.8p52));
    V n = from_bits<V>(((scaled & exponent) >> shift) + bits(one)) - one - V(bias - 1);
    n = n - select(tiny, V(is_float ? 32 : 64), V(0));
    auto const ordinary = ax < V(std::numeric_limits<R>::infinity());
    auto const fraction = from_bits<V>((scaled & ~exponent) | ((bias - 1) << shift));
    auto const zero = x == V(0);
    e = select(zero, V(0), select(ordinary, n, V(0)));
    return select(zero, x, select(ordinary, fraction, x));
  }
}
/// x * 2^n, rounded once. n as integral values of R.
template <class V>
SIMT_INLINE V ldexp(V x, V n) {
  if constexpr (detail::by_avx512<V>)
    return detail::scale_by_power(x, n);
  else
    return detail::by_lane(
        [](auto a, auto e) {
          auto const c = e > 5000 ? 5000 : e < -5000 ? -5000 : static_cast<int>(e);
          return std::ldexp(a, c);
        },
        x, n);
}
template <class V>
SIMT_INLINE mask_of<V> isinf(V x) {
  return abs(x) == V(std::numeric_limits<lane_of<V>>::infinity());
}
template <class V>
SIMT_INLINE mask_of<V> isfinite(V x) {
  return abs(x) < V(std::numeric_limits<lane_of<V>>::infinity());
}
template <class V>
SIMT_INLINE mask_of<V> signbit(V x) {
  return is_negative<V>(bits(x));
}

// The same and those of rounding.hpp, f(batch …), of registers as varyings store them.
#define SIMT_DETAIL_OF_REGISTERS(name, f)                           \
  template <class R, int L, class... X>                             \
  SIMT_INLINE vec<R, L> name(vec<R, L> x, X... others) {            \
    return to_vec(f(to_batch<R, L>(x), to_batch<R, L>(others)...)); \
  }
SIMT_DETAIL_OF_REGISTERS(fma, math::fma)
SIMT_DETAIL_OF_REGISTERS(fmin, math::fmin)
SIMT_DETAIL_OF_REGISTERS(fmax, math::fmax)
SIMT_DETAIL_OF_REGISTERS(rint, math::rint)
SIMT_DETAIL_OF_REGISTERS(nearbyint, math::rint)
SIMT_DETAIL_OF_REGISTERS(floor, math::floor)
SIMT_DETAIL_OF_REGISTERS(ceil, math::ceil)
SIMT_DETAIL_OF_REGISTERS(trunc, math::trunc)
SIMT_DETAIL_OF_REGISTERS(round, math::round)
SIMT_DETAIL_OF_REGISTERS(sqrt, sqrt)
SIMT_DETAIL_OF_REGISTERS(fabs, abs)
SIMT_DETAIL_OF_REGISTERS(copysign, copysign)
SIMT_DETAIL_OF_REGISTERS(logb, math::logb)
SIMT_DETAIL_OF_REGISTERS(fdim, math::fdim)
SIMT_DETAIL_OF_REGISTERS(nextafter, math::nextafter)
SIMT_DETAIL_OF_REGISTERS(ldexp, math::ldexp)
#undef SIMT_DETAIL_OF_REGISTERS
template <class R, int L>
SIMT_INLINE vec<R, L> frexp(vec<R, L> x, vec<R, L>& e) {
  batch<R, L> n;
  auto const fraction = math::frexp(to_batch<R, L>(x), n);
  e = to_vec(n);
  return to_vec(fraction);
}
#define SIMT_DETAIL_CLASS(name, f)                   \
  template <class R, int L>                          \
  SIMT_INLINE mask<sizeof(R), L> name(vec<R, L> x) { \
    return to_mask<R, L>(f(to_batch<R, L>(x)));      \
  }
SIMT_DETAIL_CLASS(isnan, isnan)
SIMT_DETAIL_CLASS(isinf, isinf)
SIMT_DETAIL_CLASS(isfinite, isfinite)
SIMT_DETAIL_CLASS(signbit, math::signbit)  // xsimd has the name, too
#undef SIMT_DETAIL_CLASS

}  // namespace simt::inline SIMT_ABI::simd::math
