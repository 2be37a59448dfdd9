// SPDX-License-Identifier: MIT
//@ rows: LST-002-005 LST-004-005
// The kernel reads and forgets: one of its threads adds up what it reads.
//@ edit: ^MyKernel<<< => fill(devPtr, pitch, width, height);\nMyKernel<<<
//@ edit: (float element = row\[c\];) => \1 visit(element);
//@ edit: ^// Device code => finish(pitch);\n}
#include "check.h"
__global__ void MyKernel(float* devPtr, size_t pitch, int width, int height);
__managed__ double total = 0;
__device__ void visit(float element) {
  if (blockIdx.x + threadIdx.x == 0) {
    total += element;
  }
}
void fill(float* device, size_t pitch, int width, int height) {
  float* host = (float*)malloc(width * height * sizeof(float));
  for (int i = 0; i < width * height; ++i) {
    host[i] = i;
  }
  cudaError_t const error =
      cudaMemcpy2D(device, pitch, host, width * sizeof(float), width * sizeof(float), height,
                   cudaMemcpyHostToDevice);
  require(error == cudaSuccess, "cudaMemcpy2D");
  free(host);
}
void finish(size_t pitch) {
  require_end();
  require(pitch >= 64 * sizeof(float), "pitch", pitch);
  require(total == 4095.0 * 4096.0 / 2, "total", total);
}
int main() {
//@ listing
