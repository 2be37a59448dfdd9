// SPDX-License-Identifier: MIT
// Kernels in both forms call the function that check.cmake has added.
#include <cstdio>

__global__ void as_lanes(int* out) { out[threadIdx.x] = __parity(threadIdx.x); }
#pragma simt thread_kernel
__global__ void as_threads(int* out) { out[threadIdx.x] = __parity(threadIdx.x); }
#ifdef FORGOTTEN
__global__ void forgets(int* out) { out[threadIdx.x] = __forgotten(threadIdx.x); }
#endif

int main() {
  int* out;
  cudaMallocManaged(&out, 2 * 64 * sizeof(int));
  as_lanes<<<1, 64>>>(out);
  as_threads<<<1, 64>>>(out + 64);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  for (int i = 0; i < 64; ++i)
    if (out[i] != __builtin_popcount(i) % 2 || out[64 + i] != out[i]) {
      std::printf("%d: %d and %d\n", i, out[i], out[64 + i]);
      return 1;
    }
}
