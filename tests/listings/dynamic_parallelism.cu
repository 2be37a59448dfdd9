// SPDX-License-Identifier: MIT
//@ rows: LST-002-054 LST-002-056 LST-002-057
// As printed, 256 threads share room for n / 2 numbers.
//@ edit[LST-002-056]: 1, 256, n/2 => 1, n/2, n/2
//@ edit[LST-002-057]: int main\( => int host_launch(
//@ output[LST-002-054 LST-002-056]: []
//@ output[LST-002-057]: ["Hello World!"]
#include "check.h"
__device__ void permute_data(int* data, int n) {
  int const value = data[n - 1 - threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = value;
}
//@ listing
int call(void (*launch)(int*), int* data) {
  launch(data);
  return 0;
}
int call(int (*launch)(int, char**), int*) { return launch(0, nullptr); }
int main() {
  int* data;
  cudaMallocManaged(&data, 256 * sizeof(int));
  for (int i = 0; i < 256; ++i) {
    data[i] = i;
  }
  require(call(host_launch, data) == 0, "the status");
  require_end();
  int sum = 0;
  for (int i = 0; i < 256; ++i) {
    sum += data[i];
  }
  require(sum == 255 * 128 || sum == 257 * 128, "the sum of the data", sum);
}
