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

/// True if the functions below take registers of L lanes of 32 bits.
template <int L>
inline constexpr bool has_narrow = L == native_lanes;

namespace detail {
/// The 4, 8, 16 or 32 bytes at p, as widen takes them.
template <int Bytes>
SIMT_INLINE auto load_low(void const* p) {
#if defined(__SSE2__)
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
#else
  vec<std::uint8_t, Bytes> x;
  __builtin_memcpy(&x, p, sizeof x);
  return x;
#endif
}
/// Writes the first 4, 8, 16 or 32 bytes of x.
template <int Bytes, class X>
SIMT_INLINE void store_low(void* p, X x) {
#if defined(__SSE2__)
  if constexpr (Bytes == 8) return _mm_storel_epi64(static_cast<__m128i*>(p), x);
#endif
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
#elif defined(__SSE2__)
  // Numbers in the upper bits of each lane, shifted down with their sign or with zeros.
  auto const zero = _mm_setzero_si128();
  if constexpr (sizeof(N) == 1) x = _mm_unpacklo_epi8(zero, x);
  if constexpr (sizeof(To) == 4) x = _mm_unpacklo_epi16(zero, x);
  using Unsigned = vec<std::make_unsigned_t<To>, L>;
  constexpr int s = 8 * int{sizeof(To) - sizeof(N)};
  return is_signed ? (vec<To, L>)x >> s : (vec<To, L>)((Unsigned)x >> s);
#elif SIMT_ISA_NEON
  uint8x8_t bytes{};
  __builtin_memcpy(&bytes, &x, sizeof x);
  if constexpr (sizeof(To) == 2) {
    return is_signed ? (vec<To, L>)vmovl_s8((int8x8_t)bytes) : (vec<To, L>)vmovl_u8(bytes);
  } else if constexpr (sizeof(N) == 1) {
    auto const shorts = widen<std::int16_t, N, 8>(bytes);
    return widen<To, std::int16_t, L>(vget_low_s16((int16x8_t)shorts));
  } else {
    return is_signed ? (vec<To, L>)vmovl_s16((int16x4_t)bytes)
                     : (vec<To, L>)vmovl_u16((uint16x4_t)bytes);
  }
#else
  return __builtin_convertvector(bits_as<vec<N, L>>(x), vec<To, L>);
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
#elif defined(__SSE2__)
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
#elif SIMT_ISA_NEON
  if constexpr (sizeof(From) == 2) {
    return vmovn_u16((uint16x8_t)v);
  } else {
    auto const halves = vmovn_u32((uint32x4_t)v);
    if constexpr (sizeof(N) == 2)
      return halves;
    else
      return vmovn_u16(vcombine_u16(halves, halves));
  }
#else
  return __builtin_convertvector(v, vec<N, L>);
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
/// 2 * P numbers of 8 or 16 bits that lie one behind the other, in lanes of 16 bits.
template <class N, int P>
SIMT_INLINE vec<std::int16_t, 2 * P> load_shorts(N const* p) {
  if constexpr (sizeof(N) == 2) {
    vec<std::int16_t, 2 * P> v;
    __builtin_memcpy(&v, p, sizeof v);
    return v;
  } else {
    return widen<std::int16_t, N, 2 * P>(detail::load_low<2 * P>(p));
  }
}
/// Writes the low 8 or 16 bits of each lane.
template <class N, int P>
SIMT_INLINE void store_shorts(N* p, vec<std::int16_t, 2 * P> v) {
  if constexpr (sizeof(N) == 2)
    __builtin_memcpy(p, &v, sizeof v);
  else
    detail::store_low<2 * P>(p, pack<N, std::int16_t, 2 * P>(v));
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
  using Short [[maybe_unused]] = std::conditional_t<std::is_signed_v<N>, std::int16_t, std::uint16_t>;
#if SIMT_ISA_AVX512
  auto const x = (__m512i)v;
  return widen<int, Short, P>(half == 0 ? _mm512_castsi512_si256(x)
                                        : _mm512_maskz_extracti64x4_epi64(0xff, x, 1));
#elif SIMT_ISA_AVX2
  auto const x = (__m256i)v;
  return widen<int, Short, P>(half == 0 ? _mm256_castsi256_si128(x)
                                        : _mm256_extracti128_si256(x, 1));
#elif defined(__SSE2__)
  auto const x = (__m128i)v;
  auto const high = (vec<int, P>)(half == 0 ? _mm_unpacklo_epi16(x, x) : _mm_unpackhi_epi16(x, x));
  if constexpr (std::is_signed_v<N>)
    return high >> 16;
  else
    return (vec<int, P>)((vec<unsigned, P>)high >> 16);
#else
  auto const low = shuffle<std::int16_t, 2 * P, P>(v, v, [](int i) { return i; });
  auto const high = shuffle<std::int16_t, 2 * P, P>(v, v, [](int i) { return P + i; });
  return widen<int, Short, P>(half == 0 ? low : high);
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
  using Halves = vec<std::int16_t, P>;
  auto const both = join_halves<std::int16_t, P>(__builtin_convertvector(first, Halves),
                                                 __builtin_convertvector(second, Halves));
  store_shorts<std::uint8_t, P>(static_cast<std::uint8_t*>(p),
                                both & broadcast<std::int16_t, 2 * P>(1));
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

}  // namespace simt::inline SIMT_ABI::simd
