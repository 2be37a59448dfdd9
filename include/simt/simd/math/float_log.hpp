#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/math/float_core.hpp>

// Logarithms and inverse hyperbolic functions of float lanes.
namespace simt::inline SIMT_ABI::simd::detail::f32 {

/// r, the logarithm of x, put right where x is no positive number: 0, negative, infinity, NaN.
template <int L>
SIMT_INLINE vec<float, L> log_edges(vec<float, L> x, vec<float, L> r) {
  r = blend<float, L>(is<compare::eq, float, L>(x, 0), k<float, L>(-HUGE_VAL), r);
  r = blend<float, L>(is<compare::lt, float, L>(x, HUGE_VAL), r, x);
  return blend<float, L>(is<compare::lt, float, L>(x, 0), k<float, L>(std::nan("")), r);
}

// AVX-512's own functions have taken care of the edges.
template <int L>
SIMT_INLINE vec<float, L> log_result(vec<float, L> x, vec<float, L> r) {
  if constexpr (SIMT_ISA_AVX512 && L == 16)
    return r;
  else
    return log_edges<L>(x, r);
}
template <int L>
SIMT_INLINE vec<float, L> log(vec<float, L> x) {
#if SIMT_ISA_AVX512
  if constexpr (L == 16) {
    log_by_table const l(x, ln_table);
    auto const p = series<L>(l.f, {-0x1.fffffep-2, 0x1.55578ep-2, -0x1.0028b2p-2, 0x1.868e32p-3});
    // As a float, ln(2) has an error of 2^-28.5 only: no second part is needed.
    return fma<L>(l.e, kf<L>(0.693147180559945309417), l.t) + fma<L>(l.f * l.f, p, l.f);
  } else
#endif
      if constexpr (L > 1 && has_fma) {
    log_parts<L> const l(x);
    // As a float, ln(2) has an error of 2^-28.5 only: no second part is needed.
    return log_result<L>(x, fma<L>(l.e, kf<L>(0.693147180559945309417), l.rest() + l.f));
  } else {
    constexpr int D = wide_lanes<L>;
    return log_edges<L>(
        x, through_double<L>([](wide<D> a) SIMT_LAMBDA_INLINE { return wide_log<D>(a); }, x));
  }
}
template <int L>
SIMT_INLINE vec<float, L> log2(vec<float, L> x) {
#if SIMT_ISA_AVX512
  if constexpr (L == 16) {
    log_by_table const l(x, log2_table);
    auto const p = series<L>(l.f, {-0x1.715474p-1, 0x1.ec73c2p-2, -0x1.7196b4p-2, 0x1.1a2994p-2});
    auto const m = fma<L>(l.f, kf<L>(1.44269504088896340736), l.f * l.f * p);
    // What e and t lose in their sum counts where m takes half of it away.
    auto const sum = l.e + l.t;
    auto const lost = pick<L>(math::isfinite<float, L>(sum), (l.e - sum) + l.t, vec<float, L>{});
    return sum + (m + lost);
  } else
#endif
      if constexpr (L > 1 && has_fma) {
    log_parts<L> const l(x);
    auto const q = l.rest();
    // log2(e) is 1 and this; the 1 keeps f exact.
    auto const more = kf<L>(0.44269504088896340736);
    auto const low = fma<L>(l.f, more, fma<L>(q, more, q));
    return log_result<L>(x, l.e + (l.f + low));
  } else {
    constexpr int D = wide_lanes<L>;
    return log_edges<L>(
        x, through_double<L>([](wide<D> a) SIMT_LAMBDA_INLINE { return wide_log2<D>(a); }, x));
  }
}
template <int L>
SIMT_INLINE vec<float, L> log10(vec<float, L> x) {
#if SIMT_ISA_AVX512
  if constexpr (L == 16) {
    log_by_table const l(x, log10_table);
    auto const p = series<L>(l.f, {-0x1.bcb7bp-3, 0x1.287c68p-3, -0x1.bcfad6p-4, 0x1.5306aep-4});
    auto const m = fma<L>(l.f, kf<L>(0.43429448190325182765), l.f * l.f * p);
    return fma<L>(l.e, kf<L>(0.30102999566398119521), l.t) + m;
  } else
#endif
      if constexpr (L > 1 && has_fma) {
    log_parts<L> const l(x);
    auto const scale = kf<L>(0.43429448190325182765);
    auto const low = fma<L>(l.f, scale, fma<L>(l.rest(), scale, l.f * kf<L>(-0x1.5b235ep-27)));
    return log_result<L>(x, fma<L>(l.e, kf<L>(0x1.344136p-2), low));
  } else {
    constexpr int D = wide_lanes<L>;
    return log_edges<L>(x, through_double<L>(
                               [](wide<D> a) SIMT_LAMBDA_INLINE {
                                 return wide_log<D>(a) * kd<D>(0x1.bcb7b1526e50ep-2);
                               },
                               x));
  }
}
/// r, the logarithm of 1 + x, put right where that is no positive number.
template <int L>
SIMT_INLINE vec<float, L> log1p_edges(vec<float, L> x, vec<float, L> r) {
  r = blend<float, L>(is<compare::eq, float, L>(x, -1), k<float, L>(-HUGE_VAL), r);
  r = blend<float, L>(is<compare::lt, float, L>(x, HUGE_VAL), r, x);
  return blend<float, L>(is<compare::lt, float, L>(x, -1), k<float, L>(std::nan("")), r);
}
/// ln (1 + x)
template <int L>
SIMT_COLD vec<float, L> log1p(vec<float, L> x) {
  if constexpr (L > 1 && has_fma) {
    auto const r = math::copysign<float, L>(log1p_inside<L>(x), x);  // -0
    if (every<float, L>(is<compare::gt, float, L>(x, -1)) &&
        every<float, L>(is<compare::lt, float, L>(x, 0x1p126))) [[likely]]
      return r;
  }
  constexpr int D = wide_lanes<L>;
  auto const r =
      through_double<L>([](wide<D> a) SIMT_LAMBDA_INLINE { return wide_log1p<D>(a); }, x);
  return blend<float, L>(is<compare::eq, float, L>(x, 0), x, log1p_edges<L>(x, r));  // -0
}

template <int L>
SIMT_COLD vec<float, L> asinh(vec<float, L> x) {
  if constexpr (L > 1 && has_fma) {
    auto const a = math::fabs<float, L>(x);
    if (every<float, L>(is<compare::lt, float, L>(a, 0x1p30))) [[likely]] {
      auto const one = kf<L>(1), z = a * a;
      auto const t = a + z / (one + math::sqrt<float, L>(z + one));
      return math::copysign<float, L>(log1p_inside<L>(t), x);
    }
  }
  constexpr int D = wide_lanes<L>;
  auto r = through_double<L>(
      [](wide<D> a) SIMT_LAMBDA_INLINE {
        auto const one = kd<D>(1), z = a * a;
        return wide_log1p<D>(a + z / (one + wide_sqrt<D>(z + one)));
      },
      math::fabs<float, L>(x));
  r = blend<float, L>(is<compare::lt, float, L>(math::fabs<float, L>(x), HUGE_VAL), r, x);
  return math::copysign<float, L>(r, x);
}
template <int L>
SIMT_COLD vec<float, L> acosh(vec<float, L> x) {
  if constexpr (L > 1 && has_fma) {
    if (every<float, L>(is<compare::ge, float, L>(x, 1)) &&
        every<float, L>(is<compare::lt, float, L>(x, 0x1p30))) [[likely]] {
      auto const t = x - kf<L>(1);
      return log1p_inside<L>(t + math::sqrt<float, L>(fma<L>(t, t, t + t)));
    }
  }
  constexpr int D = wide_lanes<L>;
  auto r = through_double<L>(
      [](wide<D> a) SIMT_LAMBDA_INLINE {
        auto const t = a - kd<D>(1);
        return wide_log1p<D>(t + wide_sqrt<D>(t + t + t * t));
      },
      x);
  r = blend<float, L>(is<compare::lt, float, L>(x, HUGE_VAL), r, x);
  return blend<float, L>(is<compare::lt, float, L>(x, 1), k<float, L>(std::nan("")), r);
}
/// atanh of |x|, anywhere.
template <int L>
SIMT_COLD vec<float, L> atanh_everywhere(vec<float, L> ax) {
  constexpr int D = wide_lanes<L>;
  auto r = through_double<L>(
      [](wide<D> a)
          SIMT_LAMBDA_INLINE { return kd<D>(0.5) * wide_log1p<D>((a + a) / (kd<D>(1) - a)); },
      ax);
  r = blend<float, L>(is<compare::eq, float, L>(ax, 1), k<float, L>(HUGE_VAL), r);
  r = blend<float, L>(is<compare::gt, float, L>(ax, 1), k<float, L>(std::nan("")), r);
  return blend<float, L>(test<compare::eq, float, L>(ax, ax), r, ax);
}
template <int L>
SIMT_COLD vec<float, L> atanh(vec<float, L> x) {
  auto const ax = math::fabs<float, L>(x);
  if constexpr (L > 1 && has_fma) {
    if (every<float, L>(is<compare::lt, float, L>(ax, 1))) [[likely]]
      return math::copysign<float, L>(kf<L>(0.5) * log1p_of<2, L>(ax / (kf<L>(1) - ax)), x);
  }
  return math::copysign<float, L>(atanh_everywhere<L>(ax), x);
}

}  // namespace simt::inline SIMT_ABI::simd::detail::f32
