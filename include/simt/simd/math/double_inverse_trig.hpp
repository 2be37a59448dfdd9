#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/math/double_core.hpp>

// Inverse trigonometric functions of double lanes.
namespace simt::inline SIMT_ABI::simd::detail::f64 {

inline constexpr double pi_high = 0x1.921fb54442d18p+1;
inline constexpr double pi_low = 0x1.1a62633145c07p-53;

/// asin s = s + s z R(z), z = s^2 <= 1/4.
template <class V>
SIMT_INLINE V asin_rest(V s, V z) {
  V const q = poly(
      z, {0x1.5555555555384p-3, 0x1.333333336fec2p-4, 0x1.6db6db41914f5p-5, 0x1.f1c72c837f685p-6,
          0x1.6e89ed54e57efp-6, 0x1.1c6c48f55d481p-6, 0x1.c6f5deb16508cp-7, 0x1.8ef63030fd759p-7,
          0x1.aa198806fb03ap-8, 0x1.411ccde36ee10p-6, -0x1.0b9eab2482cecp-6, 0x1.060931ef7ffd5p-5});
  return s * z * q;
}
// Beyond 1/2, asin a = pi/2 - 2 asin(sqrt((1 - a) / 2)).
template <int L>
SIMT_COLD vec<double, L> asin(vec<double, L> x) {
  using V = vec<double, L>;
  V const a = magnitude(x);
  auto const far = lt(all<V>(0.5), a);
  V const z = select(far, madd(a, all<V>(-0.5), 0.5), a * a);
  V const s = select(far, square_root(z), a);
  V const t = s + asin_rest(s, z);
  V const r = select(far, (all<V>(pi_high / 2) - (t + t)) + all<V>(pi_low / 2), t);
  return flip(r, sign_of(x));
}
template <int L>
SIMT_COLD vec<double, L> acos(vec<double, L> x) {
  using V = vec<double, L>;
  V const a = magnitude(x);
  auto const far = lt(all<V>(0.5), a);
  V const z = select(far, madd(a, all<V>(-0.5), 0.5), a * a);
  V const s = select(far, square_root(z), a);
  V const q = asin_rest(s, z);
  V const zero{};
  // near: pi/2 - (x + …), far: 2 (s + …), or pi less that.
  V const near =
      all<V>(pi_high / 2) - (flip(s, sign_of(x)) - (all<V>(pi_low / 2) - flip(q, sign_of(x))));
  V const t = s + q;
  V const right = t + t;
  V const left = all<V>(pi_high) - (right - all<V>(pi_low));
  return select(far, select(lt(x, zero), left, right), near);
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

template <class V>
SIMT_INLINE ints<V> atan_interval(V quotient) {
  return shift_down<V, 51>(bits(at_least(quotient, 0.09375)));
}
/// atan t for |t| <= 1/8.
template <class V>
SIMT_INLINE V atan_rest(V t) {
  V const z = t * t;
  V const p = poly(z, {-0x1.555555555554dp-2, 0x1.999999998718ep-3, -0x1.249248eeade1ep-3,
                       0x1.c71bfeabe7007p-4, -0x1.742565d9c65d8p-4, 0x1.2e997966223b1p-4});
  return madd(t * z, p, t);
}
template <int L>
SIMT_COLD vec<double, L> atan(vec<double, L> x) {
  using V = vec<double, L>;
  V const a = magnitude(x);
  V const bounded = at_most(a, 16);
  auto const i = atan_interval(bounded);
  V const c = look_up<V>(atan_c, i), s = look_up<V>(atan_s, i);
  V const t = madd(bounded, s, -c) / madd(a, c, s);
  return flip(V(look_up<V>(atan_angle, i) + atan_rest(t)), sign_of(x));
}

/// Where both are 0, or one of them infinite or at an end of the range.
template <class V>
SIMT_COLD void atan2_prepare(V& a, V& b) {
  V const zero{}, inf = all<V>(infinity), one = all<V>(1);
  V const both = select(eq(a, b), one, zero);  // also for two infinities
  auto const endless_a = eq(a, inf), endless_b = eq(b, inf);
  V const x = select(endless_b, one, select(endless_a, select(eq(b, b), both, b), b));
  V const y = select(endless_a, one, select(endless_b, select(eq(a, a), both, a), a));
  V const largest = select(lt(x, y), y, x);
  // Lanes that need no scale keep theirs: the smaller of their two may be as small as it likes.
  V const by = select(lt(largest, all<V>(0x1p-900)), all<V>(0x1p500),
                      select(lt(all<V>(0x1p900), largest), all<V>(0x1p-500), one));
  a = y * by;
  b = select(eq(largest, zero), one, x * by);
}
template <int L>
SIMT_COLD vec<double, L> atan2(vec<double, L> y, vec<double, L> x) {
  using V = vec<double, L>;
  V a = magnitude(y), b = magnitude(x);
  V const largest = select(lt(b, a), a, b);
  if (!every<V>(lt(all<V>(0x1p-900), largest)) || !every<V>(lt(largest, all<V>(0x1p900))))
      [[unlikely]]
    atan2_prepare(a, b);
  V q;
#if SIMT_ISA_AVX512
  if constexpr (lanes_in<V> == 8)
    q = (V)_mm512_maskz_rcp14_pd(all8, (__m512d)b) * a;
  else
#endif
    q = a / b;
  auto const i = atan_interval(at_most(q, 16));
  V const c = look_up<V>(atan_c, i), s = look_up<V>(atan_s, i);
  V const t = fused_exact(V(-c), b, V(a * s)) / madd(a, c, b * s);
  V const angle = look_up<V>(atan_angle, i);
  auto const minus = sign_of(x);
  auto const left = ne(of_bits<V>(minus | bits(all<V>(1))), all<V>(1));
  V const start = select(left, V(all<V>(pi_high) - angle), angle);
  V const low = select(left, all<V>(pi_low), V{});
  return flip(V(start + (low + flip(atan_rest(t), minus))), sign_of(y));
}

}  // namespace simt::inline SIMT_ABI::simd::detail::f64
