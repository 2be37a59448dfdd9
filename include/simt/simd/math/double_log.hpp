#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/math/double_exp.hpp>

// Logarithms, powers and inverse hyperbolic functions of double lanes.
namespace simt::inline SIMT_ABI::simd::detail::f64 {

// Of a number m between 0.75 and 1.5 the index is round(20.129 m) without its upper bits. A number
// c of 5 bits next to 1 / m leaves m c = 1 + r with |r| < 0.038, exactly. Logarithms of 1 / c, and
// of 2, come as a multiple of 2^-42, of which sums are exact, and a rest.
inline constexpr table16 log_inverse{{0x1.4p+0, 0x1.3p+0, 0x1.2p+0, 0x1.1p+0, 0x1p+0, 0x1.fp-1,
                                      0x1.dp-1, 0x1.cp-1, 0x1.bp-1, 0x1.ap-1, 0x1.9p-1, 0x1.8p-1,
                                      0x1.7p-1, 0x1.6p-1, 0x1.6p-1, 0x1.5p+0}};
struct log_base {
  table16 high, low;
  double two_high, two_low;    // the logarithm of 2
  double unit_high, unit_low;  // the logarithm of e
};
inline constexpr log_base base_e{
    {{-0x1.c8ff7c79aap-3, -0x1.5ff3070a7ap-3, -0x1.e27076e2bp-4, -0x1.f0a30c0118p-5, 0,
      0x1.0415d89e78p-5, 0x1.9335e5d594p-4, 0x1.1178e8227ep-3, 0x1.5bf406b544p-3, 0x1.a93ed3c8aep-3,
      0x1.f991c6cb3cp-3, 0x1.269621134ep-2, 0x1.522ae0738ap-2, 0x1.7fafa3bd81p-2, 0x1.7fafa3bd81p-2,
      -0x1.1675cababap-2}},
    {{0x1.7794f689f8434p-45, 0x1.8586f183bebf2p-44, 0x1.a342c2af0003cp-45, 0x1.d599e83368e91p-45, 0,
      -0x1.dddc7f461c516p-44, 0x1.3115c3abd47dap-45, 0x1.1ef78ce2d07f2p-45, -0x1.27023eb68981cp-46,
      -0x1.8724350562169p-45, -0x1.90d04cd7cc834p-44, -0x1.1b61f10522625p-44, 0x1.ebe708164c759p-45,
      0x1.46fb79bf6d4cbp-44, 0x1.46fb79bf6d4cbp-44, -0x1.8380e731f55c4p-44}},
    0x1.62e42fefa38p-1,
    0x1.ef35793c76730p-45,
    1,
    0};
inline constexpr log_base base_2{
    {{-0x1.49a784bcd2p-2, -0x1.fbc16b9026p-3, -0x1.5c01a39fbep-3, -0x1.663f6fac9p-4, 0,
      0x1.77394c9d98p-5, 0x1.22dadc2ab4p-3, 0x1.8a8980abfcp-3, 0x1.f5fd8a9064p-3, 0x1.32bfee370fp-2,
      0x1.6cb0f6865dp-2, 0x1.a8ff971811p-2, 0x1.e7df5fe539p-2, 0x1.14c560fe688p-1,
      0x1.14c560fe688p-1, -0x1.91bba891f1p-2}},
    {{0x1.1d406db502403p-44, -0x1.0144751b3314fp-44, 0x1.2f0c0bfe9dbecp-44, -0x1.3167ccc538261p-44,
      0, -0x1.395510d1e3f81p-44, -0x1.6d25a5b8a19b2p-44, -0x1.66cccab240e9p-46,
      -0x1.cb6f70109b0f1p-47, -0x1.979a5db68721dp-46, -0x1.c57f2495fb7fap-44,
      -0x1.6879fa00b120ap-44, -0x1.532c412ba94dbp-44, 0x1.7c407050799bfp-44, 0x1.7c407050799bfp-44,
      -0x1.c22d2cad415aep-44}},
    1,
    0,
    0x1.71547652b82fep+0,
    0x1.777d0ffda0d24p-56};
inline constexpr log_base base_10{
    {{-0x1.8cf1838864p-4, -0x1.31b3055c48p-4, -0x1.a30a9d60ap-5, -0x1.af5f92b01p-6, 0,
      0x1.c3d083778p-7, 0x1.5e3966b7e8p-5, 0x1.db11ed7668p-5, 0x1.2e3a740b78p-4, 0x1.715d0ce368p-4,
      0x1.b721cd1714p-4, 0x1.ffbfc2bbc8p-4, 0x1.25ba8215bp-3, 0x1.4d43f8275ap-3, 0x1.4d43f8275ap-3,
      -0x1.e3bc1ab0ep-4}},
    {{-0x1.019365163f2fcp-45, 0x1.dcffc97be8c9cp-45, 0x1.0163d7e67d282p-45, 0x1.9f05921f59258p-46,
      0, 0x1.310272fe17537p-45, 0x1.2951bb9cd2fb7p-45, 0x1.5fa196e1e0ddap-44, 0x1.d288560689912p-53,
      -0x1.41149840eaa65p-46, 0x1.7e295f660b9dap-44, -0x1.ff229f20ed3d2p-46, -0x1.007bf2d8bf07ap-44,
      0x1.20ca9a2bcc728p-45, 0x1.20ca9a2bcc728p-45, -0x1.9fe3d562a53fp-44}},
    0x1.34413509f7p-2,
    0x1.3fde623e2566bp-43,
    0x1.bcb7b1526e50ep-2,
    0x1.95355baaafad3p-57};
template <class V>
SIMT_INLINE ints<V> log_index(V m) {
  return bits(madd(m, all<V>(20.129), all<V>(0x1.8p52)));
}

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

/// m c - 1, which is small, exactly; c has 5 bits.
template <class V>
SIMT_INLINE V times_less_one(V m, V c) {
  if constexpr (has_fma) {
    return fused_instruction<V>(m, c, all<V>(-1));
  } else {
    V const upper =
        of_bits<V>(bits(m) & all_bits<V>(static_cast<std::int64_t>(0xffffffff00000000)));
    return (upper * c - all<V>(1)) + (m - upper) * c;
  }
}

/// log(1 + r) - r for |r| < 0.038.
template <class V>
SIMT_INLINE V log_tail(V r) {
  V const q = poly(r, {0x1.5555555555509p-2, -0x1.ffffffffffba4p-3, 0x1.9999999c93bf0p-3,
                       -0x1.5555555cd5cfep-3, 0x1.249223e855c6ap-3, -0x1.ffff8befde47dp-4,
                       0x1.c8467feae2968p-4, -0x1.9aef33d51dfd8p-4});
  return madd(r, q, -0.5) * (r * r);
}

/// The logarithm of x, or of x + rest, rest small (where With_rest; in base e).
template <bool With_rest, class V>
SIMT_INLINE V log_of(log_base const& base, V x, V rest) {
  split<V> const s(x);
  auto const i = log_index(s.m);
  V const c = look_up<V>(log_inverse, i);
  V const high = madd(s.e, base.two_high, look_up<V>(base.high, i));
  V low = look_up<V>(base.low, i);
  if (base.two_low != 0) low = madd(s.e, base.two_low, low);
  V const first = times_less_one(s.m, c);
  V r = first;
  if constexpr (With_rest) {
    V const l = scale_by<V>(rest, -s.e) * c;
    r = first + l;
    low = low + l;
  }
  V const tail = log_tail(r);
  if (base.unit_high == 1) return high + (first + (tail + low));
  V const unit = all<V>(base.unit_high);
  if constexpr (has_fma) return high + fused_instruction<V>(r, unit, madd(tail, unit, low));
  auto const p = exact_product(r, unit);
  return high + (p.h + madd(tail, unit, madd(r, all<V>(base.unit_low), low + p.l)));
}

#if SIMT_ISA_AVX512
// Logarithms of 1 / (1 + j / 16), in two parts as those of 1 / c.
struct log_sixteenths {
  table16 high, low;
};
inline constexpr log_sixteenths sixteenths{
    {{0, -0x1.f0a30c0118p-5, -0x1.e27076e2bp-4, -0x1.5ff3070a7ap-3, -0x1.c8ff7c79aap-3,
      -0x1.1675cababap-2, -0x1.4618bc21c6p-2, -0x1.739d7f6bbdp-2, -0x1.9f323ecbfap-2,
      -0x1.c8ff7c79aap-2, -0x1.f128f5fafp-2, -0x1.0be72e42528p-1, -0x1.1e85f5e704p-1,
      -0x1.307d7334f1p-1, -0x1.41d8fe8467p-1, -0x1.52a2d265bc8p-1}},
    {{0, 0x1.d599e83368e91p-45, 0x1.a342c2af0003cp-45, 0x1.8586f183bebf2p-44, 0x1.7794f689f8434p-45,
      -0x1.8380e731f55c4p-44, 0x1.3d82f484c84ccp-46, -0x1.a7389314feb5p-52, 0x1.ed03525ca2643p-44,
      0x1.7794f689f8434p-44, -0x1.bb2cd720ec44cp-44, -0x1.415b4c4bdd99fp-44, -0x1.a07bd8b34be7cp-46,
      -0x1.7c3f6b2143eadp-46, -0x1.5732325e617a3p-44, 0x1.2a88c41ba8752p-44}}};
/// A number rounded to 5 bits, and the logarithm of its reciprocal.
template <class V>
struct log_point {
  V k, high, low;  // high + low: the logarithm of 1 / k
  SIMT_INLINE explicit log_point(V x) {
    constexpr auto last = std::int64_t{1} << 48;
    auto const b = (bits(x) + all_bits<V>(last / 2)) & all_bits<V>(-last);
    k = of_bits<V>(b);
    V const e = (V)_mm512_maskz_getexp_pd(all8, (__m512d)k);
    auto const i = shift_down<V, 48>(b);
    high = madd(e, all<V>(-base_e.two_high), look_up<V>(sixteenths.high, i));
    low = madd(e, all<V>(-base_e.two_low), look_up<V>(sixteenths.low, i));
  }
};
#endif

/// The logarithm of x + rest, x between 2^-1000 and 2^1000.
template <class V>
SIMT_INLINE V log_of_sum(V x, V rest) {
#if SIMT_ISA_AVX512
  if constexpr (lanes_in<V> == 8) {
    log_point<V> const p((V)_mm512_maskz_rcp14_pd(all8, (__m512d)x));
    V const first = fused_instruction<V>(x, p.k, all<V>(-1));  // exact
    V const l = rest * p.k;
    V const r = first + l;
    return p.high + (first + (log_tail(r) + (p.low + l)));
  }
#endif
  return log_of<true, V>(base_e, x, rest);
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

/// log(1 + x) where some lane has none, or x is huge.
template <class V>
SIMT_COLD V log1p_special(V x) {
  auto const s = fast_sum(all<V>(1), x);
  V const limit = all<V>(infinity);
  V const minus_one = all<V>(-1);
  V r = log_of<true, V>(base_e, s.h, s.l);
  r = select(eq(x, minus_one), -limit, r);
  r = select(lt(x, minus_one), all<V>(not_a_number), r);
  r = select(eq(x, limit), limit, r);
  return with_sign_of(V(select(ne(x, x), x, r)), x);
}
template <int L>
SIMT_INLINE vec<double, L> log1p(vec<double, L> x) {
  using V = vec<double, L>;
  auto const s = fast_sum(all<V>(1), x);  // exact for large x, too, but for what does not count
  if (!every_between<V>(s.h, 0x1p-60, 0x1p1000)) [[unlikely]]
    return log1p_special(x);
  return with_sign_of(log_of_sum(s.h, s.l), x);
}

/// The square root of w.h + w.l, w.h between 1 and 2^1000, with a relative error of 2^-79 or so.
template <class V>
SIMT_INLINE sum_of_two<V> long_square_root(sum_of_two<V> w) {
#if SIMT_ISA_AVX512
  if constexpr (lanes_in<V> == 8) {  // Goldschmidt's method
    V const y = (V)_mm512_maskz_rsqrt14_pd(all8, (__m512d)w.h);
    V g = w.h * y, half = y * 0.5;
    V const e = madd(-g, half, all<V>(0.5));
    g = madd(g, e, g);
    half = madd(half, e, half);
    g = madd(fused_instruction<V>(-g, g, w.h), half, g);
    return {g, (fused_instruction<V>(-g, g, w.h) + w.l) * half};
  }
#endif
  V const g = square_root(w.h);
  return {g, (fused_exact(V(-g), g, w.h) + w.l) * (0.5 / g)};
}

/// log 2a, which is asinh a and acosh a for large a; infinity and NaN as they are.
template <class V>
SIMT_COLD V log_of_twice(V a) {
  auto const finite = lt(a, all<V>(infinity));
  V const r = log_of<false, V>(base_e, select(finite, a, all<V>(1)), V{});
  return select(finite, r + all<V>(0.693147180559945309417), a);
}
template <int L>
SIMT_COLD vec<double, L> asinh(vec<double, L> x) {
  using V = vec<double, L>;
  V const one = all<V>(1), a = magnitude(x);
  auto const near = lt(a, all<V>(0x1p400));
  bool const all_near = every<V>(near);
  V const b = all_near ? a : select(near, a, one);
  auto const square = exact_product(b, b);
  auto const w = fast_sum(one, square.h);  // for large squares, too, but for what does not count
  auto const root = long_square_root<V>({w.h, w.l + square.l});
  auto const s = fast_sum(root.h, b);
  V r = log_of_sum(s.h, V(s.l + root.l));
  if (!all_near) [[unlikely]]
    r = select(near, r, log_of_twice<V>(select(near, one, a)));
  return with_sign_of(r, x);
}

template <int L>
SIMT_COLD vec<double, L> acosh(vec<double, L> x) {
  using V = vec<double, L>;
  V const one = all<V>(1);
  bool const plain = every_between<V>(x, 1, 0x1p400);
  auto const near = lt(x, all<V>(0x1p400));
  V const a = plain ? x : select(near, select(le(one, x), x, one), one);
  V const t = a - one;
  auto const s = fast_sum(square_root<V>(madd(t, t, t + t)), t);
  auto const u = fast_sum(one, s.h);
  V r = log_of_sum(u.h, V(u.l + s.l));
  if (!plain) [[unlikely]] {
    r = select(near, r, log_of_twice<V>(select(near, one, x)));
    r = select(lt(x, one), all<V>(not_a_number), r);
  }
  return r;
}

template <int L>
SIMT_COLD vec<double, L> atanh(vec<double, L> x) {
  using V = vec<double, L>;
  V const a = magnitude(x);
  V const one = all<V>(1);
  // Half the logarithm of n / d = (1 + a) / (1 - a); with k next to d / n that is the logarithm of
  // 1 / k and of 1 + (n k - d) / d.
  auto const n = fast_sum(one, a), d = fast_sum(one, V(-a));
  auto const excess = [&](V k) SIMT_LAMBDA_INLINE {
    return fused_exact(n.h, k, V(-d.h)) + madd(n.l, k, -d.l);
  };
  V y;
#if SIMT_ISA_AVX512
  if constexpr (L == 8) {
    log_point<V> const p(d.h * (V)_mm512_maskz_rcp14_pd(all8, (__m512d)n.h));
    V const r = excess(p.k) / d.h;
    y = p.high + (r + (log_tail(r) + p.low));
  } else
#endif
  {
    split<V> const s(n.h / d.h);
    auto const i = log_index(s.m);
    V const r = excess(scale_by<V>(look_up<V>(log_inverse, i), -s.e)) / d.h;
    V const high = madd(s.e, base_e.two_high, look_up<V>(base_e.high, i));
    V const low = madd(s.e, base_e.two_low, look_up<V>(base_e.low, i));
    y = high + (r + (log_tail(r) + low));
  }
  y = y * 0.5;
  if (!every<V>(lt(a, one))) [[unlikely]] {
    y = select(eq(a, one), all<V>(infinity), y);
    y = select(lt(one, a), all<V>(not_a_number), y);
    y = select(ne(x, x), x, y);
  }
  return flip(y, sign_of(x));
}

/// log x to about 65 bits, x positive and normal.
template <class V>
SIMT_INLINE sum_of_two<V> long_log(V x) {
  split<V> const s(x);
  auto const i = log_index(s.m);
  V const r = times_less_one(s.m, look_up<V>(log_inverse, i));
  V const high = madd(s.e, base_e.two_high, look_up<V>(base_e.high, i));
  V const low = madd(s.e, base_e.two_low, look_up<V>(base_e.low, i));
  V const q = poly(r, {0x1.5555555555555p-2, -0x1p-2, 0x1.999999999ab3ep-3, -0x1.5555555554c11p-3,
                       0x1.2492491ef6067p-3, -0x1.0000000a71290p-3, 0x1.c71c5d7b9fa65p-4,
                       -0x1.999919cbb4df3p-4, 0x1.7534485920d1dp-4, -0x1.56998eaacce81p-4});
  auto const square = exact_product(V(r * -0.5), r);
  auto const a = fast_sum(high, r);
  auto const b = fast_sum(a.h, square.h);
  return fast_sum(b.h, V((a.l + b.l) + (square.l + low) + r * r * (r * q)));
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
