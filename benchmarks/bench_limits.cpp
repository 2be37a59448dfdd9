// SPDX-License-Identifier: MIT
//
// What the machine itself allows: the rate of fused multiply-adds on all threads.

#include <benchmark/benchmark.h>
#include <tbb/task_arena.h>

#include "hand_simd.hpp"
#include "parallel.hpp"
#include "suite.hpp"

namespace bench {
namespace {

using simd::f32;

constexpr int chains = simd::registers == 32 ? 16 : 12;  // independent, to hide the latency
constexpr int turns = 1 << 19;

[[gnu::noinline]] void multiply_add(float factor) {
  f32 sum[chains];
  BENCH_UNROLL
  for (int c = 0; c < chains; ++c) sum[c] = simd::splat(factor + static_cast<float>(c));
  f32 const a = simd::splat(factor), b = simd::splat(1 - factor);
  for (int turn = 0; turn < turns; ++turn) {
    BENCH_UNROLL
    for (int c = 0; c < chains; ++c) sum[c] = simd::fma(sum[c], a, b);
  }
  BENCH_UNROLL
  for (int c = 1; c < chains; ++c) sum[0] += sum[c];
  benchmark::DoNotOptimize(simd::sum(sum[0]));
}

workload make(sizes const&) {
  int const threads = tbb::this_task_arena::max_concurrency();
  workload w;
  w.amount = w.flops = 2. * chains * simd::lanes * turns * 8 * threads;
  w.unit = "GFLOP/s";
  w.variants = {{"limit", simd::lanes,
                 [threads] { for_blocks(8 * threads, 1, [](int) { multiply_add(0.5f); }); }}};
  return w;
}

registration const registered{"fma_peak", make};

}  // namespace
}  // namespace bench
