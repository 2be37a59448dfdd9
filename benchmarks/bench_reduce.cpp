// SPDX-License-Identifier: MIT
//
// Sums. reduce_shared: each block of 256 threads adds up 256 elements as a tree in shared memory
// (CUDA sample reduction). reduce_shuffle: 256 threads a block, 64 elements a thread with the
// stride of the grid, then shuffles, then one atomic addition a block.

#include <simt/simt.hpp>

#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <vector>

#include "checks.hpp"
#include "cuda_text.hpp"
#include "hand_simd.hpp"
#include "parallel.hpp"
#include "plain/plain.hpp"
#include "suite.hpp"

namespace bench {
namespace {

using simd::f32;

constexpr int block_size = reduce_block;

struct data {
  explicit data(int n) : x(random_floats(std::size_t(n), 31)), partial(x.size() / block_size) {}
  buffer<float> const x;
  buffer<float> partial;
  float total = 0;
  double want_total = 0;
};

[[gnu::noinline]] void scalar_partials(float const* __restrict x, float* __restrict partial,
                                       int blocks) {
  for (int b = 0; b < blocks; ++b) {
    float sum = 0;
    for (int i = 0; i < block_size; ++i) sum += x[b * block_size + i];
    partial[b] = sum;
  }
}

[[gnu::noinline]] float scalar_total(float const* x, int n) {
  constexpr int chunk = 16384;  // one float sum over all would lose digits
  double total = 0;
  for (int first = 0; first < n; first += chunk) {
    float sum = 0;
    for (int i = first; i < first + chunk; ++i) sum += x[i];
    total += sum;
  }
  return static_cast<float>(total);
}

/// The sum of p[0], p[Stride], p[2 Stride] ... of a block, added as the tree adds them; with all
/// strides known it stays in registers.
template <int Stride>
BENCH_INLINE f32 tree(float const* p) {
  if constexpr (Stride == block_size)
    return simd::load(p);
  else
    return tree<2 * Stride>(p) + tree<2 * Stride>(p + Stride);
}

[[gnu::noinline]] void hand_partials(float const* x, float* partial, int blocks) {
  for_blocks(blocks, 64, [=](int block) {
    partial[block] = simd::sum(tree<simd::lanes>(x + std::ptrdiff_t(block) * block_size));
  });
}

[[gnu::noinline]] float hand_total(float const* x, int n) {
  constexpr int width = 16 * simd::lanes;  // threads in lock step: their sums fill 16 registers
  constexpr int parts = std::max(block_size / width, 1);
  constexpr int vectors = block_size / parts / simd::lanes;
  int const blocks = n / (block_size * reduce_per_thread);
  int const stride = blocks * block_size;
  std::atomic<float> total{0};
  for_blocks(blocks, 1, [=, &total](int block) {
    float block_sum = 0;
    for (int part = 0; part < parts; ++part) {
      float const* const first = x + block * block_size + part * vectors * simd::lanes;
      f32 sum[vectors] = {};
      for (int i = 0; i < reduce_per_thread; ++i) {
        BENCH_UNROLL
        for (int v = 0; v < vectors; ++v)
          sum[v] += simd::load(first + i * stride + v * simd::lanes);
      }
      BENCH_UNROLL
      for (int v = 1; v < vectors; ++v) sum[0] += sum[v];
      block_sum += simd::sum(sum[0]);
    }
    total.fetch_add(block_sum, std::memory_order_relaxed);
  });
  return total.load();
}

/// A plain parallel sum in ascending order: what the memory gives.
[[gnu::noinline]] float memory_sum(float const* x, int n) {
  constexpr int chunk = 16384;
  return static_cast<float>(tbb::parallel_reduce(
      tbb::blocked_range<int>(0, n / chunk), 0.,
      [=](tbb::blocked_range<int> const& range, double total) {
        for (int c = range.begin(); c < range.end(); ++c) {
          f32 sum[8] = {};
          for (int i = c * chunk; i < (c + 1) * chunk; i += 8 * simd::lanes) {
            BENCH_UNROLL
            for (int v = 0; v < 8; ++v) sum[v] += simd::load(x + i + v * simd::lanes);
          }
          BENCH_UNROLL
          for (int v = 1; v < 8; ++v) sum[0] += sum[v];
          total += simd::sum(sum[0]);
        }
        return total;
      },
      [](double a, double b) { return a + b; }));
}

/// The loop of the tree, its strides known to the compiler (CUDA sample reduction, kernel 5).
SIMT_KERNEL(reduce_shared, (simt::ptr<float const> x, simt::ptr<float> partial)) {
  __shared__ simt::tile<float[block_size]> s;
  auto t = threadIdx.x;
  s[t] = x[blockIdx.x * block_size + t];
  __syncthreads();
  simt_if (t < 128) s[t] += s[t + 128];
  __syncthreads();
  simt_if (t < 64) s[t] += s[t + 64];
  __syncthreads();
  simt_if (t < 32) s[t] += s[t + 32];
  __syncthreads();
  simt_if (t < 16) s[t] += s[t + 16];
  __syncthreads();
  simt_if (t < 8) s[t] += s[t + 8];
  __syncthreads();
  simt_if (t < 4) s[t] += s[t + 4];
  __syncthreads();
  simt_if (t < 2) s[t] += s[t + 2];
  __syncthreads();
  simt_if (t == 0) partial[blockIdx.x] = s[0] + s[1];
}

/// The same as a loop, whose stride is known only when it runs (kernel 3).
SIMT_KERNEL(reduce_loop, (simt::ptr<float const> x, simt::ptr<float> partial)) {
  __shared__ simt::tile<float[block_size]> s;
  auto t = threadIdx.x;
  s[t] = x[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (int distance = blockDim.x / 2; distance > 0; distance >>= 1) {
    simt_if (t < distance) s[t] += s[t + distance];
    __syncthreads();
  }
  simt_if (t == 0) partial[blockIdx.x] = s[0];
}

/// The sum of a warp, in all its threads.
template <class Gang>
SIMT_INLINE auto warp_sum(Gang const& gang, simt::varying_of<Gang, float> sum) {
  for (int distance = 16; distance > 0; distance /= 2)
    sum += gang.__shfl_xor_sync(0xffffffffu, sum, distance);
  return sum;
}

/// Adds up pairs of threads that are D apart: a's where the lower one of a pair is, b's at the
/// other.
template <int D, class Gang, class Lanes>
SIMT_INLINE Lanes folded(Gang const& gang, Lanes const& a, Lanes const& b) {
  auto const lower = (gang.threadIdx.x & D) == 0;
  Lanes const kept = simt::select(lower, a, b), given = simt::select(lower, b, a);
  return kept + gang.__shfl_xor_sync(0xffffffffu, given, D);
}

/// The sums of 2 D blocks, each in the threads whose numbers end as its own does.
template <int D, class Gang>
SIMT_INLINE auto sums_of(Gang const& gang, simt::ptr<float const> x) {
  using lanes = simt::varying_of<Gang, float>;
  if constexpr (D == 0) {
    auto const t = gang.threadIdx.x;
    lanes even = x[t], odd = x[t + 32];
    simt::unroll<1, 4>([&](auto r) SIMT_LAMBDA_INLINE {
      even += x[t + 64 * r];
      odd += x[t + 64 * r + 32];
    });
    return lanes(even + odd);
  } else {
    lanes const first = sums_of<D / 2>(gang, x);
    return folded<D>(gang, first, sums_of<D / 2>(gang, x + D * block_size));
  }
}

/// A warp adds up 32 blocks of 256 elements in registers, eight elements a thread. Each step of the
/// trees is one for two of them, so that in the end each thread has a sum.
SIMT_KERNEL(reduce_warps, (simt::ptr<float const> x, simt::ptr<float> partial)) {
  int first = blockIdx.x * 32;
  partial[first + threadIdx.x] = sums_of<16>(*this, x + first * block_size);
}

void best_partials(data& d, int blocks) {
  simt::launch(reduce_warps, simt::shape{blocks / 32, simt::block_shape<32>}, d.x.data(),
               d.partial.data());
}

template <class Kernel>
void lane_partials(Kernel const& kernel, data& d, int blocks) {
  simt::launch(kernel, simt::shape{blocks, simt::block_shape<block_size>}, d.x.data(),
               d.partial.data());
}

SIMT_KERNEL(reduce_shuffle, (simt::ptr<float const> x, simt::ptr<float> total, int n)) {
  constexpr int warps = block_size / 32;
  __shared__ simt::tile<float[warps]> s;
  auto t = threadIdx.x;
  varying<float> sum = 0.f;
  simt_for (auto i = blockIdx.x * blockDim.x + t, i < n, i += gridDim.x * blockDim.x) sum += x[i];
  for (int distance = 16; distance > 0; distance /= 2)
    sum += __shfl_down_sync(0xffffffffu, sum, distance);
  simt_if (t % 32 == 0) s[t / 32] = sum;
  __syncthreads();
  simt_if (t < warps) {
    sum = s[t];
    for (int distance = warps / 2; distance > 0; distance /= 2)
      sum += __shfl_down_sync((1u << warps) - 1u, sum, distance);
    simt_if (t == 0) atomicAdd(total, sum);
  }
}

float lane_total(float const* x, int n) {
  float total = 0;
  simt::launch(reduce_shuffle,
               simt::shape{n / (block_size * reduce_per_thread), simt::block_shape<block_size>}, x,
               &total, n);
  return total;
}

/// A warp for 16384 neighbouring elements: memory is read in its order.
constexpr int part_of_warp = 16384;
SIMT_KERNEL(reduce_in_order, (simt::ptr<float const> x, simt::ptr<float> total)) {
  auto own = x + blockIdx.x * part_of_warp;
  varying<float> sum[4];
  for (int r = 0; r < 4; ++r) sum[r] = 0.f;
  for (int i = 0; i < part_of_warp; i += 4 * 32)
    simt::unroll<0, 4>([&](auto r) SIMT_LAMBDA_INLINE { sum[r] += own[i + r * 32 + threadIdx.x]; });
  sum[0] = warp_sum(*this, (sum[0] + sum[1]) + (sum[2] + sum[3]));
  simt_if (threadIdx.x == 0) atomicAdd(total, sum[0]);
}

float best_total(float const* x, int n) {
  float total = 0;
  simt::launch(reduce_in_order, simt::shape{n / part_of_warp, simt::block_shape<32>}, x, &total);
  return total;
}

verdict check_partials(data const& d) {
  double error = 0;
  for (std::size_t b = 0; b < d.partial.size(); ++b) {
    double want = 0;
    for (std::size_t i = 0; i < std::size_t(block_size); ++i) want += d.x[b * block_size + i];
    error = worse(error, std::fabs(d.partial[b] - want) / want);
  }
  return judge(error, 1e-5, "relative error");
}

verdict check_total(data& d) {
  if (d.want_total == 0)
    for (float const x : d.x) d.want_total += x;
  return judge(std::fabs(d.total - d.want_total) / d.want_total, 1e-5, "relative error");
}

workload make_shared_memory(sizes const& s) {
  int const n = s.reduce, blocks = n / block_size;
  auto const d = std::make_shared<data>(n);
  workload w;
  w.amount = w.bytes = 4. * n;
  w.flops = n;
  w.reset = [d] { std::fill(d->partial.begin(), d->partial.end(), -1.f); };
  w.check = [d] { return check_partials(*d); };
  w.variants = {
      {"lane", block_size, [d, blocks] { lane_partials(reduce_shared, *d, blocks); }},
      {"loop", block_size, [d, blocks] { lane_partials(reduce_loop, *d, blocks); }},
      {"hand", block_size, [d, blocks] { hand_partials(d->x.data(), d->partial.data(), blocks); }},
      {"best", 32, [d, blocks] { best_partials(*d, blocks); }},
      {"plain", simd::lanes,
       [d, blocks] { plain::partial_sums(d->x.data(), d->partial.data(), blocks); }},
      {"scalar", 1, [d, blocks] { scalar_partials(d->x.data(), d->partial.data(), blocks); }},
      {"limit", 1, [d, n] { d->total = memory_sum(d->x.data(), n); }},
  };
  cuda::add(w, [d, blocks] { cuda::reduce_shared(d->x.data(), d->partial.data(), blocks); });
  return w;
}

workload make_shuffle(sizes const& s) {
  int const n = s.reduce;
  auto const d = std::make_shared<data>(n);
  workload w;
  w.amount = w.bytes = 4. * n;
  w.flops = n;
  w.reset = [d] { d->total = -1; };
  w.check = [d] { return check_total(*d); };
  w.variants = {
      {"lane", block_size, [d, n] { d->total = lane_total(d->x.data(), n); }},
      {"hand", 16 * simd::lanes, [d, n] { d->total = hand_total(d->x.data(), n); }},
      {"best", 32, [d, n] { d->total = best_total(d->x.data(), n); }},
      {"plain", simd::lanes, [d, n] { d->total = plain::total(d->x.data(), n); }},
      {"scalar", 1, [d, n] { d->total = scalar_total(d->x.data(), n); }},
      {"limit", 1, [d, n] { d->total = memory_sum(d->x.data(), n); }},
  };
  cuda::add(w, [d, n] {
    d->total = 0;
    cuda::reduce_shuffle(d->x.data(), &d->total, n);
  });
  return w;
}

registration const registered_shared{"reduce_shared", make_shared_memory};
registration const registered_shuffle{"reduce_shuffle", make_shuffle};

}  // namespace
}  // namespace bench
