#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/math/edges.hpp>
#include <simt/simd/math/float_core.hpp>
#include <simt/simd/math/float_tables.hpp>

// Logarithms and inverse hyperbolic functions of float lanes.
namespace simt::inline SIMT_ABI::simd::detail::f32 {

template <class V>
SIMT_INLINE V log(V x) {
  if constexpr (by_avx512<V>) {
    log_by_table<V> const l(x, ln_table);
    auto const p = horner(l.f, {-0x1.fffffep-2, 0x1.55578ep-2, -0x1.0028b2p-2, 0x1.868e32p-3});
    // As a float, ln(2) has an error of 2^-28.5 only: no second part is needed.
    return fmadd(l.e, V(0.693147180559945309417f), l.t) + fmadd(l.f * l.f, p, l.f);
  } else {
    log_parts<V> const l(x);
    return log_edges(x, fmadd(l.e, V(0.693147180559945309417f), l.rest() + l.f));
  }
}
template <class V>
SIMT_INLINE V log2(V x) {
  if constexpr (by_avx512<V>) {
    log_by_table<V> const l(x, log2_table);
    auto const p = horner(l.f, {-0x1.715474p-1, 0x1.ec73c2p-2, -0x1.7196b4p-2, 0x1.1a2994p-2});
    auto const m = fmadd(l.f, V(1.44269504088896340736f), l.f * l.f * p);
    // What e and t lose in their sum counts where m takes half of it away.
    auto const sum = l.e + l.t;
    auto const lost = select(math::isfinite(sum), (l.e - sum) + l.t, V(0));
    return sum + (m + lost);
  } else {
    log_parts<V> const l(x);
    auto const q = l.rest();
    // log2(e) is 1 and this; the 1 keeps f exact.
    auto const more = V(0.44269504088896340736f);
    auto const low = fmadd(l.f, more, fmadd(q, more, q));
    return log_edges(x, l.e + (l.f + low));
  }
}
template <class V>
SIMT_INLINE V log10(V x) {
  if constexpr (by_avx512<V>) {
    log_by_table<V> const l(x, log10_table);
    auto const p = horner(l.f, {-0x1.bcb7bp-3, 0x1.287c68p-3, -0x1.bcfad6p-4, 0x1.5306aep-4});
    auto const m = fmadd(l.f, V(0.43429448190325182765f), l.f * l.f * p);
    return fmadd(l.e, V(0.30102999566398119521f), l.t) + m;
  } else {
    log_parts<V> const l(x);
    auto const scale = V(0.43429448190325182765f);
    auto const low = fmadd(l.f, scale, fmadd(l.rest(), scale, l.f * V(-0x1.5b235ep-27f)));
    return log_edges(x, fmadd(l.e, V(0x1.344136p-2f), low));
  }
}
/// ln (1 + x)
template <class V>
SIMT_COLD V log1p(V x) {
  auto const r = copysign(log1p_of<1>(x), x);  // -0
  if (all(x > V(-1)) && all(x < V(0x1p126f))) [[likely]]
    return r;
  return log_edges(x, select(x < V(0x1p126f), r, f32::log(x)), -1);
}

/// ln 2x
template <class V>
SIMT_COLD V log_of_twice(V x) {
  return f32::log(x) + V(0.693147180559945309417f);
}
template <class V>
SIMT_COLD V asinh(V x) {
  auto const a = abs(x), one = V(1), z = a * a;
  auto const near = log1p_of<1>(a + z / (one + sqrt(z + one)));
  if (all(a < V(0x1p30f))) [[likely]]
    return copysign(near, x);
  return copysign(select(a < V(0x1p30f), near, log_of_twice(a)), x);
}
template <class V>
SIMT_COLD V acosh(V x) {
  auto const t = x - V(1);
  auto const near = log1p_of<1>(t + sqrt(fmadd(t, t, t + t)));
  if (all(x >= V(1)) && all(x < V(0x1p30f))) [[likely]]
    return near;
  auto const r = select(x < V(0x1p30f), near, log_of_twice(x));
  return select(x < V(1), V(not_a_number), r);
}
template <class V>
SIMT_COLD V atanh(V x) {
  auto const a = abs(x);
  auto const r = V(0.5f) * log1p_of<2>(a / (V(1) - a));
  if (all(a < V(1))) [[likely]]
    return copysign(r, x);
  return copysign(within(a, r, -1, V(0), 1, V(infinity)), x);
}

}  // namespace simt::inline SIMT_ABI::simd::detail::f32
