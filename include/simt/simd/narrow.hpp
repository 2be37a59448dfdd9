#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/mask.hpp>

// Numbers of 8 and 16 bits in memory, as ints in a register. Their own instructions, since g++ 12
// makes a statement for each lane of __builtin_convertvector.
namespace simt::inline SIMT_ABI::simd {

namespace detail {
/// The integer that stands for an M in memory.
template <class M>
using memory_int = std::conditional_t<
    std::is_same_v<M, bool>, std::uint8_t,
    std::conditional_t<std::is_signed_v<number_of<M>>, typename int_of_size<sizeof(M)>::type,
                       std::make_unsigned_t<typename int_of_size<sizeof(M)>::type>>>;
}  // namespace detail

#if defined(__SSE2__)
namespace detail {
/// The 4, 8 or 16 bytes at p, and zeros behind them.
template <int Bytes>
SIMT_INLINE __m128i load_low(void const* p) {
  if constexpr (Bytes == 16) {
    return _mm_loadu_si128(static_cast<__m128i const*>(p));
  } else if constexpr (Bytes == 8) {
    return _mm_loadl_epi64(static_cast<__m128i const*>(p));
  } else {
    static_assert(Bytes == 4);
    int x;
    __builtin_memcpy(&x, p, sizeof x);
    return _mm_cvtsi32_si128(x);
  }
}
/// Writes the first 4, 8 or 16 bytes of x.
template <int Bytes>
SIMT_INLINE void store_low(void* p, __m128i x) {
  if constexpr (Bytes == 16) {
    _mm_storeu_si128(static_cast<__m128i*>(p), x);
  } else if constexpr (Bytes == 8) {
    _mm_storel_epi64(static_cast<__m128i*>(p), x);
  } else {
    static_assert(Bytes == 4);
    int const low = _mm_cvtsi128_si32(x);
    __builtin_memcpy(p, &low, sizeof low);
  }
}
}  // namespace detail
#endif

#if SIMT_ISA_AVX512
/// True if widen and pack exist for registers of L lanes.
template <int L>
inline constexpr bool has_narrow = L == 16;

/// The first L numbers of x as ints.
template <class N, int L>
SIMT_INLINE vec<int, L> widen(__m128i x) {
  static_assert(sizeof(N) == 1);
  if constexpr (std::is_signed_v<N>)
    return (vec<int, L>)_mm512_maskz_cvtepi8_epi32(0xffff, x);
  else
    return (vec<int, L>)_mm512_maskz_cvtepu8_epi32(0xffff, x);
}
template <class N, int L>
SIMT_INLINE vec<int, L> widen(__m256i x) {
  static_assert(sizeof(N) == 2);
  if constexpr (std::is_signed_v<N>)
    return (vec<int, L>)_mm512_maskz_cvtepi16_epi32(0xffff, x);
  else
    return (vec<int, L>)_mm512_maskz_cvtepu16_epi32(0xffff, x);
}
/// L numbers that lie one behind the other, as ints.
template <class N, int L>
SIMT_INLINE vec<int, L> load_narrow(N const* p) {
  if constexpr (sizeof(N) == 1)
    return widen<N, L>(_mm_loadu_si128(reinterpret_cast<__m128i const*>(p)));
  else
    return widen<N, L>(_mm256_loadu_si256(reinterpret_cast<__m256i const*>(p)));
}
/// Writes the low bits of each lane, as C++ converts to a narrower integer.
template <class N, int L>
SIMT_INLINE void store_narrow(N* p, vec<int, L> v) {
  if constexpr (sizeof(N) == 1)
    _mm_storeu_si128(reinterpret_cast<__m128i*>(p), _mm512_maskz_cvtepi32_epi8(0xffff, (__m512i)v));
  else
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(p),
                        _mm512_maskz_cvtepi32_epi16(0xffff, (__m512i)v));
}
#elif SIMT_ISA_AVX2
template <int L>
inline constexpr bool has_narrow = L == 8;

