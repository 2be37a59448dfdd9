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

// x = m 2^(3q + k), m between 1 and 2, k = -1, 0 or 1. For each sixteenth of that interval there
// are t and c = (s t)^-3, or (s t)^3 for the reciprocal, so that m c = 1 + r with |r| <= 1/32: the
// root is 2^q (s 2^(k/3)) t (1 + r)^(1/3), or the same with -q, -k and -1/3. s is next to 1, and
// all of these are numbers of 53 bits to within 2^-61, so that no rests of them are needed.
template <int N>
struct root_constants {
  table16 c, t;
  double p[N];  // ((1 + r)^(±1/3) - 1) / r
};
inline constexpr root_constants<8> cube_root{
    {{0x1.f0f0f0f0ed6cap-1, 0x1.d47f29d47c9b5p-1, 0x1.bb226ec89903ep-1, 0x1.a46102b1d8f6dp-1,
      0x1.8fd8fd8fd6aefp-1, 0x1.7d3abc65f386bp-1, 0x1.6c44ce6b41752p-1, 0x1.5cc0ed73013a0p-1,
      0x1.4e81b4e81a25cp-1, 0x1.4160e2daf8e60p-1, 0x1.353dfe8a924d9p-1, 0x1.29fd4a7f5086dp-1,
      0x1.1f86ef9b1cf14p-1, 0x1.15c653915bf21p-1, 0x1.0ca990ca989dfp-1, 0x1.042108420f5f1p-1}},
    {{0x1.028f674a6011bp+0, 0x1.07b0c27c285efp+0, 0x1.0ca0cac14f3c5p+0, 0x1.1163e51d98e82p+0,
      0x1.15fdde0435124p+0, 0x1.1a7204774d476p+0, 0x1.1ec33f4a93bc5p+0, 0x1.22f41e01ee5abp+0,
      0x1.2706e65a7f3bep+0, 0x1.2afd9f42e748bp+0, 0x1.2eda19d422792p+0, 0x1.329df8b80450bp+0,
      0x1.364ab64fdc737p+0, 0x1.39e1a9daaa6dbp+0, 0x1.3d640bcbd9ec0p+0, 0x1.40d2f978fdfd9p+0}},
    {0x1.5555555555552p-2, -0x1.c71c71c71c6e4p-4, 0x1.f9add3c176ad4p-5, -0x1.511e8d2c630c3p-5,
     0x1.ee70fc3ca5e36p-6, -0x1.8090b9a5263afp-6, 0x1.37d049f8979f0p-6, -0x1.03ed6000819b0p-6}};
inline constexpr root_constants<9> reciprocal_cube_root{
    {{0x1.f0f0f0f0f2673p-1, 0x1.d47f29d4802bfp-1, 0x1.bb226ec89c2a8p-1, 0x1.a46102b1dc30ep-1,
      0x1.8fd8fd8fdad6ep-1, 0x1.7d3abc65f60f4p-1, 0x1.6c44ce6b431fap-1, 0x1.5cc0ed73054fcp-1,
      0x1.4e81b4e81b68ep-1, 0x1.4160e2dafc01bp-1, 0x1.353dfe8a936bcp-1, 0x1.29fd4a7f53f26p-1,
      0x1.1f86ef9b1d544p-1, 0x1.15c653915ce2ep-1, 0x1.0ca990ca996fep-1, 0x1.0421084211238p-1}},
    {{0x1.faee2c141879fp-1, 0x1.f111513f3222cp-1, 0x1.e7ee5c40c21fbp-1, 0x1.df6e935e60adfp-1,
      0x1.d77f034c8c0b7p-1, 0x1.d00fb83254d56p-1, 0x1.c91326dadd440p-1, 0x1.c27db8d1d359ap-1,
      0x1.bc457235ad2c5p-1, 0x1.b661aabddc8c1p-1, 0x1.b0cad548d2ab5p-1, 0x1.ab7a528a869f9p-1,
      0x1.a66a4c57ff239p-1, 0x1.a19597af3536ep-1, 0x1.9cf79c0fc5aa8p-1, 0x1.988c3f0eff8d7p-1}},
    {-0x1.5555555555555p-2, 0x1.c71c71c71c67cp-3, -0x1.61f9add3c2aa4p-3, 0x1.26fabb879c343p-3,
     -0x1.ff4c33ccd8c44p-4, 0x1.c67c727ee667p-4, -0x1.9b347e631b0a4p-4, 0x1.79c26784a91cep-4,
     -0x1.5c77c993968f9p-4}};

// s 2^(k/3) at the low bits of k.
inline constexpr table8 thirds_of_two{
    {0x1.0000000001c00p+0, 0x1.428a2f98d95d2p+0, 0, 0, 0, 0, 0, 0x1.965fea53d9aafp-1}};

/// a^(1/3), or a^(-1/3), of positive normal a.
template <bool Reciprocal, class V>
SIMT_INLINE V cube_root_of(V a) {
  constexpr auto const& constants = []() -> auto const& {
    if constexpr (Reciprocal)
      return reciprocal_cube_root;
    else
      return cube_root;
  }
  ();
  split<V, 4> const s(a);
  auto const i = shift_down<V, 48>(bits(a));
  V const c = look_up<V>(constants.c, i), t = look_up<V>(constants.t, i);
  V const q = rounded<0, V>(s.e * (1.0 / 3)).n;
  V const k = madd(q, all<V>(-3), s.e);
  V const near = t * look_up<V>(thirds_of_two, rounded<0, V>(Reciprocal ? -k : k).i);
  V r;
  if constexpr (has_fma) {
    r = fused_instruction<V>(s.m, c, all<V>(-1));
  } else {
    auto const p = exact_product(s.m, c);
    r = (p.h - all<V>(1)) + p.l;
  }
  V const y = madd(near, V(r * poly(r, constants.p)), near);
  return scale_by<V>(y, Reciprocal ? -q : q);
}
template <int L>
SIMT_COLD vec<double, L> cbrt(vec<double, L> x) {
  using V = vec<double, L>;
  V const a = magnitude(x);
  if (!every_normal(x)) [[unlikely]] {
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
  if (!every_normal(x)) [[unlikely]] {
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
