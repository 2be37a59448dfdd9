// SPDX-License-Identifier: MIT
// A file that launches a kernel and has been compiled without SIMT_CHECK, in a program with the checker.
#include <cuda_runtime.h>

__global__ void nothing() {}

int main() {
  nothing<<<1, 1>>>();
  return cudaDeviceSynchronize() != cudaSuccess;
}
