#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/math/float_wide.hpp>

// Gamma functions of float lanes.
namespace simt::inline SIMT_ABI::simd::detail::f32 {

/// ln gamma(x) for x >= 6: Stirling's series.
template <int D>
SIMT_INLINE wide<D> wide_stirling(wide<D> x) {
  auto const u = kd<D>(1) / x;
  auto const p =
      horner<D>(u * u, {0x1.5555555554742p-4, -0x1.6c16c0a5cd5e5p-9, 0x1.a0167d434a247p-11,
                        -0x1.36a9d4421c03ep-11, 0x1.7c865d59f163ap-11});
  auto const r = multiply_add<double, D>(p, u, kd<D>(0.91893853320467274178) - x);
  return multiply_add<double, D>(x - kd<D>(0.5), wide_log<D>(x), r);
}

/// ln |gamma(x)|
template <int L>
SIMT_COLD vec<float, L> lgamma(vec<float, L> x) {
  constexpr int D = wide_lanes<L>;
  // Between its zeros on the negative axis the function is a small difference of large terms.
  if (register_mask_bits<4, L>(is<compare::lt, float, L>(x, 0)) != 0) [[unlikely]]
    return by_lane<float, L>(
        [](float a) {
    // std::lgamma also writes a global sign, which threads would race for.
#ifdef _GNU_SOURCE
          int sign;
          return static_cast<float>(::lgamma_r(static_cast<double>(a), &sign));
#else
          return static_cast<float>(std::lgamma(static_cast<double>(a)));
#endif
        },
        x);
  auto const r = through_double<L>(
      [](wide<D> a) SIMT_LAMBDA_INLINE {
        auto const one = kd<D>(1), two = kd<D>(2);
        // [0.75, 3): its zeros 1 and 2 by a product. Below, x is moved up by one, from 3 to 6 by
        // three.
        auto const small = is<compare::lt, double, D>(a, 0.75);
        auto const near = is<compare::lt, double, D>(a, 3);
        auto const moved = is<compare::lt, double, D>(a, 6);
        auto const b = blend<double, D>(small, a + one, a);
        auto const product =
            (b - one) * (b - two) *
            horner<D>(blend<double, D>(near, b, two) - kd<D>(1.875),
                      {0x1.be5346f51a230p-2, -0x1.bf346e087131ap-4, 0x1.384cad94cf861p-5,
                       -0x1.f3cc95e6436bcp-7, 0x1.ae0d36bd88b36p-8, -0x1.827aa83879298p-9,
                       0x1.65d8314e222b5p-10, -0x1.57a086ce233ddp-11, 0x1.4a0a5e091f8edp-12,
                       -0x1.07730cc122e0cp-13, 0x1.ffac9fac6cf11p-15, -0x1.2816c03e8d88dp-14,
                       0x1.2a1b7bfe8fdf6p-15, 0x1.1849c9a409baep-16, -0x1.212b1b9b69c4dp-17,
                       -0x1.77def823678c5p-17, 0x1.7eb45f6be990bp-18});
        auto const far = wide_stirling<D>(blend<double, D>(moved, a + kd<D>(3), a));
        // ln of what the move has multiplied by.
        auto factor = blend<double, D>(moved, a * (a + one) * (a + two), one);
        factor = blend<double, D>(near, one, factor);
        factor = blend<double, D>(small, a, factor);
        return blend<double, D>(near, product, far) - wide_log<D>(factor);
      },
      x);
  auto const inf = k<float, L>(HUGE_VAL);
  auto z = blend<float, L>(is<compare::eq, float, L>(x, 0), inf, r);
  z = blend<float, L>(is<compare::eq, float, L>(x, 1), vec<float, L>{}, z);  // no -0
  return blend<float, L>(is<compare::lt, float, L>(x, HUGE_VAL), z, x);
}

template <int L>
SIMT_COLD vec<float, L> tgamma(vec<float, L> x) {
  constexpr int D = wide_lanes<L>;
  auto r = through_double<L>(
      [](wide<D> x2) SIMT_LAMBDA_INLINE {
        auto const one = kd<D>(1);
        auto const a = limit<double, D>(math::fabs<double, D>(x2), 0, 60);
        // Below 6 of a + 6, divided by a (a + 1) ... (a + 5).
        auto const small = is<compare::lt, double, D>(a, 6);
        auto const g = wide_exp<D>(wide_stirling<D>(blend<double, D>(small, a + kd<D>(6), a)));
        auto const z = a * (a + kd<D>(5));  // pairs of factors: z, z + 4, z + 6
        auto const product = blend<double, D>(small, z * (z + kd<D>(4)) * (z + kd<D>(6)), one);
        // gamma(x) = pi / (a sin(pi x) gamma(a)) for x = -a
        wide_nearest<D> const n(x2);
        auto const s = wide_sin_half_turn<D>((x2 - n.n) * kd<D>(0x1.921fb54442d18p1));
        auto const turned = bits_as<wide<D>>(bits_as<wide_bits<D>>(s) ^ (n.i << 63));
        auto const below = is<compare::lt, double, D>(x2, 0);
        auto const up = blend<double, D>(below, kd<D>(0x1.921fb54442d18p1) * product, g);
        auto const down = blend<double, D>(below, a * turned * g, product);
        return wide<D>(up / down);
      },
      x);
  auto const whole = test<compare::eq, float, L>(math::trunc<float, L>(x), x);
  auto const nan = k<float, L>(std::nan("")), inf = k<float, L>(HUGE_VAL);
  r = blend<float, L>(is<compare::lt, float, L>(x, 0), blend<float, L>(whole, nan, r), r);
  r = blend<float, L>(is<compare::eq, float, L>(x, 0), math::copysign<float, L>(inf, x), r);
  r = blend<float, L>(is<compare::eq, float, L>(x, HUGE_VAL), inf, r);
  return r;
}

}  // namespace simt::inline SIMT_ABI::simd::detail::f32
