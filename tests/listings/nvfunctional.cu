// SPDX-License-Identifier: MIT
//@ rows: LST-002-075
#include "check.h"
//@ listing
__global__ void on_device(int* result) { hostdevice_func(result); }
int main() {
  int* result;
  cudaMallocManaged(&result, 4 * sizeof(int));
  kernel<<<1, 1>>>(result);
  on_device<<<1, 1>>>(result + 1);
  hostdevice_func(result + 2);
  host_func(result + 3);
  require_end();
  int const expected[] = {13, 12, 12, 15};
  for (int i = 0; i < 4; ++i) {
    require(result[i] == expected[i], "result", i);
  }
}