template <class N, int L>
SIMT_INLINE vec<int, L> load_narrow(N const* p) {
  auto const x = detail::load_low<L* int{sizeof(N)}>(p);
  if constexpr (std::is_same_v<N, std::int8_t>)
    return (vec<int, L>)_mm256_cvtepi8_epi32(x);
  else if constexpr (std::is_same_v<N, std::uint8_t>)
    return (vec<int, L>)_mm256_cvtepu8_epi32(x);
  else if constexpr (std::is_same_v<N, std::int16_t>)
    return (vec<int, L>)_mm256_cvtepi16_epi32(x);
  else
    return (vec<int, L>)_mm256_cvtepu16_epi32(x);
}
template <class N, int L>
SIMT_INLINE void store_narrow(N* p, vec<int, L> v) {
  // The packs saturate: of numbers without their high bits they change none.
  auto const low = (__m256i)(v & broadcast<int, L>(sizeof(N) == 1 ? 0xff : 0xffff));
  auto x = _mm_packus_epi32(_mm256_castsi256_si128(low), _mm256_extracti128_si256(low, 1));
  if constexpr (sizeof(N) == 1) x = _mm_packus_epi16(x, x);
  detail::store_low<L* int{sizeof(N)}>(p, x);
}
#elif SIMT_ISA_SSE4_2 || SIMT_ISA_SSE2
template <int L>
inline constexpr bool has_narrow = L == 4;

template <class N, int L>
SIMT_INLINE vec<int, L> load_narrow(N const* p) {
  auto const x = detail::load_low<L* int{sizeof(N)}>(p);
#if SIMT_ISA_SSE4_2
  if constexpr (std::is_same_v<N, std::int8_t>)
    return (vec<int, L>)_mm_cvtepi8_epi32(x);
  else if constexpr (std::is_same_v<N, std::uint8_t>)
    return (vec<int, L>)_mm_cvtepu8_epi32(x);
  else if constexpr (std::is_same_v<N, std::int16_t>)
    return (vec<int, L>)_mm_cvtepi16_epi32(x);
  else
    return (vec<int, L>)_mm_cvtepu16_epi32(x);
#else
  // Numbers in the upper bits of each int, shifted down with their sign or with zeros.
  auto const zero = _mm_setzero_si128();
  auto const halves = sizeof(N) == 1 ? _mm_unpacklo_epi8(zero, x) : x;
  auto const high = (vec<int, L>)_mm_unpacklo_epi16(zero, halves);
  constexpr int s = 32 - 8 * int{sizeof(N)};
  if constexpr (std::is_signed_v<N>)
    return high >> s;
  else
    return (vec<int, L>)((vec<unsigned, L>)high >> s);
#endif
}
template <class N, int L>
SIMT_INLINE void store_narrow(N* p, vec<int, L> v) {
  // The packs saturate: of numbers that fit they change none.
  if constexpr (sizeof(N) == 1) {
    auto const low = (__m128i)(v & broadcast<int, L>(0xff));
    auto const halves = _mm_packs_epi32(low, low);
    detail::store_low<4>(p, _mm_packus_epi16(halves, halves));
  } else {
    auto const low = (__m128i)((vec<int, L>)((vec<unsigned, L>)v << 16) >> 16);
    detail::store_low<8>(p, _mm_packs_epi32(low, low));
  }
}
#elif SIMT_ISA_NEON
template <int L>
inline constexpr bool has_narrow = L == 4;

template <class N, int L>
SIMT_INLINE vec<int, L> load_narrow(N const* p) {
  if constexpr (sizeof(N) == 1) {
    std::uint32_t x;
    __builtin_memcpy(&x, p, sizeof x);
    auto const bytes = vcreate_u8(x);
    if constexpr (std::is_signed_v<N>)
      return (vec<int, L>)vmovl_s16(vget_low_s16(vmovl_s8(vreinterpret_s8_u8(bytes))));
    else
      return (vec<int, L>)vmovl_u16(vget_low_u16(vmovl_u8(bytes)));
  } else {
    std::uint64_t x;
    __builtin_memcpy(&x, p, sizeof x);
    auto const halves = vcreate_u16(x);
    if constexpr (std::is_signed_v<N>)
      return (vec<int, L>)vmovl_s16(vreinterpret_s16_u16(halves));
    else
      return (vec<int, L>)vmovl_u16(halves);
  }
}
template <class N, int L>
SIMT_INLINE void store_narrow(N* p, vec<int, L> v) {
  auto const halves = vmovn_u32((uint32x4_t)v);
  if constexpr (sizeof(N) == 1) {
    auto const bytes = vmovn_u16(vcombine_u16(halves, halves));
    auto const x = vget_lane_u32(vreinterpret_u32_u8(bytes), 0);
    __builtin_memcpy(p, &x, sizeof x);
  } else {
    auto const x = vget_lane_u64(vreinterpret_u64_u16(halves), 0);
    __builtin_memcpy(p, &x, sizeof x);
  }
}
#else
template <int L>
inline constexpr bool has_narrow = false;
template <class N, int L>
vec<int, L> load_narrow(N const* p);
template <class N, int L>
void store_narrow(N* p, vec<int, L> v);
#endif

