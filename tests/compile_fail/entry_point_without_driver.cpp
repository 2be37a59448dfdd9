// SPDX-License-Identifier: MIT
// TO-THE-END: -Werror=attribute-warning
// EXPECT: simt: cudaGetDriverEntryPoint: finds the functions of <cuda.h>: include it
#include <simt/cuda/cuda_runtime.h>

// Functions of the driver API are found by their names where a program includes <cuda.h>.
int main() {
  void* function = nullptr;
#ifndef FIXED
  if (cudaGetDriverEntryPoint("cuInit", &function, cudaEnableDefault) != cudaSuccess) return 1;
#endif
  return function == nullptr ? 0 : 1;
}
