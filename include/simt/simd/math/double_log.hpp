#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/mask.hpp>
#include <simt/simd/math/double_exp.hpp>
#include <simt/simd/math/edges.hpp>

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
SIMT_INLINE unsigned_bits_of<V> log_index(V m) {
  return unsigned_bits(multiply_add(m, 20.129, 0x1.8p52));
}

/// x = m 2^e, m between Quarters / 4 and twice that, 3 or 4 of them. Only AVX-512 splits every
/// number: 0 and infinity into 1 and an infinite exponent, what has no logarithm into NaN;
/// elsewhere x is positive and normal.
template <class V, int Quarters = 3>
struct split {
  V m, e;
  SIMT_INLINE explicit split(V x) {
    if constexpr (by_avx512<V>) {
      m = Quarters == 3 ? fraction_from_three_quarters(x) : fraction_from_1(x);
      e = exponent(x);
      if constexpr (Quarters == 3) e = select(m < 1, e + 1, e);
    } else {
      constexpr std::uint64_t first = Quarters == 3 ? 0x3fe8000000000000 : 0x3ff0000000000000;
      auto const n = (unsigned_bits(x) - first) & 0xfff0000000000000;
      m = from_bits<V>(unsigned_bits(x) - n);
      // The exponent, 1023 too large, as the low bits of 2^52.
      auto const count = (n + (std::uint64_t{1023} << 52)) >> 52;
      e = from_bits<V>(count | 0x4330000000000000) - (0x1p52 + 1023);
    }
  }
};

/// m c - 1, which is small, exactly; c has 5 bits.
template <class V>
SIMT_INLINE V times_less_one(V m, V c) {
  if constexpr (has_fma) {
    return fmsub(m, c, 1);
  } else {
    V const upper = from_bits<V>(unsigned_bits(m) & 0xffffffff00000000);
    return (upper * c - 1) + (m - upper) * c;
  }
}

/// log(1 + r) - r for |r| < 0.038.
template <class V>
SIMT_INLINE V log_tail(V r) {
  V const q = estrin(r, {0x1.5555555555509p-2, -0x1.ffffffffffba4p-3, 0x1.9999999c93bf0p-3,
                         -0x1.5555555cd5cfep-3, 0x1.249223e855c6ap-3, -0x1.ffff8befde47dp-4,
                         0x1.c8467feae2968p-4, -0x1.9aef33d51dfd8p-4});
  return multiply_add(r, q, -0.5) * (r * r);
}

/// The logarithm of x, or of x + rest, rest small (where With_rest; in base e).
template <bool With_rest, class V>
SIMT_INLINE V log_of(log_base const& base, V x, V rest) {
  split<V> const s(x);
  auto const i = log_index(s.m);
  V const c = look_up<V>(log_inverse, i);
  V const high = multiply_add(s.e, base.two_high, look_up<V>(base.high, i));
  V low = look_up<V>(base.low, i);
  if (base.two_low != 0) low = multiply_add(s.e, base.two_low, low);
  V const first = times_less_one(s.m, c);
  V r = first;
  if constexpr (With_rest) {
    V const l = scale_by(rest, negate(s.e)) * c;
    r = first + l;
    low = low + l;
  }
  V const tail = log_tail(r);
  if (base.unit_high == 1) return high + (first + (tail + low));
  V const unit = base.unit_high;
  if constexpr (has_fma) return high + fmadd(r, unit, multiply_add(tail, unit, low));
  auto const p = exact_product(r, unit);
  V const rest_of_r = multiply_add(r, base.unit_low, low + p.l);
  return high + (p.h + multiply_add(tail, unit, rest_of_r));
}

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
    auto const i = (unsigned_bits(x) + (std::uint64_t{1} << 47)) >> 48;
    k = from_bits<V>(i << 48);
    V const e = exponent(k);
    high = multiply_add(e, -base_e.two_high, look_up<V>(sixteenths.high, i));
    low = multiply_add(e, -base_e.two_low, look_up<V>(sixteenths.low, i));
  }
};

/// The logarithm of x + rest, x between 2^-1000 and 2^1000.
template <class V>
SIMT_INLINE V log_of_sum(V x, V rest) {
  if constexpr (by_avx512<V>) {
    log_point<V> const p(reciprocal_estimate(x));
    V const first = fmsub(x, p.k, 1);  // exact
    V const l = rest * p.k;
    V const r = first + l;
    return p.high + (first + (log_tail(r) + (p.low + l)));
  } else {
    return log_of<true>(base_e, x, rest);
  }
}

