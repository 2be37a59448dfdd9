#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/math/avx512.hpp>
#include <simt/simd/rounding.hpp>

// What the functions of double lanes are made of. V is a batch of doubles.
SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::simd::detail::f64 {

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
inline constexpr double smallest_normal = std::numeric_limits<double>::min();

/// The sign bit of x alone.
template <class V>
SIMT_INLINE unsigned_bits_of<V> sign_of(V x) {
  return unsigned_bits(x) & (std::uint64_t{1} << 63);
}
/// x with its sign changed where the sign bits `s` are set.
template <class V>
SIMT_INLINE V flip(V x, unsigned_bits_of<V> s) {
  return from_bits<V>(unsigned_bits(x) ^ s);
}
/// x, which has the sign of s or is 0, with the sign of s.
template <class V>
SIMT_INLINE V with_sign_of(V x, V s) {
  return from_bits<V>(unsigned_bits(x) | sign_of(s));
}
/// The lanes where bit 0 of i is set.
template <class V>
SIMT_INLINE mask_of<V> is_odd(unsigned_bits_of<V> i) {
  if constexpr (by_avx512<V>)
    return has_bits(i, 1);
  else
    return from_bits<V>((i & 1) << 62) != V(0);
}
/// 2^i of the low bits of i.
template <class V>
SIMT_INLINE V power_of_bits(unsigned_bits_of<V> i) {
  return from_bits<V>((i + 1023) << 52);
}

/// No lane has zero, a subnormal number, an infinity or a NaN.
template <class V>
SIMT_INLINE bool every_normal(V x) {
  if constexpr (by_avx512<V>)
    return !any(is_of_class<0xff & ~negative>(x));
  else
    return all(abs(x) >= smallest_normal) && all(abs(x) < infinity);
}
/// Does low <= x < high hold in every lane? 0 < low.
template <class V>
SIMT_INLINE bool every_between(V x, double low, double high) noexcept {
#if SIMT_ISA_AVX512
  if constexpr (by_avx512<V>) {  // one comparison of unsigned numbers
    auto const first = bits_as<std::uint64_t>(low), size = bits_as<std::uint64_t>(high) - first;
    auto const above = (__m512i)(unsigned_bits(x) - first);
    auto const end = (__m512i)broadcast<std::uint64_t, 8>(size);
    return _mm512_cmp_epu64_mask(above, end, _MM_CMPINT_NLT) == 0;
  }
#endif
  return all(x >= low) && all(x < high);
}
/// a / b, or near it with AVX-512.
template <class V>
SIMT_INLINE V rough_quotient(V a, V b) {
  if constexpr (by_avx512<V>)
    return reciprocal_estimate(b) * a;
  else
    return a / b;
}

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
/// a * b exactly, where neither comes near the ends of the range.
template <class V>
SIMT_INLINE sum_of_two<V> exact_product(V a, V b) {
  V const p = a * b;
  if constexpr (has_fma) {
    return {p, fmsub(a, b, p)};
  } else {  // Dekker: halves of 26 bits
    auto const upper = [](V x) SIMT_LAMBDA_INLINE {
      V const t = x * 134217729.0;
      return t - (t - x);
    };
    V const ah = upper(a), bh = upper(b);
    V const al = a - ah, bl = b - bh;
    return {p, ((ah * bh - p) + ah * bl + al * bh) + al * bl};
  }
}
/// a * b + c as if rounded once, but for the last bit now and then where there is no instruction.
template <class V>
SIMT_INLINE V fused_exact(V a, std::type_identity_t<V> b, std::type_identity_t<V> c) {
  if constexpr (has_fma) {
    return fmadd(a, b, c);
  } else {
    auto const p = exact_product(a, b);
    auto const s = exact_sum(p.h, c);
    return s.h + (s.l + p.l);
  }
}

/// N numbers, 8 or 16, to choose from by the low bits of an index.
template <int N>
struct alignas(64) table {
  double v[N];
};
using table16 = table<16>;
template <class V, int N>
SIMT_INLINE V look_up(table<N> const& t, unsigned_bits_of<V> index) noexcept {
  constexpr int L = lanes_in<V>;
  if constexpr (by_avx512<V>) {
    return look_up_in_register(t.v, index);
  } else if constexpr (L == 1) {
    return t.v[index & (N - 1)];
  } else {
    index &= N - 1;
#if SIMT_ISA_AVX2 && !SIMT_ISA_AVX512
    auto const every = (__m256d)broadcast<std::int64_t, 4>(-1);
    return _mm256_mask_i64gather_pd(_mm256_setzero_pd(), t.v, (__m256i)index, every, 8);
#else
    vec_of<V> r{};
    for (int l = 0; l < L; ++l) r[l] = t.v[index[l]];
    return to_batch<double, L>(r);
#endif
  }
}
using detail::horner;
/// t[0] + t[1] x + … of the index's column.
template <class V, int N>
SIMT_INLINE V horner(V x, table16 const (&t)[N], unsigned_bits_of<V> index) {
  V p = look_up<V>(t[N - 1], index);
  each<N - 1>([&](int i)
                  SIMT_LAMBDA_INLINE { p = multiply_add(p, x, look_up<V>(t[N - 2 - i], index)); });
  return p;
}

/// The multiple of 1 / 2^Bits nearest to x, for |x| < 2^(50 - Bits): as a number and, in the low
/// bits of `i`, as a count of such parts.
template <int Bits, class V>
struct rounded {
  V n;
  unsigned_bits_of<V> i;
  SIMT_INLINE explicit rounded(V x) {
    V const magic = 0x1.8p52 / (1 << Bits);
    V const t = x + magic;
    n = t - magic;
    i = unsigned_bits(t);
  }
};

/// x * 2^n for an integral n between -2000 and 2000, rounded as the last step.
template <class V>
SIMT_INLINE V scale_by(V x, V n) {
  if constexpr (by_avx512<V>) {
    return scale_by_power(x, n);
  } else {  // 2^n in two factors; the integers appear as the low bits of a sum
    rounded<0, V> const half(n * 0.5), rest(n - half.n);
    return x * power_of_bits<V>(half.i) * power_of_bits<V>(rest.i);
  }
}

}  // namespace simt::inline SIMT_ABI::simd::detail::f64

SIMT_DETAIL_QUIET_END
