#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/math/double_log.hpp>

// Roots and lengths of double lanes.
SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::simd::detail::f64 {

/// 1 / sqrt(x)
template <class V>
SIMT_INLINE V rsqrt(V x) {
  return 1 / sqrt(x);
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
inline constexpr table<8> thirds_of_two{
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
  auto const i = unsigned_bits(a) >> 48;
  V const c = look_up<V>(constants.c, i), t = look_up<V>(constants.t, i);
  V const q = rounded<0, V>(s.e * (1.0 / 3)).n;
  V const k = multiply_add(q, -3, s.e);
  V const near = t * look_up<V>(thirds_of_two, rounded<0, V>(Reciprocal ? negate(k) : k).i);
  V r;
  if constexpr (has_fma) {
    r = fmsub(s.m, c, 1);
  } else {
    auto const p = exact_product(s.m, c);
    r = (p.h - 1) + p.l;
  }
  V const y = multiply_add(near, r * estrin(r, constants.p), near);
  return scale_by(y, Reciprocal ? negate(q) : q);
}
/// The same of any x.
template <bool Reciprocal, class V>
SIMT_COLD V cube_root_anywhere(V x) {
  V const a = abs(x);
  if (every_normal(x)) [[likely]]
    return flip(cube_root_of<Reciprocal>(a), sign_of(x));
  auto const tiny = a < smallest_normal;
  V r = cube_root_of<Reciprocal>(V(select(tiny, a * 0x1p60, a)));
  r = select(tiny, r * (Reciprocal ? 0x1p20 : 0x1p-20), r);
  r = select(a == 0, V(Reciprocal ? infinity : 0), r);
  r = select(a == infinity, V(Reciprocal ? 0 : infinity), r);
  return select(a == a, flip(r, sign_of(x)), x);
}
template <class V>
SIMT_INLINE V cbrt(V x) {
  return cube_root_anywhere<false>(x);
}
/// x^(-1/3)
template <class V>
SIMT_INLINE V rcbrt(V x) {
  return cube_root_anywhere<true>(x);
}

/// The length of a vector, or its reciprocal, without overflow on the way.
template <bool Reciprocal, class V, class... More>
SIMT_INLINE V length_inline(V first, More... more) {
  constexpr int N = 1 + sizeof...(more);
  V const a[N] = {abs(first), abs(more)...};
  V largest = a[0];
  each<N - 1>([&](int i) SIMT_LAMBDA_INLINE { largest = greater(a[i + 1], largest); });
  // Scaled by the power of two below the largest, away from both ends of the range.
  auto const e = unsigned_bits(clamp(largest, 0x1p-1000, 0x1p1000)) & 0x7ff0000000000000;
  V const by = from_bits<V>(e);
  V const inverse = from_bits<V>((std::uint64_t{2046} << 52) - e);
  V r;
  if constexpr (Reciprocal) {
    sum_of_two<V> sum{0, 0};
    each<N>([&](int i) SIMT_LAMBDA_INLINE {
      V const x = a[i] * inverse;
      auto const p = exact_product(x, x);
      auto const s = exact_sum(sum.h, p.h);
      sum = {s.h, sum.l + (s.l + p.l)};
    });
    // One step of Newton from a reciprocal that was rounded twice.
    V const y = 1 / sqrt(sum.h);
    auto const p = exact_product(sum.h, y);
    V const off = fused_exact(negate(p.h), y, 1) - y * multiply_add(sum.l, y, p.l);
    r = select(sum.h == 0, V(infinity), multiply_add(y * 0.5, off, y)) * inverse;
  } else {
    V sum = 0;
    each<N>([&](int i) SIMT_LAMBDA_INLINE {
      V const x = a[i] * inverse;
      sum = multiply_add(x, x, sum);
    });
    r = sqrt(sum) * by;
  }
  V const endless = Reciprocal ? 0 : infinity;
  each<N>([&](int i) SIMT_LAMBDA_INLINE { r = select(a[i] == infinity, endless, r); });
  return r;
}
template <bool Reciprocal, class V, class... More>
SIMT_COLD V length_by_call(V first, More... more) {
  return f64::length_inline<Reciprocal>(first, more...);
}
template <bool Reciprocal, class V, class... More>
SIMT_INLINE V length(V first, More... more) {
  if constexpr (Reciprocal || sizeof...(more) > 1)
    return f64::length_by_call<Reciprocal>(first, more...);
  else
    return f64::length_inline<Reciprocal>(first, more...);
}

}  // namespace simt::inline SIMT_ABI::simd::detail::f64

SIMT_DETAIL_QUIET_END
