#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/memory.hpp>

// Gathers and scatters: each lane of a register has an address of its own. Lanes that are not in
// the mask touch no memory.
namespace simt::inline SIMT_ABI::simd {

// g++ knows the size of a small global array and sees a register's width read from it on a path
// that the lane count never takes.
#ifdef __GNUC__
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Warray-bounds"
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#pragma GCC diagnostic ignored "-Wstringop-overread"
#endif
#endif

namespace detail {
/// True if L lanes of M are gathered by an instruction; as aligned 32-bit words in which they lie,
/// which touch no page that the numbers do not.
template <class M, int L>
inline constexpr bool has_gather =
    !sanitized_lanes && (SIMT_ISA_AVX512 || SIMT_ISA_AVX2) && sizeof(M) >= 4 && is_register<M, L>;
template <class M, int L, class R>
inline constexpr bool is_gathered_in_words = sizeof(M) < 4 &&
                                             sizeof(R) == 4 && has_gather<unsigned, L>;

template <class M, int L, int Scale>
SIMT_INLINE vec<M, L> gather32_by_instruction([[maybe_unused]] char const* b,
                                              [[maybe_unused]] vec<int, L> offset,
                                              [[maybe_unused]] mask<sizeof(M), L> m) {
#if SIMT_ISA_AVX512
  auto const zero = _mm512_setzero_si512();
  if constexpr (sizeof(M) == 4)
    return (vec<M, L>)_mm512_mask_i32gather_epi32(zero, m, (__m512i)offset, b, Scale);
  else
    return (vec<M, L>)_mm512_mask_i32gather_epi64(zero, m, (__m256i)offset, b, Scale);
#elif SIMT_ISA_AVX2
  auto const zero = _mm256_setzero_si256();
  if constexpr (sizeof(M) == 4)
    return (vec<M, L>)_mm256_mask_i32gather_epi32(zero, reinterpret_cast<int const*>(b),
                                                  (__m256i)offset, (__m256i)m, Scale);
  else
    return (vec<M, L>)_mm256_mask_i32gather_epi64(zero, reinterpret_cast<long long const*>(b),
                                                  (__m128i)offset, (__m256i)m, Scale);
#else
  return {};
#endif
}

/// The M that begins `bytes` bytes into each word.
template <class M, int L, class R>
SIMT_INLINE vec<R, L> number_in_words(vec<unsigned, L> word, vec<unsigned, L> bytes) {
  constexpr unsigned above = 32 - 8 * sizeof(M);
  auto const x = word << (broadcast<unsigned, L>(above) - bytes * broadcast<unsigned, L>(8));
  if constexpr (std::is_signed_v<memory_int<M>>)
    return (vec<R, L>)((vec<int, L>)x >> broadcast<int, L>(int{above}));
  else
    return (vec<R, L>)(x >> broadcast<unsigned, L>(above));
}
/// Lane l reads the M number offset[l] behind b.
template <class M, int L, class R>
SIMT_INLINE vec<R, L> gather_words32(char const* b, vec<int, L> offset, mask<4, L> m) {
  constexpr int in_word = 4 / sizeof(M), shift = sizeof(M) == 1 ? 2 : 1;
  auto const before = static_cast<int>(reinterpret_cast<std::uintptr_t>(b) % 4 / sizeof(M));
  auto const at = (offset & broadcast<int, L>(in_word - 1)) + broadcast<int, L>(before);
  auto const word = gather32_by_instruction<unsigned, L, 4>(
      b - before * std::ptrdiff_t{sizeof(M)},
      (offset >> broadcast<int, L>(shift)) + (at >> broadcast<int, L>(shift)), m);
  return number_in_words<M, L, R>(word, (vec<unsigned, L>)(at & broadcast<int, L>(in_word - 1)) *
                                            broadcast<unsigned, L>(sizeof(M)));
}
}  // namespace detail

/// Lane l reads the M at byte address base + offset[l] (offset: 32- or 64-bit lanes, scaled by
/// Scale bytes). Lanes outside the mask read as 0. The two halves of a 64-bit offset come as an
/// array, since L lanes of them fill two registers where R has 32 bits.
template <class M, int L, int Scale, class R = register_t<M>>
SIMT_INLINE vec<R, L> gather32(void const* base, vec<int, L> offset, mask<sizeof(R), L> m) {
  auto const* b = static_cast<char const*>(base);
  if constexpr (L == 1) {
    return m ? static_cast<R>(*reinterpret_cast<M const*>(b + std::ptrdiff_t{offset} * Scale))
             : R{};
  } else if constexpr (detail::has_gather<M, L>) {
    return detail::gather32_by_instruction<R, L, Scale>(b, offset, m);
  } else if constexpr (Scale == sizeof(M) && detail::is_gathered_in_words<M, L, R>) {
    return detail::gather_words32<M, L, R>(b, offset, m);
  } else {
    vec<R, L> r{};
    for (std::uint32_t k = register_mask_bits<sizeof(R), L>(m); k != 0; k &= k - 1) {
      int const l = std::countr_zero(k);
      r[l] = static_cast<R>(
          *reinterpret_cast<M const*>(b + static_cast<std::ptrdiff_t>(offset[l]) * Scale));
    }
    return r;
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
    if constexpr (detail::has_gather<M, L> && sizeof(M) == 4)
      _mm512_mask_i32scatter_epi32(b, m, (__m512i)offset, (__m512i)v, Scale);
    else if constexpr (detail::has_gather<M, L>)
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
[[gnu::noinline]] void scatter64_lanes(char* b, vec<std::int64_t, wide_lanes<R, L>> const* offset,
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
  if constexpr (detail::has_gather<M, L> && sizeof(M) == 4) {
    auto const zero = _mm256_setzero_si256();
    auto const lo =
        _mm512_mask_i64gather_epi32(zero, static_cast<__mmask8>(m), (__m512i)offset[0], b, Scale);
    auto const hi = _mm512_mask_i64gather_epi32(zero, static_cast<__mmask8>(m >> 8),
                                                (__m512i)offset[1], b, Scale);
    // Without a mask, g++ 12 warns of the register that the intrinsic leaves undefined.
    return (vec<R, L>)_mm512_maskz_inserti64x4(0xff, _mm512_castsi256_si512(lo), hi, 1);
  } else if constexpr (detail::has_gather<M, L>) {
    return (vec<R, L>)_mm512_mask_i64gather_epi64(_mm512_setzero_si512(), m, (__m512i)offset[0], b,
                                                  Scale);
  } else
#elif SIMT_ISA_AVX2
  if constexpr (detail::has_gather<M, L> && sizeof(M) == 4) {
    auto const* p = reinterpret_cast<int const*>(b);
    auto const zero = _mm_setzero_si128();
    auto const lo = _mm256_mask_i64gather_epi32(zero, p, (__m256i)offset[0],
                                                _mm256_castsi256_si128((__m256i)m), Scale);
    auto const hi = _mm256_mask_i64gather_epi32(zero, p, (__m256i)offset[1],
                                                _mm256_extracti128_si256((__m256i)m, 1), Scale);
    return (vec<R, L>)_mm256_set_m128i(hi, lo);
  } else if constexpr (detail::has_gather<M, L>) {
    return (vec<R, L>)_mm256_mask_i64gather_epi64(_mm256_setzero_si256(),
                                                  reinterpret_cast<long long const*>(b),
                                                  (__m256i)offset[0], (__m256i)m, Scale);
  } else
#endif
      if constexpr (detail::is_gathered_in_words<M, L, R>) {
    constexpr int H = wide_lanes<R, L>;
    using Half = typename detail::vector_of<unsigned, H>::type;
    vec<std::int64_t, H> word[L / H];
    Half byte[L / H];
    each<L / H>([&](int k) SIMT_LAMBDA_INLINE {
      auto const at = offset[k] * broadcast<std::int64_t, H>(Scale) +
                      broadcast<std::int64_t, H>(reinterpret_cast<std::intptr_t>(b));
      word[k] = at & broadcast<std::int64_t, H>(-4);
      byte[k] = __builtin_convertvector(at & broadcast<std::int64_t, H>(3), Half);
    });
    vec<unsigned, L> bytes;
    __builtin_memcpy(&bytes, byte, sizeof bytes);
    return detail::number_in_words<M, L, R>(gather64<unsigned, L, 1>(nullptr, word, m), bytes);
  } else {
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
  if constexpr (detail::has_gather<M, L> && sizeof(M) == 4) {
    _mm512_mask_i64scatter_epi32(b, static_cast<__mmask8>(m), (__m512i)offset[0],
                                 _mm512_castsi512_si256((__m512i)v), Scale);
    _mm512_mask_i64scatter_epi32(b, static_cast<__mmask8>(m >> 8), (__m512i)offset[1],
                                 _mm512_maskz_extracti64x4_epi64(0xff, (__m512i)v, 1), Scale);
  } else if constexpr (detail::has_gather<M, L>) {
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
