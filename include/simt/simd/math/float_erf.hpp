#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/math/float_core.hpp>

// Error functions, the normal distribution and their inverses of float lanes.
namespace simt::inline SIMT_ABI::simd::detail::f32 {

/// e^(a^2) erfc(a) for a >= 0, off by 2^-32: (1 + 2 a) of it is a polynomial in (a - 3) / (a + 3).
template <int D>
SIMT_INLINE wide<D> wide_erfcx(wide<D> a) {
  auto const three = kd<D>(3);
  auto const down = a + three, other = kd<D>(1) + (a + a);
  auto const inverse = kd<D>(1) / (down * other);  // one division for two
  auto const t = (a - three) * (other * inverse);
  auto const p = horner<D>(
      t, {0x1.40c522d7d0caep+0, -0x1.15c084b38d18bp-3, -0x1.85a15b64b26fap-5, 0x1.0983638d90973p-3,
          -0x1.e88b88130cedep-4, 0x1.17ca8c6b90548p-4, -0x1.8573fc93b8d00p-6, 0x1.4b3bed0743198p-9,
          0x1.eef4682a6d424p-10, -0x1.95550f3b1878dp-11, -0x1.b4b7a743bb692p-14,
          0x1.e0cafaa803123p-14, 0x1.02f6240e04eeap-18, -0x1.81428c9a26dcap-17});
  return p * (down * inverse);
}
/// erfc x, as far down as floats reach.
template <int D>
SIMT_INLINE wide<D> wide_erfc(wide<D> x) {
  auto const a = limit<double, D>(math::fabs<double, D>(x), 0, 17);
  auto const r = wide_exp<D>(-(a * a)) * wide_erfcx<D>(a);
  return blend<double, D>(is<compare::lt, double, D>(x, 0), kd<D>(2) - r, r);
}

template <int L>
SIMT_COLD vec<float, L> erf(vec<float, L> x) {
  if constexpr (L > 1 && has_fma) {
    auto const a = math::fabs<float, L>(x);
    auto const z = x * x;
    auto const near =
        fma<L>(a,
               series<L>(z, {0x1.06eba8p-3, -0x1.81273ep-2, 0x1.ce2d1cp-4, -0x1.b7fdbap-6,
                             0x1.543816p-8, -0x1.a5b0ap-11, 0x1.4ebacep-14}),
               a);
    // erfc(a) = e^(a p(a)); from 3.93 on erf is 1.
    auto const b = clamp_keeping_nan<float, L>(a, 0.0, 3.94);
    auto const far =
        kf<L>(1) - exp_below<L>(b * series<L>(b, {-0x1.20fcd4p0, -0x1.44c4dcp-1, -0x1.b8bf86p-4,
                                                  0x1.9896e4p-6, -0x1.13fb58p-8, 0x1.f14636p-12,
                                                  -0x1.032584p-15, 0x1.c2f10cp-21}));
    return math::copysign<float, L>(pick<L>(is<compare::lt, float, L>(a, 0.95), near, far), x);
  }
  constexpr int D = wide_lanes<L>;
  auto const r = through_double<L>(
      [](wide<D> a) SIMT_LAMBDA_INLINE {
        auto const z = a * a;
        auto const near =
            a *
            horner<D>(z, {0x1.20dd750428b1fp0, -0x1.812746adb209ep-2, 0x1.ce2f20974e0dcp-4,
                          -0x1.b82cb8f1df648p-6, 0x1.56586cda0677fp-8, -0x1.bfdf58e28b82ep-11,
                          0x1.f56be66f37f66p-14, -0x1.d25cfa53239bap-17, 0x1.1b8c52c0d0b62p-20});
        auto const far = kd<D>(1) - wide_erfc<D>(a);
        return blend<double, D>(is<compare::le, double, D>(a, 1), near, far);
      },
      math::fabs<float, L>(x));
  return math::copysign<float, L>(r, x);
}
template <int L>
SIMT_COLD vec<float, L> erfc(vec<float, L> x) {
  if constexpr (L > 1 && has_fma) {  // the formula of wide_erfcx, about 2
    auto const one = kf<L>(1), two = kf<L>(2);
    auto const a = clamp_keeping_nan<float, L>(math::fabs<float, L>(x), 0.0, 10.5);
    auto const r = one / (a + two);
    auto q = (a - two) * r;
    auto const t = fma<L>(q + one, -two, a);
    q = fma<L>(r, fma<L>(q, -a, t), q);
    auto const p = series<L>(
        q, {0x1.1ba03ap-02, -0x1.7bf616p-04, -0x1.540840p-03, 0x1.4ffc46p-03, -0x1.bc0b6ap-05,
            -0x1.081b82p-07, 0x1.1adcc4p-07, 0x1.585714p-10, -0x1.42a260p-10, -0x1.a4a000p-12});
    // (1 + p) / (1 + 2 a), rounded well.
    auto const s = kf<L>(0.5) / (a + kf<L>(0.5));
    auto const d = fma<L>(p, s, s);
    auto const e = fma<L>(fma<L>(d + d, -a, one) + (p - d), s, d);
    // e^(-a^2), the rounding of a^2 made good.
    auto const z = a * a;
    exp_parts<L> const w(-z);
    auto const f = times_power<L>(w.value(), w.n);
    auto const lost = fma<L>(-a, a, z);
    auto const y = fma<L>(e, f, e * f * lost);
    return pick<L>(is<compare::lt, float, L>(x, 0), two - y, y);
  }
  constexpr int D = wide_lanes<L>;
  return through_double<L>([](wide<D> a) SIMT_LAMBDA_INLINE { return wide_erfc<D>(a); }, x);
}
/// e^(x^2) erfc x
template <int L>
SIMT_COLD vec<float, L> erfcx(vec<float, L> x) {
  constexpr int D = wide_lanes<L>;
  return through_double<L>(
      [](wide<D> a) SIMT_LAMBDA_INLINE {
        auto const r = wide_erfcx<D>(limit<double, D>(math::fabs<double, D>(a), 0, 1e60));
        auto const below = limit<double, D>(a, -17, 0);
        auto const e = wide_exp<D>(below * below);
        return blend<double, D>(is<compare::lt, double, D>(a, 0), e + e - r, r);
      },
      x);
}
/// The distribution function of the standard normal distribution.
template <int L>
SIMT_COLD vec<float, L> normcdf(vec<float, L> x) {
  constexpr int D = wide_lanes<L>;
  return through_double<L>(
      [](wide<D> a) SIMT_LAMBDA_INLINE {
        return kd<D>(0.5) * wide_erfc<D>(a * kd<D>(-0x1.6a09e667f3bcdp-1));
      },
      x);
}

/// erfinv(x) / |x| of w = -ln (1 - x^2), 0 <= w <= 106: a polynomial in w, beyond 6.25 in its root.
template <int D>
SIMT_INLINE wide<D> wide_erfinv_factor(wide<D> w) {
  auto r = horner<D>(
      w - kd<D>(3.125),
      {0x1.a755e7c9e4f12p+0, 0x1.ebd80d99dfd30p-3, -0x1.8b6c35f4e6dc2p-8, -0x1.84575d3250309p-11,
       0x1.879cbe105bcd2p-13, -0x1.d1d6f068cc954p-17, -0x1.6eb58eebaf8d8p-20, 0x1.c71783a4fe241p-22,
       -0x1.f090161784bb3p-26, -0x1.21ed784b04103p-28, 0x1.1b7ccfda548f9p-30,
       -0x1.4c863698a0b60p-35, -0x1.b42bae93247f9p-37, 0x1.8000901a2e569p-40});
  auto const tail = is<compare::gt, double, D>(w, 6.25);
  if (register_mask_bits<8, D>(tail) == 0) [[likely]]
    return r;
  auto const s = wide_sqrt<D>(w);
  auto const middle = horner<D>(
      s - kd<D>(3.5), {0x1.aaf1322ca4721p+1, 0x1.01e2ec2b7640bp+0, 0x1.ad802c537f7fep-9,
                       -0x1.0e6da156727dep-9, 0x1.1ec21e1977672p-10, -0x1.64449219e6308p-11,
                       0x1.c18f40840ef13p-12, -0x1.dae1f579a076dp-13, 0x1.5bec64d1abc85p-14,
                       -0x1.9bac993741bf6p-19, -0x1.370dff5d45d4dp-16, 0x1.00bb59de545e6p-17});
  auto const far = horner<D>(
      s - kd<D>(7.4),
      {0x1.d16e9d7f492efp+2, 0x1.0218bb4e28b80p+0, -0x1.06435ab97c496p-11, 0x1.ccf6fb977903fp-17,
       0x1.d0e36369187b8p-19, -0x1.1120b26d77f98p-20, 0x1.a407ee57a3d20p-23, -0x1.1d6f2b16c8750p-25,
       0x1.6034d8ead3510p-28, -0x1.54d8a027351ebp-31, 0x1.86876f230ecd0p-34, -0x1.ba939ffdc6461p-36,
       0x1.e430d030b65c7p-39});
  r = blend<double, D>(tail, middle, r);
  return blend<double, D>(is<compare::gt, double, D>(s, 4.5), far, r);
}
/// The x with erfc x = y for y > 0, y < 2.
template <int D>
SIMT_INLINE wide<D> wide_erfcinv(wide<D> y) {
  auto const one = kd<D>(1), two = kd<D>(2);
  return (one - y) * wide_erfinv_factor<D>(-wide_log<D>(y * (two - y)));
}
template <int L>
SIMT_COLD vec<float, L> erfinv(vec<float, L> x) {
  constexpr int D = wide_lanes<L>;
  auto r = through_double<L>(
      [](wide<D> a) SIMT_LAMBDA_INLINE {
        auto const one = kd<D>(1);
        return a * wide_erfinv_factor<D>(-wide_log<D>((one - a) * (one + a)));
      },
      x);
  auto const ax = math::fabs<float, L>(x);
  r = blend<float, L>(is<compare::lt, float, L>(ax, 1), r, k<float, L>(std::nan("")));
  r = blend<float, L>(is<compare::eq, float, L>(ax, 1),
                      math::copysign<float, L>(k<float, L>(HUGE_VAL), x), r);
  return blend<float, L>(is<compare::eq, float, L>(x, 0), x, r);
}
template <int L>
SIMT_COLD vec<float, L> erfcinv(vec<float, L> y) {
  constexpr int D = wide_lanes<L>;
  auto r = through_double<L>([](wide<D> a) SIMT_LAMBDA_INLINE { return wide_erfcinv<D>(a); }, y);
  auto const nan = k<float, L>(std::nan("")), inf = k<float, L>(HUGE_VAL);
  r = blend<float, L>(is<compare::gt, float, L>(y, 0), r, nan);
  r = blend<float, L>(is<compare::lt, float, L>(y, 2), r, nan);
  r = blend<float, L>(is<compare::eq, float, L>(y, 0), inf, r);
  return blend<float, L>(is<compare::eq, float, L>(y, 2), -inf, r);
}
/// The inverse of normcdf.
template <int L>
SIMT_COLD vec<float, L> normcdfinv(vec<float, L> p) {
  constexpr int D = wide_lanes<L>;
  auto r = through_double<L>(
      [](wide<D> a)
          SIMT_LAMBDA_INLINE { return wide_erfcinv<D>(a + a) * kd<D>(-0x1.6a09e667f3bcdp0); },
      p);
  auto const nan = k<float, L>(std::nan("")), inf = k<float, L>(HUGE_VAL);
  r = blend<float, L>(is<compare::gt, float, L>(p, 0), r, nan);
  r = blend<float, L>(is<compare::lt, float, L>(p, 1), r, nan);
  r = blend<float, L>(is<compare::eq, float, L>(p, 0), -inf, r);
  r = blend<float, L>(is<compare::eq, float, L>(p, 1), inf, r);
  return blend<float, L>(is<compare::eq, float, L>(p, 0.5), vec<float, L>{}, r);
}

}  // namespace simt::inline SIMT_ABI::simd::detail::f32
