// SPDX-License-Identifier: MIT
// Kernels in both forms call the functions that check.cmake has added.
#include <cstdio>
#include <cuda_fp16.h>

__global__ void as_lanes(int* out) { out[threadIdx.x] = __parity(threadIdx.x); }
#pragma simt thread_kernel
__global__ void as_threads(int* out) { out[threadIdx.x] = __parity(threadIdx.x); }
__global__ void halves(float* out) {
  out[threadIdx.x] = __half2float(hcbrt(__float2half(static_cast<float>(threadIdx.x * threadIdx.x * threadIdx.x))));
}
#pragma simt thread_kernel
__global__ void halves_of_threads(float* out) {
  __half2 const cubes = __floats2half2_rn(static_cast<float>(threadIdx.x * threadIdx.x * threadIdx.x), 8.0f);
  out[threadIdx.x] = __high2float(h2cbrt(cubes)) * __low2float(h2cbrt(cubes));
}
#ifdef FORGOTTEN
__global__ void forgets(int* out) { out[threadIdx.x] = __forgotten(threadIdx.x); }
#endif

int main() {
  int* out;
  cudaMallocManaged(&out, 2 * 64 * sizeof(int));
  as_lanes<<<1, 64>>>(out);
  as_threads<<<1, 64>>>(out + 64);
  float* roots;
  cudaMallocManaged(&roots, 2 * 32 * sizeof(float));
  halves<<<1, 32>>>(roots);
  halves_of_threads<<<1, 32>>>(roots + 32);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  for (int i = 0; i < 64; ++i)
    if (out[i] != __builtin_popcount(i) % 2 || out[64 + i] != out[i]) {
      std::printf("%d: %d and %d\n", i, out[i], out[64 + i]);
      return 1;
    }
  for (int i = 0; i < 32; ++i)
    if (roots[i] != i || roots[32 + i] != 2 * i) {
      std::printf("%d: %g and %g\n", i, roots[i], roots[32 + i]);
      return 1;
    }
}
