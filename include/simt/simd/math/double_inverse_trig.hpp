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

// atan q = atan c + atan((q - c) / (1 + q c)) with c one of sixteen numbers of 6 bits next to q:
// what is left is below 0.041.
inline constexpr table16 atan_centre{{0, 0x1p-4, 0x1.2p-3, 0x1.ap-3, 0x1.1p-2, 0x1.5p-2, 0x1.ap-2,
                                      0x1.ep-2, 0x1.1p-1, 0x1.3p-1, 0x1.58p-1, 0x1.78p-1, 0x1.98p-1,
                                      0x1.b8p-1, 0x1.ep-1, 1}};
inline constexpr table16 atan_high{
    {0, 0x1.ff55bb72cfdeap-5, 0x1.1e1fafb043727p-3, 0x1.9a6a8e96c8626p-3, 0x1.09dc597d86362p-2,
     0x1.44aa436c2af0ap-2, 0x1.8b24d394a1b25p-2, 0x1.c0db4c94ec9f0p-2, 0x1.f40dd0b541418p-2,
     0x1.1255d9bfbd2a9p-1, 0x1.2ee628406cbcap-1, 0x1.445065b795b56p-1, 0x1.587d81f732fbbp-1,
     0x1.6b798920b3d99p-1, 0x1.819d0b7158a4dp-1, 0x1.921fb54442d18p-1}};
inline constexpr table16 atan_low{
    {0, -0x1.c934d86d23f1dp-60, -0x1.b485914dacf8cp-59, 0x1.cf601e7b4348ep-59,
     0x1.62e47390cb865p-56, -0x1.5d5e43c55b3bap-56, 0x1.b6d0ba3748fa8p-56, -0x1.cc1ce70934c34p-56,
     -0x1.a3992dc382a23p-57, -0x1.2bdaee1c0ee35p-58, 0x1.c5d5e9ff0cf8dp-55, -0x1.f76d0163f79c8p-56,
     -0x1.5e5c9d8c5a950p-56, -0x1.a80386188c50ep-55, -0x1.bf76229d3b917p-56,
     0x1.1a62633145c07p-55}};

/// start + atan(a / b), or less it where `down` has the sign bit: 0 <= a <= b, b between 2^-900 and
/// 2^900. start = 0 or at least pi / 2.
template <class V>
SIMT_INLINE V atan_quotient(V a, V b, V start, V start_low, ints<V> down) {
  V q;
#if SIMT_ISA_AVX512
  if constexpr (lanes_in<V> == 8)
    q = (V)_mm512_maskz_rcp14_pd(all8, (__m512d)b) * a;
  else
#endif
    q = a / b;
  auto const i = rounded<0, V>(q * 15.0).i;
  V const c = look_up<V>(atan_centre, i);
  V const t = fused_exact(V(-c), b, a) / madd(c, a, b);
  V const z = t * t;
  V const p = poly(z, {-0x1.5555555555555p-2, 0x1.9999999997a4ap-3, -0x1.2492490fd6aa9p-3,
                       0x1.c71bb20c6ebe8p-4, -0x1.72ca7d5ea2018p-4});
  V const rest = t + madd(t * z, p, look_up<V>(atan_low, i));
  auto const s = fast_sum(start, flip(look_up<V>(atan_high, i), down));
  return s.h + (s.l + (flip(rest, down) + start_low));
}
template <int L>
SIMT_COLD vec<double, L> atan(vec<double, L> x) {
  using V = vec<double, L>;
  V const ax = at_most(magnitude(x), 0x1p900);
  V const one = all<V>(1), zero{};
  auto const steep = lt(one, ax);
  V const r = atan_quotient(
      select(steep, one, ax), select(steep, ax, one), select(steep, all<V>(pi_high / 2), zero),
      select(steep, all<V>(pi_low / 2), zero), bits(select(steep, all<V>(-0.0), zero)));
  return flip(r, sign_of(x));
}

/// Where some lane's quotient is none, or lies at an end of the range.
template <class V>
SIMT_COLD void atan2_prepare(V& a, V& b) {
  V const zero{}, inf = all<V>(infinity), one = all<V>(1);
  auto const endless = eq(b, inf);
  a = select(endless, select(eq(a, inf), one, select(ne(a, a), a, zero)), a);
  b = select(endless, one, b);
  auto const tiny = lt(b, all<V>(0x1p-500));
  a = select(tiny, a * 0x1p500, a);
  b = select(tiny, b * 0x1p500, b);
  auto const huge = lt(all<V>(0x1p500), b);
  a = select(huge, a * 0x1p-500, a);
  b = select(huge, b * 0x1p-500, b);
  b = select(eq(b, zero), one, b);
}
template <int L>
SIMT_COLD vec<double, L> atan2(vec<double, L> y, vec<double, L> x) {
  using V = vec<double, L>;
  V const ay = magnitude(y), ax = magnitude(x), zero{};
  auto const steep = lt(ax, ay);
  V a = select(steep, ax, ay);
  V b = select(steep, ay, ax);
  if (!every<V>(le(all<V>(0x1p-900), b)) || !every<V>(lt(b, all<V>(0x1p900)))) [[unlikely]]
    atan2_prepare(a, b);
  // Left of the axis from pi, or from pi/2 the other way.
  auto const left = ne(of_bits<V>(sign_of(x) | bits(all<V>(1))), all<V>(1));
  auto const minus = sign_of(x);
  V const start = select(steep, all<V>(pi_high / 2), select(left, all<V>(pi_high), zero));
  V const low = select(steep, all<V>(pi_low / 2), select(left, all<V>(pi_low), zero));
  auto const down = minus ^ bits(select(steep, all<V>(-0.0), zero));
  V r = atan_quotient(a, b, start, low, down);
  r = flip(r, sign_of(y));
  return select(eq(x, x), select(eq(y, y), r, y), x);
}

}  // namespace simt::inline SIMT_ABI::simd::detail::f64
