// SPDX-License-Identifier: MIT
//
// y = a x + y: the memory's speed (2^24 elements), and the cost of a launch beside 2^15 elements
// that stay in the cache (1000 launches, each waits for the one before).

#include <benchmark/benchmark.h>
#include <simt/simt.hpp>

#include <algorithm>
#include <memory>

#include "checks.hpp"
#include "cuda_text.hpp"
#include "hand_simd.hpp"
#include "parallel.hpp"
#include "plain/plain.hpp"
#include "suite.hpp"

namespace bench {
namespace {

constexpr int block_size = 256;
constexpr float factor = 1e-3f;

struct data {
  explicit data(int n)
      : x(random_floats(std::size_t(n), 1)), y0(random_floats(std::size_t(n), 2)), y(y0) {}
  buffer<float> const x, y0;
  buffer<float> y;
};

[[gnu::noinline]] void scalar(float const* __restrict x, float* __restrict y, float a, int n) {
  for (int i = 0; i < n; ++i) y[i] = a * x[i] + y[i];
}

BENCH_INLINE void hand_block(float const* __restrict x, float* __restrict y, float a, int n,
                             int block) {
  int const first = block * block_size;
  if (first + block_size <= n) {
    BENCH_UNROLL
    for (int i = 0; i < block_size; i += simd::lanes)
      simd::store(y + first + i,
                  simd::fma(simd::load(x + first + i), a, simd::load(y + first + i)));
  } else {
    for (int i = first; i < n; ++i) y[i] = a * x[i] + y[i];
  }
}

[[gnu::noinline]] void hand(float const* x, float* y, float a, int n) {
  for_blocks((n + block_size - 1) / block_size, 64,
             [=](int block) { hand_block(x, y, a, n, block); });
}

/// Too little work for a second thread: what a parallel loop costs would not come back.
[[gnu::noinline]] void hand_in_cache(float const* x, float* y, float a, int n) {
  for (int block = 0; block < (n + block_size - 1) / block_size; ++block)
    hand_block(x, y, a, n, block);
}

SIMT_KERNEL(saxpy, (simt::ptr<float const> x, simt::ptr<float> y, float a, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i < n) y[i] = a * x[i] + y[i];
}

void lane(float const* x, float* y, float a, int n) {
  simt::launch(saxpy, simt::shape{(n + block_size - 1) / block_size, block_size}, x, y, a, n);
}

verdict check(data const& d, int launches) {
  double error = 0;
  for (std::size_t i = 0; i < d.y.size(); ++i) {
    double const want = d.y0[i] + launches * static_cast<double>(factor) * d.x[i];
    error = worse(error, std::fabs(d.y[i] - want) / std::max(1., std::fabs(want)));
  }
  return judge(error, launches == 1 ? 1e-6 : 2e-4, "relative error");
}

workload make(sizes const& s) {
  int const n = s.saxpy;
  auto const d = std::make_shared<data>(n);
  workload w;
  w.amount = w.bytes = 12. * n;
  w.flops = 2. * n;
  w.reset = [d] { d->y = d->y0; };
  w.check = [d] { return check(*d, 1); };
  w.variants = {
      {"lane", simt::default_width, [d, n] { lane(d->x.data(), d->y.data(), factor, n); }},
      {"hand", simd::lanes, [d, n] { hand(d->x.data(), d->y.data(), factor, n); }},
      {"plain", simd::lanes, [d, n] { plain::saxpy(d->x.data(), d->y.data(), factor, n); }},
      {"scalar", 1, [d, n] { scalar(d->x.data(), d->y.data(), factor, n); }},
  };
  return w;
}

workload make_l2(sizes const& s) {
  int const n = s.saxpy_l2, launches = s.saxpy_l2_launches;
  auto const d = std::make_shared<data>(n);
  auto const repeat = [d, n, launches](auto function) {
    return [=] {
      for (int i = 0; i < launches; ++i) {
        function(d->x.data(), d->y.data(), factor, n);
        benchmark::ClobberMemory();
      }
    };
  };
  workload w;
  w.amount = w.bytes = 12. * n * launches;
  w.flops = 2. * n * launches;
  w.reset = [d] { d->y = d->y0; };
  w.check = [d, launches] { return check(*d, launches); };
  w.variants = {
      {"lane", simt::default_width, repeat(lane)},
      {"hand", simd::lanes, repeat(hand_in_cache)},
      {"best", 64,
       [d, n, launches] { cuda::repeated_saxpy(d->x.data(), d->y.data(), factor, n, launches); },
       "one cooperative launch, whose blocks meet as often"},
      {"plain", simd::lanes,
       [d, n, launches] { plain::repeated_saxpy(d->x.data(), d->y.data(), factor, n, launches); },
       "as many spinning threads as are fastest"},
      {"scalar", 1, repeat(scalar)},
  };
  return w;
}

registration const registered{"saxpy", make};
registration const registered_l2{"saxpy_l2", make_l2};

}  // namespace
}  // namespace bench
