#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/math/float_wide.hpp>

// Gamma functions of float lanes.
namespace simt::inline SIMT_ABI::simd::detail::f32 {

/// ln gamma(x) for x >= 6: Stirling's series.
template <class W>
SIMT_INLINE W wide_stirling(W x) {
  auto const u = W(1) / x;
  auto const p = horner(u * u, {0x1.5555555554742p-4, -0x1.6c16c0a5cd5e5p-9, 0x1.a0167d434a247p-11,
                                -0x1.36a9d4421c03ep-11, 0x1.7c865d59f163ap-11});
  auto const r = multiply_add(p, u, W(0.91893853320467274178) - x);
  return multiply_add(x - W(0.5), wide_log(x), r);
}

/// ln |gamma(x)|
template <class V>
SIMT_COLD V lgamma(V x) {
  // Between its zeros on the negative axis the function is a small difference of large terms.
  if (any(x < V(0))) [[unlikely]]
    return by_double_lane(log_of_gamma, x);
  auto const r = through_double(
      []<class W>(W a) SIMT_LAMBDA_INLINE {
        auto const one = W(1), two = W(2);
        // [0.75, 3): its zeros 1 and 2 by a product. Below, x is moved up by one, from 3 to 6 by
        // three.
        auto const small = a < W(0.75);
        auto const near = a < W(3);
        auto const moved = a < W(6);
        auto const b = select(small, a + one, a);
        auto const product =
            (b - one) * (b - two) *
            horner(select(near, b, two) - W(1.875),
                   {0x1.be5346f51a23p-2, -0x1.bf346e08713p-4, 0x1.384cad94cf8p-5,
                    -0x1.f3cc95e6437p-7, 0x1.ae0d36bd88bp-8, -0x1.827aa83879p-9, 0x1.65d8314e22p-10,
                    -0x1.57a086ce23p-11, 0x1.4a0a5e092p-12, -0x1.07730cc12p-13, 0x1.ffac9fac7p-15,
                    -0x1.2816c03e9p-14, 0x1.2a1b7bfe9p-15, 0x1.1849c9a4p-16, -0x1.212b1b9b7p-17,
                    -0x1.77def8236p-17, 0x1.7eb45f6cp-18});
        auto const far = wide_stirling(select(moved, a + W(3), a));
        // ln of what the move has multiplied by.
        auto factor = select(moved, a * (a + one) * (a + two), one);
        factor = select(near, one, factor);
        factor = select(small, a, factor);
        return select(near, product, far) - wide_log(factor);
      },
      x);
  auto const inf = V(infinity);
  auto z = select(x == V(0), inf, r);
  z = select(x == V(1), V(0), z);  // no -0
  return select(x < V(infinity), z, x);
}

template <class V>
SIMT_COLD V tgamma(V x) {
  auto r = through_double(
      []<class W>(W x2) SIMT_LAMBDA_INLINE {
        auto const one = W(1);
        auto const a = clamp(abs(x2), 0, 60);
        // Below 6 of a + 6, divided by a (a + 1) ... (a + 5).
        auto const small = a < W(6);
        auto const g = wide_exp(wide_stirling(select(small, a + W(6), a)));
        auto const z = a * (a + W(5));  // pairs of factors: z, z + 4, z + 6
        auto const product = select(small, z * (z + W(4)) * (z + W(6)), one);
        // gamma(x) = pi / (a sin(pi x) gamma(a)) for x = -a
        wide_nearest<W> const n(x2);
        auto const s = wide_sin_half_turn((x2 - n.n) * W(0x1.921fb54442d18p1));
        auto const turned = from_bits<W>(bits(s) ^ (n.i << 63));
        auto const below = x2 < W(0);
        auto const up = select(below, W(0x1.921fb54442d18p1) * product, g);
        auto const down = select(below, a * turned * g, product);
        return W(up / down);
      },
      x);
  auto const whole = ((math::trunc(x)) == x);
  auto const nan = V(not_a_number), inf = V(infinity);
  r = select(x < V(0), select(whole, nan, r), r);
  r = select(x == V(0), copysign(inf, x), r);
  r = select(x == V(infinity), inf, r);
  return r;
}

}  // namespace simt::inline SIMT_ABI::simd::detail::f32
