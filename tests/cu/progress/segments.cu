// SPDX-License-Identifier: MIT
// Warp functions in groups narrower than a warp, whose mask is the whole warp's all the same, in
// loops that the groups run unequally often: each group is complete.
#include <cstdio>

#include "progress.cuh"

namespace {

__global__ void rows(const int* n, int* out) {
  int sum = 0;
  for (int i = threadIdx.x; i < n[threadIdx.y]; i += 16) sum += __shfl_sync(0xffffffff, i, 15, 16);
  out[threadIdx.y * 16 + threadIdx.x] = sum;
}

// The segments part for long: 8 lanes each, then all meet.
__global__ void segments(const int* n, int* out) {
  int lane = threadIdx.x % 32, sum = 0;
  for (int i = 0; i < n[threadIdx.x / 8]; ++i) {
    int v = lane + i;
    for (int o = 4; o; o /= 2) v += __shfl_xor_sync(0xffffffff, v, o, 8);
    sum += v;
  }
  __syncwarp();
  sum += __shfl_down_sync(0xffffffff, sum, 8);
  out[threadIdx.x] = sum;
}
}  // namespace

int run_segments() {
  int *n, *out;
  cudaMallocManaged(&n, 64);
  cudaMallocManaged(&out, 256);
  n[0] = 16;
  n[1] = 48;
  rows<<<1, dim3(16, 2)>>>(n, out);
  int wrong = cudaDeviceSynchronize() != cudaSuccess;
  for (int t = 0; t < 32; ++t) wrong += out[t] != (t < 16 ? 15 : 15 + 31 + 47);
  for (int i = 0; i < 8; ++i) n[i] = i * 5 % 7;
  segments<<<1, 64>>>(n, out);
  wrong += cudaDeviceSynchronize() != cudaSuccess;
  int sums[8] = {};
  for (int g = 0; g < 8; ++g)
    for (int i = 0; i < n[g]; ++i)
      for (int l = 0; l < 8; ++l) sums[g] += g % 4 * 8 + l + i;
  for (int t = 0; t < 64; ++t) {
    int const g = t / 8;
    wrong += out[t] != sums[g] + (g % 4 < 3 ? sums[g + 1] : sums[g]);
  }
  if (wrong != 0) std::printf("segments: %d wrong\n", wrong);
  cudaFree(n);
  cudaFree(out);
  return wrong;
}
