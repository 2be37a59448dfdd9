// SPDX-License-Identifier: MIT
//
// Registers are scanned by log2(lanes) shifts and additions; one addition carries what came before.

#include "../hand_simd.hpp"
#include "../parallel.hpp"
#include "plain.hpp"

namespace bench::plain {
namespace {

using simd::i32;

/// `v` moved up by Distance lanes, with zeros below.
template <int Distance>
BENCH_INLINE i32 moved_up(i32 v) {
#if defined(BENCH_AVX512)  // g++ 12 makes a permutation with an index of the general form
  return reinterpret_cast<i32>(_mm512_alignr_epi32(reinterpret_cast<__m512i>(v),
                                                   _mm512_setzero_si512(), simd::lanes - Distance));
#else
  return simd::shift_in<Distance>(i32{}, v);
#endif
}

BENCH_INLINE i32 scan_lanes(i32 v) {
  v += moved_up<1>(v);
  v += moved_up<2>(v);
  if constexpr (simd::lanes > 4) v += moved_up<4>(v);
  if constexpr (simd::lanes > 8) v += moved_up<8>(v);
  return v;
}

/// The last lane's value in all lanes.
BENCH_INLINE i32 last(i32 v) {
#if defined(BENCH_AVX512)
  return reinterpret_cast<i32>(
      _mm512_permutexvar_epi32(_mm512_set1_epi32(15), reinterpret_cast<__m512i>(v)));
#elif defined(BENCH_AVX2)
  return reinterpret_cast<i32>(
      _mm256_permutevar8x32_epi32(reinterpret_cast<__m256i>(v), _mm256_set1_epi32(7)));
#else
  return __builtin_shufflevector(v, v, 3, 3, 3, 3);
#endif
}

}  // namespace

void scan(int const* in, int* out, int blocks) {
  for_blocks(blocks, 32, [=](int block) {
    int const* const from = in + std::ptrdiff_t(block) * scan_block;
    int* const to = out + std::ptrdiff_t(block) * scan_block;
    i32 carry{};
    BENCH_UNROLL
    for (int i = 0; i < scan_block; i += simd::lanes) {
      i32 const sums = scan_lanes(simd::load(from + i));
      simd::store(to + i, sums + carry);
      carry += last(sums);
    }
  });
}

}  // namespace bench::plain
