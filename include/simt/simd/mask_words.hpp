#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/mask.hpp>

#include <bit>
#include <cstdint>

namespace simt::inline SIMT_ABI::simd {

// Bit masks of several parts at once, as 64-bit words.

/// Returns a word whose lowest n bits are set.
/// - Needs: n <= 64
SIMT_INLINE std::uint64_t first_bits(unsigned n) {
#if SIMT_ISA_AVX512
  return _bzhi_u64(~std::uint64_t{0}, n);
#else
  return n >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << n) - 1;
#endif
}

/// Returns true if any bit of N words is set.
template <int N>
SIMT_INLINE bool any_bits(vec<std::uint64_t, N> const& words) {
// Why: g++ 12 takes each word out of the register. Gone when bench_bitonic keeps its speed without.
#if SIMT_ISA_AVX512 && !defined(__clang__)
  if constexpr (N == 4) return _mm256_testz_si256((__m256i)words, (__m256i)words) == 0;
#endif
  std::uint64_t some = 0;
  each<N>([&](int i) SIMT_LAMBDA_INLINE { some |= get<std::uint64_t, N>(words, i); });
  return some != 0;
}

/// Returns the value of the first lane of m, any number where m is empty.
template <int P>
SIMT_INLINE int first_active(vec<int, P> const& v, part_mask<P> m) {
#if SIMT_ISA_AVX512
  if constexpr (P == 16)
    return _mm512_cvtsi512_si32(_mm512_maskz_compress_epi32(m, (__m512i)v));
#endif
  auto const bits = mask_bits<P>(m);
  return v[bits == 0 ? 0 : std::countr_zero(bits)];
}

/// True if nonempty_masks() looks at all N masks of P lanes at once.
template <int P, int N>
inline constexpr bool has_nonempty_masks = SIMT_ISA_AVX512 && P == 16 && (N == 16 || N == 32);

/// Returns a word whose bit i says that mask i of those at `masks` is not empty.
/// - Needs: has_nonempty_masks<P, N>
template <int P, int N, class Mask>
SIMT_INLINE std::uint32_t nonempty_masks([[maybe_unused]] Mask const* masks) {
#if SIMT_ISA_AVX512
  vec<std::int16_t, N> m;
  static_assert(has_nonempty_masks<P, N> && sizeof(Mask) == 2);
  __builtin_memcpy(&m, masks, sizeof m);
  if constexpr (N == 16)
    return _mm256_test_epi16_mask((__m256i)m, (__m256i)m);
  else
    return _mm512_test_epi16_mask((__m512i)m, (__m512i)m);
#else
  static_assert(has_nonempty_masks<P, N>, "simt: nonempty_masks needs masks of 16 bits");
  return 0;
#endif
}

}  // namespace simt::inline SIMT_ABI::simd
