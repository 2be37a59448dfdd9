#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/math/double_exp.hpp>

// Logarithms, powers and inverse hyperbolic functions of double lanes.
namespace simt::inline SIMT_ABI::simd::detail::f64 {

// Of a number m between 0.75 and 1.5 the index is round(16 m) without its upper bits. A number c of
// 8 bits next to 1 / m leaves m c = 1 + r with |r| < 0.044. Logarithms of 1 / c, and of 2, come as
// a multiple of 2^-42, of which sums are exact, and a rest.
inline constexpr table16 log_inverse{{0x1p+0, 0x1.ep-1, 0x1.c8p-1, 0x1.bp-1, 0x1.98p-1, 0x1.88p-1,
                                      0x1.74p-1, 0x1.64p-1, 0x1.54p-1, 1, 1, 1, 0x1.56p+0,
                                      0x1.3cp+0, 0x1.24p+0, 0x1.12p+0}};
struct log_base {
  table16 high, low;
  double two_high, two_low;    // the logarithm of 2
  double unit_high, unit_low;  // the logarithm of e
};
inline constexpr log_base base_e{
    {{0, 0x1.08598b59e4p-4, 0x1.da72763844p-4, 0x1.5bf406b544p-3, 0x1.d1037f2656p-3,
      0x1.1178e8227ep-2, 0x1.4718dc271cp-2, 0x1.741d876c68p-2, 0x1.a33440225p-2, 0, 0, 0,
      -0x1.2895a13de8p-2, -0x1.af3c94e80cp-3, -0x1.0d77e7cd08p-3, -0x1.16536eea38p-4}},
    {{0, -0x1.7e5dd7009902cp-46, 0x1.a89401fa71733p-46, -0x1.27023eb68981cp-46,
      -0x1.84a7e75b6f6e4p-47, 0x1.1ef78ce2d07f2p-44, 0x1.06c18fb4c14c5p-44, -0x1.13a7b5b11cfa7p-44,
      -0x1.61cdd40314305p-44, 0, 0, 0, -0x1.a8d7ad24c13f0p-44, 0x1.a4e633fcd9066p-52,
      -0x1.cb2cd2ee2f482p-44, 0x1.47c5e768fa309p-46}},
    0x1.62e42fefa38p-1,
    0x1.ef35793c76730p-45,
    1,
    0};
inline constexpr log_base base_2{
    {{0, 0x1.7d60496cfcp-4, 0x1.563dc29ffap-3, 0x1.f5fd8a9064p-3, 0x1.4f6fbb2cecp-2,
      0x1.8a8980abfcp-2, 0x1.d7e6c0abc3p-2, 0x1.0c6caaf0c58p-1, 0x1.2e644fac05p-1, 0, 0, 0,
      -0x1.abe18797f2p-2, -0x1.37124cea4dp-2, -0x1.84c2bd02fp-3, -0x1.918a16e464p-4}},
    {{0, -0x1.2ce6312ebb81dp-46, 0x1.964190e41bca7p-44, -0x1.cb6f70109b0f1p-47,
      0x1.661e393a16b95p-44, -0x1.66cccab240e90p-45, 0x1.5e30f52d6ae75p-44, -0x1.3483146784bd2p-44,
      -0x1.4275f1035e5e8p-48, 0, 0, 0, 0x1.6e3cb71b554e7p-47, 0x1.0993376649b50p-45,
      -0x1.d97ee9124773bp-46, 0x1.94aa31b9b6d65p-45}},
    1,
    0,
    0x1.71547652b82fep+0,
    0x1.777d0ffda0d24p-56};
inline constexpr log_base base_10{
    {{0, 0x1.cb38fccd9p-6, 0x1.9c197abfp-5, 0x1.2e3a740b78p-4, 0x1.93e7de0fc4p-4, 0x1.db11ed766cp-4,
      0x1.1c1ce9955cp-3, 0x1.43371cde08p-3, 0x1.6c1db5f9bcp-3, 0, 0, 0, -0x1.019c2a064cp-3,
      -0x1.769140a254p-4, -0x1.d41d5164f8p-5, -0x1.e3806acbdp-6}},
    {{0, -0x1.00925a535ae72p-44, 0x1.badcf3d6e4566p-46, 0x1.d288560689912p-53,
      -0x1.80743406505e6p-48, -0x1.40bcd23c3e44cp-44, 0x1.8b891b6d05a73p-48, -0x1.27c6eaaed5307p-44,
      -0x1.994b8986fe812p-44, 0, 0, 0, 0x1.6f31d0b132f8fp-44, 0x1.9036b130dc2b9p-44,
      -0x1.659d00c475908p-44, -0x1.63c35e7d67688p-48}},
    0x1.34413509f7p-2,
    0x1.3fde623e2566bp-43,
    0x1.bcb7b1526e50ep-2,
    0x1.95355baaafad3p-57};

/// x = m 2^e, m between Quarters / 4 and twice that, 3 or 4 of them. Only AVX-512 splits every
/// number: 0 and infinity into 1 and an infinite exponent, what has no logarithm into NaN;
/// elsewhere x is positive and normal.
template <class V, int Quarters = 3>
struct split {
  V m, e;
  SIMT_INLINE explicit split(V x) {
#if SIMT_ISA_AVX512
    if constexpr (lanes_in<V> == 8) {
      constexpr auto interval = Quarters == 3 ? _MM_MANT_NORM_p75_1p5 : _MM_MANT_NORM_1_2;
      auto const f = _mm512_maskz_getmant_pd(all8, (__m512d)x, interval, _MM_MANT_SIGN_nan);
      auto n = _mm512_maskz_getexp_pd(all8, (__m512d)x);
      if constexpr (Quarters == 3) {
        auto const low = _mm512_cmp_pd_mask(f, _mm512_set1_pd(1), _CMP_LT_OQ);
        n = _mm512_mask_add_pd(n, low, n, _mm512_set1_pd(1));
      }
      m = (V)f;
      e = (V)n;
      return;
    }
#endif
    constexpr std::int64_t first = Quarters == 3 ? 0x3fe8000000000000 : 0x3ff0000000000000;
    auto const b = bits(x) - all_bits<V>(first);
    auto const n = b & all_bits<V>(static_cast<std::int64_t>(0xfff0000000000000));
    m = of_bits<V>(bits(x) - n);
    // The exponent, 1023 too large, as the low bits of 2^52.
    auto const count = shift_down<V, 52>(n + all_bits<V>(std::int64_t{1023} << 52));
    e = of_bits<V>(count | all_bits<V>(0x4330000000000000)) - all<V>(0x1p52 + 1023);
  }
};

/// m c - 1 as two numbers, exactly.
template <class V>
SIMT_INLINE sum_of_two<V> times_less_one_exactly(V m, V c) {
  if constexpr (has_fma) {
    // A product that no compiler fuses with what follows.
    V const p = fused_instruction<V>(m, c, V{});
    return {p - all<V>(1), fused_instruction<V>(m, c, -p)};
  } else {  // c has 8 bits: both products are exact
    V const upper =
        of_bits<V>(bits(m) & all_bits<V>(static_cast<std::int64_t>(0xffffffff00000000)));
    return exact_sum(V(upper * c - all<V>(1)), V((m - upper) * c));
  }
}

/// m c - 1, which is small.
template <class V>
SIMT_INLINE V times_less_one(V m, V c) {
  if constexpr (has_fma)
    return fused_instruction<V>(m, c, all<V>(-1));
  else
    return times_less_one_exactly(m, c).h;
}

/// The logarithm of x, or of x + rest with x next to 1 and rest small (where With_rest).
template <bool With_rest, class V>
SIMT_INLINE V log_of(log_base const& base, V x, V rest) {
  split<V> const s(x);
  auto const i = rounded<4, V>(s.m).i;
  V const c = look_up<V>(log_inverse, i);
  V const high = madd(s.e, base.two_high, look_up<V>(base.high, i));
  V low = look_up<V>(base.low, i);
  if (base.two_low != 0) low = madd(s.e, base.two_low, low);
  V r;
  if constexpr (With_rest) {
    auto const p = times_less_one_exactly(s.m, c);
    V const l = madd(scale_by<V>(rest, -s.e), c, p.l);
    r = p.h + l;
    low += l - (r - p.h);
  } else {
    r = times_less_one(s.m, c);
  }
  V const q = poly(r, {0x1.55555555550a6p-2, -0x1.fffffffffe789p-3, 0x1.999999a603dcfp-3,
                       -0x1.5555556b41491p-3, 0x1.2491f7b723e8fp-3, -0x1.ffff25da04105p-4,
                       0x1.c8c06a9a20973p-4, -0x1.9b61549f8c60ap-4});
  V const tail = madd(r, q, -0.5) * (r * r);
  if (base.unit_high == 1) return high + (r + (tail + low));
  auto const p = exact_product(r, all<V>(base.unit_high));
  V const small = madd(tail, base.unit_high, madd(r, base.unit_low, low + p.l));
  if (base.two_low == 0) return high + (p.h + small);
  auto const sum = fast_sum(high, p.h);
  V const y = sum.h + (sum.l + small);
#if SIMT_ISA_AVX512
  // The exact sum made NaN of infinities: by the class of x NaN, -inf for 0, inf for inf.
  if constexpr (lanes_in<V> == 8)
    return (V)_mm512_fixupimm_pd((__m512d)y, (__m512d)x, _mm512_set1_epi64(0x03530422), 0);
#endif
  return y;
}

/// f(x) for the positive normal numbers among x, f(x 2^54) - shift for the subnormal ones, and what
/// a logarithm has for 0, infinity and negative numbers.
template <class V, class F>
SIMT_INLINE V log_everywhere(V x, double shift, F f) {
#if SIMT_ISA_AVX512
  if constexpr (lanes_in<V> == 8) return f(x);
#endif
  V const smallest = all<V>(0x1p-1022), inf = all<V>(infinity);
  if (any<V>(lt(x, smallest)) || !every<V>(lt(x, inf))) [[unlikely]] {
    auto const tiny = lt(x, smallest);
    V const positive = select(lt(V{}, x), select(lt(x, inf), x, all<V>(1)), all<V>(1));
    V const r = f(select(tiny, positive * 0x1p54, positive));
    V y = select(tiny, r - all<V>(shift), r);
    y = select(eq(x, V{}), -inf, y);
    y = select(lt(x, V{}), all<V>(not_a_number), y);
    y = select(eq(x, inf), inf, y);
    return select(ne(x, x), x, y);
  }
  return f(x);
}

template <int L>
SIMT_INLINE vec<double, L> log(vec<double, L> x) {
  using V = vec<double, L>;
  return log_everywhere(x, 54 * 0.693147180559945309417,
                        [](V y) SIMT_LAMBDA_INLINE { return log_of<false, V>(base_e, y, V{}); });
}
template <int L>
SIMT_INLINE vec<double, L> log2(vec<double, L> x) {
  using V = vec<double, L>;
  return log_everywhere(x, 54.0,
                        [](V y) SIMT_LAMBDA_INLINE { return log_of<false, V>(base_2, y, V{}); });
}
template <int L>
SIMT_INLINE vec<double, L> log10(vec<double, L> x) {
  using V = vec<double, L>;
  return log_everywhere(x, 54 * 0.301029995663981195214,
                        [](V y) SIMT_LAMBDA_INLINE { return log_of<false, V>(base_10, y, V{}); });
}

/// log(1 + x) for finite x > -1.
template <class V>
SIMT_INLINE V log1p_finite(V x) {
  auto const s = fast_sum(all<V>(1), x);  // exact for large x, too, but for what does not count
  return log_of<true, V>(base_e, s.h, s.l);
}
template <int L>
SIMT_COLD vec<double, L> log1p(vec<double, L> x) {
  using V = vec<double, L>;
  V r = log1p_finite(x);
  V const limit = all<V>(infinity);
  V const minus_one = all<V>(-1);
  if (!every<V>(lt(minus_one, x)) || !every<V>(lt(x, limit))) [[unlikely]] {
    r = select(eq(x, minus_one), -limit, r);
    r = select(lt(x, minus_one), all<V>(not_a_number), r);
    r = select(eq(x, limit), limit, r);
    r = select(ne(x, x), x, r);
  }
  return with_sign_of(r, x);
}

template <int L>
SIMT_COLD vec<double, L> asinh(vec<double, L> x) {
  using V = vec<double, L>;
  V const a = magnitude(x);
  V const one = all<V>(1);
  // From 2^28 on asinh a = log 2a, before that log1p(a + a^2 / (1 + sqrt(1 + a^2))).
  auto const far = lt(all<V>(0x1p28), a);
  V const b = select(far, V{}, a);
  V const z = b * b;
  auto const s = fast_sum(b, V(z / (one + square_root<V>(one + z))));
  auto const t = fast_sum(one, s.h);
  V r = log_of<true, V>(base_e, select(far, a, t.h), select(far, V{}, t.l + s.l));
  r = select(far, r + all<V>(0.693147180559945309417), r);
  r = select(lt(a, all<V>(infinity)), r, a);
  r = select(eq(x, V{}), a, r);
  return flip(r, sign_of(x));
}

template <int L>
SIMT_COLD vec<double, L> acosh(vec<double, L> x) {
  using V = vec<double, L>;
  V const one = all<V>(1);
  auto const far = lt(all<V>(0x1p28), x);
  V const t = select(far, V{}, x - one);
  V const root = square_root<V>(madd(t, t, t + t));
  auto const s = exact_sum(t, root);
  auto const u = fast_sum(one, s.h);
  V r = log_of<true, V>(base_e, select(far, x, u.h), select(far, V{}, u.l + s.l));
  r = select(far, r + all<V>(0.693147180559945309417), r);
  r = select(lt(x, all<V>(infinity)), r, x);
  return select(lt(x, one), all<V>(not_a_number), r);
}

template <int L>
SIMT_COLD vec<double, L> atanh(vec<double, L> x) {
  using V = vec<double, L>;
  V const a = magnitude(x);
  V const one = all<V>(1);
  // 2a / (1 - a) and what the division lost, times 1 / (1 - a) = 1 + q / 2.
  auto const d = fast_sum(one, V(-a));
  V const q = (a + a) / d.h;
  V const lost = fused_exact(V(-q), d.h, V(a + a)) - q * d.l;
  auto const s = fast_sum(one, q);
  V r = log_of<true, V>(base_e, s.h, madd(lost, madd(q, all<V>(0.5), one), s.l)) * 0.5;
  if (!every<V>(lt(a, one))) [[unlikely]] {
    r = select(eq(a, one), all<V>(infinity), r);
    r = select(lt(one, a), all<V>(not_a_number), r);
    r = select(ne(x, x), x, r);
  }
  r = select(lt(a, all<V>(0x1p-28)), a, r);
  return flip(r, sign_of(x));
}

/// log x to about 65 bits, x positive and normal.
template <class V>
SIMT_INLINE sum_of_two<V> long_log(V x) {
  split<V> const s(x);
  auto const i = rounded<4, V>(s.m).i;
  V const c = look_up<V>(log_inverse, i);
  V const one = all<V>(1);
  sum_of_two<V> r;  // m c - 1 exactly
  if constexpr (has_fma) {
    auto const p = exact_product(s.m, c);
    r = fast_sum(V(p.h - one), p.l);
  } else {
    V const upper =
        of_bits<V>(bits(s.m) & all_bits<V>(static_cast<std::int64_t>(0xffffffff00000000)));
    r = exact_sum(V(upper * c - one), V((s.m - upper) * c));
  }
  V const high = madd(s.e, base_e.two_high, look_up<V>(base_e.high, i));
  V const low = madd(s.e, base_e.two_low, look_up<V>(base_e.low, i));
  V const q = poly(r.h, {0x1.5555555555556p-2, -0x1.0000000000002p-2, 0x1.9999999997188p-3,
                         -0x1.5555555550162p-3, 0x1.2492493d9c117p-3, -0x1.00000027cfc0fp-3,
                         0x1.c71b97c13dfc1p-4, -0x1.9998820e8cc8fp-4, 0x1.760b58b006054p-4,
                         -0x1.57244a09f3432p-4});
  auto const square = exact_product(V(r.h * -0.5), r.h);
  auto const a = fast_sum(high, r.h);
  auto const b = fast_sum(a.h, square.h);
  V const rest = (a.l + b.l) + (square.l + low) + madd(r.l, one - r.h, r.h * r.h * (r.h * q));
  return fast_sum(b.h, rest);
}

/// x^y for positive normal x and finite y.
template <class V>
SIMT_INLINE V pow_plain(V x, V y) {
  auto const l = long_log(x);
  auto const p = exact_product(y, l.h);
  V const in_range = all<V>(1000);
  V const rest = select(lt(magnitude(p.h), in_range), madd(y, l.l, p.l), V{});
  return power_of_e<true, V>(at_most(at_least(p.h, -760.0), 720.0), rest).value();
}

/// x^y where some lane is special.
template <class V>
SIMT_COLD V pow_special(V x, V y) {
  constexpr int L = lanes_in<V>;
  V const inf = all<V>(infinity), zero{}, one = all<V>(1);
  V const ax = magnitude(x);
  auto const tiny = lt(ax, all<V>(0x1p-1022));
  // A subnormal base: (x 2^64)^y 2^(-64 y).
  V const base = select(lt(zero, ax), select(lt(ax, inf), select(tiny, ax * 0x1p64, ax), one), one);
  V const bound = at_most(at_least(y, -0x1p100), 0x1p100);
  V const exponent = select(eq(y, y), bound, one);
  V r;
  {
    auto l = long_log(base);
    V const shift = select(tiny, all<V>(-64), zero);
    auto const s = exact_sum(V(shift * base_e.two_high), l.h);
    l = fast_sum(s.h, V(s.l + madd(shift, base_e.two_low, l.l)));
    auto const p = exact_product(exponent, l.h);
    V const rest = select(lt(magnitude(p.h), all<V>(1000)), madd(exponent, l.l, p.l), zero);
    r = power_of_e<true, V>(at_most(at_least(p.h, -760.0), 720.0), rest).value();
  }
  auto const y_int = eq(math::trunc<double, L>(y), y);
  V const half_y = y * 0.5;
  auto const y_even = eq(math::trunc<double, L>(half_y), half_y);
  auto const grows_zero = lt(y, zero);
  r = select(eq(ax, zero), select(grows_zero, inf, zero), r);
  r = select(eq(ax, inf), select(grows_zero, zero, inf), r);
  r = select(ne(y, y), y, r);
  r = select(ne(x, x), x, r);
  // A negative base: the sign of an odd power, nothing for a fraction.
  V const odd_sign = select(y_int, select(y_even, zero, all<V>(-0.0)), zero);
  r = flip(r, sign_of(x) & bits(odd_sign));
  V const fraction = select(y_int, r, all<V>(not_a_number));
  r = select(lt(x, zero), select(lt(ax, inf), fraction, r), r);
  r = select(eq(y, zero), one, r);
  r = select(eq(x, one), one, r);
  return select(eq(x, -one), select(eq(magnitude(y), inf), one, r), r);
}

template <int L>
SIMT_COLD vec<double, L> pow(vec<double, L> x, vec<double, L> y) {
  using V = vec<double, L>;
  constexpr double most = has_fma ? std::numeric_limits<double>::max() : 0x1p900;
  bool const plain = every<V>(le(all<V>(0x1p-1022), x)) && every<V>(lt(x, all<V>(infinity))) &&
                     every<V>(le(magnitude(y), all<V>(most)));
  return plain ? pow_plain<V>(x, y) : pow_special<V>(x, y);
}

}  // namespace simt::inline SIMT_ABI::simd::detail::f64
