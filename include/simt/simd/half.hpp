#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/directed.hpp>
#include <simt/simd/narrow.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

// Floating-point formats of 16 bits, held as the low bits of 32-bit lanes and computed as floats.
// Everything here takes registers of L lanes; a single lane is a number.
namespace simt::inline SIMT_ABI::simd {

/// IEEE 754 binary16.
struct binary16 {
  static constexpr int fraction = 10;
  static constexpr int bias = 15;
  static constexpr unsigned infinity = 0x7c00;
};
/// The upper half of a float.
struct bfloat16 {
  static constexpr int fraction = 7;
  static constexpr int bias = 127;
  static constexpr unsigned infinity = 0x7f80;
};

namespace detail {

template <int L>
SIMT_INLINE vec<float, L> widen_binary16(vec<unsigned, L> h) {
  using U = vec<unsigned, L>;
  using V = vec<float, L>;
  // Without its bias the exponent reads 112 too low; a multiplication mends denormals, too.
  U const magnitude = (h & broadcast<U>(0x7fffu)) << 13;
  U const scaled = bits_as<U>(bits_as<V>(magnitude) * broadcast<V>(0x1p112f));
  U const special = scaled | broadcast<U>(0x7f800000u);
  U const r = scaled >= broadcast<U>(0x47800000u) ? special : scaled;  // from 65536 on
  return bits_as<V>(r | ((h & broadcast<U>(0x8000u)) << 16));
}

/// By integers alone, in any rounding mode.
template <class Format, rounding Mode, int L>
SIMT_INLINE vec<unsigned, L> narrow_by_integers(vec<float, L> x) {
  using U = vec<unsigned, L>;
  using V = vec<float, L>;
  constexpr int drop = 23 - Format::fraction;
  constexpr unsigned below = (1u << drop) - 1u;
  constexpr unsigned rebias = static_cast<unsigned>(127 - Format::bias) << 23;
  U const bits = bits_as<U>(x);
  U const magnitude = bits & broadcast<U>(0x7fffffffu);
  U const sign = (bits >> 16) & broadcast<U>(0x8000u);
  // All ones where the magnitude is rounded away from zero.
  U const negative = U{} - (bits >> 31);
  U const away = Mode == rounding::up ? ~negative : Mode == rounding::down ? negative : U{};

  U r = magnitude - broadcast<U>(rebias);
  if constexpr (Mode == rounding::nearest)
    r = r + broadcast<U>(below >> 1) + ((r >> drop) & broadcast<U>(1u));
  else
    r = r + (away & broadcast<U>(below));
  r = r >> drop;
  // What became too large for an exponent, before an infinity.
  constexpr unsigned infinity = Format::infinity;
  U const most = Mode == rounding::nearest
                     ? broadcast<U>(infinity)
                     : broadcast<U>(infinity - 1u) + (away & broadcast<U>(1u));
  r = magnitude < broadcast<U>(rebias + (Format::infinity << drop)) ? r : most;
  if constexpr (Format::bias == 15) {  // denormals: multiples of 2^-24
    V const multiple = bits_as<V>(magnitude) * broadcast<V>(0x1p24f);
    V const small = multiple < broadcast<V>(1024.0f) ? multiple : V{};
    vec<int, L> const whole = convert<int, float, L>(small);
    V const rest = small - convert<float, int, L>(whole);
    U const n = (U)whole;
    U const one = broadcast<U>(1u);
    U up = U{};
    if constexpr (Mode == rounding::nearest) {
      U const tie = rest == broadcast<V>(0.5f) ? n & one : U{};
      up = rest > broadcast<V>(0.5f) ? one : tie;
    } else {
      up = rest > V{} ? away & one : U{};
    }
    r = magnitude < broadcast<U>(0x38800000u) ? n + up : r;
  }
  r = magnitude == broadcast<U>(0x7f800000u) ? broadcast<U>(infinity) : r;
  r = magnitude > broadcast<U>(0x7f800000u) ? broadcast<U>(0x7fffu) : r | sign;
  return r;
}

}  // namespace detail

/// The floats that the bits stand for: exact.
template <class Format, int L>
SIMT_INLINE vec<float, L> widen(vec<unsigned, L> h) {
  if constexpr (Format::bias == 127) {
    return bits_as<vec<float, L>>((vec<unsigned, L>)(h << 16));
  } else {
#if defined(__F16C__)
    if constexpr (L == 1) return _cvtsh_ss(static_cast<unsigned short>(h));
#if SIMT_ISA_AVX512
    if constexpr (L == 16)
      return (vec<float, L>)_mm512_maskz_cvtph_ps(0xffff, pack<std::uint16_t, unsigned, L>(h));
#elif SIMT_ISA_AVX2
    if constexpr (L == 8)
      return (vec<float, L>)_mm256_cvtph_ps(pack<std::uint16_t, unsigned, L>(h));
#endif
#elif SIMT_ISA_NEON
    if constexpr (L == 1)
      return static_cast<float>(bits_as<__fp16>(static_cast<std::uint16_t>(h)));
    else if constexpr (L == 4)
      return (vec<float, L>)vcvt_f32_f16(vreinterpret_f16_u16(vmovn_u32((uint32x4_t)h)));
#endif
    return detail::widen_binary16<L>(h);
  }
}

/// x rounded to the format. Too large a number becomes an infinity or the largest one, as IEEE 754
/// says for the mode.
template <class Format, rounding Mode, int L>
SIMT_INLINE vec<unsigned, L> narrow(vec<float, L> x) {
#if defined(__F16C__)
  if constexpr (Format::bias == 15) {
    constexpr int mode = static_cast<int>(Mode);
    if constexpr (L == 1)
      return static_cast<unsigned short>(_mm_cvtsi128_si32(_mm_cvtps_ph(_mm_set_ss(x), mode)));
#if SIMT_ISA_AVX512
    if constexpr (L == 16)
      return simd::widen<unsigned, std::uint16_t, L>(
          _mm512_maskz_cvtps_ph(0xffff, (__m512)x, mode | _MM_FROUND_NO_EXC));
#elif SIMT_ISA_AVX2
    if constexpr (L == 8)
      return simd::widen<unsigned, std::uint16_t, L>(_mm256_cvtps_ph((__m256)x, mode));
#endif
  }
#endif
  return detail::narrow_by_integers<Format, Mode, L>(x);
}

/// x as a float that stands for it in every later rounding to 16 bits: cut off, and its last bit
/// set where something was lost (rounding to odd).
SIMT_INLINE float to_odd(double x) {
  auto const f = static_cast<float>(x);
  if (static_cast<double>(f) == x || x != x) return f;
  auto b = std::bit_cast<std::uint32_t>(f);
  if (std::fabs(static_cast<double>(f)) > std::fabs(x)) --b;
  return std::bit_cast<float>(b | 1u);
}
/// As to_odd, of any integer.
template <class I>
SIMT_INLINE float integer_to_odd(I x) {
  static_assert(std::is_integral_v<I>);
  if constexpr (sizeof(I) <= 4) {
    return to_odd(static_cast<double>(x));
  } else {
    bool const negative = x < I{0};
    auto m = static_cast<std::uint64_t>(x);
    if (negative) m = 0 - m;
    if (m >> 40 != 0) m = (m | ((m & 0xffffu) != 0 ? 0x10000u : 0u)) & ~std::uint64_t{0xffff};
    auto const d = static_cast<double>(m);
    return to_odd(negative ? -d : d);
  }
}

namespace detail {

/// p + c where the float sum is followed by a rounding to 16 bits; p is exact.
template <class R, int L>
SIMT_INLINE vec<R, L> odd_sum(vec<R, L> p, vec<R, L> c) {
  using I = vec<signed_of<R>, L>;
  vec<R, L> const s = p + c;
  vec<R, L> const b = s - p;
  vec<R, L> const lost =
      (p - (s - b)) + (c - b);  // what the sum is short of; NaN beside infinities
  I const bits = bits_as<I>(s);
  I const one = broadcast<I>(1), zero = I{};
  I const odd = bits & one;
  vec<R, L> const none{};
  // Towards the lost part, one step, where the last bit is 0: away from 0 if the signs agree.
  I const more = s > none ? one : zero - one;
  I const up = lost > none ? more : zero;
  I const step = lost < none ? zero - more : up;
  I const next = bits + step;
  return bits_as<vec<R, L>>(odd == zero ? next : bits);
}

/// True if some lane of a comparison's result holds.
template <int L, class M>
SIMT_INLINE bool some(M m) {
  if constexpr (L == 1) {
    return m;
  } else {
    vec<std::int64_t, L / 2> const v = bits_as<vec<std::int64_t, L / 2>>(m);
    std::int64_t r = 0;
    for (int l = 0; l < L / 2; ++l) r |= v[l];
    return r != 0;
  }
}

inline float bfloat16_product(float a, float b) {
  return to_odd(static_cast<double>(a) * static_cast<double>(b));
}
inline float bfloat16_quotient(float a, float b) {
  return to_odd(static_cast<double>(a) / static_cast<double>(b));
}
inline float bfloat16_fma(float a, float b, float c) {
  double const p = static_cast<double>(a) * static_cast<double>(b);
  return to_odd(odd_sum<double, 1>(p, static_cast<double>(c)));
}
/// True if a float result is so small (or, with Large, large) that its own rounding may show after
/// that to bfloat16. Zeros made of a zero are exact.
template <bool Large, int L>
SIMT_INLINE bool unusual(vec<float, L> r, vec<float, L> a, vec<float, L> b) {
  using U = vec<unsigned, L>;
  U const e = bits_as<U>(r) & broadcast<U>(0x7f800000u);
  vec<float, L> const zero{};
  auto const small = (e == U{}) & (a != zero) & (b != zero);
  if constexpr (Large)
    return some<L>(small | (e == broadcast<U>(0x7f800000u)));
  else
    return some<L>(small);
}
/// r, or of a bfloat16 with an unusual first step `exact` of each lane.
template <class Format, bool Large, int L, class F, class... X>
SIMT_INLINE vec<float, L> short_result(vec<float, L> first, vec<float, L> r, F exact,
                                       vec<float, L> a, vec<float, L> b, X... others) {
  if constexpr (Format::bias == 127) {
    if (unusual<Large, L>(first, a, b)) [[unlikely]]
      return to_vec(by_lane(exact, to_batch<float, L>(a), to_batch<float, L>(b),
                            to_batch<float, L>(others)...));
  }
  return r;
}

}  // namespace detail

// Operations on widened numbers, whose narrowed results are those of the format's own operation
// with one rounding. A float has enough bits to add, divide and take roots of 11-bit numbers
// without harm; products and their sums need care.
template <class Format, int L>
SIMT_INLINE vec<float, L> short_multiply(vec<float, L> a, vec<float, L> b) {
  vec<float, L> const p = a * b;
  return detail::short_result<Format, false, L>(p, p, detail::bfloat16_product, a, b);
}
template <class Format, int L>
SIMT_INLINE vec<float, L> short_divide(vec<float, L> a, vec<float, L> b) {
  vec<float, L> const q = a / b;
  return detail::short_result<Format, false, L>(q, q, detail::bfloat16_quotient, a, b);
}
template <class Format, int L>
SIMT_INLINE vec<float, L> short_fma(vec<float, L> a, vec<float, L> b, vec<float, L> c) {
  vec<float, L> const p = a * b;
  return detail::short_result<Format, true, L>(p, detail::odd_sum<float, L>(p, c),
                                               detail::bfloat16_fma, a, b, c);
}

}  // namespace simt::inline SIMT_ABI::simd
