// SPDX-License-Identifier: MIT
// Barriers in the last statement of a kernel, which some threads of the block do not enter: those have
// ended for all that the others can tell, as on a GPU.
#include <cuda_runtime.h>

namespace tails {

__device__ int first_of(int* shared, int x) {
  shared[threadIdx.x] = x;
  __syncthreads();
  return shared[0];
}

__global__ void guarded(int* out, int n) {
  __shared__ int s[128];
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    if (threadIdx.x < 1000) {
      if (i % 2 == 0) s[threadIdx.x] = i;
      for (int turn = 0; turn < 3; ++turn) {
        __syncthreads();
        if (i % 2 != 0) s[threadIdx.x] = turn;
      }
      __syncthreads();
      int const first = s[0];
      __syncthreads();
      out[i] = first + first_of(s, i + 5);
    }
  }
  return;
}

/// Threads leave in different turns.
__global__ void strided(int* out, int n) {
  __shared__ int s[128];
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    int const first = first_of(s, i);
    if (i % 3 == 0) out[i] += first;
    __syncthreads();
  }
}

/// The first side is behind those that come to the second.
__global__ void sides(int* out, int n) {
  __shared__ int s[128];
  int i = threadIdx.x;
  if (i >= n) {
    out[i] = -i;
  } else {
    while (i < n) {
      s[threadIdx.x] = i * i;
      __syncthreads();
      out[i] = s[0] + s[threadIdx.x];
      __syncthreads();
      i += 32;
      if (threadIdx.x >= 32) return;
    }
  }
}

/// How many values are not what they must be.
int run(int* out) {
  int wrong = 0;
  for (int n : {1, 31, 100, 177, 256}) {
    cudaMemset(out, 0, 300 * sizeof(int));
    guarded<<<2, 128>>>(out, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < 300; ++i) {
      int const first = i / 128 * 128;
      wrong += out[i] != (i < n ? 2 * first + 5 : 0);
    }
    cudaMemset(out, 0, 300 * sizeof(int));
    strided<<<1, 96>>>(out, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < 300; ++i) wrong += out[i] != (i < n && i % 3 == 0 ? i / 96 * 96 : 0);
  }
  for (int n : {1, 40, 90, 128}) {
    cudaMemset(out, 0, 300 * sizeof(int));
    sides<<<1, 128>>>(out, n);
    cudaDeviceSynchronize();
    // Threads 0 to 31 walk on; those behind them write the same elements first, before a barrier.
    for (int i = 0; i < 128; ++i) {
      int const start = i / 32 * 32;
      wrong += out[i] != (i >= n ? -i : start * start + i * i);
    }
  }
  return wrong;
}

}  // namespace tails

int run_tails(int* out) { return tails::run(out); }
