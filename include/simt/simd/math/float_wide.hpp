#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/math/exact.hpp>

// What float functions need of exp, log, sin ... in double lanes: 30 to 45 exact bits, so that the
// float they are rounded to is nearly always the nearest one, with or without fused multiply-adds.
// Arguments come from floats: no subnormal numbers, no overflow on the way. D lanes, or one.
SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::simd::detail::f32 {

/// f(lanes of double ...) for the L float lanes of each x.
template <int L, class F, class... X>
SIMT_INLINE vec<float, L> through_double(F f, X... x) {
  if constexpr (L == 1) {
    return static_cast<float>(f(static_cast<double>(x)...));
  } else {
    constexpr int H = L / 2;
    struct halves {
      vec<float, H> h[2];
    };
    halves r;
    [&](auto const&... a) SIMT_LAMBDA_INLINE {
      each<2>([&](int i) SIMT_LAMBDA_INLINE {
        r.h[i] = convert<float, double, H>(f(convert<double, float, H>(a.h[i])...));
      });
    }(bits_as<halves>(x)...);
    return bits_as<vec<float, L>>(r);
  }
}
template <int L>
inline constexpr int wide_lanes = L == 1 ? 1 : L / 2;

template <int D>
using wide = vec<double, D>;
template <int D>
using wide_bits = vec<std::int64_t, D>;

template <int D>
SIMT_INLINE wide<D> kd(double x) {
  return splat<double, D>(x);
}
template <int D, int N>
SIMT_INLINE wide<D> horner(wide<D> x, double const (&c)[N]) {
  return polynomial<double, D>(x, c);
}
/// lo where x < lo, hi where x > hi; NaN stays.
template <class R, int L>
SIMT_INLINE vec<R, L> limit(vec<R, L> x, double lo, double hi) {
  if constexpr (L == 1)
    return x < static_cast<R>(lo)   ? static_cast<R>(lo)
           : x > static_cast<R>(hi) ? static_cast<R>(hi)
                                    : x;
  else
    return clamp_keeping_nan<R, L>(x, lo, hi);
}
template <compare C, class R, int L>
SIMT_INLINE mask<sizeof(R), L> is(vec<R, L> a, double b) {
  if constexpr (L == 1)
    return compare_one<C>(a, static_cast<R>(b));
  else
    return test<C, R, L>(a, k<R, L>(b));
}

/// The integer next to x, as a number and (modulo 2^52) as bits.
template <int D>
struct wide_nearest {
  wide<D> n;
  wide_bits<D> i;
  SIMT_INLINE explicit wide_nearest(wide<D> x) {
    auto const t = x + kd<D>(0x1.8p52);
    n = t - kd<D>(0x1.8p52);
    i = bits_as<wide_bits<D>>(t);
  }
};
/// p * 2^n, both far from the ends of the range.
template <int D>
SIMT_INLINE wide<D> wide_scale(wide<D> p, wide_bits<D> n) {
  return bits_as<wide<D>>(bits_as<wide_bits<D>>(p) + (n << 52));
}

/// (e^r - 1) / r for |r| <= ln(2) / 2, off by 2^-32.
template <int D>
SIMT_INLINE wide<D> wide_expm1_reduced(wide<D> r) {
  return horner<D>(
      r, {0x1.0000000022ccbp0, 0x1.000000288262cp-1, 0x1.555554c47a9ffp-3, 0x1.5554ac7fee051p-5,
          0x1.1111a789cb36ep-7, 0x1.6d75c3ed881dap-10, 0x1.a019e869bba06p-13});
}
/// e^x for |x| <= 600.
template <int D>
SIMT_INLINE wide<D> wide_exp(wide<D> x) {
  wide_nearest<D> const n(x * kd<D>(0x1.71547652b82fep0));
  auto const r = multiply_add<double, D>(n.n, kd<D>(-0x1.62e42fefa39efp-1), x);
  return wide_scale<D>(multiply_add<double, D>(wide_expm1_reduced<D>(r), r, kd<D>(1)), n.i);
}
template <int D>
SIMT_INLINE wide<D> wide_exp2(wide<D> x) {
  wide_nearest<D> const n(x);
  auto const r = (x - n.n) * kd<D>(0x1.62e42fefa39efp-1);
  return wide_scale<D>(multiply_add<double, D>(wide_expm1_reduced<D>(r), r, kd<D>(1)), n.i);
}
/// e^x - 1 for |x| <= 300.
template <int D>
SIMT_INLINE wide<D> wide_expm1(wide<D> x) {
  wide_nearest<D> const n(x * kd<D>(0x1.71547652b82fep0));
  auto const r = multiply_add<double, D>(n.n, kd<D>(-0x1.62e42fefa39efp-1), x);
  auto const p = wide_expm1_reduced<D>(r) * r;
  auto const s = wide_scale<D>(kd<D>(1), n.i);
  return multiply_add<double, D>(p, s, s - kd<D>(1));
}

/// x = m * 2^n with m between sqrt(1/2) and sqrt(2): n, and ln m = factor * s p(s^2).
template <int D>
struct wide_log_parts {
  wide<D> n, s, p;
  SIMT_INLINE explicit wide_log_parts(wide<D> x) {
    auto const offset = splat<std::int64_t, D>(0x3fe6a09e667f3bcd);
    // Unsigned: of a negative number the difference would overflow.
    auto const bits = bits_as<wide_bits<D>>(bits_as<vec<std::uint64_t, D>>(x) -
                                            bits_as<vec<std::uint64_t, D>>(offset));
    auto const m = bits_as<wide<D>>((bits & splat<std::int64_t, D>(0x000fffffffffffff)) + offset);
    s = (m - kd<D>(1)) / (m + kd<D>(1));
    p = horner<D>(s * s, {0x1.fffffffffff1p-1, 0x1.55555556735f6p-2, 0x1.9999962747f3cp-3,
                          0x1.249439faba34ap-3, 0x1.c6205714110ap-4, 0x1.919b498b8b28ep-4});
    // The exponent as a number, by the bits of 2^52 + 2^51 + n.
    auto const magic = splat<std::int64_t, D>(0x4338000000000000);
    n = bits_as<wide<D>>((bits >> 52) + magic) - kd<D>(0x1.8p52);
  }
};
/// ln x for normal x > 0.
template <int D>
SIMT_INLINE wide<D> wide_log(wide<D> x) {
  wide_log_parts<D> const l(x);
  auto const m = (l.s + l.s) * l.p;
  return multiply_add<double, D>(l.n, kd<D>(0x1.62e42fefa39efp-1), m);
}
template <int D>
SIMT_INLINE wide<D> wide_log2(wide<D> x) {
  wide_log_parts<D> const l(x);
  return multiply_add<double, D>(l.s * l.p, kd<D>(2 * 1.44269504088896340736), l.n);
}
/// ln (1 + x) for x > -1.
template <int D>
SIMT_INLINE wide<D> wide_log1p(wide<D> x) {
  auto const u = x + kd<D>(1);
  auto const lost = x - (u - kd<D>(1));
  return wide_log<D>(u) + lost;
}

template <int D>
SIMT_INLINE wide<D> wide_sqrt(wide<D> x) {
  return math::sqrt<double, D>(x);
}

/// sin and cos of r, |r| <= pi / 4.
template <int D>
SIMT_INLINE wide<D> wide_sin_reduced(wide<D> r) {
  auto const z = r * r;
  auto const p = horner<D>(z, {-0x1.5555555551f58p-3, 0x1.1111110c5b243p-7, -0x1.a019f902aa4a5p-13,
                               0x1.71d751c5e442bp-19, -0x1.a95827c27b3c4p-26});
  return multiply_add<double, D>(p * z, r, r);
}
template <int D>
SIMT_INLINE wide<D> wide_cos_reduced(wide<D> r) {
  auto const z = r * r;
  auto const p = horner<D>(z, {-0x1.ffffffffe8409p-2, 0x1.555555452a924p-5, -0x1.6c16b2ea7528fp-10,
                               0x1.a00e8b568f286p-16, -0x1.23c18dda7102bp-22});
  return multiply_add<double, D>(p, z, kd<D>(1));
}

/// sin of r, |r| <= pi / 2.
template <int D>
SIMT_INLINE wide<D> wide_sin_half_turn(wide<D> r) {
  auto const z = r * r;
  auto const p =
      horner<D>(z, {-0x1.55555555469bcp-3, 0x1.1111110a33633p-7, -0x1.a019fd4ba937p-13,
                    0x1.71dcf5cf71495p-19, -0x1.ae038c2b67da6p-26, 0x1.52d4f7f9c08bcp-33});
  return multiply_add<double, D>(p * z, r, r);
}

/// atan x for |x| <= 1.
template <int D>
SIMT_INLINE wide<D> wide_atan_reduced(wide<D> x) {
  auto const z = x * x;
  return x * horner<D>(z, {0x1.fffffffffcb6ap-1, -0x1.5555554ae87e4p-2, 0x1.999994182ef97p-3,
                           -0x1.2491b5b7fae0ap-3, 0x1.c70c38d0b8dedp-4, -0x1.73d2adf70c751p-4,
                           0x1.380a5f0da5742p-4, -0x1.05386ff9af4b9p-4, 0x1.9f2d3056c4ef3p-5,
                           -0x1.236c981e1e92ap-5, 0x1.4b45e6ad8437ep-6, -0x1.138d367e557fdp-7,
                           0x1.230fc3f66709ap-9, -0x1.20d477e95ee2dp-12});
}
/// asin x for 0 <= x <= 1/2, of z = x^2.
template <int D>
SIMT_INLINE wide<D> wide_asin_reduced(wide<D> x, wide<D> z) {
  return x * horner<D>(z, {0x1.0000000001018p0, 0x1.555555416504dp-3, 0x1.3333436fd0f1cp-4,
                           0x1.6db1c8c44b5c7p-5, 0x1.f2912967ba536p-6, 0x1.65cdce16005cap-6,
                           0x1.542c8f666b3c8p-6, 0x1.c191e2eb4cc16p-10, 0x1.0fa3066880539p-5});
}

}  // namespace simt::inline SIMT_ABI::simd::detail::f32

SIMT_DETAIL_QUIET_END
