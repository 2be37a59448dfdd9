// SPDX-License-Identifier: MIT
#include "twice.cuh"

__global__ void twice_kernel(int* x, char const* none) {
  if (none == nullptr) *x *= 2;
}

void twice(int* x) { twice_kernel<<<1, 1>>>(x, 0); }
