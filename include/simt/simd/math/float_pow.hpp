#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/math/float_core.hpp>

namespace simt::inline SIMT_ABI::simd::detail::f32 {

/// x^y for positive x and finite y.
template <int L>
SIMT_INLINE vec<float, L> pow_inside(vec<float, L> x, vec<float, L> y) {
  if constexpr (has_fma) {
    // x = m 2^e; log2(m) is c (q + q^3 / 3 + ...) of q = (m - 1) / (m + 1), c = 2 / ln(2), the
    // first term in two floats. f, not m, is at hand: m + 1 = 2 + f.
    log_parts<L> const l(x);
    auto const q = l.f / (l.f + kf<L>(2));
    auto const left = fma<L>(-q, l.f, fma<L>(q, kf<L>(-2), l.f));  // f - q (2 + f)
    auto const near = fma<L>(l.f, fma<L>(l.f, kf<L>(0.12), kf<L>(-0.2515)), kf<L>(0.5));
    auto const q_low = near * left;  // 8 bits of 1 / (2 + f) do
    auto const z = q * q;
    auto const c = kf<L>(0x1.715476p+1);
    auto const u = q * c;
    auto u_low = fma<L>(q, c, -u);
    u_low = fma<L>(q, kf<L>(0x1.4ae0cp-25), fma<L>(q_low, c, u_low));
    auto const p = series<L>(z, {0x1.ec709ep-1, 0x1.2776b2p-1, 0x1.a5f2acp-2, 0x1.558c9ep-2});
    u_low = fma<L>(q * z, p, u_low);
    auto const sum = l.e + u;
    auto const sum_low = ((l.e - sum) + u) + u_low;
    auto const high = sum + sum_low;
    auto const low = (sum - high) + sum_low;
    // The product with y, and 2 to it.
    auto const t = high * y;
    auto const t_low = fma<L>(low, y, fma<L>(high, y, -t));
    auto const bounded = limit<float, L>(t, -160, 160);
    auto const n = whole<L>(bounded);
    auto const inside = test<compare::eq, float, L>(bounded, t);
    auto const s = (bounded - n) + pick<L>(inside, t_low, vec<float, L>{});
    auto const w = series<L>(s, {0x1.62e43p-1, 0x1.ebfbdep-3, 0x1.c6af9ep-5, 0x1.3b2c58p-7,
                                 0x1.5ef4a2p-10, 0x1.427918p-13});
    return times_power<L>(fma<L>(w, s, kf<L>(1)), n);
  } else {
    constexpr int D = wide_lanes<L>;
    return through_double<L>(
        [](wide<D> b, wide<D> e) SIMT_LAMBDA_INLINE {
          return wide_exp2<D>(limit<double, D>(e * wide_log2<D>(b), -300, 300));
        },
        x, y);
  }
}

/// Is every x positive and finite, every y finite?
template <int L>
SIMT_INLINE bool ordinary_power(vec<float, L> x, vec<float, L> y) {
#if SIMT_ISA_AVX512
  if constexpr (L == 16) {
    constexpr int infinite = 0x80 | 0x10 | 0x08 | 0x01;
    return (_mm512_fpclass_ps_mask((__m512)x, infinite | 0x40 | 0x20 | 0x04 | 0x02) |
            _mm512_fpclass_ps_mask((__m512)y, infinite)) == 0;
  } else
#endif
    return every<float, L>(is<compare::gt, float, L>(x, 0)) &&
           every<float, L>(is<compare::lt, float, L>(x, HUGE_VAL)) &&
           every<float, L>(is<compare::lt, float, L>(math::fabs<float, L>(y), HUGE_VAL));
}

/// The same for any x and y.
template <int L>
SIMT_COLD vec<float, L> pow_edges(vec<float, L> x, vec<float, L> y) {
  using I = vec<int, L>;
  auto const inf = k<float, L>(HUGE_VAL);
  auto const zero = vec<float, L>{};
  auto const one = k<float, L>(1);
  auto const ax = math::fabs<float, L>(x);
  auto r = pow_inside<L>(ax, y);
  auto const y_int = test<compare::eq, float, L>(math::trunc<float, L>(y), y);
  auto const half_y = y * k<float, L>(0.5);
  auto const y_even = test<compare::eq, float, L>(math::trunc<float, L>(half_y), half_y);
  // The base 0 or infinity, an infinite exponent.
  auto const falls = is<compare::lt, float, L>(y, 0);
  auto const at_zero = blend<float, L>(falls, inf, zero);
  auto const at_inf = blend<float, L>(falls, zero, inf);
  r = blend<float, L>(is<compare::eq, float, L>(ax, 0), at_zero, r);
  r = blend<float, L>(test<compare::eq, float, L>(ax, inf), at_inf, r);
  r = blend<float, L>(test<compare::ne, float, L>(y, y), y, r);
  r = blend<float, L>(test<compare::ne, float, L>(x, x), x, r);
  // A negative base: the sign of an odd power, nothing for a fraction.
  auto const negative = bits_as<vec<float, L>>(bits_as<I>(r) | sign_bit<float, L>());
  auto const odd = blend<float, L>(y_int, blend<float, L>(y_even, zero, one), zero);
  auto const sign = bits_as<I>(x) >> 31;
  auto const flip = is<compare::ne, float, L>(bits_as<vec<float, L>>(bits_as<I>(odd) & sign), 0);
  r = blend<float, L>(flip, negative, r);
  auto const below = is<compare::lt, float, L>(x, 0);
  auto const finite = test<compare::lt, float, L>(ax, inf);
  r = blend<float, L>(
      below, blend<float, L>(finite, blend<float, L>(y_int, r, k<float, L>(std::nan(""))), r), r);
  // pow(1, anything) and pow(anything, 0) are 1, pow(-1, infinity) as well.
  r = blend<float, L>(is<compare::eq, float, L>(y, 0), one, r);
  r = blend<float, L>(is<compare::eq, float, L>(x, 1), one, r);
  auto const minus_one = is<compare::eq, float, L>(x, -1);
  auto const y_inf = test<compare::eq, float, L>(math::fabs<float, L>(y), inf);
  return blend<float, L>(minus_one, blend<float, L>(y_inf, one, r), r);
}

template <int L>
SIMT_COLD vec<float, L> pow(vec<float, L> x, vec<float, L> y) {
  if (ordinary_power<L>(x, y)) [[likely]]
    return pow_inside<L>(x, y);
  return pow_edges<L>(x, y);
}

}  // namespace simt::inline SIMT_ABI::simd::detail::f32
