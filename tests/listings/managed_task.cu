// SPDX-License-Identifier: MIT
//@ rows: LST-002-116
// As the allocation shows, length counts bytes.
#include "check.h"
constexpr int N = 3;
__global__ void transform(int* in, int* data, int length) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < length / 4) {
    data[i] = 2 * in[i];
  }
}
void host_process(int* data, int length) {
  for (int i = 0; i < length / 4; ++i) {
    data[i] += 1;
  }
}
__global__ void convert(int* out, int* data, int length) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < length / 4) {
    out[i] += data[i];
  }
}
//@ listing
int main() {
  constexpr int count = 20000;
  int *in, *out;
  cudaMallocManaged(&in, count * sizeof(int));
  cudaMallocManaged(&out, count * sizeof(int));
  for (int i = 0; i < count; ++i) {
    in[i] = i;
    out[i] = 0;
  }
  run_task(in, out, count * sizeof(int));
  require_end();
  for (int i = 0; i < count; ++i) {
    require(out[i] == N * (2 * i + 1), "out", i);
  }
}
