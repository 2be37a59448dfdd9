// SPDX-License-Identifier: MIT
// A program of three .cu files and a header, built by simt_add_cuda alone.
#include <stdio.h>

#include "blocks.cuh"

__global__ void ask(int* answer, int const* none) { *answer = none == 0 ? where() : 0; }

__global__ void use_own(int* out, int x) { *out = by_own_factor(x); }

/// Returns the result of this file's kernel after other files have set variables of the same names.
static int check_own(int* answer) {
  int const five = 5;
  cudaMemcpyToSymbol(own_factor, &five, sizeof five);
  int wrong = check_own_elsewhere();
  use_own<<<1, 1>>>(answer, 3);
  cudaDeviceSynchronize();
  return wrong + (*answer != 3 * 5 + 1);
}

int main() {
  int const n = 4 * 64;
  int* data = 0;
  int* answer = 0;
  cudaMallocManaged(&data, n * sizeof(int));
  cudaMallocManaged(&answer, sizeof(int));
  for (int i = 0; i < n; ++i) data[i] = i;
  launch_reverse(data, 4);
  scale(data, n, 3);
  ask<<<1, 1>>>(answer, 0);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  int wrong = *answer != 2 || where() != 1;
  for (int i = 0; i < n; ++i) wrong += data[i] != 3 * (i / 64 * 64 + 63 - i % 64);
  // All files share one runtime.
  fail();
  wrong += cudaGetLastError() != cudaErrorInvalidDevice;
  wrong += check_language();
  wrong += check_macros();
  wrong += check_parameters();
  wrong += check_pointers();
  wrong += check_random();
  wrong += check_own(answer);
  printf("%d wrong\n", wrong);
  cudaFree(data);
  cudaFree(answer);
  return wrong == 0 ? 0 : 1;
}