#if SIMT_ISA_AVX512 || defined(__SSE2__) || SIMT_ISA_NEON
/// 2 * P numbers of 8 or 16 bits that lie one behind the other, in lanes of 16 bits.
template <class N, int P>
SIMT_INLINE vec<std::int16_t, 2 * P> load_shorts(N const* p) {
  using V = vec<std::int16_t, 2 * P>;
  if constexpr (sizeof(N) == 2) {
    V v;
    __builtin_memcpy(&v, p, sizeof v);
    return v;
  } else {
#if SIMT_ISA_AVX512
    auto const x = _mm256_loadu_si256(reinterpret_cast<__m256i const*>(p));
    if constexpr (std::is_signed_v<N>)
      return (V)_mm512_maskz_cvtepi8_epi16(~__mmask32{}, x);
    else
      return (V)_mm512_maskz_cvtepu8_epi16(~__mmask32{}, x);
#elif SIMT_ISA_AVX2
    auto const x = detail::load_low<16>(p);
    return std::is_signed_v<N> ? (V)_mm256_cvtepi8_epi16(x) : (V)_mm256_cvtepu8_epi16(x);
#elif defined(__SSE2__)
    auto const high = _mm_unpacklo_epi8(_mm_setzero_si128(), detail::load_low<8>(p));
    return std::is_signed_v<N> ? (V)_mm_srai_epi16(high, 8) : (V)_mm_srli_epi16(high, 8);
#else
    if constexpr (std::is_signed_v<N>)
      return (V)vmovl_s8(vld1_s8(reinterpret_cast<std::int8_t const*>(p)));
    else
      return (V)vmovl_u8(vld1_u8(reinterpret_cast<std::uint8_t const*>(p)));
#endif
  }
}
/// Writes the low 8 or 16 bits of each lane.
template <class N, int P>
SIMT_INLINE void store_shorts(N* p, vec<std::int16_t, 2 * P> v) {
  if constexpr (sizeof(N) == 2) {
    __builtin_memcpy(p, &v, sizeof v);
    return;
  }
#if SIMT_ISA_AVX512
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(p),
                      _mm512_maskz_cvtepi16_epi8(~__mmask32{}, (__m512i)v));
#elif SIMT_ISA_AVX2
  auto const low = (__m256i)(v & broadcast<std::int16_t, 2 * P>(0xff));
  detail::store_low<16>(
      p, _mm_packus_epi16(_mm256_castsi256_si128(low), _mm256_extracti128_si256(low, 1)));
#elif defined(__SSE2__)
  auto const low = (__m128i)(v & broadcast<std::int16_t, 2 * P>(0xff));
  detail::store_low<8>(p, _mm_packus_epi16(low, low));
#else
  vst1_u8(reinterpret_cast<std::uint8_t*>(p), vmovn_u16((uint16x8_t)v));
