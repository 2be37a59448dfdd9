// SPDX-License-Identifier: MIT
//
// Thread kernels, CUDA text as it stands: saxpy beside the lane kernel, the cost of a barrier, and
// two kernels of many barriers beside the plain way to run them, a ucontext for every thread.

#include <benchmark/benchmark.h>
#include <simt/cuda/device_functions.h>
#include <simt/launch/launch.hpp>
#include <simt/thread/launch.hpp>

#include <ucontext.h>
#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include "checks.hpp"
#include "parallel.hpp"
#include "suite.hpp"

namespace bench {
namespace {

template <class Kernel, class... Args>
void launch(dim3 grid, dim3 block, Kernel kernel, Args... args) {
  simt::detail::kernel_args<Args...> const packed{{args}...};
  simt::launch_threads("kernel", grid, block, 0, kernel, packed);
}

// ---- saxpy

SIMT_KERNEL(lane_saxpy, (simt::ptr<float const> x, simt::ptr<float> y, float a, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i < n) y[i] = a * x[i] + y[i];
}
__global__ void thread_saxpy(float const* x, float* y, float a, int n) {
  int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) y[i] = a * x[i] + y[i];
}

struct vectors {
  explicit vectors(int n)
      : x(random_floats(std::size_t(n), 1)), y0(random_floats(std::size_t(n), 2)), y(y0) {}
  buffer<float> const x, y0;
  buffer<float> y;
};

constexpr float factor = 1e-3f;

workload make_saxpy(sizes const& s) {
  int const n = s.saxpy, blocks = (n + 255) / 256;
  auto const d = std::make_shared<vectors>(n);
  workload w;
  w.amount = w.bytes = 12. * n;
  w.reset = [d] { d->y = d->y0; };
  w.check = [d] {
    double error = 0;
    for (std::size_t i = 0; i < d->y.size(); ++i)
      error = worse(error, std::fabs(d->y[i] - (d->y0[i] + double{factor} * d->x[i])));
    return judge(error, 1e-6, "largest error");
  };
  w.variants = {
      {"lane", simt::default_width,
       [d, n, blocks] {
         simt::launch(lane_saxpy, simt::shape{blocks, 256}, d->x.data(), d->y.data(), factor, n);
       }},
      {"thread", 1,
       [d, n, blocks] {
         launch(
             blocks, 256, [](auto... a) { thread_saxpy(a...); }, d->x.data(), d->y.data(), factor,
             n);
       }},
  };
  return w;
}

// ---- barriers

__global__ void barriers(int* out, int count) {
  int sum = static_cast<int>(threadIdx.x);
  for (int i = 0; i < count; ++i) {
    __syncthreads();
    sum += i;
  }
  out[threadIdx.x] = sum;
}

/// Nanoseconds of wall time a thread and barrier, all cores at work.
template <unsigned Threads, int Count>
workload make_barriers(sizes const&) {
  constexpr unsigned blocks = (1u << 18) / Threads / (Count > 1 ? 4 : 1);
  auto const out = std::make_shared<std::vector<int>>(Threads);
  workload w;
  w.unit = "ns";
  w.operations = static_cast<int>(blocks * Threads) * Count;
  w.variants = {{"thread", 1, [out] {
                   launch(
                       blocks, Threads, [](auto... a) { barriers(a...); }, out->data(), Count);
                 }}};
  return w;
}

// ---- one ucontext a thread

/// The threads of one block, each on a context of its own that a barrier switches away from.
class context_block {
 public:
  explicit context_block(unsigned threads)
      : contexts_(threads), stacks_(std::size_t{threads} * stack_bytes), running_(threads) {}

  template <class Kernel>
  void run(unsigned block, Kernel const& kernel) {
    struct call {
      context_block* self;
      Kernel const* kernel;
      unsigned block;
    };
    static thread_local call current;
    current = {this, &kernel, block};
    for (unsigned t = 0; t < contexts_.size(); ++t) {
      getcontext(&contexts_[t]);
      contexts_[t].uc_stack.ss_sp = stacks_.data() + t * stack_bytes;
      contexts_[t].uc_stack.ss_size = stack_bytes;
      contexts_[t].uc_link = &main_;
      void (*const entry)() = [] {
        call const c = current;
        unsigned const thread = c.self->thread_;
        (*c.kernel)(*c.self, c.block, thread);
        c.self->running_[thread] = 0;
      };
      makecontext(&contexts_[t], entry, 0);
      running_[t] = 1;
    }
    for (bool any = true; any;) {
      any = false;
      for (thread_ = 0; thread_ < contexts_.size(); ++thread_) {
        if (running_[thread_] == 0) continue;
        swapcontext(&main_, &contexts_[thread_]);
        any = any || running_[thread_] != 0;
      }
    }
  }
  void barrier(unsigned thread) { swapcontext(&contexts_[thread], &main_); }

  float shared[512];

