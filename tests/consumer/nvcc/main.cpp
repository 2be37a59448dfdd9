// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#include "kernel.h"

extern "C" float first_of(float const* device);

int main() {
  int const n = 1000;
  std::vector<float> const host(n, 2.0F);
  float* device = nullptr;
  cudaMalloc(&device, n * sizeof(float));
  cudaMemcpy(device, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  scale_on_device(device, n);
  float const first = first_of(device);
  cudaError_t const error = cudaDeviceSynchronize();
  std::printf("%s: %g\n", cudaGetErrorString(error), double(first));
  return first == 6.0F && error == cudaSuccess ? 0 : 1;
}
