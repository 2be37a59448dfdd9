// SPDX-License-Identifier: MIT
// The same kernel of the same header, but for a macro.
#define SIGN -1
#include "same_name.cuh"

void launch_other(int* out) { same_name<<<1, 32>>>(out); }

// Declared in main.cu.
__global__ void tickets_elsewhere(int* next, int* out) {
  int const first = atomicAdd(next, 1);
  int const second = atomicAdd(next, 1);
  out[threadIdx.x] = second - first;
}