/// As all, by an instruction that takes its result to an integer at once.
template <class V>
SIMT_INLINE bool every(mask_of<V> m) {
  constexpr int L = lanes_in<V>;
  return register_mask_bits<8, L>(to_mask<double, L>(m)) == (1u << L) - 1u;
}
/// The logarithm of x, f(x 2^54) - shift for subnormal numbers, and what a logarithm has for 0,
/// infinity and negative numbers.
template <class V>
SIMT_INLINE V log_everywhere(log_base const& base, V x) {
  auto const f = [&](V y) SIMT_LAMBDA_INLINE { return log_of<false>(base, y, V(0)); };
  if (by_avx512<V> || (every<V>(x >= smallest_normal) && every<V>(x < infinity))) [[likely]]
    return f(x);
  auto const tiny = x < smallest_normal;
  V const positive = select((x > 0) & (x < infinity), x, V(1));
  V const r = f(select(tiny, positive * 0x1p54, positive));
  return log_edges(x, V(select(tiny, r - 54 * (base.two_high + base.two_low), r)), 0);
}

template <class V>
SIMT_INLINE V log(V x) {
  return log_everywhere(base_e, x);
}
template <class V>
SIMT_INLINE V log2(V x) {
  return log_everywhere(base_2, x);
}
template <class V>
SIMT_INLINE V log10(V x) {
  return log_everywhere(base_10, x);
}

/// log(1 + x) where some lane has none, or x is huge.
template <class V>
SIMT_COLD V log1p_special(V x) {
  auto const s = fast_sum(V(1), x);
  return with_sign_of(log_edges(x, V(log_of<true>(base_e, s.h, s.l)), -1), x);
}
template <class V>
SIMT_INLINE V log1p(V x) {
  auto const s = fast_sum(V(1), x);  // exact for large x, too, but for what does not count
  if (!every_between(s.h, 0x1p-60, 0x1p1000)) [[unlikely]]
    return log1p_special(x);
  return with_sign_of(log_of_sum(s.h, s.l), x);
}

/// The square root of w.h + w.l, w.h between 1 and 2^1000, with a relative error of 2^-79 or so.
template <class V>
SIMT_INLINE sum_of_two<V> long_square_root(sum_of_two<V> w) {
  if constexpr (by_avx512<V>) {  // Goldschmidt's method
    V const y = rsqrt_estimate(w.h);
    V g = w.h * y, half = y * 0.5;
    V const e = multiply_add(negate(g), half, 0.5);
    g = multiply_add(g, e, g);
    half = multiply_add(half, e, half);
    g = multiply_add(fnmadd(g, g, w.h), half, g);
    return {g, (fnmadd(g, g, w.h) + w.l) * half};
  } else {
    V const g = sqrt(w.h);
    return {g, (fused_exact(negate(g), g, w.h) + w.l) * (0.5 / g)};
  }
}

/// log 2a, which is asinh a and acosh a for large a; infinity and NaN as they are.
template <class V>
SIMT_COLD V log_of_twice(V a) {
  auto const finite = a < infinity;
  V const r = log_of<false>(base_e, select(finite, a, V(1)), V(0));
  return select(finite, r + 0.693147180559945309417, a);
}
template <class V>
SIMT_COLD V asinh(V x) {
  V const a = abs(x);
  auto const near = a < 0x1p400;
  bool const all_near = all(near);
  V const b = all_near ? a : select(near, a, V(1));
  auto const square = exact_product(b, b);
  auto const w = fast_sum(V(1), square.h);  // for large squares, too, but for what does not count
  auto const root = long_square_root<V>({w.h, w.l + square.l});
  auto const s = fast_sum(root.h, b);
  V r = log_of_sum(s.h, s.l + root.l);
  if (!all_near) [[unlikely]]
    r = select(near, r, log_of_twice(select(near, V(1), a)));
  return flip(r, sign_of(x));
}

template <class V>
SIMT_COLD V acosh(V x) {
  bool const plain = every_between(x, 1, 0x1p400);
  auto const near = x < 0x1p400;
  V const a = plain ? x : select(near & (x >= 1), x, V(1));
  V const t = a - 1;
  auto const s = fast_sum(V(sqrt(multiply_add(t, t, t + t))), t);
  auto const u = fast_sum(V(1), s.h);
  V r = log_of_sum(u.h, u.l + s.l);
  if (!plain) [[unlikely]] {
    r = select(near, r, log_of_twice(select(near, V(1), x)));
    r = select(x < 1, V(not_a_number), r);
  }
  return r;
}

