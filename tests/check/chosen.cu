// SPDX-License-Identifier: MIT
// A race and a read of what nobody has written, of which the target wants to know one; in a profiled build, steps.
#include <cuda_runtime.h>

__global__ void two_mistakes(int const* x, int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = x[threadIdx.x];
  out[threadIdx.x] = s[63 - threadIdx.x];
}

int main() {
  int *x, *out;
  cudaMalloc(&x, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  two_mistakes<<<1, 64>>>(x, out);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(out);
}