 private:
  static constexpr std::size_t stack_bytes = 16384;
  std::vector<ucontext_t> contexts_;
  std::vector<char> stacks_;
  std::vector<char> running_;
  ucontext_t main_{};
  unsigned thread_ = 0;
};

template <class Kernel>
void run_contexts(int blocks, unsigned threads, Kernel const& kernel) {
  for_blocks(blocks, 4, [&](int block) {
    static thread_local std::unique_ptr<context_block> mine;
    if (!mine) mine = std::make_unique<context_block>(threads);
    mine->run(static_cast<unsigned>(block), kernel);
  });
}

// ---- reduce_shared

__global__ void reduce_shared(float const* x, float* partial) {
  SIMT_CUDA_SHARED(s, float[256]);
  unsigned const t = threadIdx.x;
  s[t] = x[blockIdx.x * 256 + t];
  __syncthreads();
  for (unsigned d = 128; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = s[0];
}

workload make_reduce(sizes const& s) {
  int const blocks = s.reduce / 16 / 256;
  struct data {
    buffer<float> x;
    std::vector<float> partial;
  };
  auto const d = std::make_shared<data>(
      data{random_floats(std::size_t(blocks) * 256, 3), std::vector<float>(std::size_t(blocks))});
  workload w;
  w.amount = w.bytes = 4. * blocks * 256;
  w.slow = true;
  w.reset = [d] { std::fill(d->partial.begin(), d->partial.end(), -1.f); };
  w.check = [d] {
    double error = 0;
    for (std::size_t b = 0; b < d->partial.size(); ++b) {
      double sum = 0;
      for (std::size_t i = 0; i < 256; ++i) sum += d->x[b * 256 + i];
      error = worse(error, std::fabs(sum - d->partial[b]));
    }
    return judge(error, 1e-3, "largest error");
  };
  w.variants = {
      {"thread", 1,
       [d, blocks] {
         launch(
             blocks, 256, [](auto... a) { reduce_shared(a...); }, d->x.data(), d->partial.data());
       }},
      {"ucontext", 1,
       [d, blocks] {
         run_contexts(blocks, 256, [d](context_block& b, unsigned block, unsigned t) {
           float* const sums = b.shared;
           sums[t] = d->x[block * 256 + t];
           b.barrier(t);
           for (unsigned i = 128; i > 0; i /= 2) {
             if (t < i) sums[t] += sums[t + i];
             b.barrier(t);
           }
           if (t == 0) d->partial[block] = sums[0];
         });
       }},
  };
  return w;
}

// ---- matmul_tiled

__global__ void matmul_tiled(float const* a, float const* b, float* c, int n) {
  SIMT_CUDA_SHARED(As, float[16][16]);
  SIMT_CUDA_SHARED(Bs, float[16][16]);
  int const tx = static_cast<int>(threadIdx.x), ty = static_cast<int>(threadIdx.y);
  int const row = static_cast<int>(blockIdx.y) * 16 + ty;
  int const column = static_cast<int>(blockIdx.x) * 16 + tx;
  float sum = 0;
  for (int m = 0; m < n; m += 16) {
    As[ty][tx] = a[row * n + m + tx];
    Bs[ty][tx] = b[(m + ty) * n + column];
    __syncthreads();
    for (int e = 0; e < 16; ++e) sum += As[ty][e] * Bs[e][tx];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

workload make_matmul(sizes const& s) {
  int const n = s.matmul / 4;
  struct data {
    buffer<float> a, b;
    std::vector<float> c, want;
  };
  auto const size = std::size_t(n) * std::size_t(n);
  auto const d = std::make_shared<data>(data{random_floats(size, 4), random_floats(size, 5),
                                             std::vector<float>(size), std::vector<float>(size)});
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < n; ++j)
        d->want[std::size_t(i * n + j)] +=
            d->a[std::size_t(i * n + k)] * d->b[std::size_t(k * n + j)];
  workload w;
  w.amount = w.flops = 2. * n * n * n;
  w.unit = "GFLOP/s";
  w.slow = true;
  w.reset = [d] { std::fill(d->c.begin(), d->c.end(), -1.f); };
  w.check = [d] { return compare(d->c, d->want, 1e-2); };
  w.variants = {
      {"thread", 1,
       [d, n] {
         auto const blocks = static_cast<unsigned>(n) / 16;
         launch(
             {blocks, blocks}, {16, 16}, [](auto... x) { matmul_tiled(x...); }, d->a.data(),
             d->b.data(), d->c.data(), n);
       }},
      {"ucontext", 1,
       [d, n] {
         int const blocks = n / 16;
         run_contexts(blocks * blocks, 256, [=](context_block& b, unsigned block, unsigned t) {
           int const tx = static_cast<int>(t % 16), ty = static_cast<int>(t / 16);
           int const row = static_cast<int>(block) / blocks * 16 + ty;
           int const column = static_cast<int>(block) % blocks * 16 + tx;
           float* const As = b.shared;
           float* const Bs = b.shared + 256;
           float sum = 0;
           for (int m = 0; m < n; m += 16) {
             As[ty * 16 + tx] = d->a[std::size_t(row * n + m + tx)];
             Bs[ty * 16 + tx] = d->b[std::size_t((m + ty) * n + column)];
             b.barrier(t);
             for (int e = 0; e < 16; ++e) sum += As[ty * 16 + e] * Bs[e * 16 + tx];
             b.barrier(t);
           }
           d->c[std::size_t(row * n + column)] = sum;
         });
       }},
  };
  return w;
}

registration const registered_saxpy{"thread_saxpy", make_saxpy};
registration const registered_barriers_16{"thread_barrier_16", make_barriers<16, 32>};
registration const registered_barriers_256{"thread_barrier_256", make_barriers<256, 32>};
registration const registered_barriers_1024{"thread_barrier_1024", make_barriers<1024, 32>};
registration const registered_barrier_once{"thread_barrier_once", make_barriers<256, 1>};
registration const registered_reduce{"thread_reduce_shared", make_reduce};
registration const registered_matmul{"thread_matmul_tiled", make_matmul};

}  // namespace
}  // namespace bench
