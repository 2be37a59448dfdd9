// SPDX-License-Identifier: MIT
//
// Packed: 32 columns of b are copied side by side once a task, and a few rows of c stay in
// registers while 256 of their k pass by. Unpacked: four k a pass over all rows of a task, so that
// b comes from memory once a task.

#include <algorithm>
#include <cstring>

#include "../hand_simd.hpp"
#include "../parallel.hpp"
#include "plain.hpp"

namespace bench::plain {
namespace {

using simd::f32;

constexpr int panel = 32;                            // columns of b copied together
constexpr int depth = 256;                           // k at a time: 32 KiB of the copy
constexpr int vectors = 2;                           // of columns in registers,
constexpr int rows = simd::registers == 32 ? 8 : 4;  // and rows: eight or sixteen sums
constexpr int columns = vectors * simd::lanes;

/// Adds depth k to rows x columns results.
BENCH_INLINE void multiply_tile(float const* __restrict a, float const* __restrict packed,
                                float* __restrict c, int n, bool first) {
  f32 sum[rows][vectors];
  BENCH_UNROLL
  for (int r = 0; r < rows; ++r) {
    BENCH_UNROLL
    for (int v = 0; v < vectors; ++v)
      sum[r][v] = first ? f32{} : simd::load(c + r * n + v * simd::lanes);
  }
  BENCH_KEEP_ROLLED
  for (int k = 0; k < depth; ++k) {
    f32 b_row[vectors];
    BENCH_UNROLL
    for (int v = 0; v < vectors; ++v) b_row[v] = simd::load(packed + k * panel + v * simd::lanes);
    BENCH_UNROLL
    for (int r = 0; r < rows; ++r) {
      f32 const factor = simd::splat(a[r * n + k]);
      BENCH_UNROLL
      for (int v = 0; v < vectors; ++v) sum[r][v] = simd::fma(b_row[v], factor, sum[r][v]);
    }
  }
  BENCH_UNROLL
  for (int r = 0; r < rows; ++r) {
    BENCH_UNROLL
    for (int v = 0; v < vectors; ++v) simd::store(c + r * n + v * simd::lanes, sum[r][v]);
  }
}

/// Too short a run in each row for the hardware to see it coming.
void prefetch_rows(float const* a, int n, int row) {
  for (int r = row; r < std::min(row + rows, n); ++r)
    for (int k = 0; k < depth; k += 16) __builtin_prefetch(a + r * n + k);
}

void multiply_panel(float const* a, float const* b, float* c, int n, int column) {
  static thread_local buffer<float> copy;
  copy.resize(std::size_t(n) * panel);
  float* const packed = copy.data();
  for (int k = 0; k < n; ++k) std::memcpy(packed + k * panel, b + k * n + column, 4 * panel);
  for (int k = 0; k < n; k += depth)
    for (int row = 0; row < n; row += rows) {
      prefetch_rows(a + k, n, row + rows);
      for (int x = 0; x < panel; x += columns)
        multiply_tile(a + row * n + k, packed + k * panel + x, c + row * n + column + x, n, k == 0);
    }
}

void multiply_rows(float const* __restrict a, float const* __restrict b, float* __restrict c, int n,
                   int first, int last) {
  std::fill(c + first * n, c + last * n, 0.f);
  for (int half = 0; half < n; half += n / 2)
    for (int k = 0; k < n; k += 4) {
      float const* const b_rows = b + k * n;
      for (int row = first; row < last; ++row) {
        float const* const factor = a + row * n + k;
        f32 const f0 = simd::splat(factor[0]), f1 = simd::splat(factor[1]);
        f32 const f2 = simd::splat(factor[2]), f3 = simd::splat(factor[3]);
        for (int x = half; x < half + n / 2; x += simd::lanes) {
          f32 const even = simd::fma(f0, simd::load(b_rows + x), simd::load(c + row * n + x));
          f32 const odd = f1 * simd::load(b_rows + n + x);
          simd::store(c + row * n + x, simd::fma(f2, simd::load(b_rows + 2 * n + x), even) +
                                           simd::fma(f3, simd::load(b_rows + 3 * n + x), odd));
        }
      }
    }
}

}  // namespace

void matmul(float const* a, float const* b, float* c, int n) {
  for_blocks(n / panel, 1, [=](int p) { multiply_panel(a, b, c, n, p * panel); });
}

void matmul_unpacked(float const* a, float const* b, float* c, int n) {
  for_ranges(n, 8, [=](int first, int last) { multiply_rows(a, b, c, n, first, last); });
}

}  // namespace bench::plain
