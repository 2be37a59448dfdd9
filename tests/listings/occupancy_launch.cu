// SPDX-License-Identifier: MIT
//@ rows: LST-002-031
#include "check.h"
//@ listing
int main() {
  constexpr int n = 1000;
  int* array;
  cudaMallocManaged(&array, n * sizeof(int));
  for (int i = 0; i < n; ++i) {
    array[i] = i;
  }
  require(launchMyKernel(array, n) == 0, "the result");
  require_end();
  for (int i = 0; i < n; ++i) {
    require(array[i] == i * i, "array", i);
  }
}
