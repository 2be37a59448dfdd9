#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/mask.hpp>

#include <cstdint>

namespace simt::inline SIMT_ABI::simd {

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
