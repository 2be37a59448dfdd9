// SPDX-License-Identifier: MIT
#include "blocks.cuh"

__constant__ int factor_of_all;

__device__ int visits;
__device__ int note_visit(int by) { return atomicAdd(&visits, by); }

__device__ int everybodys_count = 20;
__device__ int twice_everybodys() { return 2 * everybodys_count; }

__device__ __noinline__ int scaled(int x) { return x * factor_of_all; }

__global__ void scale_kernel(int* data, int n) {
  extern __shared__ int buffer[];
  int const i = int(blockIdx.x * blockDim.x + threadIdx.x);
  buffer[threadIdx.x] = i < n ? data[i] : 0;
  __syncthreads();
  if (i < n) data[i] = scaled(buffer[threadIdx.x]);
}

void scale(int* data, int n, int factor) {
  cudaMemcpyToSymbol(factor_of_all, &factor, sizeof factor);
  dim3 const grid((n + 31) / 32);
  void* arguments[] = {&data, &n};
  cudaLaunchKernel((void*)scale_kernel, grid, dim3(32), arguments, 32 * sizeof(int), 0);
}

void fail() { cudaSetDevice(-1); }
