// SPDX-License-Identifier: MIT
//
// A row after the other: with AVX-512 eight entries of it at a time by a gather.

#include "../hand_simd.hpp"
#include "../parallel.hpp"
#include "plain.hpp"

namespace bench::plain {
namespace {

#if defined(BENCH_AVX512)
BENCH_INLINE float row_product(int const* column, float const* value, float const* x, int k,
                               int end) {
  __m256 sum = _mm256_setzero_ps();
  for (; k < end; k += 8) {
    auto const live = static_cast<__mmask8>(end - k >= 8 ? 0xffu : (1u << (end - k)) - 1);
    __m256i const at = _mm256_maskz_loadu_epi32(live, column + k);
    __m256 const factor = _mm256_mmask_i32gather_ps(_mm256_setzero_ps(), live, at, x, 4);
    sum = _mm256_mask3_fmadd_ps(_mm256_maskz_loadu_ps(live, value + k), factor, sum, live);
  }
  __m128 const q = _mm_add_ps(_mm256_castps256_ps128(sum), _mm256_extractf128_ps(sum, 1));
  __m128 const p = _mm_add_ps(q, _mm_movehl_ps(q, q));
  return _mm_cvtss_f32(_mm_add_ss(p, _mm_movehdup_ps(p)));
}
#else
BENCH_INLINE float row_product(int const* column, float const* value, float const* x, int k,
                               int end) {
  float even = 0, odd = 0;  // two sums: an addition takes longer than a product
  for (; k + 2 <= end; k += 2) {
    even += value[k] * x[column[k]];
    odd += value[k + 1] * x[column[k + 1]];
  }
  if (k < end) even += value[k] * x[column[k]];
  return even + odd;
}
#endif

}  // namespace

void spmv(csr_matrix const& m, float* y, int rows) {
  int const* const row = m.row.data();
  int const* const column = m.column.data();
  float const* const value = m.value.data();
  float const* const x = m.x.data();
  for_ranges(rows, 2048, [=](int first, int last) {
    for (int i = first; i < last; ++i) y[i] = row_product(column, value, x, row[i], row[i + 1]);
  });
}

}  // namespace bench::plain
