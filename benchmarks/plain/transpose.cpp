// SPDX-License-Identifier: MIT
//
// Squares of registers, within squares of 64 x 64 elements; what is written goes past the caches.

#include "../hand_simd.hpp"
#include "../parallel.hpp"
#include "plain.hpp"
#include "streaming.hpp"

namespace bench::plain {
namespace {

using simd::f32;

constexpr int square = 64;

#if defined(BENCH_AVX512)
/// Pairs of rows, pairs of pairs, then quarters of registers: shuffles that need no index.
BENCH_INLINE void turn(f32 (&row)[16]) {
  f32 t[16];
  BENCH_UNROLL
  for (int i = 0; i < 16; i += 2) {
    t[i] = _mm512_unpacklo_ps(row[i], row[i + 1]);
    t[i + 1] = _mm512_unpackhi_ps(row[i], row[i + 1]);
  }
  BENCH_UNROLL
  for (int i = 0; i < 16; i += 4)
    for (int half = 0; half < 2; ++half) {
      __m512d const above = _mm512_castps_pd(t[i + half]),
                    below = _mm512_castps_pd(t[i + 2 + half]);
      row[i + 2 * half] = _mm512_castpd_ps(_mm512_unpacklo_pd(above, below));
      row[i + 2 * half + 1] = _mm512_castpd_ps(_mm512_unpackhi_pd(above, below));
    }
  // row[4 g + i] has the columns i, 4 + i, 8 + i, 12 + i of rows 4 g to 4 g + 3.
  BENCH_UNROLL
  for (int i = 0; i < 4; ++i) {
    f32 const top_left = _mm512_shuffle_f32x4(row[i], row[4 + i], 0x44);
    f32 const top_right = _mm512_shuffle_f32x4(row[i], row[4 + i], 0xee);
    f32 const bottom_left = _mm512_shuffle_f32x4(row[8 + i], row[12 + i], 0x44);
    f32 const bottom_right = _mm512_shuffle_f32x4(row[8 + i], row[12 + i], 0xee);
    t[i] = _mm512_shuffle_f32x4(top_left, bottom_left, 0x88);
    t[4 + i] = _mm512_shuffle_f32x4(top_left, bottom_left, 0xdd);
    t[8 + i] = _mm512_shuffle_f32x4(top_right, bottom_right, 0x88);
    t[12 + i] = _mm512_shuffle_f32x4(top_right, bottom_right, 0xdd);
  }
  BENCH_UNROLL
  for (int i = 0; i < 16; ++i) row[i] = t[i];
}
#elif defined(BENCH_AVX2)
BENCH_INLINE void turn(f32 (&row)[8]) {
  f32 t[8];
  BENCH_UNROLL
  for (int i = 0; i < 8; i += 2) {
    t[i] = _mm256_unpacklo_ps(row[i], row[i + 1]);
    t[i + 1] = _mm256_unpackhi_ps(row[i], row[i + 1]);
  }
  BENCH_UNROLL
  for (int i = 0; i < 8; i += 4)
    for (int half = 0; half < 2; ++half) {
      row[i + 2 * half] = _mm256_shuffle_ps(t[i + half], t[i + 2 + half], 0x44);
      row[i + 2 * half + 1] = _mm256_shuffle_ps(t[i + half], t[i + 2 + half], 0xee);
    }
  BENCH_UNROLL
  for (int i = 0; i < 4; ++i) {
    f32 const above = row[i], below = row[4 + i];
    row[i] = _mm256_permute2f128_ps(above, below, 0x20);
    row[4 + i] = _mm256_permute2f128_ps(above, below, 0x31);
  }
}
#else
BENCH_INLINE void turn(f32 (&row)[simd::lanes]) { simd::transpose(row); }
#endif

/// Squares of registers whose rows together are a cache line: half a line that goes past the caches
/// costs the memory a whole one, twice.
constexpr int beside = 16 / simd::lanes;

template <bool Past>
BENCH_INLINE void turn_squares(float const* in, float* out, int n) {
  f32 row[beside][simd::lanes];
  BENCH_UNROLL
  for (int s = 0; s < beside; ++s) {
    BENCH_UNROLL
    for (int i = 0; i < simd::lanes; ++i)
      row[s][i] = simd::load(in + std::ptrdiff_t(s * simd::lanes + i) * n);
    turn(row[s]);
  }
  BENCH_UNROLL
  for (int i = 0; i < simd::lanes; ++i) {
    BENCH_UNROLL
    for (int s = 0; s < beside; ++s)
      put<Past>(out + std::ptrdiff_t(i) * n + s * simd::lanes, row[s][i]);
  }
}

template <bool Past>
void turn_all(float const* in, float* out, int n) {
  for_blocks(n / square, 1, [=](int band) {
    for (int column = 0; column < n; column += square)
      for (int y = band * square; y < (band + 1) * square; y += simd::lanes)
        for (int x = column; x < column + square; x += beside * simd::lanes)
          turn_squares<Past>(in + std::ptrdiff_t(x) * n + y, out + std::ptrdiff_t(y) * n + x, n);
  });
}

}  // namespace

void transpose(float const* in, float* out, int n) {
  if (leaves_the_cache(std::size_t(n) * std::size_t(n) * sizeof(float)))
    turn_all<true>(in, out, n);
  else
    turn_all<false>(in, out, n);
}

}  // namespace bench::plain
