#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/vector.hpp>

#include <cstdint>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::simd {

/// The products of the low halves of 64-bit elements; what is in the high halves does not matter.
// Why: g++ 12 multiplies all 64 bits, which takes three times as long, even where it could see that
// the high halves are zero. Gone when it makes vpmuludq of (x & 0xffffffff) * (y & 0xffffffff).
template <class D>
SIMT_INLINE constexpr D multiply_low_halves(D x, D y) {
  if (!__builtin_is_constant_evaluated()) {
#if SIMT_ISA_AVX512
    if constexpr (sizeof(D) == 64) return (D)_mm512_maskz_mul_epu32(0xff, (__m512i)x, (__m512i)y);
#endif
#if SIMT_ISA_AVX2 || SIMT_ISA_AVX512
    if constexpr (sizeof(D) == 32) return (D)_mm256_mul_epu32((__m256i)x, (__m256i)y);
#endif
#if defined(__SSE2__)
    if constexpr (sizeof(D) == 16) return (D)_mm_mul_epu32((__m128i)x, (__m128i)y);
#endif
  }
  D const m = D{} + std::uint64_t{0xffffffffu};
  return (x & m) * (y & m);
}

/// The upper halves of the 64-bit products of 32-bit lanes.
template <class U>
SIMT_INLINE constexpr U multiply_high(U a, U b) {
  using D = vec<std::uint64_t, sizeof(U) / 8>;
  auto const x = (D)a, y = (D)b;
  D const even = multiply_low_halves<D>(x, y);
#if SIMT_ISA_AVX512
  if constexpr (sizeof(U) == 64) {
    if (!__builtin_is_constant_evaluated()) {
      // Shuffles go where no multiplication goes; shifts would wait for it.
      constexpr auto odds = static_cast<_MM_PERM_ENUM>(0xf5);
      auto const odd = (__m512i)multiply_low_halves<D>((D)_mm512_maskz_shuffle_epi32(0xffff, (__m512i)x, odds),
                                                       (D)_mm512_maskz_shuffle_epi32(0xffff, (__m512i)y, odds));
      return (U)_mm512_mask_shuffle_epi32(odd, 0x5555, (__m512i)even, odds);
    }
  }
#endif
  D const odd = multiply_low_halves<D>(x >> 32, y >> 32);
  return (U)((even >> 32) | (odd & (D{} + (std::uint64_t{0xffffffffu} << 32))));
}

}  // namespace simt::inline SIMT_ABI::simd

SIMT_DETAIL_QUIET_END
