#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simd/mask.hpp>
#include <simt/simd/traits.hpp>

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

}  // namespace simt::inline SIMT_ABI::simd
