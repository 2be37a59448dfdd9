#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/math/edges.hpp>
#include <simt/simd/math/float_core.hpp>

namespace simt::inline SIMT_ABI::simd::detail::f32 {

/// x^y for positive x and finite y.
template <class V>
SIMT_INLINE V pow_inside(V x, V y) {
  if constexpr (in_float<V>) {
    // x = m 2^e; log2(m) is c (q + q^3 / 3 + ...) of q = (m - 1) / (m + 1), c = 2 / ln(2), the
    // first term in two floats. f, not m, is at hand: m + 1 = 2 + f.
    log_parts<V> const l(x);
    auto const q = l.f / (l.f + V(2));
    auto const left = fnmadd(q, l.f, fmadd(q, V(-2), l.f));  // f - q (2 + f)
    auto const near = fmadd(l.f, fmadd(l.f, V(0.12f), V(-0.2515f)), V(0.5f));
    auto const q_low = near * left;  // 8 bits of 1 / (2 + f) do
    auto const z = q * q;
    auto const c = V(0x1.715476p+1f);
    auto const u = q * c;
    auto u_low = fmsub(q, c, u);
    u_low = fmadd(q, V(0x1.4ae0cp-25f), fmadd(q_low, c, u_low));
    auto const p = horner(z, {0x1.ec709ep-1, 0x1.2776b2p-1, 0x1.a5f2acp-2, 0x1.558c9ep-2});
    u_low = fmadd(q * z, p, u_low);
    auto const sum = l.e + u;
    auto const sum_low = ((l.e - sum) + u) + u_low;
    auto const high = sum + sum_low;
    auto const low = (sum - high) + sum_low;
    // The product with y, and 2 to it.
    auto const t = high * y;
    auto const t_low = fmadd(low, y, fmsub(high, y, t));
    auto const bounded = clamp(t, -160, 160);
    auto const n = math::rint(bounded);
    auto const inside = bounded == t;
    auto const s = (bounded - n) + select(inside, t_low, V(0));
    auto const w = horner(s, {0x1.62e43p-1, 0x1.ebfbdep-3, 0x1.c6af9ep-5, 0x1.3b2c58p-7,
                              0x1.5ef4a2p-10, 0x1.427918p-13});
    return times_power(fmadd(w, s, V(1)), n);
  } else {
    return through_double(
        []<class W>(W b, W e)
            SIMT_LAMBDA_INLINE { return wide_exp2(clamp(e * wide_log2(b), -300, 300)); },
        x, y);
  }
}

/// Is every x positive and finite, every y finite?
template <class V>
SIMT_INLINE bool ordinary_power(V x, V y) {
  if constexpr (by_avx512<V>) {
    constexpr int infinite = signalling_nan | negative_infinity | positive_infinity | quiet_nan;
    return !any(is_of_class<infinite | negative | subnormal | negative_zero | positive_zero>(x) |
                is_of_class<infinite>(y));
  } else {
    return all(x > V(0)) && all(x < V(infinity)) && all(abs(y) < V(infinity));
  }
}

/// The same for any x and y.
template <class V>
SIMT_COLD V pow_special(V x, V y) {
  return power_edges(x, y, pow_inside(abs(x), y));
}
template <class V>
SIMT_COLD V pow(V x, V y) {
  if (ordinary_power(x, y)) [[likely]]
    return pow_inside(x, y);
  return pow_special(x, y);
}

}  // namespace simt::inline SIMT_ABI::simd::detail::f32
