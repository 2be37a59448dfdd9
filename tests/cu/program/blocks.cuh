// SPDX-License-Identifier: MIT
#pragma once

#define HD __host__ __device__

/// Which form of a body runs, and what it was compiled for.
HD inline int where() {
#ifdef __CUDA_ARCH__
  return __CUDA_ARCH__ > 0 ? 2 : 0;
#else
  return 1;
#endif
}

/// Reverses the numbers of a block through shared memory.
template <class T, int N>
__global__ void reverse(T* data) {
  __shared__ T tile[N];
  tile[threadIdx.x] = data[blockIdx.x * N + threadIdx.x];
  __syncthreads();
  data[blockIdx.x * N + threadIdx.x] = tile[N - 1 - threadIdx.x];
}

template <class T>
void launch_reverse(T* data, int blocks) {
  reverse<T, 64><<<blocks, 64>>>(data);
}

/// Each file that includes this has them as its own.
__constant__ int own_factor;
static __device__ int own_count = 1;
__device__ int by_own_factor(int x) { return x * own_factor + own_count; }
/// Everybody's, as they are declared first.
extern __device__ int everybodys_count;
__device__ int twice_everybodys();

void scale(int* data, int n, int factor);

/// Leaves an error behind, in another file.
void fail();
/// How many things of the language went wrong.
int check_language();
/// How many objects that kernels are given went wrong.
int check_macros();
int check_parameters();
/// How many definitions for device code that files have as their own did.
int check_own_elsewhere();
/// How many launches through pointers to kernels did.
int check_pointers();
/// How many random numbers are.
int check_random();
