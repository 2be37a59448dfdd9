#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/math/float_core.hpp>

// Exponential and hyperbolic functions of float lanes.
namespace simt::inline SIMT_ABI::simd::detail::f32 {

template <class V>
SIMT_INLINE V exp(V x) {
  x = clamp(x, -104.0, 89.0);
  auto const n = nearest(x * V(1.44269504088896340736f));
  auto const hi = fmadd(n, V(-0.693359375f), x);
  auto const r = fmadd(n, V(2.12194440054690583e-4f), hi);
  return times_power(exp_reduced(r), n);
}
template <class V>
SIMT_INLINE V exp2(V x) {
  x = clamp(x, -151.0, 129.0);
  auto const n = nearest(x);
  auto const hi = (x - n) * V(0.693147180559945309417f);
  return times_power(exp_reduced(hi), n);
}
/// 10^x
template <class V>
SIMT_INLINE V exp10(V x) {
  x = clamp(x, -46.0, 39.0);
  auto const n = nearest(x * V(3.32192809488736234787f));
  auto r = fmadd(n, V(-3.00781250e-1f), x);
  r = fmadd(n, V(-2.48745663981195213739e-4f), r);
  auto const hi = r * V(2.30258509299404568402f);
  return times_power(exp_reduced(hi), n);
}
template <class V>
SIMT_COLD V expm1(V x) {
  exp_parts<V> const e(clamp(x, -20.0, 89.0));
  return copysign(times_power(e.minus_one(), e.n), x);
}

/// xsimd's, and its tanh: as exact or better, and a fifth to a half faster.
template <class V>
SIMT_COLD V sinh(V x) {
  return by_xsimd([](auto a) SIMT_LAMBDA_INLINE { return xsimd::sinh(a); }, x);
}
template <class V>
SIMT_COLD V tanh(V x) {
  return by_xsimd([](auto a) SIMT_LAMBDA_INLINE { return xsimd::tanh(a); }, x);
}
template <class V>
SIMT_COLD V cosh(V x) {
  exp_parts<V> const e(at_most(abs(x), 90));
  auto const h = times_power(e.value(), e.n - V(1));  // e^|x| / 2
  return h + V(0.25f) / h;
}

}  // namespace simt::inline SIMT_ABI::simd::detail::f32
