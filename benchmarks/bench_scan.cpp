// SPDX-License-Identifier: MIT
//
// Inclusive prefix sums of 512 elements a block, one a thread: nine steps between two rows of
// shared memory (the naive scan of GPU Gems 3, chapter 39), unrolled.

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

using simd::i32;

constexpr int block_size = scan_block;

struct data {
  explicit data(int n) : in(random_ints(std::size_t(n), 41)), out(in.size()) {}
  buffer<int> const in;
  buffer<int> out;
};

[[gnu::noinline]] void scalar(int const* __restrict in, int* __restrict out, int blocks) {
  for (int b = 0; b < blocks; ++b) {
    unsigned sum = 0;  // wraps around
    for (int i = b * block_size; i < (b + 1) * block_size; ++i) {
      sum += static_cast<unsigned>(in[i]);
      out[i] = static_cast<int>(sum);
    }
  }
}

constexpr int vectors = block_size / simd::lanes;

/// The step with a distance of less than a vector; `before` is the previous vector as it was
/// before this step.
template <int Distance>
BENCH_INLINE i32 step(i32 current, i32& before) {
  i32 const below = simd::shift_in<Distance>(before, current);
  before = current;
  return current + below;
}

/// The same steps and additions as the kernel's, with the block in registers: the steps within
/// vectors pass over it together, the others add whole vectors. (Step by step through memory takes
/// three to four times as long: a load across two stores has to wait for both.)
[[gnu::noinline]] void hand(int const* in, int* out, int blocks) {
  for_blocks(blocks, 8, [=](int block) {
    int const* const from = in + std::ptrdiff_t(block) * block_size;
    int* const to = out + std::ptrdiff_t(block) * block_size;
    i32 v[vectors], before1{}, before2{}, before4{}, before8{};
    BENCH_UNROLL
    for (int i = 0; i < vectors; ++i) {
      v[i] = simd::load(from + i * simd::lanes);
      v[i] = step<1>(v[i], before1);
      v[i] = step<2>(v[i], before2);
      if constexpr (simd::lanes > 4) v[i] = step<4>(v[i], before4);
      if constexpr (simd::lanes > 8) v[i] = step<8>(v[i], before8);
    }
    BENCH_UNROLL
    for (int distance = 1; distance < vectors; distance *= 2) {
      BENCH_UNROLL
      for (int i = vectors - 1; i >= distance; --i) v[i] += v[i - distance];
    }
    BENCH_UNROLL
    for (int i = 0; i < vectors; ++i) simd::store(to + i * simd::lanes, v[i]);
  });
}

SIMT_KERNEL(scan, (simt::ptr<int const> in, simt::ptr<int> out)) {
  __shared__ simt::tile<int[2][block_size]> s;
  auto t = threadIdx.x;
  auto i = blockIdx.x * block_size + t;
  int row = 0;
  s[row][t] = in[i];
  __syncthreads();
  simt::unroll<0, 9>([&](auto step) SIMT_LAMBDA_INLINE {
    constexpr int distance = 1 << step;
    varying<int> sum = s[row][t];
    simt_if (t >= distance) sum += s[row][t - distance];
    row = 1 - row;
    s[row][t] = sum;
    __syncthreads();
  });
  out[i] = s[row][t];
}

void lane(int const* in, int* out, int blocks) {
  simt::launch_at<simt::whole_block>(scan, simt::shape{blocks, simt::block_shape<block_size>}, in,
                                     out);
}

/// A warp a block, which goes over it row by row: five shuffles scan a row, to which the sum of
/// those before is added, so that rows wait for each other by one addition only. No shared memory,
/// no barrier.
SIMT_KERNEL(scan_rows, (simt::ptr<int const> in, simt::ptr<int> out)) {
  auto lane = threadIdx.x;
  int first = blockIdx.x * block_size;
  varying<int> carry = 0;
  for (int row = first; row < first + block_size; row += 32) {
    varying<int> sum = in[row + lane];
    sum += simt::select(lane >= 1, __shfl_up_sync(0xffffffffu, sum, 1), 0);
    sum += simt::select(lane >= 2, __shfl_up_sync(0xffffffffu, sum, 2), 0);
    sum += simt::select(lane >= 4, __shfl_up_sync(0xffffffffu, sum, 4), 0);
    sum += simt::select(lane >= 8, __shfl_up_sync(0xffffffffu, sum, 8), 0);
    sum += simt::select(lane >= 16, __shfl_up_sync(0xffffffffu, sum, 16), 0);
    out[row + lane] = sum + carry;
    carry += __shfl_sync(0xffffffffu, sum, 31);
  }
}

void best(int const* in, int* out, int blocks) {
  simt::launch(scan_rows, simt::shape{blocks, simt::block_shape<32>}, in, out);
}

verdict check(data const& d) {
  buffer<int> want(d.in.size());
  scalar(d.in.data(), want.data(), static_cast<int>(want.size()) / block_size);
  return compare_exactly(d.out, want);
}

workload make(sizes const& s) {
  int const n = s.scan, blocks = n / block_size;
  auto const d = std::make_shared<data>(n);
  workload w;
  w.amount = w.bytes = 8. * n;
  w.reset = [d] { std::fill(d->out.begin(), d->out.end(), -1); };
  w.check = [d] { return check(*d); };
  w.variants = {
      {"lane", block_size, [d, blocks] { lane(d->in.data(), d->out.data(), blocks); }},
      {"hand", block_size, [d, blocks] { hand(d->in.data(), d->out.data(), blocks); }},
      {"best", 32, [d, blocks] { best(d->in.data(), d->out.data(), blocks); }},
      {"plain", simd::lanes, [d, blocks] { plain::scan(d->in.data(), d->out.data(), blocks); }},
      {"scalar", 1, [d, blocks] { scalar(d->in.data(), d->out.data(), blocks); }},
  };
  cuda::add(w, [d, blocks] { cuda::scan(d->in.data(), d->out.data(), blocks); });
  return w;
}

registration const registered{"scan", make};

}  // namespace
}  // namespace bench
