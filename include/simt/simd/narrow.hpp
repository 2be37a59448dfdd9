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

/// True if the functions below exist for registers of L lanes of 32 bits.
template <int L>
inline constexpr bool has_narrow = L == native_lanes &&
                                   (SIMT_ISA_AVX512 || SIMT_ISA_AVX2 || SIMT_ISA_SSE4_2 ||
                                    SIMT_ISA_SSE2 || SIMT_ISA_NEON);

#if defined(__SSE2__)
namespace detail {
/// The 4, 8, 16 or 32 bytes at p, and zeros behind them.
template <int Bytes>
SIMT_INLINE auto load_low(void const* p) {
  if constexpr (Bytes == 4) {
    int x;
    __builtin_memcpy(&x, p, sizeof x);
    return _mm_cvtsi32_si128(x);
  } else if constexpr (Bytes == 8) {
    return _mm_loadl_epi64(static_cast<__m128i const*>(p));
  } else if constexpr (Bytes == 16) {
    return _mm_loadu_si128(static_cast<__m128i const*>(p));
  } else {
#if SIMT_ISA_AVX512
    return _mm256_loadu_si256(static_cast<__m256i const*>(p));
#endif
  }
}
/// Writes the first 4, 8, 16 or 32 bytes of x.
template <int Bytes, class X>
SIMT_INLINE void store_low(void* p, X x) {
  if constexpr (Bytes == 8)
    _mm_storel_epi64(static_cast<__m128i*>(p), x);
  else
    __builtin_memcpy(p, &x, Bytes);
}
}  // namespace detail

/// The first L numbers N of x as lanes of To: of int, or of 16 bits.
template <class To, class N, int L, class X>
SIMT_INLINE vec<To, L> widen(X x) {
  [[maybe_unused]] constexpr bool is_signed = std::is_signed_v<N>;
#if SIMT_ISA_AVX512
  constexpr auto every = static_cast<std::conditional_t<L == 32, __mmask32, __mmask16>>(~0u);
#define SIMT_DETAIL_WIDEN(from, to) (vec<To, L>)_mm512_maskz_cvt##from##_##to(every, x)
#elif SIMT_ISA_AVX2
#define SIMT_DETAIL_WIDEN(from, to) (vec<To, L>)_mm256_cvt##from##_##to(x)
#elif SIMT_ISA_SSE4_2
#define SIMT_DETAIL_WIDEN(from, to) (vec<To, L>)_mm_cvt##from##_##to(x)
#endif
#ifdef SIMT_DETAIL_WIDEN
  if constexpr (sizeof(To) == 2)
    return is_signed ? SIMT_DETAIL_WIDEN(epi8, epi16) : SIMT_DETAIL_WIDEN(epu8, epi16);
  else if constexpr (sizeof(N) == 1)
    return is_signed ? SIMT_DETAIL_WIDEN(epi8, epi32) : SIMT_DETAIL_WIDEN(epu8, epi32);
  else
    return is_signed ? SIMT_DETAIL_WIDEN(epi16, epi32) : SIMT_DETAIL_WIDEN(epu16, epi32);
#undef SIMT_DETAIL_WIDEN
#else
  // Numbers in the upper bits of each lane, shifted down with their sign or with zeros.
  auto const zero = _mm_setzero_si128();
  if constexpr (sizeof(N) == 1) x = _mm_unpacklo_epi8(zero, x);
  if constexpr (sizeof(To) == 4) x = _mm_unpacklo_epi16(zero, x);
  using Unsigned = vec<std::make_unsigned_t<To>, L>;
  constexpr int s = 8 * int{sizeof(To) - sizeof(N)};
  return is_signed ? (vec<To, L>)x >> s : (vec<To, L>)((Unsigned)x >> s);
#endif
}
/// The low bits of each lane of From, int or 16 bits, as numbers N one behind the other.
template <class N, class From, int L>
SIMT_INLINE auto pack(vec<From, L> v) {
#if SIMT_ISA_AVX512
  auto const x = (__m512i)v;
  if constexpr (sizeof(From) == 2)
    return _mm512_maskz_cvtepi16_epi8(~__mmask32{}, x);
  else if constexpr (sizeof(N) == 1)
    return _mm512_maskz_cvtepi32_epi8(0xffff, x);
  else
    return _mm512_maskz_cvtepi32_epi16(0xffff, x);
#else
  // The packs saturate: of numbers that fit they change none.
  [[maybe_unused]] auto const low = v & broadcast<From, L>(sizeof(N) == 1 ? 0xff : From(0xffff));
#if SIMT_ISA_AVX2
  auto const first = _mm256_castsi256_si128((__m256i)low);
  auto const second = _mm256_extracti128_si256((__m256i)low, 1);
  if constexpr (sizeof(From) == 2) {
    return _mm_packus_epi16(first, second);
  } else {
    auto const x = _mm_packus_epi32(first, second);
    return sizeof(N) == 1 ? _mm_packus_epi16(x, x) : x;
  }
#else
  if constexpr (sizeof(N) == 2) {
    auto const x = (__m128i)((vec<int, L>)((vec<unsigned, L>)v << 16) >> 16);
    return _mm_packs_epi32(x, x);
  } else {
    auto x = (__m128i)low;
    if constexpr (sizeof(From) == 4) x = _mm_packs_epi32(x, x);
    return _mm_packus_epi16(x, x);
  }
#endif
#endif
}

/// L numbers that lie one behind the other, as ints.
template <class N, int L>
SIMT_INLINE vec<int, L> load_narrow(N const* p) {
  return widen<int, N, L>(detail::load_low<L* int{sizeof(N)}>(p));
}
/// Writes the low bits of each lane, as C++ converts to a narrower integer.
template <class N, int L>
SIMT_INLINE void store_narrow(N* p, vec<int, L> v) {
  detail::store_low<L* int{sizeof(N)}>(p, pack<N, int, L>(v));
}
#elif SIMT_ISA_NEON
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
template <class N, int L>
vec<int, L> load_narrow(N const* p);
template <class N, int L>
void store_narrow(N* p, vec<int, L> v);
#endif

#if defined(__SSE2__) || SIMT_ISA_NEON
/// 2 * P numbers of 8 or 16 bits that lie one behind the other, in lanes of 16 bits.
template <class N, int P>
SIMT_INLINE vec<std::int16_t, 2 * P> load_shorts(N const* p) {
  using V = vec<std::int16_t, 2 * P>;
  if constexpr (sizeof(N) == 2) {
    V v;
    __builtin_memcpy(&v, p, sizeof v);
    return v;
  } else {
#if defined(__SSE2__)
    return widen<std::int16_t, N, 2 * P>(detail::load_low<2 * P>(p));
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
  } else {
#if defined(__SSE2__)
    detail::store_low<2 * P>(p, pack<N, std::int16_t, 2 * P>(v));
#else
    vst1_u8(reinterpret_cast<std::uint8_t*>(p), vmovn_u16((uint16x8_t)v));
#endif
  }
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
#if SIMT_ISA_AVX512 || SIMT_ISA_AVX2
#if SIMT_ISA_AVX512
  auto const x = (__m512i)v;
  auto const part =
      half == 0 ? _mm512_castsi512_si256(x) : _mm512_maskz_extracti64x4_epi64(0xff, x, 1);
#else
  auto const x = (__m256i)v;
  auto const part = half == 0 ? _mm256_castsi256_si128(x) : _mm256_extracti128_si256(x, 1);
#endif
  return widen<int, std::conditional_t<is_signed, std::int16_t, std::uint16_t>, P>(part);
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
  constexpr auto op = integer_comparison<C>;
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