#endif
}
/// The sum of numbers below 256, or 255 where it is more.
template <int L>
SIMT_INLINE vec<std::uint8_t, L> add_capped(vec<std::uint8_t, L> a, vec<std::uint8_t, L> b) {
  if constexpr (fills_register<std::uint8_t, L>) {
    return to_vec(xsimd::sadd(to_batch<std::uint8_t, L>(a), to_batch<std::uint8_t, L>(b)));
  } else {
    auto const s = a + b;
    return s | (vec<std::uint8_t, L>)(s < a);
  }
}
/// The first P of 2 * P lanes of 16 bits as ints, or the second P; N says if they have a sign.
template <class N, int P>
SIMT_INLINE vec<int, P> widen_shorts(vec<std::int16_t, 2 * P> v, int half) {
  constexpr bool is_signed = std::is_signed_v<N>;
#if SIMT_ISA_AVX512
  auto const x = (__m512i)v;
  auto const part =
      half == 0 ? _mm512_castsi512_si256(x) : _mm512_maskz_extracti64x4_epi64(0xff, x, 1);
  return widen<std::conditional_t<is_signed, std::int16_t, std::uint16_t>, P>(part);
#elif SIMT_ISA_AVX2
  auto const x = (__m256i)v;
  auto const part = half == 0 ? _mm256_castsi256_si128(x) : _mm256_extracti128_si256(x, 1);
  return (vec<int, P>)(is_signed ? _mm256_cvtepi16_epi32(part) : _mm256_cvtepu16_epi32(part));
#elif defined(__SSE2__)
  auto const x = (__m128i)v;
  auto const high = (vec<int, P>)(half == 0 ? _mm_unpacklo_epi16(x, x) : _mm_unpackhi_epi16(x, x));
  if constexpr (is_signed)
    return high >> 16;
  else
    return (vec<int, P>)((vec<unsigned, P>)high >> 16);
#else
  auto const x = (int16x8_t)v;
  auto const part = half == 0 ? vget_low_s16(x) : vget_high_s16(x);
  if constexpr (is_signed)
    return (vec<int, P>)vmovl_s16(part);
  else
    return (vec<int, P>)vmovl_u16(vreinterpret_u16_s16(part));
#endif
}
/// Writes a byte for each lane of two masks: 1 where it is set, else 0.
template <int P>
SIMT_INLINE void store_masks(void* p, part_mask<P> first, part_mask<P> second) {
#if SIMT_ISA_AVX512
  auto* const to = static_cast<__m128i*>(p);
  _mm_storeu_si128(to, _mm_maskz_set1_epi8(first, 1));
  _mm_storeu_si128(to + 1, _mm_maskz_set1_epi8(second, 1));
#elif SIMT_ISA_AVX2
  // 0-3, 8-11, 4-7 and 12-15 behind the first pack, which keeps to halves of a register.
  auto const halves = _mm256_packs_epi32((__m256i)first, (__m256i)second);
  auto const bytes =
      _mm_packs_epi16(_mm256_castsi256_si128(halves), _mm256_extracti128_si256(halves, 1));
  detail::store_low<16>(p, _mm_and_si128(_mm_shuffle_epi32(bytes, 0xd8), _mm_set1_epi8(1)));
#elif defined(__SSE2__)
  auto const halves = _mm_packs_epi32((__m128i)first, (__m128i)second);
  detail::store_low<8>(p, _mm_and_si128(_mm_packs_epi16(halves, halves), _mm_set1_epi8(1)));
#else
  auto const halves = vcombine_u16(vmovn_u32((uint32x4_t)first), vmovn_u32((uint32x4_t)second));
  vst1_u8(static_cast<std::uint8_t*>(p), vand_u8(vmovn_u16(halves), vdup_n_u8(1)));
#endif
}
/// Compares 2 * P lanes of 16 bits: the mask of the first P of them, or of the second.
template <compare C, int P>
SIMT_INLINE part_mask<P> compare_shorts(part_mask<P> live, vec<std::int16_t, 2 * P> a,
                                        vec<std::int16_t, 2 * P> b, int half) {
#if SIMT_ISA_AVX512
  constexpr auto op = C == compare::lt   ? _MM_CMPINT_LT
                      : C == compare::le ? _MM_CMPINT_LE
                      : C == compare::gt ? _MM_CMPINT_NLE
                      : C == compare::ge ? _MM_CMPINT_NLT
                      : C == compare::eq ? _MM_CMPINT_EQ
                                         : _MM_CMPINT_NE;
  unsigned both = _mm512_cmp_epi16_mask((__m512i)a, (__m512i)b, op);
#ifdef __clang__
  // Why: clang 14 takes the halves of such a mask apart through memory, by a load wider than the
  // store before it. Gone when no vpextrw follows vpcmpw without this line.
  asm("" : "+r"(both));
#endif
  return static_cast<part_mask<P>>((both >> (half * P)) & live);
#else
  vec<std::int16_t, 2 * P> const both = compare_one<C>(a, b);
  return (part_mask<P>)widen_shorts<std::int16_t, P>(both, half) & live;
#endif
}
#else
template <class N, int P>
vec<std::int16_t, 2 * P> load_shorts(N const* p);
template <class N, int P>
void store_shorts(N* p, vec<std::int16_t, 2 * P> v);
template <class N, int P>
vec<int, P> widen_shorts(vec<std::int16_t, 2 * P> v, int half);
template <int L>
vec<std::uint8_t, L> add_capped(vec<std::uint8_t, L> a, vec<std::uint8_t, L> b);
template <int P>
void store_masks(void* p, part_mask<P> first, part_mask<P> second);
template <compare C, int P>
part_mask<P> compare_shorts(part_mask<P> live, vec<std::int16_t, 2 * P> a,
                            vec<std::int16_t, 2 * P> b, int half);
#endif

}  // namespace simt::inline SIMT_ABI::simd
