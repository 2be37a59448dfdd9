// SPDX-License-Identifier: MIT
// A kernel for a debugger: it stops in a thread, and at an assertion that fails.
#include <cuda_runtime.h>
#include <cassert>
#include <cstring>

__global__ void steps(int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int square = i * i;
  out[i] = square;  // line 10, which the test names
}
__global__ void claims(int limit) { assert(threadIdx.x < limit); }

int main(int, char** words) {
  int* out = nullptr;
  cudaMallocManaged(&out, 64 * sizeof(int));
  if (std::strcmp(words[1], "steps") == 0)
    steps<<<2, 32>>>(out);
  else
    claims<<<1, 4>>>(3);
  return cudaDeviceSynchronize() != cudaSuccess;
}
