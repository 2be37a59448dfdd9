// SPDX-License-Identifier: MIT
//
// Sums in the order of memory, in several registers.

#include "../hand_simd.hpp"  // before TBB, which includes the intrinsics with their warnings

#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>

#include "../parallel.hpp"
#include "plain.hpp"

namespace bench::plain {
namespace {

using simd::f32;

template <int Count>
BENCH_INLINE float sum_of(float const* x) {
  constexpr int vectors = 4;  // sums at once, to hide what an addition takes
  f32 sum[vectors] = {};
  for (int i = 0; i < Count; i += vectors * simd::lanes) {
    BENCH_UNROLL
    for (int v = 0; v < vectors; ++v) sum[v] += simd::load(x + i + v * simd::lanes);
  }
  return simd::sum((sum[0] + sum[1]) + (sum[2] + sum[3]));
}

}  // namespace

void partial_sums(float const* x, float* partial, int blocks) {
  for_blocks(blocks, 256, [=](int b) {
    partial[b] = sum_of<reduce_block>(x + std::ptrdiff_t(b) * reduce_block);
  });
}

float total(float const* x, int n) {
  constexpr int chunk = 16384;  // one float sum over all would lose digits
  tbb::blocked_range<int> const chunks(0, n / chunk);
  return static_cast<float>(tbb::parallel_reduce(
      chunks, 0.,
      [=](tbb::blocked_range<int> const& range, double sum) {
        for (int c = range.begin(); c < range.end(); ++c) sum += sum_of<chunk>(x + c * chunk);
        return sum;
      },
      [](double a, double b) { return a + b; }));
}

}  // namespace bench::plain
