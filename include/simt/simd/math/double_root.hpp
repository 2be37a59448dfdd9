#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/math/double_log.hpp>

// Roots and lengths of double lanes.
SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::simd::detail::f64 {

/// 1 / sqrt(x)
template <int L>
SIMT_INLINE vec<double, L> rsqrt(vec<double, L> x) {
  return all<vec<double, L>>(1) / square_root(x);
}

// x = m 2^(3q + k), m between 1 and 2 in one of five intervals of like width. A number c of 8 bits
// next to 1 / m leaves m c = 1 + r with |r| < 0.094: a root is 2^q times that of 2^k / c, out of a
// table with 5 k + interval for index, and that of 1 + r.
inline constexpr table16 root_inverse{{0x1.dp-1, 0x1.8cp-1, 0x1.54p-1, 0x1.2cp-1, 0x1.0cp-1,
                                       0x1.dp-1, 0x1.8cp-1, 0x1.54p-1, 0x1.2cp-1, 0x1.0cp-1,
                                       0x1.dp-1, 0x1.8cp-1, 0x1.54p-1, 0x1.2cp-1, 0x1.0cp-1, 1}};
template <int N>
struct root_constants {
  table16 high, low;
  double p[N];  // ((1 + r)^(±1/3) - 1) / r
};
inline constexpr root_constants<10> cube_root{
    {{0x1.088a208c3fe28p+0, 0x1.16e39cbd55477p+0, 0x1.256dee16fdfd4p+0, 0x1.31ee3971c2b5ap+0,
      0x1.3da6edf4b9061p+0, 0x1.4d4c889540488p+0, 0x1.5f60d5b2eea52p+0, 0x1.71b2a949a2770p+0,
      0x1.8172c78d71592p+0, 0x1.90376e59626c5p+0, 0x1.a3ee2d0565f49p+0, 0x1.bab57852d2ad4p+0,
      0x1.d1ca47fa65ec1p+0, 0x1.e5a26e89ad8f5p+0, 0x1.f83dc11708855p+0, 1}},
    {{0x1.0465384756460p-54, 0x1.7a16c6c706d95p-55, -0x1.1e9ecaaafd828p-54, 0x1.a71c066888ae1p-54,
      0x1.b30738924fb9cp-54, -0x1.fa82244a020cep-54, 0x1.0556f381f16fap-54, -0x1.a74c9badcc475p-54,
      -0x1.5034a539593d4p-57, -0x1.b155e36ac0701p-54, -0x1.45b8015856af1p-54, 0x1.09e8071e90b8fp-55,
      -0x1.096756fc4a4bcp-55, -0x1.83abe03f1b4dfp-55, 0x1.cc45fb2e8cf88p-54, 0}},
    {0x1.555555555558ap-2, -0x1.c71c71c71e1f0p-4, 0x1.f9add3bfac08bp-5, -0x1.511e8d1921590p-5,
     0x1.ee7119ae12edfp-6, -0x1.8091133896188p-6, 0x1.3749624af03fep-6, -0x1.03441f49444dbp-6,
     0x1.c145fdea1a15fp-7, -0x1.94f2590bbeaf3p-7}};
inline constexpr root_constants<11> reciprocal_cube_root{
    {{0x1.ef78e2c12c61bp-1, 0x1.d5fa99d152090p-1, 0x1.beb0a72eb6e31p-1, 0x1.ac6fe500ab570p-1,
      0x1.9ca0a8337b317p-1, 0x1.8941ad80a2b83p-1, 0x1.7505c31104115p-1, 0x1.6289c2c8f1b70p-1,
      0x1.540cfd6fd11c2p-1, 0x1.4780b20906571p-1, 0x1.3820c0401be52p-1, 0x1.281172f8e7074p-1,
      0x1.1965a848001d3p-1, 0x1.0de601024fb88p-1, 0x1.03f06771a2e33p-1, 1}},
    {{0x1.93acccb370f76p-55, -0x1.f28279293756bp-57, 0x1.0110185272e71p-56, 0x1.1570be124804ap-55,
      0x1.ac22867b35389p-57, 0x1.f7cdad19d833ep-55, -0x1.d40c01ab5a82dp-55, 0x1.e723a3f44c016p-57,
      -0x1.cb47fc857b767p-55, 0x1.53eb53c1a2de6p-55, -0x1.fa4aeae8f4cf6p-55, -0x1.e7765bc31332bp-55,
      0x1.1c6a574a52f6ap-57, -0x1.318c213b8d77dp-55, 0x1.5b5d69f8d8678p-55, 0}},
    {-0x1.555555555554bp-2, 0x1.c71c71c71cf23p-3, -0x1.61f9add3d1ffbp-3, 0x1.26fabb825f9f4p-3,
     -0x1.ff4c3385ab2b9p-4, 0x1.c67caf49285fdp-4, -0x1.9b346702ed7c1p-4, 0x1.78e06acdf72f9p-4,
     -0x1.5ca983b29e10cp-4, 0x1.4c8415aec36d9p-4, -0x1.474fc78017743p-4}};

/// a^(1/3), or a^(-1/3), of positive normal a.
template <bool Reciprocal, class V>
SIMT_INLINE V cube_root_of(V a) {
  constexpr auto const& c = []() -> auto const& {
    if constexpr (Reciprocal)
      return reciprocal_cube_root;
    else
      return cube_root;
  }
  ();
  split<V, 1> const s(a);
  V const q = rounded<0, V>(madd(s.e, all<V>(1.0 / 3), -1.0 / 3)).n;
  V const k = madd(q, all<V>(-3), s.e);
  // Of m = 1 and 2 - 2^-52 on this side of the limits whatever the rounding.
  auto const i = rounded<0, V>(madd(s.m, all<V>(4.98), madd(k, all<V>(5), -5.47))).i;
  V const r = times_less_one(s.m, look_up<V>(root_inverse, i));
  V const t = look_up<V>(c.high, i);
  V const y = t + madd(t, V(r * poly(r, c.p)), look_up<V>(c.low, i));
  return scale_by<V>(y, Reciprocal ? -q : q);
}
template <int L>
SIMT_COLD vec<double, L> cbrt(vec<double, L> x) {
  using V = vec<double, L>;
  V const a = magnitude(x);
  if (!every<V>(le(all<V>(0x1p-1022), a)) || !every<V>(lt(a, all<V>(infinity)))) [[unlikely]] {
    auto const tiny = lt(a, all<V>(0x1p-1022));
    V const root = cube_root_of<false, V>(select(tiny, a * 0x1p60, a));
    V const r = select(tiny, root * 0x1p-20, root);
    auto const plain = lt(V{}, a);
    return select(lt(a, all<V>(infinity)), select(plain, flip(r, sign_of(x)), x), x);
  }
  return flip(cube_root_of<false, V>(a), sign_of(x));
}
/// x^(-1/3)
template <int L>
SIMT_COLD vec<double, L> rcbrt(vec<double, L> x) {
  using V = vec<double, L>;
  V const a = magnitude(x);
  if (!every<V>(le(all<V>(0x1p-1022), a)) || !every<V>(lt(a, all<V>(infinity)))) [[unlikely]] {
    auto const tiny = lt(a, all<V>(0x1p-1022));
    V r = cube_root_of<true, V>(select(tiny, a * 0x1p60, a));
    r = select(tiny, r * 0x1p20, r);
    r = select(eq(a, V{}), all<V>(infinity), r);
    r = select(lt(a, all<V>(infinity)), r, select(eq(a, a), V{}, a));
    return flip(r, sign_of(x));
  }
  return flip(cube_root_of<true, V>(a), sign_of(x));
}

/// The length of the vector v, or its reciprocal, without overflow on the way.
template <bool Reciprocal, int L, int N>
SIMT_INLINE vec<double, L> length(vec<double, L> const (&v)[N]) {
  using V = vec<double, L>;
  V a[N];
  each<N>([&](int i) SIMT_LAMBDA_INLINE { a[i] = magnitude(v[i]); });
  V largest = a[0];
  each<N - 1>([&](int i) SIMT_LAMBDA_INLINE {
    largest = select(lt(largest, a[i + 1]), a[i + 1], largest);
  });
  // Scaled by the power of two below the largest, away from both ends of the range.
  constexpr std::int64_t exponents = 0x7ff0000000000000;
  auto const e = bits(at_most(at_least(largest, 0x1p-1000), 0x1p1000)) & all_bits<V>(exponents);
  V const by = of_bits<V>(e);
  V const inverse = of_bits<V>(all_bits<V>(std::int64_t{2046} << 52) - e);
  V const zero{}, inf = all<V>(infinity);
  V r;
  if constexpr (Reciprocal) {
    sum_of_two<V> sum{};
    each<N>([&](int i) SIMT_LAMBDA_INLINE {
      V const x = a[i] * inverse;
      auto const p = exact_product(x, x);
      auto const s = exact_sum(sum.h, p.h);
      sum = {s.h, sum.l + (s.l + p.l)};
    });
    // One step of Newton from a reciprocal that was rounded twice.
    V const y = all<V>(1) / square_root(sum.h);
    auto const p = exact_product(sum.h, y);
    V const off = fused_exact(V(-p.h), y, all<V>(1)) - y * madd(sum.l, y, p.l);
    r = select(eq(sum.h, zero), inf, madd(y * 0.5, off, y)) * inverse;
  } else {
    V sum{};
    each<N>([&](int i) SIMT_LAMBDA_INLINE {
      V const x = a[i] * inverse;
      sum = madd(x, x, sum);
    });
    r = square_root(sum) * by;
  }
  each<N>([&](int i) SIMT_LAMBDA_INLINE { r = select(eq(a[i], inf), Reciprocal ? zero : inf, r); });
  return r;
}
template <int L>
SIMT_INLINE vec<double, L> hypot(vec<double, L> x, vec<double, L> y) {
  return length<false, L>({x, y});
}
template <int L>
SIMT_COLD vec<double, L> rhypot(vec<double, L> x, vec<double, L> y) {
  return length<true, L>({x, y});
}
template <int L>
SIMT_COLD vec<double, L> norm3d(vec<double, L> x, vec<double, L> y, vec<double, L> z) {
  return length<false, L>({x, y, z});
}
template <int L>
SIMT_COLD vec<double, L> rnorm3d(vec<double, L> x, vec<double, L> y, vec<double, L> z) {
  return length<true, L>({x, y, z});
}
template <int L>
SIMT_COLD vec<double, L> norm4d(vec<double, L> x, vec<double, L> y, vec<double, L> z,
                                vec<double, L> w) {
  return length<false, L>({x, y, z, w});
}
template <int L>
SIMT_COLD vec<double, L> rnorm4d(vec<double, L> x, vec<double, L> y, vec<double, L> z,
                                 vec<double, L> w) {
  return length<true, L>({x, y, z, w});
}

}  // namespace simt::inline SIMT_ABI::simd::detail::f64

SIMT_DETAIL_QUIET_END
