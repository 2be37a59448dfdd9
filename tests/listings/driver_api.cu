// SPDX-License-Identifier: MIT
//@ rows: LST-002-099
//@ module: VecAdd.ptx
//@ edit: N = \.\.\.; => N = 1000;
//@ edit: (Initialize input vectors)\n\s*\.\.\. => \1\n    begin(h_A, h_B, N);
//@ edit: \.\.\.\s*\} => end(d_C, N);\n}
#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
#include "check.h"
extern "C" __global__ void VecAdd(float* a, float* b, float* c, int n) {
  int const i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < n) {
    c[i] = a[i] + b[i];
  }
}
void begin(float* a, float* b, int n) {
  for (int i = 0; i < n; ++i) {
    a[i] = i;
    b[i] = 2.5f * i;
  }
}
void end(CUdeviceptr c, int n) {
  float* const out = (float*)malloc(n * sizeof(float));
  require(cuMemcpyDtoH(out, c, n * sizeof(float)) == CUDA_SUCCESS, "cuMemcpyDtoH");
  for (int i = 0; i < n; ++i) {
    require(out[i] == 3.5f * i, "d_C", i);
  }
}
//@ listing