template <class V>
SIMT_COLD V atanh(V x) {
  V const a = abs(x);
  // Half the logarithm of n / d = (1 + a) / (1 - a); with k next to d / n that is the logarithm of
  // 1 / k and of 1 + (n k - d) / d.
  auto const n = fast_sum(V(1), a), d = fast_sum(V(1), negate(a));
  auto const excess = [&](V k) SIMT_LAMBDA_INLINE {
    return fused_exact(n.h, k, negate(d.h)) + multiply_add(n.l, k, negate(d.l));
  };
  V y;
  if constexpr (by_avx512<V>) {
    log_point<V> const p(rough_quotient(d.h, n.h));
    V const r = excess(p.k) / d.h;
    y = p.high + (r + (log_tail(r) + p.low));
  } else {
    split<V> const s(n.h / d.h);
    auto const i = log_index(s.m);
    V const r = excess(scale_by(look_up<V>(log_inverse, i), negate(s.e))) / d.h;
    V const high = multiply_add(s.e, base_e.two_high, look_up<V>(base_e.high, i));
    V const low = multiply_add(s.e, base_e.two_low, look_up<V>(base_e.low, i));
    y = high + (r + (log_tail(r) + low));
  }
  y = y * 0.5;
  if (!all(a < 1)) [[unlikely]] {
    y = select(a == 1, V(infinity), y);
    y = select(a > 1, V(not_a_number), y);
    y = select(x == x, y, x);
  }
  return flip(y, sign_of(x));
}

/// log x to about 65 bits, x positive and normal.
template <class V>
SIMT_INLINE sum_of_two<V> long_log(V x) {
  split<V> const s(x);
  auto const i = log_index(s.m);
  V const r = times_less_one(s.m, look_up<V>(log_inverse, i));
  V const high = multiply_add(s.e, base_e.two_high, look_up<V>(base_e.high, i));
  V const low = multiply_add(s.e, base_e.two_low, look_up<V>(base_e.low, i));
  V const q = estrin(r, {0x1.5555555555555p-2, -0x1p-2, 0x1.999999999ab3ep-3, -0x1.5555555554c11p-3,
                         0x1.2492491ef6067p-3, -0x1.0000000a71290p-3, 0x1.c71c5d7b9fa65p-4,
                         -0x1.999919cbb4df3p-4, 0x1.7534485920d1dp-4, -0x1.56998eaacce81p-4});
  auto const square = exact_product(r * -0.5, r);
  auto const a = fast_sum(high, r);
  auto const b = fast_sum(a.h, square.h);
  return fast_sum(b.h, multiply_add(r * r, r * q, (a.l + b.l) + (square.l + low)));
}

/// e^(y l), l the logarithm of the base.
template <class V>
SIMT_INLINE V power_of_log(sum_of_two<V> l, V y) {
  auto const p = exact_product(y, l.h);
  V const rest = select(abs(p.h) < 1000, multiply_add(y, l.l, p.l), V(0));
  return power_of_e(clamp(p.h, -760, 720), rest).value();
}

/// x^y where some lane is special.
template <class V>
SIMT_COLD V pow_special(V x, V y) {
  V const ax = abs(x);
  auto const tiny = ax < smallest_normal;
  // A subnormal base: (x 2^64)^y 2^(-64 y).
  V const base = select((ax > 0) & (ax < infinity), select(tiny, ax * 0x1p64, ax), V(1));
  V const exponent = select(y == y, clamp(y, -0x1p100, 0x1p100), V(1));
  auto l = long_log(base);
  V const shift = select(tiny, V(-64), V(0));
  auto const s = exact_sum(shift * base_e.two_high, l.h);
  l = fast_sum(s.h, s.l + multiply_add(shift, base_e.two_low, l.l));
  return power_edges(x, y, power_of_log(l, exponent));
}

template <class V>
SIMT_COLD V pow(V x, V y) {
  constexpr double most = has_fma ? std::numeric_limits<double>::max() : 0x1p900;
  bool const plain = all(x >= smallest_normal) && all(x < infinity) && all(abs(y) <= most);
  return plain ? power_of_log(long_log(x), y) : pow_special(x, y);
}

}  // namespace simt::inline SIMT_ABI::simd::detail::f64
