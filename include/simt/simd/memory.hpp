#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/mask.hpp>

#include <bit>

// Loads and stores of one register. M is the type in memory, R = register_t<M> the type in the
// register; every address may have any alignment that M has. Masked forms touch no memory of lanes
// that are not in the mask.
namespace simt::inline SIMT_ABI::simd {

namespace detail {
template <class M>
using memory_int = std::conditional_t<
    std::is_same_v<M, bool>, std::uint8_t,
    std::conditional_t<std::is_signed_v<number_of<M>>, typename int_of_size<sizeof(M)>::type,
                       std::make_unsigned_t<typename int_of_size<sizeof(M)>::type>>>;
}  // namespace detail

// g++ knows the size of a small global array and sees a register's width read from it on a path that
// the lane count never takes.
#ifdef __GNUC__
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Warray-bounds"
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#pragma GCC diagnostic ignored "-Wstringop-overread"
#endif
#endif

template <class M, int L, class R = register_t<M>>
SIMT_INLINE vec<R, L> load(M const* p) {
  if constexpr (L == 1) {
    return static_cast<R>(*p);
  } else if constexpr (sizeof(M) == sizeof(R)) {
    return *reinterpret_cast<typename detail::vector_of<R, L>::memory const*>(p);
  } else {
    using Narrow = detail::memory_int<M>;
    using Unpacked = typename detail::vector_of<Narrow, L>::type;
    Unpacked n = *reinterpret_cast<typename detail::vector_of<Narrow, L>::memory const*>(p);
    return __builtin_convertvector(n, vec<R, L>);
  }
}

/// Values that go through this are worked out in the order of the calls.
template <class V>
SIMT_INLINE void keep_order([[maybe_unused]] V& v) {
#if defined(__SSE2__)
  asm volatile("" : "+v"(v));
#endif
}

template <class M, int L, class R = register_t<M>>
SIMT_INLINE void store(M* p, vec<R, L> v) {
  if constexpr (L == 1) {
    *p = static_cast<M>(v);
  } else if constexpr (sizeof(M) == sizeof(R)) {
    *reinterpret_cast<typename detail::vector_of<R, L>::memory*>(p) = v;
  } else {
    using Narrow = detail::memory_int<M>;
    using Packed = typename detail::vector_of<Narrow, L>::type;
    *reinterpret_cast<typename detail::vector_of<Narrow, L>::memory*>(p) =
        __builtin_convertvector(v, Packed);
  }
}

#if SIMT_ISA_AVX512
namespace detail {
// g++ takes the masked load intrinsics for calls that may write any memory: what it knew of memory,
// the execution mask above all, it would have to read again behind each. As instructions they say
// what they read.
#if defined(__GNUC__) && !defined(__clang__)
template <class V, class M, int Bytes>
SIMT_INLINE V maskz_load_bytes(void const* p, M m) {
  struct memory {
    char bytes[Bytes];
  } __attribute__((may_alias));
  auto const& from = *static_cast<memory const*>(p);
  V r;
  if constexpr (sizeof(V) == 64 && sizeof(M) == 2)
    asm("vmovdqu32 %1, %0%{%2%}%{z%}" : "=v"(r) : "m"(from), "Yk"(m));
  else if constexpr (sizeof(V) == 64)
    asm("vmovdqu64 %1, %0%{%2%}%{z%}" : "=v"(r) : "m"(from), "Yk"(m));
  else if constexpr (sizeof(V) == 32)
    asm("vmovdqu16 %1, %0%{%2%}%{z%}" : "=v"(r) : "m"(from), "Yk"(m));
  else
    asm("vmovdqu8 %1, %0%{%2%}%{z%}" : "=v"(r) : "m"(from), "Yk"(m));
  return r;
}
SIMT_INLINE __m512i maskz_load_32(void const* p, __mmask16 m) {
  return maskz_load_bytes<__m512i, __mmask16, 64>(p, m);
}
SIMT_INLINE __m512i maskz_load_64(void const* p, __mmask8 m) {
  return maskz_load_bytes<__m512i, __mmask8, 64>(p, m);
}
SIMT_INLINE __m256i maskz_load_16(void const* p, __mmask16 m) {
  return maskz_load_bytes<__m256i, __mmask16, 32>(p, m);
}
SIMT_INLINE __m128i maskz_load_8(void const* p, __mmask16 m) {
  return maskz_load_bytes<__m128i, __mmask16, 16>(p, m);
}
#else
SIMT_INLINE __m512i maskz_load_32(void const* p, __mmask16 m) {
  return _mm512_maskz_loadu_epi32(m, p);
}
SIMT_INLINE __m512i maskz_load_64(void const* p, __mmask8 m) {
  return _mm512_maskz_loadu_epi64(m, p);
}
SIMT_INLINE __m256i maskz_load_16(void const* p, __mmask16 m) {
  return _mm256_maskz_loadu_epi16(m, p);
}
SIMT_INLINE __m128i maskz_load_8(void const* p, __mmask16 m) {
  return _mm_maskz_loadu_epi8(m, p);
}
#endif
}  // namespace detail
#endif

namespace detail {
/// Whether a register is read as a whole where some lanes of it are wanted, within the page of one
/// of these: put together lane by lane in memory, it would be read before the lanes have got there.
/// A sanitizer would see an access that the program does not make.
inline constexpr bool reads_beside = !SIMT_ASAN && !SIMT_TSAN;

template <std::size_t Bytes>
SIMT_INLINE bool is_in_one_page(void const* p) {
  return (reinterpret_cast<std::uintptr_t>(p) & 4095u) <= 4096 - Bytes;
}
template <class M, int L, class R = register_t<M>>
SIMT_COLD vec<R, L> load_by_lane(M const* p, std::uint32_t lanes) {
  vec<R, L> r{};
  for (; lanes != 0; lanes &= lanes - 1) {
    int const l = std::countr_zero(lanes);
    r[l] = static_cast<R>(p[l]);
  }
  return r;
}
}  // namespace detail

/// Lanes outside the mask read as 0.
template <class M, int L, class R = register_t<M>>
SIMT_INLINE vec<R, L> load_masked(M const* p, mask<sizeof(R), L> m) {
  if constexpr (L == 1) {
    return m ? static_cast<R>(*p) : R{};
  } else {
#if SIMT_ISA_AVX512
    if (m == 0) return vec<R, L>{};  // known where lanes part by their coordinates, else well predicted
    if constexpr (sizeof(M) == 4)
      return (vec<R, L>)detail::maskz_load_32(p, m);
    else if constexpr (sizeof(M) == 8)
      return (vec<R, L>)detail::maskz_load_64(p, m);
    else if constexpr (sizeof(M) == 2)
      return __builtin_convertvector(
          (typename detail::vector_of<detail::memory_int<M>, L>::type)detail::maskz_load_16(p, m),
          vec<R, L>);
    else
      return __builtin_convertvector(
          (typename detail::vector_of<detail::memory_int<M>, L>::type)detail::maskz_load_8(p, m),
          vec<R, L>);
#else
#if SIMT_ISA_AVX2
    if constexpr (sizeof(M) == 4)
      return (vec<R, L>)_mm256_maskload_epi32(reinterpret_cast<int const*>(p), (__m256i)m);
    else if constexpr (sizeof(M) == 8)
      return (vec<R, L>)_mm256_maskload_epi64(reinterpret_cast<long long const*>(p), (__m256i)m);
    else
#endif
    {
      auto const b = register_mask_bits<sizeof(R), L>(m);
      if (b == 0) return vec<R, L>{};
      if (b == (1u << L) - 1 || (detail::reads_beside && detail::is_in_one_page<L * sizeof(M)>(p)))
          [[likely]] {
        asm("" : "+r"(p));  // compilers may know an array that ends within the register
        using I = vec<signed_of<R>, L>;
        return (vec<R, L>)((I)load<M, L>(p) & (I)m);
      }
      return detail::load_by_lane<M, L>(p, b);
    }
#endif
  }
}

template <class M, int L, class R = register_t<M>>
SIMT_INLINE void store_masked(M* p, mask<sizeof(R), L> m, vec<R, L> v) {
  if constexpr (L == 1) {
    if (m) *p = static_cast<M>(v);
  } else {
#if SIMT_ISA_AVX512
    if (m == 0) return;
    if constexpr (sizeof(M) == 4)
      _mm512_mask_storeu_epi32(p, m, (__m512i)v);
    else if constexpr (sizeof(M) == 8)
      _mm512_mask_storeu_epi64(p, m, (__m512i)v);
    else if constexpr (sizeof(M) == 2)
      _mm512_mask_cvtepi32_storeu_epi16(p, m, (__m512i)v);
    else
      _mm512_mask_cvtepi32_storeu_epi8(p, m, (__m512i)v);
#else
    // Most registers are wanted whole or not at all. AMD's processors with AVX2 take twelve cycles
    // and more for a masked store, and loads of what it wrote wait for it.
    auto b = register_mask_bits<sizeof(R), L>(m);
    if (b == (1u << L) - 1) return store<M, L>(p, v);
    if (b == 0) return;
#if SIMT_ISA_AVX2
    if constexpr (sizeof(M) == 4)
      _mm256_maskstore_epi32(reinterpret_cast<int*>(p), (__m256i)m, (__m256i)v);
    else if constexpr (sizeof(M) == 8)
      _mm256_maskstore_epi64(reinterpret_cast<long long*>(p), (__m256i)m, (__m256i)v);
    else
#endif
      for (; b != 0; b &= b - 1) {
        int const l = std::countr_zero(b);
        p[l] = static_cast<M>(v[l]);
      }
#endif
  }
}

#if SIMT_ISA_AVX512 || SIMT_ISA_AVX2
namespace detail {
/// Numbers of 8 or 16 bits, gathered as the aligned 32-bit words in which they lie: these touch no
/// page that the numbers do not.
template <class M, int L, class R>
inline constexpr bool is_gathered_in_words = sizeof(M) < 4 && sizeof(R) == 4 &&
                                             L == (SIMT_ISA_AVX512 ? 16 : 8);

/// The M that begins `bytes` bytes into each word.
template <class M, int L, class R>
SIMT_INLINE vec<R, L> number_in_words(vec<unsigned, L> word, vec<unsigned, L> bytes) {
  constexpr unsigned above = 32 - 8 * sizeof(M);
  auto const x = word << (splat<unsigned, L>(above) - bytes * splat<unsigned, L>(8));
  if constexpr (std::is_signed_v<memory_int<M>>)
    return (vec<R, L>)((vec<int, L>)x >> splat<int, L>(int{above}));
  else
    return (vec<R, L>)(x >> splat<unsigned, L>(above));
}

SIMT_INLINE auto gather_whole(char const* b, vec<int, SIMT_ISA_AVX512 ? 16 : 8> index,
                              mask<4, SIMT_ISA_AVX512 ? 16 : 8> m) {
#if SIMT_ISA_AVX512
  return (vec<unsigned, 16>)_mm512_mask_i32gather_epi32(_mm512_setzero_si512(), m, (__m512i)index,
                                                        b, 4);
#else
  return (vec<unsigned, 8>)_mm256_mask_i32gather_epi32(
      _mm256_setzero_si256(), reinterpret_cast<int const*>(b), (__m256i)index, (__m256i)m, 4);
#endif
}
/// Lane l reads the M number offset[l] behind b.
template <class M, int L, class R>
SIMT_INLINE vec<R, L> gather_words32(char const* b, vec<int, L> offset, mask<4, L> m) {
  constexpr int in_word = 4 / sizeof(M), shift = sizeof(M) == 1 ? 2 : 1;
  auto const before = static_cast<int>(reinterpret_cast<std::uintptr_t>(b) % 4 / sizeof(M));
  auto const at = (offset & splat<int, L>(in_word - 1)) + splat<int, L>(before);
  auto const word = gather_whole(b - before * std::ptrdiff_t{sizeof(M)},
                                 (offset >> splat<int, L>(shift)) + (at >> splat<int, L>(shift)),
                                 m);
  return number_in_words<M, L, R>(word, (vec<unsigned, L>)(at & splat<int, L>(in_word - 1)) *
                                            splat<unsigned, L>(sizeof(M)));
}
}  // namespace detail
#endif

/// Lane l reads the M at byte address base + offset[l] (offset: 32- or 64-bit lanes, scaled by
/// Scale bytes). Lanes outside the mask read as 0. The two halves of a 64-bit offset come as an
/// array, since L lanes of them fill two registers where R has 32 bits.
template <class M, int L, int Scale, class R = register_t<M>>
SIMT_INLINE vec<R, L> gather32(void const* base, vec<int, L> offset, mask<sizeof(R), L> m) {
  auto const* b = static_cast<char const*>(base);
  if constexpr (L == 1) {
    return m ? static_cast<R>(*reinterpret_cast<M const*>(b + std::ptrdiff_t{offset} * Scale))
             : R{};
  } else {
#if SIMT_ISA_AVX512
    if constexpr (sizeof(M) == 4 && L == 16)
      return (vec<R, L>)_mm512_mask_i32gather_epi32(_mm512_setzero_si512(), m, (__m512i)offset, b,
                                                    Scale);
    else if constexpr (sizeof(M) == 8 && L == 8)
      return (vec<R, L>)_mm512_mask_i32gather_epi64(_mm512_setzero_si512(), m, (__m256i)offset, b,
                                                    Scale);
    else if constexpr (Scale == sizeof(M) && detail::is_gathered_in_words<M, L, R>)
      return detail::gather_words32<M, L, R>(b, offset, m);
    else
#elif SIMT_ISA_AVX2
    if constexpr (sizeof(M) == 4 && L == 8)
      return (vec<R, L>)_mm256_mask_i32gather_epi32(_mm256_setzero_si256(),
                                                    reinterpret_cast<int const*>(b),
                                                    (__m256i)offset, (__m256i)m, Scale);
    else if constexpr (sizeof(M) == 8 && L == 4)
      return (vec<R, L>)_mm256_mask_i32gather_epi64(_mm256_setzero_si256(),
                                                    reinterpret_cast<long long const*>(b),
                                                    (__m128i)offset, (__m256i)m, Scale);
    else if constexpr (Scale == sizeof(M) && detail::is_gathered_in_words<M, L, R>)
      return detail::gather_words32<M, L, R>(b, offset, m);
    else
#endif
    {
      vec<R, L> r{};
      for (std::uint32_t k = register_mask_bits<sizeof(R), L>(m); k != 0; k &= k - 1) {
        int const l = std::countr_zero(k);
        r[l] = static_cast<R>(
            *reinterpret_cast<M const*>(b + static_cast<std::ptrdiff_t>(offset[l]) * Scale));
      }
      return r;
    }
  }
}

/// Lane l writes the M at byte address base + offset[l] * Scale; of lanes with equal addresses the
/// highest wins.
template <class M, int L, int Scale, class R = register_t<M>>
SIMT_INLINE void scatter32(void* base, vec<int, L> offset, mask<sizeof(R), L> m, vec<R, L> v) {
  auto* b = static_cast<char*>(base);
  if constexpr (L == 1) {
    if (m) *reinterpret_cast<M*>(b + std::ptrdiff_t{offset} * Scale) = static_cast<M>(v);
  } else {
#if SIMT_ISA_AVX512
    if constexpr (sizeof(M) == 4 && L == 16)
      _mm512_mask_i32scatter_epi32(b, m, (__m512i)offset, (__m512i)v, Scale);
    else if constexpr (sizeof(M) == 8 && L == 8)
      _mm512_mask_i32scatter_epi64(b, m, (__m256i)offset, (__m512i)v, Scale);
    else
#endif
      for (std::uint32_t k = register_mask_bits<sizeof(R), L>(m); k != 0; k &= k - 1) {
        int const l = std::countr_zero(k);
        *reinterpret_cast<M*>(b + static_cast<std::ptrdiff_t>(offset[l]) * Scale) =
            static_cast<M>(v[l]);
      }
  }
}

/// 64-bit lanes that L lanes of R come with: one register, or two where R has 32 bits.
template <class R, int L>
inline constexpr int wide_lanes = (L == 1 || sizeof(R) == 8) ? L : L / 2;

namespace detail {
// Lane by lane, out of line: every register of an access would bring its own copy of the loop.
template <class M, int L, int Scale, class R>
[[gnu::noinline]] vec<R, L> gather64_lanes(char const* b,
                                           vec<std::int64_t, wide_lanes<R, L>> const* offset,
                                           std::uint32_t lanes) {
  constexpr int H = wide_lanes<R, L>;
  vec<R, L> r{};
  for (; lanes != 0; lanes &= lanes - 1) {
    int const l = std::countr_zero(lanes);
    M x;
    __builtin_memcpy(&x, b + get<std::int64_t, H>(offset[l / H], l % H) * Scale, sizeof x);
    set<R, L>(r, l, static_cast<R>(x));
  }
  return r;
}
template <class M, int L, int Scale, class R>
[[gnu::noinline]] void scatter64_lanes(char* b,
                                       vec<std::int64_t, wide_lanes<R, L>> const* offset,
                                       std::uint32_t lanes, vec<R, L> v) {
  constexpr int H = wide_lanes<R, L>;
  for (; lanes != 0; lanes &= lanes - 1) {
    int const l = std::countr_zero(lanes);
    auto const x = static_cast<M>(get<R, L>(v, l));
    __builtin_memcpy(b + get<std::int64_t, H>(offset[l / H], l % H) * Scale, &x, sizeof x);
  }
}
}  // namespace detail

/// Lane l reads the M at byte address base + offset * Scale, offsets in 64 bits: `offset` points
/// at the one or two registers of them. Lanes outside the mask read as 0.
template <class M, int L, int Scale, class R = register_t<M>>
SIMT_INLINE vec<R, L> gather64(void const* base, vec<std::int64_t, wide_lanes<R, L>> const* offset,
                               mask<sizeof(R), L> m) {
  auto const* b = static_cast<char const*>(base);
#if SIMT_ISA_AVX512
  if constexpr (sizeof(M) == 4 && L == 16) {
    auto const zero = _mm256_setzero_si256();
    auto const lo = _mm512_mask_i64gather_epi32(zero, static_cast<__mmask8>(m), (__m512i)offset[0],
                                                b, Scale);
    auto const hi = _mm512_mask_i64gather_epi32(zero, static_cast<__mmask8>(m >> 8),
                                                (__m512i)offset[1], b, Scale);
    // Without a mask, g++ 12 warns of the register that the intrinsic leaves undefined.
    return (vec<R, L>)_mm512_maskz_inserti64x4(0xff, _mm512_castsi256_si512(lo), hi, 1);
  } else if constexpr (sizeof(M) == 8 && L == 8) {
    return (vec<R, L>)_mm512_mask_i64gather_epi64(_mm512_setzero_si512(), m, (__m512i)offset[0], b,
                                                  Scale);
  } else
#elif SIMT_ISA_AVX2
  if constexpr (sizeof(M) == 4 && L == 8) {
    auto const* p = reinterpret_cast<int const*>(b);
    auto const zero = _mm_setzero_si128();
    auto const lo = _mm256_mask_i64gather_epi32(zero, p, (__m256i)offset[0],
                                                _mm256_castsi256_si128((__m256i)m), Scale);
    auto const hi = _mm256_mask_i64gather_epi32(zero, p, (__m256i)offset[1],
                                                _mm256_extracti128_si256((__m256i)m, 1), Scale);
    return (vec<R, L>)_mm256_set_m128i(hi, lo);
  } else if constexpr (sizeof(M) == 8 && L == 4) {
    return (vec<R, L>)_mm256_mask_i64gather_epi64(_mm256_setzero_si256(),
                                                  reinterpret_cast<long long const*>(b),
                                                  (__m256i)offset[0], (__m256i)m, Scale);
  } else
#endif
#if SIMT_ISA_AVX512 || SIMT_ISA_AVX2
  if constexpr (detail::is_gathered_in_words<M, L, R>) {
    constexpr int H = wide_lanes<R, L>;
    using Half = typename detail::vector_of<unsigned, H>::type;
    vec<std::int64_t, H> word[L / H];
    Half byte[L / H];
    each<L / H>([&](int k) SIMT_LAMBDA_INLINE {
      auto const at = offset[k] * splat<std::int64_t, H>(Scale) +
                      splat<std::int64_t, H>(reinterpret_cast<std::intptr_t>(b));
      word[k] = at & splat<std::int64_t, H>(-4);
      byte[k] = __builtin_convertvector(at & splat<std::int64_t, H>(3), Half);
    });
    vec<unsigned, L> bytes;
    __builtin_memcpy(&bytes, byte, sizeof bytes);
    return detail::number_in_words<M, L, R>(gather64<unsigned, L, 1>(nullptr, word, m), bytes);
  } else
#endif
  {
    return detail::gather64_lanes<M, L, Scale, R>(b, offset, register_mask_bits<sizeof(R), L>(m));
  }
}

/// Lane l writes the M at byte address base + offset * Scale; of lanes with equal addresses the
/// highest wins.
template <class M, int L, int Scale, class R = register_t<M>>
SIMT_INLINE void scatter64(void* base, vec<std::int64_t, wide_lanes<R, L>> const* offset,
                           mask<sizeof(R), L> m, vec<R, L> v) {
  auto* b = static_cast<char*>(base);
#if SIMT_ISA_AVX512
  if constexpr (sizeof(M) == 4 && L == 16) {
    _mm512_mask_i64scatter_epi32(b, static_cast<__mmask8>(m), (__m512i)offset[0],
                                 _mm512_castsi512_si256((__m512i)v), Scale);
    _mm512_mask_i64scatter_epi32(b, static_cast<__mmask8>(m >> 8), (__m512i)offset[1],
                                 _mm512_maskz_extracti64x4_epi64(0xff, (__m512i)v, 1), Scale);
  } else if constexpr (sizeof(M) == 8 && L == 8) {
    _mm512_mask_i64scatter_epi64(b, m, (__m512i)offset[0], (__m512i)v, Scale);
  } else
#endif
  {
    detail::scatter64_lanes<M, L, Scale, R>(b, offset, register_mask_bits<sizeof(R), L>(m), v);
  }
}

#ifdef __GNUC__
#pragma GCC diagnostic pop
#endif

}  // namespace simt::inline SIMT_ABI::simd
