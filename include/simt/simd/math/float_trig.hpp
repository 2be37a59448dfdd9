#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/math/float_core.hpp>

// Trigonometric functions and their inverses of float lanes.
SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::simd::detail::f32 {

/// sin and cos for |x| <= 105615 in double lanes.
template <int D>
SIMT_INLINE void wide_sincos(wide<D> x, wide<D>& s, wide<D>& c) {
  wide_nearest<D> const q(x * kd<D>(0.636619772367581343));
  // pi / 2 in parts of 33 bits: their products with q are exact.
  auto r = multiply_add<double, D>(q.n, kd<D>(-1.57079632673412561417), x);
  r = multiply_add<double, D>(q.n, kd<D>(-6.07710050630396597660e-11), r);
  r = multiply_add<double, D>(q.n, kd<D>(-2.02226624879595063154e-21), r);
  auto const sr = wide_sin_reduced<D>(r), cr = wide_cos_reduced<D>(r);
  using B = wide_bits<D>;
  auto const odd = -(q.i & splat<std::int64_t, D>(1));
  auto const pick = [&](wide<D> a, wide<D> b) SIMT_LAMBDA_INLINE {  // a where q is even
    return bits_as<B>(a) ^ ((bits_as<B>(a) ^ bits_as<B>(b)) & odd);
  };
  auto const two = splat<std::int64_t, D>(2), one = splat<std::int64_t, D>(1);
  s = bits_as<wide<D>>(pick(sr, cr) ^ ((q.i & two) << 62));
  c = bits_as<wide<D>>(pick(cr, sr) ^ (((q.i + one) & two) << 62));
}

template <int L>
SIMT_INLINE void sincos_reducible(vec<float, L> x, vec<float, L>& s, vec<float, L>& c) {
  if constexpr (has_fma) {
    sincos_small<float, L>(x, s, c);
  } else {
    constexpr int D = wide_lanes<L>;
    s = through_double<L>(
        [](wide<D> a) SIMT_LAMBDA_INLINE {
          wide<D> u, v;
          wide_sincos<D>(a, u, v);
          return u;
        },
        x);
    s = blend<float, L>(is<compare::eq, float, L>(x, 0), x, s);
    c = through_double<L>(
        [](wide<D> a) SIMT_LAMBDA_INLINE {
          wide<D> u, v;
          wide_sincos<D>(a, u, v);
          return v;
        },
        x);
  }
}
template <int L>
SIMT_INLINE void sincos(vec<float, L> x, vec<float, L>& s, vec<float, L>& c) {
  if (sincos_is_small<float, L>(x)) [[likely]] {
    sincos_reducible<L>(x, s, c);
  } else {
    s = by_lane<float, L>([](float a) { return std::sin(a); }, x);
    c = by_lane<float, L>([](float a) { return std::cos(a); }, x);
  }
}
template <int L>
SIMT_INLINE vec<float, L> sin(vec<float, L> x) {
  if (!sincos_is_small<float, L>(x)) [[unlikely]]
    return by_lane<float, L>([](float a) { return std::sin(a); }, x);
  vec<float, L> s, c;
  sincos_reducible<L>(x, s, c);
  return s;
}
template <int L>
SIMT_INLINE vec<float, L> cos(vec<float, L> x) {
  if (!sincos_is_small<float, L>(x)) [[unlikely]]
    return by_lane<float, L>([](float a) { return std::cos(a); }, x);
  vec<float, L> s, c;
  sincos_reducible<L>(x, s, c);
  return c;
}
template <int L>
SIMT_COLD vec<float, L> tan(vec<float, L> x) {
  if (!sincos_is_small<float, L>(x)) [[unlikely]]
    return by_lane<float, L>([](float a) { return std::tan(a); }, x);
  if constexpr (has_fma) {
    vec<float, L> s, c;
    sincos_small<float, L>(x, s, c);
    return s / c;
  } else {
    constexpr int D = wide_lanes<L>;
    auto const r = through_double<L>(
        [](wide<D> a) SIMT_LAMBDA_INLINE {
          wide<D> s, c;
          wide_sincos<D>(a, s, c);
          return wide<D>(s / c);
        },
        x);
    return blend<float, L>(is<compare::eq, float, L>(x, 0), x, r);
  }
}

/// sin(pi (x + Quarters / 2)): cos is sin of a quarter of a turn more.
template <int Quarters, int D>
SIMT_INLINE wide<D> wide_sinpi(wide<D> x) {
  using B = wide_bits<D>;
  wide_nearest<D> const q(x + x);
  auto const r = (x - q.n * kd<D>(0.5)) * kd<D>(0x1.921fb54442d18p1);
  auto const sr = wide_sin_reduced<D>(r), cr = wide_cos_reduced<D>(r);
  auto const turns = q.i + splat<std::int64_t, D>(Quarters);
  auto const odd = -(turns & splat<std::int64_t, D>(1));
  auto const v = bits_as<B>(sr) ^ ((bits_as<B>(sr) ^ bits_as<B>(cr)) & odd);
  return bits_as<wide<D>>(v ^ ((turns & splat<std::int64_t, D>(2)) << 62));
}
/// x, but 0 where it is an even integer for its size, NaN where infinite.
template <int L>
SIMT_INLINE vec<float, L> half_turns(vec<float, L> x) {
  auto const ax = math::fabs<float, L>(x);
  auto const y = blend<float, L>(is<compare::ge, float, L>(ax, 0x1p24), vec<float, L>{}, x);
  return blend<float, L>(is<compare::lt, float, L>(ax, HUGE_VAL), y, x - x);
}
/// sin(pi x) and cos(pi x), exact at multiples of 1/2.
template <int L>
SIMT_COLD vec<float, L> sinpi(vec<float, L> x) {
  constexpr int D = wide_lanes<L>;
  auto const s = through_double<L>([](wide<D> a) SIMT_LAMBDA_INLINE { return wide_sinpi<0, D>(a); },
                                   half_turns<L>(x));
  return blend<float, L>(is<compare::eq, float, L>(s, 0),
                         math::copysign<float, L>(vec<float, L>{}, x), s);
}
template <int L>
SIMT_COLD vec<float, L> cospi(vec<float, L> x) {
  constexpr int D = wide_lanes<L>;
  auto const c = through_double<L>([](wide<D> a) SIMT_LAMBDA_INLINE { return wide_sinpi<1, D>(a); },
                                   half_turns<L>(x));
  return blend<float, L>(is<compare::eq, float, L>(c, 0), vec<float, L>{}, c);
}
template <int L>
SIMT_INLINE void sincospi(vec<float, L> x, vec<float, L>& s, vec<float, L>& c) {
  s = sinpi<L>(x);
  c = cospi<L>(x);
}

/// asin of x in 0..1: p itself, or pi / 2 - 2 p where x > 1/2.
template <int L>
struct asin_parts {
  mask<4, L> big;
  vec<float, L> p;
  SIMT_INLINE explicit asin_parts(vec<float, L> a) {
    big = is<compare::gt, float, L>(a, 0.5);
    auto const z = pick<L>(big, fma<L>(a, kf<L>(-0.5), kf<L>(0.5)), a * a);
    auto const root = pick<L>(big, math::sqrt<float, L>(z), a);
    auto const q =
        series<L>(z, {0x1.5555ccp-3, 0x1.33010ep-4, 0x1.748f98p-5, 0x1.8b951ep-6, 0x1.59dbe4p-5});
    p = fma<L>(root * z, q, root);
  }
};
/// atan x for |x| <= 1
template <int L>
SIMT_INLINE vec<float, L> atan_inside(vec<float, L> x) {
  auto const z = x * x;
  auto const q = series<L>(z, {-0x1.5554d6p-2, 0x1.9977fp-3, -0x1.23031ep-3, 0x1.b4a728p-4,
                               -0x1.34dff2p-4, 0x1.60eeccp-5, -0x1.0ae84cp-6, 0x1.7c5b12p-9});
  return fma<L>(x * z, q, x);
}
template <int L>
SIMT_COLD vec<float, L> asin(vec<float, L> x) {
  if constexpr (L > 1 && has_fma) {
    asin_parts<L> const s(math::fabs<float, L>(x));
    auto const r = pick<L>(s.big, fma<L>(s.p, kf<L>(-2), kf<L>(0x1.921fb6p0)), s.p);
    return math::copysign<float, L>(r, x);
  }
  constexpr int D = wide_lanes<L>;
  auto const r = through_double<L>(
      [](wide<D> a) SIMT_LAMBDA_INLINE {
        auto const big = is<compare::gt, double, D>(a, 0.5);
        auto const z = blend<double, D>(big, (kd<D>(1) - a) * kd<D>(0.5), a * a);
        auto const root = blend<double, D>(big, wide_sqrt<D>(z), a);
        auto const p = wide_asin_reduced<D>(root, z);
        return blend<double, D>(big, kd<D>(0x1.921fb54442d18p0) - (p + p), p);
      },
      math::fabs<float, L>(x));
  return math::copysign<float, L>(r, x);
}
template <int L>
SIMT_COLD vec<float, L> acos(vec<float, L> x) {
  if constexpr (L > 1 && has_fma) {
    asin_parts<L> const s(math::fabs<float, L>(x));
    // |x| > 1/2: 2 p or pi - 2 p; else pi / 2 -+ p.
    auto const p = math::copysign<float, L>(pick<L>(s.big, s.p + s.p, s.p), x);
    auto const below = is<compare::lt, float, L>(x, 0);
    return pick<L>(s.big, p + pick<L>(below, kf<L>(0x1.921fb6p1), vec<float, L>{}),
                   kf<L>(0x1.921fb6p0) - p);
  }
  constexpr int D = wide_lanes<L>;
  return through_double<L>(
      [](wide<D> x2) SIMT_LAMBDA_INLINE {
        auto const a = math::fabs<double, D>(x2);
        auto const big = is<compare::gt, double, D>(a, 0.5);
        auto const z = blend<double, D>(big, (kd<D>(1) - a) * kd<D>(0.5), a * a);
        auto const root = blend<double, D>(big, wide_sqrt<D>(z), a);
        auto p = wide_asin_reduced<D>(root, z);
        // |x| > 1/2: 2 p or pi - 2 p; else pi / 2 -+ p.
        p = math::copysign<double, D>(blend<double, D>(big, p + p, p), x2);
        auto const below = is<compare::lt, double, D>(x2, 0);
        auto const turned = blend<double, D>(below, kd<D>(0x1.921fb54442d18p1) + p, p);
        return blend<double, D>(big, turned, kd<D>(0x1.921fb54442d18p0) - p);
      },
      x);
}
template <int L>
SIMT_COLD vec<float, L> atan(vec<float, L> x) {
  if constexpr (L > 1 && has_fma) {
    auto const a = math::fabs<float, L>(x);
    auto const big = is<compare::gt, float, L>(a, 1);
    auto const t = pick<L>(big, kf<L>(-1) / a, a);
    auto const p = atan_inside<L>(t);
    return math::copysign<float, L>(
        pick<L>(big, (p + kf<L>(-0x1.777a5cp-25)) + kf<L>(0x1.921fb6p0), p), x);
  }
  constexpr int D = wide_lanes<L>;
  auto const r = through_double<L>(
      [](wide<D> a) SIMT_LAMBDA_INLINE {
        auto const big = is<compare::gt, double, D>(a, 1);
        auto const t = blend<double, D>(big, kd<D>(1) / a, a);
        auto const p = wide_atan_reduced<D>(t);
        return blend<double, D>(big, kd<D>(0x1.921fb54442d18p0) - p, p);
      },
      math::fabs<float, L>(x));
  return math::copysign<float, L>(r, x);
}
template <int L>
SIMT_COLD vec<float, L> atan2(vec<float, L> y, vec<float, L> x) {
  if constexpr (L > 1 && has_fma) {
    using I = vec<int, L>;
    auto const a = math::fabs<float, L>(x), b = math::fabs<float, L>(y);
    auto const steep = test<compare::gt, float, L>(b, a);
    auto const high = pick<L>(steep, b, a), low = pick<L>(steep, a, b);
    auto t = low / high;
    // infinity / infinity is 1, 0 / 0 is 0; NaN stays.
    auto const equal = pick<L>(is<compare::eq, float, L>(high, 0), high, kf<L>(1));
    t = pick<L>(test<compare::eq, float, L>(low, high), equal, t);
    auto p = atan_inside<L>(t);
    p = pick<L>(steep, kf<L>(0x1.921fb6p0) - p, p);
    auto const left = test<compare::lt, int, L>(bits_as<I>(x), I{});
    p = pick<L>(left, kf<L>(0x1.921fb6p1) - p, p);
    return math::copysign<float, L>(p, y);
  }
  constexpr int D = wide_lanes<L>;
  auto const r = through_double<L>(
      [](wide<D> b, wide<D> a0) SIMT_LAMBDA_INLINE {
        auto const a = math::fabs<double, D>(a0);
        auto const steep = test<compare::gt, double, D>(b, a);
        auto const high = blend<double, D>(steep, b, a), low = blend<double, D>(steep, a, b);
        auto t = low / high;
        // infinity / infinity is 1, 0 / 0 is 0.
        auto const equal = blend<double, D>(is<compare::eq, double, D>(high, 0), high, kd<D>(1));
        t = blend<double, D>(test<compare::eq, double, D>(low, high), equal, t);
        auto p = wide_atan_reduced<D>(t);
        p = blend<double, D>(steep, kd<D>(0x1.921fb54442d18p0) - p, p);
        using B = wide_bits<D>;
        auto const left = test<compare::lt, std::int64_t, D>(bits_as<B>(a0), B{});
        p = blend<double, D>(left, kd<D>(0x1.921fb54442d18p1) - p, p);
        // The comparisons above lose NaN.
        return blend<double, D>(test<compare::eq, double, D>(a0, a0), p, a0);
      },
      math::fabs<float, L>(y), x);
  auto const z = blend<float, L>(test<compare::eq, float, L>(y, y), r, y);
  return math::copysign<float, L>(z, y);
}

}  // namespace simt::inline SIMT_ABI::simd::detail::f32

SIMT_DETAIL_QUIET_END
