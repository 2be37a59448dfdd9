// SPDX-License-Identifier: MIT
// Idea    A sum in parallel. Tree: half of the threads add the other half's values, in shared
//         memory, with a barrier a step. Shuffle: the 32 threads of a warp read each other's
//         registers, so only the warps' 8 sums pass through shared memory.
// Look    Both give the same 4096 block sums; the tree needs 9 barriers, the shuffle one.
// Try     Blocks of 512: a gang is no longer the whole block, and those barriers have a price.
// Source  CUDA C Programming Guide 9.0, B.15 (Warp Shuffle Functions)
#include <simt/simt.hpp>

#include <cstdio>
#include <vector>

constexpr int block = 256, per_thread = 8;

SIMT_KERNEL(tree, (simt::ptr<int const> in, simt::ptr<int> sums)) {
  __shared__ simt::tile<int[block]> s;
  auto t = threadIdx.x;
  varying<int> sum = 0;
  for (int k = 0; k < per_thread; ++k) sum += in[(blockIdx.x * per_thread + k) * block + t];
  s[t] = sum;
  __syncthreads();
  for (int d = block / 2; d > 0; d /= 2) {
    simt_if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  simt_if (t == 0) sums[blockIdx.x] = s[0];
}

// A device function: called with the kernel itself first, because it uses built-ins.
SIMT_DEVICE(varying<int>, warp_sum, (unsigned mask, varying<int> x, int lanes)) {
  for (int d = lanes / 2; d > 0; d /= 2) x += __shfl_down_sync(mask, x, d);
  simt_return(x);
}

SIMT_KERNEL(shuffle, (simt::ptr<int const> in, simt::ptr<int> sums)) {
  constexpr int warps = block / 32;
  __shared__ simt::tile<int[warps]> s;
  auto t = threadIdx.x;
  varying<int> sum = 0;
  for (int k = 0; k < per_thread; ++k) sum += in[(blockIdx.x * per_thread + k) * block + t];
  sum = warp_sum(*this, 0xffffffffu, sum, 32);
  simt_if (t % warpSize == 0) s[t / warpSize] = sum;
  __syncthreads();
  simt_if (t < warps) {
    varying<int> total = s[t];
    total = warp_sum(*this, (1u << warps) - 1, total, warps);
    simt_if (t == 0) sums[blockIdx.x] = total;
  }
}

int main() {
  int const blocks = 4096;
  std::size_t const share = block * per_thread;
  std::vector<int> in(blocks * share), want(blocks);
  for (std::size_t i = 0; i < in.size(); ++i) {
    in[i] = static_cast<int>(i * 2654435761u % 1000) - 300;
    want[i / share] += in[i];
  }
  int wrong = 0;
  long long total = 0;
  auto run = [&](auto const& kernel) {
    std::vector<int> sums(blocks, -1);
    simt::launch(kernel, simt::shape{blocks, simt::block_shape<block>}, in.data(), sums.data());
    for (std::size_t b = 0; b < blocks; ++b) {
      wrong += sums[b] != want[b];
      total += sums[b];
    }
  };
  run(tree);
  run(shuffle);
  std::printf("reduction: %zu values, %d blocks, sum %lld by tree and shuffle together, %d wrong\n",
              in.size(), blocks, total, wrong);
  return wrong == 0 ? 0 : 1;
}
