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
  } else if constexpr (in_float<V>) {
    log_parts<V> const l(x);
    // As a float, ln(2) has an error of 2^-28.5 only: no second part is needed.
    return log_edges(x, fmadd(l.e, V(0.693147180559945309417f), l.rest() + l.f));
  } else {
    return log_edges(x, through_double([](auto a) SIMT_LAMBDA_INLINE { return wide_log(a); }, x));
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
  } else if constexpr (in_float<V>) {
    log_parts<V> const l(x);
    auto const q = l.rest();
    // log2(e) is 1 and this; the 1 keeps f exact.
    auto const more = V(0.44269504088896340736f);
    auto const low = fmadd(l.f, more, fmadd(q, more, q));
    return log_edges(x, l.e + (l.f + low));
  } else {
    return log_edges(x, through_double([](auto a) SIMT_LAMBDA_INLINE { return wide_log2(a); }, x));
  }
}
template <class V>
SIMT_INLINE V log10(V x) {
  if constexpr (by_avx512<V>) {
    log_by_table<V> const l(x, log10_table);
    auto const p = horner(l.f, {-0x1.bcb7bp-3, 0x1.287c68p-3, -0x1.bcfad6p-4, 0x1.5306aep-4});
    auto const m = fmadd(l.f, V(0.43429448190325182765f), l.f * l.f * p);
    return fmadd(l.e, V(0.30102999566398119521f), l.t) + m;
  } else if constexpr (in_float<V>) {
    log_parts<V> const l(x);
    auto const scale = V(0.43429448190325182765f);
    auto const low = fmadd(l.f, scale, fmadd(l.rest(), scale, l.f * V(-0x1.5b235ep-27f)));
    return log_edges(x, fmadd(l.e, V(0x1.344136p-2f), low));
  } else {
    return log_edges(
        x, through_double([]<class W>(W a)
                              SIMT_LAMBDA_INLINE { return wide_log(a) * W(0x1.bcb7b1526e50ep-2); },
                          x));
  }
}
/// ln (1 + x)
template <class V>
SIMT_COLD V log1p(V x) {
  if constexpr (in_float<V>) {
    auto const r = copysign(log1p_of<1>(x), x);  // -0
    if (all(x > V(-1)) && all(x < V(0x1p126f))) [[likely]]
      return r;
  }
  auto const r = through_double([](auto a) SIMT_LAMBDA_INLINE { return wide_log1p(a); }, x);
  return select(x == V(0), x, log_edges(x, r, -1));  // -0
}

template <class V>
SIMT_COLD V asinh(V x) {
  if constexpr (in_float<V>) {
    auto const a = abs(x);
    if (all(a < V(0x1p30f))) [[likely]] {
      auto const one = V(1), z = a * a;
      auto const t = a + z / (one + sqrt(z + one));
      return copysign(log1p_of<1>(t), x);
    }
  }
  auto r = through_double(
      []<class W>(W a) SIMT_LAMBDA_INLINE {
        auto const one = W(1), z = a * a;
        return wide_log1p(a + z / (one + sqrt(z + one)));
      },
      abs(x));
  r = select((abs(x)) < V(infinity), r, x);
  return copysign(r, x);
}
template <class V>
SIMT_COLD V acosh(V x) {
  if constexpr (in_float<V>) {
    if (all(x >= V(1)) && all(x < V(0x1p30f))) [[likely]] {
      auto const t = x - V(1);
      return log1p_of<1>(t + sqrt(fmadd(t, t, t + t)));
    }
  }
  auto r = through_double(
      []<class W>(W a) SIMT_LAMBDA_INLINE {
        auto const t = a - W(1);
        return wide_log1p(t + sqrt(t + t + t * t));
      },
      x);
  r = select(x < V(infinity), r, x);
  return select(x < V(1), V(not_a_number), r);
}
/// atanh of |x|, anywhere.
template <class V>
SIMT_COLD V atanh_everywhere(V ax) {
  auto r = through_double(
      []<class W>(W a) SIMT_LAMBDA_INLINE { return W(0.5) * wide_log1p((a + a) / (W(1) - a)); },
      ax);
  r = select(ax == V(1), V(infinity), r);
  r = select(ax > V(1), V(not_a_number), r);
  return select(ax == ax, r, ax);
}
template <class V>
SIMT_COLD V atanh(V x) {
  auto const ax = abs(x);
  if constexpr (in_float<V>) {
    if (all(ax < V(1))) [[likely]]
      return copysign(V(0.5f) * log1p_of<2>(ax / (V(1) - ax)), x);
  }
  return copysign(atanh_everywhere(ax), x);
}

}  // namespace simt::inline SIMT_ABI::simd::detail::f32
