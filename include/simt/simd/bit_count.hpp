#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/vector.hpp>

#include <cstdint>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::simd {

/// Counts the ones of each lane, by the processor's instruction where it has one.
/// - Shape:   U is unsigned, of 4 or 8 bytes
template <class U, int L>
SIMT_INLINE vec<U, L> count_ones(vec<U, L> x) {
#if SIMT_ISA_AVX512 && defined(__AVX512VPOPCNTDQ__)
  if constexpr (sizeof x == 64 && sizeof(U) == 4) return (vec<U, L>)_mm512_popcnt_epi32((__m512i)x);
  if constexpr (sizeof x == 64 && sizeof(U) == 8) return (vec<U, L>)_mm512_popcnt_epi64((__m512i)x);
#endif
  auto const mask = [](std::uint64_t m)
                        SIMT_LAMBDA_INLINE { return broadcast<U, L>(static_cast<U>(m)); };
  x = x - ((x >> 1) & mask(0x5555555555555555u));
  x = (x & mask(0x3333333333333333u)) + ((x >> 2) & mask(0x3333333333333333u));
  x = (x + (x >> 4)) & mask(0x0f0f0f0f0f0f0f0fu);
  x = x + (x >> 8);
  x = x + (x >> 16);
  if constexpr (sizeof(U) == 8) x = x + (x >> 32);
  return x & mask(127);
}

/// Counts the zeros above the highest one of each lane: all bits of 0.
/// - Shape:   U is unsigned, of 4 or 8 bytes
template <class U, int L>
SIMT_INLINE vec<U, L> count_leading_zeros(vec<U, L> x) {
#if SIMT_ISA_AVX512
  if constexpr (sizeof x == 64 && sizeof(U) == 4) return (vec<U, L>)_mm512_lzcnt_epi32((__m512i)x);
  if constexpr (sizeof x == 64 && sizeof(U) == 8) return (vec<U, L>)_mm512_lzcnt_epi64((__m512i)x);
#endif
  x = x | (x >> 1);
  x = x | (x >> 2);
  x = x | (x >> 4);
  x = x | (x >> 8);
  x = x | (x >> 16);
  if constexpr (sizeof(U) == 8) x = x | (x >> 32);
  return count_ones<U, L>(~x);
}

}  // namespace simt::inline SIMT_ABI::simd

SIMT_DETAIL_QUIET_END
