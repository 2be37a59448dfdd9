#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/detail/math_core.hpp>
#include <simt/simd/math/exact.hpp>

// What the functions of double lanes are made of. V is a register of doubles, or double itself.
SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::simd::detail::f64 {

template <class V>
inline constexpr int lanes_in = static_cast<int>(sizeof(V) / sizeof(double));
template <class V>
using ints = vec<std::int64_t, lanes_in<V>>;
template <class V>
using flags = mask<8, lanes_in<V>>;

template <class V>
SIMT_INLINE V all(double x) {
  return splat<double, lanes_in<V>>(x);
}
template <class V>
SIMT_INLINE ints<V> all_bits(std::int64_t x) {
  return splat<std::int64_t, lanes_in<V>>(x);
}
template <class V>
SIMT_INLINE ints<V> bits(V x) {
  return bits_as<ints<V>>(x);
}
template <class V>
SIMT_INLINE V of_bits(ints<V> b) {
  return bits_as<V>(b);
}
/// The bits shifted to the right, zeros following.
template <class V, int By>
SIMT_INLINE ints<V> shift_down(ints<V> b) {
  using U = vec<std::uint64_t, lanes_in<V>>;
  return bits_as<ints<V>>(bits_as<U>(b) >> By);
}

/// 2^i of the low bits of i.
template <class V>
SIMT_INLINE V power_of_bits(ints<V> i) {
  using U = vec<std::uint64_t, lanes_in<V>>;  // a NaN has any bits, the sum may wrap
  return bits_as<V>((bits_as<U>(i) + splat<std::uint64_t, lanes_in<V>>(1023)) << 52);
}

template <class V>
SIMT_INLINE flags<V> lt(V a, V b) {
  return test<compare::lt, double, lanes_in<V>>(a, b);
}
template <class V>
SIMT_INLINE flags<V> le(V a, V b) {
  return test<compare::le, double, lanes_in<V>>(a, b);
}
template <class V>
SIMT_INLINE flags<V> eq(V a, V b) {
  return test<compare::eq, double, lanes_in<V>>(a, b);
}
template <class V>
SIMT_INLINE flags<V> ne(V a, V b) {
  return test<compare::ne, double, lanes_in<V>>(a, b);
}
template <class V>
SIMT_INLINE V select(flags<V> m, V a, V b) {
  return blend<double, lanes_in<V>>(m, a, b);
}
template <class V>
SIMT_INLINE bool any(flags<V> m) {
  return register_mask_bits<8, lanes_in<V>>(m) != 0;
}
template <class V>
SIMT_INLINE bool every(flags<V> m) {
  return register_mask_bits<8, lanes_in<V>>(m) == (1u << lanes_in<V>)-1u;
}

inline constexpr std::int64_t sign_mask = std::numeric_limits<std::int64_t>::min();
inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

template <class V>
SIMT_INLINE V magnitude(V x) {
  return of_bits<V>(bits(x) & all_bits<V>(~sign_mask));
}
/// The sign bit of x alone.
template <class V>
SIMT_INLINE ints<V> sign_of(V x) {
  return bits(x) & all_bits<V>(sign_mask);
}
/// x with its sign changed where the sign bits `s` are set.
template <class V>
SIMT_INLINE V flip(V x, ints<V> s) {
  return of_bits<V>(bits(x) ^ s);
}

/// x, which has the sign of s or is 0, with the sign of s.
template <class V>
SIMT_INLINE V with_sign_of(V x, V s) {
  return of_bits<V>(bits(x) | sign_of(s));
}

/// No lane has zero, a subnormal number, an infinity or a NaN.
template <class V>
SIMT_INLINE bool every_normal(V x) {
#if SIMT_ISA_AVX512
  if constexpr (lanes_in<V> == 8) return _mm512_fpclass_pd_mask((__m512d)x, 0xbf) == 0;
#endif
  V const a = magnitude(x);
  return every<V>(le(all<V>(0x1p-1022), a)) && every<V>(lt(a, all<V>(infinity)));
}

/// Does lo <= x < hi hold in every lane? 0 < lo.
template <class V>
SIMT_INLINE bool every_between(V x, double lo, double hi) {
#if SIMT_ISA_AVX512
  if constexpr (lanes_in<V> == 8) {  // one comparison of unsigned numbers
    auto const first = bits_as<std::int64_t>(lo), size = bits_as<std::int64_t>(hi) - first;
    return _mm512_cmp_epu64_mask((__m512i)(bits(x) - all_bits<V>(first)),
                                 (__m512i)all_bits<V>(size), _MM_CMPINT_NLT) == 0;
  }
#endif
  return every<V>(le(all<V>(lo), x)) && every<V>(lt(x, all<V>(hi)));
}

/// Bounds that let a NaN pass.
template <class V>
SIMT_INLINE V at_most(V x, double hi) {
#if SIMT_ISA_AVX512
  if constexpr (lanes_in<V> == 8)
    return (V)_mm512_maskz_min_pd(all8, (__m512d)all<V>(hi), (__m512d)x);
#endif
  return select(lt(all<V>(hi), x), all<V>(hi), x);
}
template <class V>
SIMT_INLINE V at_least(V x, double lo) {
#if SIMT_ISA_AVX512
  if constexpr (lanes_in<V> == 8)
    return (V)_mm512_maskz_max_pd(all8, (__m512d)all<V>(lo), (__m512d)x);
#endif
  return select(lt(x, all<V>(lo)), all<V>(lo), x);
}

template <class V>
SIMT_INLINE V madd(V a, V b, V c) {
  return multiply_add<double, lanes_in<V>>(a, b, c);
}
template <class V>
requires(lanes_in<V> > 1) SIMT_INLINE V madd(V a, V b, double c) { return madd(a, b, all<V>(c)); }
template <class V>
requires(lanes_in<V> > 1) SIMT_INLINE V madd(V a, double b, V c) { return madd(a, all<V>(b), c); }

/// An unevaluated sum h + l, l small.
template <class V>
struct sum_of_two {
  V h, l;
};
/// a + b exactly, where |a| >= |b| or a is 0.
template <class V>
SIMT_INLINE sum_of_two<V> fast_sum(V a, V b) {
  V const s = a + b;
  return {s, b - (s - a)};
}
template <class V>
SIMT_INLINE sum_of_two<V> exact_sum(V a, V b) {
  V const s = a + b;
  V const t = s - a;
  return {s, (a - (s - t)) + (b - t)};
}
/// a * b + c with one rounding, by the instruction only.
template <class V>
SIMT_INLINE V fused_instruction(V a, V b, V c) {
  if constexpr (lanes_in<V> == 1)
    return __builtin_fma(a, b, c);
  else
    return fused<double, lanes_in<V>>(a, b, c);
}
/// a * b exactly, where neither comes near the ends of the range.
template <class V>
SIMT_INLINE sum_of_two<V> exact_product(V a, V b) {
  V const p = a * b;
  if constexpr (has_fma) {
    return {p, fused_instruction<V>(a, b, -p)};
  } else {  // Dekker: halves of 26 bits
    auto const upper = [](V x) SIMT_LAMBDA_INLINE {
      V const t = x * 134217729.0;
      return V(t - (t - x));
    };
    V const ah = upper(a), bh = upper(b);
    V const al = a - ah, bl = b - bh;
    return {p, ((ah * bh - p) + ah * bl + al * bh) + al * bl};
  }
}
/// a * b + c as if rounded once, but for the last bit now and then where there is no instruction.
template <class V>
SIMT_INLINE V fused_exact(V a, V b, V c) {
  if constexpr (has_fma) {
    return fused_instruction<V>(a, b, c);
  } else {
    auto const p = exact_product(a, b);
    auto const s = exact_sum(p.h, c);
    return s.h + (s.l + p.l);
  }
}

/// p[0] + p[1] x + …, in pairs, pairs of pairs …: the chain is as long as the logarithm of N.
template <class V, int N>
SIMT_INLINE V join(V x, V const (&p)[N]) {
  if constexpr (N == 1) {
    return p[0];
  } else {
    V q[(N + 1) / 2];
    each<(N + 1) / 2>([&](int i) SIMT_LAMBDA_INLINE {
      q[i] = 2 * i + 1 < N ? madd(p[(2 * i + 1) % N], x, p[2 * i]) : p[2 * i];
    });
    return join<V>(N > 2 ? x * x : x, q);
  }
}
/// c[0] + c[1] x + c[2] x^2 …
template <class V, int N>
SIMT_INLINE V poly(V x, double const (&c)[N]) {
  if constexpr (N < 6) {
    V p = all<V>(c[N - 1]);
    each<N - 1>([&](int i) SIMT_LAMBDA_INLINE { p = madd(p, x, all<V>(c[N - 2 - i])); });
    return p;
  } else {
    V p[N];
    each<N>([&](int i) SIMT_LAMBDA_INLINE { p[i] = all<V>(c[i]); });
    return join<V>(x, p);
  }
}

/// Sixteen numbers to choose from by the low four bits of an index.
struct alignas(64) table16 {
  double v[16];
};
template <class V>
SIMT_INLINE V look_up(table16 const& t, ints<V> index) {
#if SIMT_ISA_AVX512
  if constexpr (lanes_in<V> == 8)
    return (V)_mm512_permutex2var_pd(*reinterpret_cast<__m512d const*>(t.v), (__m512i)index,
                                     *reinterpret_cast<__m512d const*>(t.v + 8));
#elif SIMT_ISA_AVX2
  if constexpr (lanes_in<V> == 4)
    return (V)_mm256_mask_i64gather_pd(_mm256_setzero_pd(), t.v, (__m256i)(index & all_bits<V>(15)),
                                       (__m256d)all_bits<V>(-1), 8);
#endif
  if constexpr (lanes_in<V> == 1) {
    return t.v[index & 15];
  } else {
    V r{};
    for (int l = 0; l < lanes_in<V>; ++l) r[l] = t.v[index[l] & 15];
    return r;
  }
}
/// Eight numbers, by the low three bits.
struct alignas(64) table8 {
  double v[8];
};
template <class V>
SIMT_INLINE V look_up(table8 const& t, ints<V> index) {
#if SIMT_ISA_AVX512
  if constexpr (lanes_in<V> == 8)
    return (V)_mm512_maskz_permutexvar_pd(all8, (__m512i)index,
                                          *reinterpret_cast<__m512d const*>(t.v));
#elif SIMT_ISA_AVX2
  if constexpr (lanes_in<V> == 4)
    return (V)_mm256_mask_i64gather_pd(_mm256_setzero_pd(), t.v, (__m256i)(index & all_bits<V>(7)),
                                       (__m256d)all_bits<V>(-1), 8);
#endif
  if constexpr (lanes_in<V> == 1) {
    return t.v[index & 7];
  } else {
    V r{};
    for (int l = 0; l < lanes_in<V>; ++l) r[l] = t.v[index[l] & 7];
    return r;
  }
}
/// t[0] + t[1] x + … of the index's column.
template <class V, int N>
SIMT_INLINE V poly(V x, table16 const (&t)[N], ints<V> index) {
  V p = look_up<V>(t[N - 1], index);
  each<N - 1>([&](int i) SIMT_LAMBDA_INLINE { p = madd(p, x, look_up<V>(t[N - 2 - i], index)); });
  return p;
}

/// The multiple of 1 / 2^Bits nearest to x, for |x| < 2^(50 - Bits): as a number and, in the low
/// bits of `i`, as a count of such parts.
template <int Bits, class V>
struct rounded {
  V n;
  ints<V> i;
  SIMT_INLINE explicit rounded(V x) {
    V const magic = all<V>(0x1.8p52 / (1 << Bits));
    V const t = x + magic;
    n = t - magic;
    i = bits(t);
  }
};

/// x * 2^n for an integral n between -2000 and 2000, rounded as the last step.
template <class V>
SIMT_INLINE V scale_by(V x, V n) {
#if SIMT_ISA_AVX512
  if constexpr (lanes_in<V> == 8) return (V)_mm512_maskz_scalef_pd(all8, (__m512d)x, (__m512d)n);
#endif
  // 2^n in two factors; the integers appear as the low bits of a sum.
  rounded<0, V> const half(n * 0.5);
  rounded<0, V> const rest(n - half.n);
  return x * power_of_bits<V>(half.i) * power_of_bits<V>(rest.i);
}

template <class V>
SIMT_INLINE V square_root(V x) {
  return math::sqrt<double, lanes_in<V>>(x);
}

}  // namespace simt::inline SIMT_ABI::simd::detail::f64

SIMT_DETAIL_QUIET_END
