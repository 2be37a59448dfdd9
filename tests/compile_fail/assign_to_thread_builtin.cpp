// NAME: [BLT-006] the built-in variables of thread kernels are not assignable
// EXPECT: (read-only member|with const-qualified type)
// EXPECT: (no match for .operator=|no viable overloaded)
// SPDX-License-Identifier: MIT
#include <simt/cuda/device_functions.h>

__global__ void k(float* p) {
#ifdef FIXED
  uint3 at = threadIdx;
  dim3 extents(blockDim);
  at.x += extents.x;
#else
  threadIdx.x = 1;
  blockDim = dim3(1);
#endif
  p[threadIdx.x] = 1.0f;
}

void run(float* p) { k(p); }
