// SPDX-License-Identifier: MIT
// Warps that exchange values through volatile memory, shared or global, with no barrier, as programs did when a
// warp ran in lock step.
#include <cstdio>

#include "progress.cuh"

namespace {

template <int N>
__device__ void warp_reduce(volatile int* v, int tid) {
  if (N >= 64) v[tid] += v[tid + 32];
  v[tid] += v[tid + 16];
  v[tid] += v[tid + 8];
  v[tid] += v[tid + 4];
  v[tid] += v[tid + 2];
  v[tid] += v[tid + 1];
}
template <int N>
__global__ void reduce(const int* in, int* out) {
  __shared__ int s[N];
  int tid = threadIdx.x;
  s[tid] = in[blockIdx.x * N + tid];
  __syncthreads();
  for (int d = N / 2; d > 32; d /= 2) {
    if (tid < d) s[tid] += s[tid + d];
    __syncthreads();
  }
  if (tid < 32) warp_reduce<N>(s, tid);
  if (tid == 0) out[blockIdx.x] = s[0];
}
__global__ void reduce_in_place(int* all, int* out) {
  int tid = threadIdx.x;
  int* mine = all + blockIdx.x * 64;
  if (tid < 32) {
    volatile int* v = mine;
    v[tid] += v[tid + 32];
    v[tid] += v[tid + 16];
    v[tid] += v[tid + 8];
    v[tid] += v[tid + 4];
    v[tid] += v[tid + 2];
    v[tid] += v[tid + 1];
  }
  if (tid == 0) out[blockIdx.x] = mine[0];
}
__global__ void scan(const int* in, int* out) {
  __shared__ volatile int s[64];
  int t = threadIdx.x, lane = t % 32;
  s[t] = in[t];
  if (lane >= 1) s[t] = s[t - 1] + s[t];
  if (lane >= 2) s[t] = s[t - 2] + s[t];
  if (lane >= 4) s[t] = s[t - 4] + s[t];
  if (lane >= 8) s[t] = s[t - 8] + s[t];
  if (lane >= 16) s[t] = s[t - 16] + s[t];
  out[t] = s[t];
}
}  // namespace

int run_lockstep() {
  int *in, *out;
  cudaMallocManaged(&in, 4096);
  cudaMallocManaged(&out, 4096);
  for (int i = 0; i < 1024; ++i) in[i] = i * 7 % 13;
  int wrong = 0;
  auto const check = [&](int threads) {
    wrong += cudaDeviceSynchronize() != cudaSuccess;
    for (int b = 0; b < 4; ++b) {
      int sum = 0;
      for (int i = 0; i < threads; ++i) sum += in[b * threads + i];
      wrong += out[b] != sum;
    }
  };
  reduce<256><<<4, 256>>>(in, out);
  check(256);
  reduce<64><<<4, 64>>>(in, out);
  check(64);
  int* copy;
  cudaMallocManaged(&copy, 1024);
  for (int i = 0; i < 256; ++i) copy[i] = in[i];
  reduce_in_place<<<4, 64>>>(copy, out);
  check(64);
  cudaFree(copy);
  scan<<<1, 64>>>(in, out);
  wrong += cudaDeviceSynchronize() != cudaSuccess;
  for (int i = 0, sum = 0; i < 64; ++i) {
    sum = i % 32 == 0 ? in[i] : sum + in[i];
    wrong += out[i] != sum;
  }
  if (wrong != 0) std::printf("lockstep: %d wrong\n", wrong);
  cudaFree(in);
  cudaFree(out);
  return wrong;
}
