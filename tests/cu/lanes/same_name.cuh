// SPDX-License-Identifier: MIT
#pragma once

static __device__ int with_sign(int x) {
  if (x < 0) return -x;
  return SIGN * x;
}
static __global__ void same_name(int* out) { out[threadIdx.x] = with_sign(threadIdx.x + 1); }
