// SPDX-License-Identifier: MIT
//@ rows: LST-000-007 LST-002-038
// Underscores and two braces that the scan has lost.
//@ edit[LST-000-007]: ^device unsigned => __device__ unsigned
//@ edit[LST-000-007]: ^shared bool => __shared__ bool
//@ edit[LST-000-007]: ^global void => __global__ void
//@ edit[LST-000-007]: (float\* result\))$ => \1 {
//@ edit[LST-000-007]: ^(    count = 0;\n  \}\n\}) => \1\n}
//@ edit[LST-000-007]: \b_*threadfence => __threadfence
//@ edit[LST-000-007]: \bsyncthreads => __syncthreads
#include "check.h"
constexpr unsigned block = 128;
__device__ float block_sum(float value) {
  __shared__ float partial[block];
  partial[threadIdx.x] = value;
  for (unsigned half = block / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) {
      partial[threadIdx.x] += partial[threadIdx.x + half];
    }
  }
  __syncthreads();
  return partial[0];
}
__device__ float calculatePartialSum(float const* array, unsigned n) {
  float sum = 0;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    sum += array[i];
  }
  return block_sum(sum);
}
__device__ float calculateTotalSum(float volatile const* result) {
  float sum = 0;
  for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x) {
    sum += result[i];
  }
  return block_sum(sum);
}
//@ listing
int main() {
  constexpr unsigned n = 100000, blocks = 200;
  float *array, *result;
  cudaMallocManaged(&array, n * sizeof(float));
  cudaMallocManaged(&result, blocks * sizeof(float));
  for (unsigned i = 0; i < n; ++i) {
    array[i] = i % 5;
  }
  // Twice: the kernel resets its counter.
  for (int round = 0; round < 2; ++round) {
    result[0] = -1;
    sum<<<blocks, block>>>(array, n, result);
    require_end();
    require(result[0] == 2.0f * n, "result[0]", result[0]);
  }
}
