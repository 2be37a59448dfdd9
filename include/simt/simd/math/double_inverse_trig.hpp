#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/math/double_core.hpp>

// Inverse trigonometric functions of double lanes.
namespace simt::inline SIMT_ABI::simd::detail::f64 {

inline constexpr double pi_high = 0x1.921fb54442d18p+1;
inline constexpr double pi_low = 0x1.1a62633145c07p-53;

/// Holds s and q with asin s = s + q, for s = |x|; beyond 1/2 for sqrt((1 - |x|) / 2), by which asin
/// |x| is pi/2 - 2 asin s.
template <class V>
struct asin_parts {
  mask_of<V> far;
  V s, q;
  SIMT_INLINE explicit asin_parts(V x) {
    V const a = abs(x);
    far = a > 0.5;
    V const z = select(far, multiply_add(a, -0.5, 0.5), a * a);
    s = select(far, sqrt(z), a);
    V const p = estrin(z, {0x1.5555555555384p-3, 0x1.333333336fec2p-4, 0x1.6db6db41914f5p-5,
                           0x1.f1c72c837f685p-6, 0x1.6e89ed54e57efp-6, 0x1.1c6c48f55d481p-6,
                           0x1.c6f5deb16508cp-7, 0x1.8ef63030fd759p-7, 0x1.aa198806fb03ap-8,
                           0x1.411ccde36ee10p-6, -0x1.0b9eab2482cecp-6, 0x1.060931ef7ffd5p-5});
    q = s * z * p;
  }
};
template <class V>
SIMT_COLD V asin(V x) {
  asin_parts<V> const p(x);
  V const t = p.s + p.q;
  V const r = select(p.far, (pi_high / 2 - (t + t)) + pi_low / 2, t);
  return flip(r, sign_of(x));
}
template <class V>
SIMT_COLD V acos(V x) {
  asin_parts<V> const p(x);
  // near: pi/2 - (x + …), far: 2 (s + …), or pi less that.
  V const near = pi_high / 2 - (flip(p.s, sign_of(x)) - (pi_low / 2 - flip(p.q, sign_of(x))));
  V const t = p.s + p.q;
  V const right = t + t;
  V const left = pi_high - (right - pi_low);
  return select(p.far, select(x < 0, left, right), near);
}

// atan(y / x) = atan(c / s) + atan((y s - x c) / (x s + y c)), with c / s one of sixteen points
// that the two upper bits of the quotient's fraction and its exponent choose: 0 below 1/8, 1/0 from
// 16 on, between them points of which the angle is a number of 53 bits to within 2^-66. What is
// left is below 1/8.
inline constexpr table16 atan_c{{0x1.3504f333fae9fp+1, 0x1.b78f34fc57085p+1, 0x1.33b6101db49aap+2,
                                 0x1.b70b2ceac5ca8p+2, 0x1.3354f7937be1ap+3, 0x1.b6e78df91f4a6p+3,
                                 1, 0, 0x1.3fb1faabc056cp-3, 0x1.bf9535a9666c8p-3,
                                 0x1.3edd6983a85c3p-2, 0x1.be89019b53295p-2, 0x1.3c6ef372ffbf7p-1,
                                 0x1.bc0e249480ff8p-1, 0x1.3845118db6b18p+0, 0x1.b9224dab8d837p+0}};
inline constexpr table16 atan_s{{1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1}};
inline constexpr table16 atan_angle{
    {0x1.2d97c7f3326b8p+0, 0x1.49952004c93eap+0, 0x1.5da0a7c6d9dbep+0, 0x1.6d114072b02e6p+0,
     0x1.779078c2f842dp+0, 0x1.7f7dff22831e5p+0, 0x1.921fb54442d18p+0, 0, 0x1.3d22c4c924803p-3,
     0x1.b8a78a27d7fd0p-3, 0x1.351ea1f3da04dp-2, 0x1.a514023a35f2ap-2, 0x1.1b6e192ebcbc4p-1,
     0x1.6dcc57bb56817p-1, 0x1.c4a8393631ff0p-1, 0x1.0b833be165d78p+0}};

/// Of a quotient that is at most 16.
template <class V>
SIMT_INLINE unsigned_bits_of<V> atan_interval(V quotient) {
  return unsigned_bits(at_least(quotient, 0.09375)) >> 51;
}
/// atan t for |t| <= 1/8.
template <class V>
SIMT_INLINE V atan_rest(V t) {
  V const z = t * t;
  V const p = estrin(z, {-0x1.555555555554dp-2, 0x1.999999998718ep-3, -0x1.249248eeade1ep-3,
                         0x1.c71bfeabe7007p-4, -0x1.742565d9c65d8p-4, 0x1.2e997966223b1p-4});
  return multiply_add(t * z, p, t);
}
template <class V>
SIMT_COLD V atan(V x) {
  V const a = abs(x);
  V const bounded = at_most(a, 16);
  auto const i = atan_interval(bounded);
  V const c = look_up<V>(atan_c, i), s = look_up<V>(atan_s, i);
  V const angle = look_up<V>(atan_angle, i);
  V const t = multiply_add(bounded, s, negate(c)) / multiply_add(a, c, s);
  return flip(angle + atan_rest(t), sign_of(x));
}

/// Where both are 0, or one of them infinite or at an end of the range.
template <class V>
SIMT_COLD void atan2_prepare(V& a, V& b) {
  V const one = 1;
  V const both = select(a == b, one, V(0));  // also for two infinities
  auto const endless_a = a == infinity, endless_b = b == infinity;
  V const x = select(endless_b, one, select(endless_a & (b == b), both, b));
  V const y = select(endless_a, one, select(endless_b & (a == a), both, a));
  V const largest = select(x < y, y, x);
  // Lanes that need no scale keep theirs: the smaller of their two may be as small as it likes.
  V const down = select(largest > 0x1p900, V(0x1p-500), one);
  V const by = select(largest < 0x1p-900, V(0x1p500), down);
  a = y * by;
  b = select(largest == 0, one, x * by);
}
template <class V>
SIMT_COLD V atan2(V y, V x) {
  V a = abs(y), b = abs(x);
  V const largest = select(b < a, a, b);
  if (!all(largest > 0x1p-900) || !all(largest < 0x1p900)) [[unlikely]]
    atan2_prepare(a, b);
  auto const i = atan_interval(at_most(rough_quotient(a, b), 16));
  V const c = look_up<V>(atan_c, i), s = look_up<V>(atan_s, i);
  V const t = fused_exact(negate(c), b, a * s) / multiply_add(a, c, b * s);
  V const angle = look_up<V>(atan_angle, i);
  auto const minus = sign_of(x);
  auto const left = copysign(V(1), x) < 0;
  V const start = select(left, pi_high - angle, angle);
  V const low = select(left, V(pi_low), V(0));
  return flip(start + (low + flip(atan_rest(t), minus)), sign_of(y));
}

}  // namespace simt::inline SIMT_ABI::simd::detail::f64
