// SPDX-License-Identifier: MIT
//
// The network in pieces that stay in a cache: 2^15 keys in the second level, 2^12 of them in the
// first, two strides a pass through memory, and strides below a register's width in registers.

#include "../hand_simd.hpp"
#include "../parallel.hpp"
#include "plain.hpp"

namespace bench::plain {
namespace {

using simd::i32;
using simd::lanes;

constexpr int chunk = 1 << 15, piece = 1 << 12;

/// The lanes whose number has a bit clear.
template <int Bit>
BENCH_INLINE simd::mask clear_of() {
#if defined(BENCH_AVX512)
  unsigned set = 0;
  BENCH_UNROLL
  for (unsigned l = 0; l < 16; ++l) set |= (l & Bit) == 0 ? 1u << l : 0u;
  return {static_cast<__mmask16>(set)};
#else
  return {((simd::iota() & Bit) - 1) >> 31};
#endif
}

/// All lanes, or none.
BENCH_INLINE simd::mask everywhere(bool set) {
#if defined(BENCH_AVX512)
  return {static_cast<__mmask16>(set ? 0xffff : 0)};
#else
  return {i32{} - static_cast<int>(set)};
#endif
}

BENCH_INLINE simd::mask both_or_neither(simd::mask a, simd::mask b) {
#if defined(BENCH_AVX512)
  return {static_cast<__mmask16>(~(a.bits ^ b.bits))};
#else
  return {~(a.bits ^ b.bits)};
#endif
}

/// The smaller of two keys in some lanes, the larger in the others.
BENCH_INLINE i32 choose(i32 a, i32 b, simd::mask smaller) {
#if defined(BENCH_AVX512)
  auto const v = reinterpret_cast<__m512i>(a), w = reinterpret_cast<__m512i>(b);
  return reinterpret_cast<i32>(
      _mm512_mask_min_epi32(reinterpret_cast<__m512i>(simd::max(a, b)), smaller.bits, v, w));
#else
  return simd::select(smaller, simd::min(a, b), simd::max(a, b));
#endif
}

/// A step of stride J within a register; `up`: where the order ascends.
template <int J>
BENCH_INLINE i32 step(i32 v, simd::mask up) {
  return choose(v, simd::partner<J>(v), both_or_neither(clear_of<J>(), up));
}

/// All strides below a register's width, from J on.
template <int J = lanes / 2>
BENCH_INLINE i32 merge_register(i32 v, simd::mask up) {
  v = step<J>(v, up);
  if constexpr (J > 1)
    return merge_register<J / 2>(v, up);
  else
    return v;
}

/// Sorts the lanes of a register.
template <int K = 2>
BENCH_INLINE i32 sort_register(i32 v, simd::mask up) {
  if constexpr (K < lanes)
    return sort_register<2 * K>(merge_register<K / 2>(v, clear_of<K>()), up);
  else
    return merge_register(v, up);
}

template <bool Up>
BENCH_INLINE void order(i32& a, i32& b) {
  i32 const low = simd::min(a, b), high = simd::max(a, b);
  a = Up ? low : high;
  b = Up ? high : low;
}

/// Stride j, for n keys and their partners.
template <bool Up>
BENCH_INLINE void one_stride(int* keys, int j, int n) {
  for (int i = 0; i < n; i += lanes) {
    i32 a = simd::load(keys + i), b = simd::load(keys + j + i);
    order<Up>(a, b);
    simd::store(keys + i, a);
    simd::store(keys + j + i, b);
  }
}

/// Strides j and j / 2, for n keys of each quarter of 2 j.
template <bool Up>
BENCH_INLINE void two_strides(int* keys, int j, int n) {
  int* const second = keys + j / 2;
  for (int i = 0; i < n; i += lanes) {
    i32 a = simd::load(keys + i), b = simd::load(second + i);
    i32 c = simd::load(keys + j + i), d = simd::load(second + j + i);
    order<Up>(a, c);
    order<Up>(b, d);
    order<Up>(a, b);
    order<Up>(c, d);
    simd::store(keys + i, a);
    simd::store(second + i, b);
    simd::store(keys + j + i, c);
    simd::store(second + j + i, d);
  }
}

/// The strides from j down to `last` of merge k, over n keys that start at position `base`;
/// returns the next stride.
int long_strides(int* keys, int n, int j, int k, int base, int last) {
  while (j >= last) {
    bool const both = j / 2 >= last;
    for (int i = 0; i < n; i += 2 * j) {
      bool const up = ((base + i) & k) == 0;
      if (both)
        up ? two_strides<true>(keys + i, j, j / 2) : two_strides<false>(keys + i, j, j / 2);
      else
        up ? one_stride<true>(keys + i, j, j) : one_stride<false>(keys + i, j, j);
    }
    j /= both ? 4 : 2;
  }
  return j;
}

/// The strides from j down to 1 of merge k within a piece.
void merge_piece(int* keys, int n, int j, int k, int base) {
  long_strides(keys, n, j, k, base, lanes);
  for (int i = 0; i < n; i += lanes)
    simd::store(keys + i, merge_register(simd::load(keys + i), everywhere(((base + i) & k) == 0)));
}

/// The same within a chunk: long strides over all of it, then piece by piece.
void merge_chunk(int* keys, int j, int k, int base) {
  j = long_strides(keys, chunk, j, k, base, piece);
  for (int i = 0; i < chunk; i += piece) merge_piece(keys + i, piece, j, k, base + i);
}

void sort_chunk(int* keys, int base) {
  for (int first = 0; first < chunk; first += piece) {
    int* const own = keys + first;
    for (int i = 0; i < piece; i += lanes)
      simd::store(own + i, sort_register(simd::load(own + i), everywhere((i & lanes) == 0)));
    for (int k = 2 * lanes; k <= piece; k *= 2) merge_piece(own, piece, k / 2, k, base + first);
  }
  for (int k = 2 * piece; k <= chunk; k *= 2) merge_chunk(keys, k / 2, k, base);
}

/// Strides j and j / 2 across chunks.
void two_strides_across(int* keys, int n, int j, int k) {
  constexpr int width = chunk / 4;  // of a task in each quarter
  for_blocks(n / chunk, 1, [=](int task) {
    int const tasks = j / 2 / width, first = task / tasks * 2 * j + task % tasks * width;
    if ((first & k) == 0)
      two_strides<true>(keys + first, j, width);
    else
      two_strides<false>(keys + first, j, width);
  });
}

/// Stride `chunk`.
void one_stride_across(int* keys, int n, int k) {
  constexpr int width = chunk / 2;
  for_blocks(n / chunk, 1, [=](int task) {
    int const first = task / 2 * 2 * chunk + task % 2 * width;
    if ((first & k) == 0)
      one_stride<true>(keys + first, chunk, width);
    else
      one_stride<false>(keys + first, chunk, width);
  });
}

}  // namespace

void bitonic(int* keys, int n) {
  for_blocks(n / chunk, 1, [=](int c) { sort_chunk(keys + c * chunk, c * chunk); });
  for (int k = 2 * chunk; k <= n; k *= 2) {
    int j = k / 2;
    for (; j >= 2 * chunk; j /= 4) two_strides_across(keys, n, j, k);
    if (j == chunk) one_stride_across(keys, n, k);
    for_blocks(n / chunk, 1,
               [=](int c) { merge_chunk(keys + c * chunk, chunk / 2, k, c * chunk); });
  }
}

}  // namespace bench::plain
