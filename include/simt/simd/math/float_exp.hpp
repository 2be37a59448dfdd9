#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/math/float_core.hpp>

// Exponential and hyperbolic functions of float lanes.
namespace simt::inline SIMT_ABI::simd::detail::f32 {

template <int L>
SIMT_INLINE vec<float, L> exp(vec<float, L> x) {
  if constexpr (L > 1 && has_fma) {
    x = clamp_keeping_nan<float, L>(x, -104.0, 89.0);
    nearest<float, L> const n(x * k<float, L>(1.44269504088896340736));
    auto const hi = fused<float, L>(n.n, k<float, L>(-0.693359375), x);
    auto const r = fused<float, L>(n.n, k<float, L>(2.12194440054690583e-4), hi);
    return scale<float, L>(exp_reduced<float, L>(r, vec<float, L>{}), n);
  } else {
    constexpr int D = wide_lanes<L>;
    return through_double<L>(
        [](wide<D> a) SIMT_LAMBDA_INLINE { return wide_exp<D>(limit<double, D>(a, -150, 150)); },
        x);
  }
}
template <int L>
SIMT_INLINE vec<float, L> exp2(vec<float, L> x) {
  if constexpr (L > 1 && has_fma) {
    x = clamp_keeping_nan<float, L>(x, -151.0, 129.0);
    nearest<float, L> const n(x);
    auto const hi = (x - n.n) * k<float, L>(0.693147180559945309417);
    return scale<float, L>(exp_reduced<float, L>(hi, vec<float, L>{}), n);
  } else {
    constexpr int D = wide_lanes<L>;
    return through_double<L>(
        [](wide<D> a) SIMT_LAMBDA_INLINE { return wide_exp2<D>(limit<double, D>(a, -200, 200)); },
        x);
  }
}
/// 10^x
template <int L>
SIMT_INLINE vec<float, L> exp10(vec<float, L> x) {
  if constexpr (L > 1 && has_fma) {
    x = clamp_keeping_nan<float, L>(x, -46.0, 39.0);
    nearest<float, L> const n(x * k<float, L>(3.32192809488736234787));
    auto r = fused<float, L>(n.n, k<float, L>(-3.00781250e-1), x);
    r = fused<float, L>(n.n, k<float, L>(-2.48745663981195213739e-4), r);
    auto const hi = r * k<float, L>(2.30258509299404568402);
    return scale<float, L>(exp_reduced<float, L>(hi, vec<float, L>{}), n);
  } else {
    constexpr int D = wide_lanes<L>;
    return through_double<L>(
        [](wide<D> a) SIMT_LAMBDA_INLINE {
          a = limit<double, D>(a, -60, 60);
          // The integer part by ln(10) of 40 bits is exact: powers of ten that are floats stay it.
          wide_nearest<D> const n(a);
          auto const r = (a - n.n) * kd<D>(0x1.26bb1bbb55516p1);
          auto const whole = n.n * kd<D>(0x1.26bb1bbb55516p1);
          return wide_exp<D>(whole + r);
        },
        x);
  }
}
template <int L>
SIMT_COLD vec<float, L> expm1(vec<float, L> x) {
  if constexpr (L > 1 && has_fma) {
    exp_parts<L> const e(clamp_keeping_nan<float, L>(x, -20.0, 89.0));
    return math::copysign<float, L>(times_power<L>(e.minus_one(), e.n), x);
  }
  constexpr int D = wide_lanes<L>;
  auto const r = through_double<L>(
      [](wide<D> a) SIMT_LAMBDA_INLINE { return wide_expm1<D>(limit<double, D>(a, -150, 150)); },
      x);
  return blend<float, L>(is<compare::eq, float, L>(x, 0), x, r);  // -0
}

template <int L>
SIMT_COLD vec<float, L> sinh(vec<float, L> x) {
  if constexpr (L > 1 && has_fma) {
    exp_parts<L> const e(at_most<L>(math::fabs<float, L>(x), 89.5));
    auto const g = e.minus_one_times(0.25), h = g + g;  // (e^|x| - 1) / 2
    return math::copysign<float, L>(h + g / (h + kf<L>(0.5)), x);
  }
  constexpr int D = wide_lanes<L>;
  auto const r = through_double<L>(
      [](wide<D> a) SIMT_LAMBDA_INLINE {
        auto const t = wide_expm1<D>(limit<double, D>(a, -150, 150));
        return kd<D>(0.5) * (t + t / (t + kd<D>(1)));
      },
      math::fabs<float, L>(x));
  return math::copysign<float, L>(r, x);
}
template <int L>
SIMT_COLD vec<float, L> cosh(vec<float, L> x) {
  if constexpr (L > 1 && has_fma) {
    exp_parts<L> const e(at_most<L>(math::fabs<float, L>(x), 90));
    auto const one = kf<L>(1);
    auto const h = times_power<L>(e.value(), e.n - one);  // e^|x| / 2
    return h + kf<L>(0.25) / h;
  }
  constexpr int D = wide_lanes<L>;
  return through_double<L>(
      [](wide<D> a) SIMT_LAMBDA_INLINE {
        auto const t = wide_exp<D>(limit<double, D>(a, -150, 150));
        return kd<D>(0.5) * (t + kd<D>(1) / t);
      },
      x);
}
template <int L>
SIMT_COLD vec<float, L> tanh(vec<float, L> x) {
  if constexpr (L > 1 && has_fma) {
    auto const a = math::fabs<float, L>(x);
    exp_parts<L> const e(at_most<L>(a + a, 20));
    auto const t = e.minus_one_times(1);
    return math::copysign<float, L>(t / (t + kf<L>(2)), x);
  }
  constexpr int D = wide_lanes<L>;
  auto const r = through_double<L>(
      [](wide<D> a) SIMT_LAMBDA_INLINE {
        auto const t = wide_expm1<D>(limit<double, D>(a + a, -50, 50));
        return t / (t + kd<D>(2));
      },
      math::fabs<float, L>(x));
  return math::copysign<float, L>(r, x);
}

}  // namespace simt::inline SIMT_ABI::simd::detail::f32
