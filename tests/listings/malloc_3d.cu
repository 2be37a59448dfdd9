// SPDX-License-Identifier: MIT
//@ rows: LST-002-006 LST-004-006
// The kernel reads and forgets: one of its threads adds up what it reads. The listing's 51200
// threads would read 13 billion elements.
//@ edit: <<<100, 512>>> => <<<2, 32>>>
//@ edit: ^MyKernel<<< => fill(devPitchedPtr, extent);\nMyKernel<<<
//@ edit: = devPitchedPtr\.ptr => = (char*)devPitchedPtr.ptr
//@ edit: (float element = row\[x\];) => \1 visit(element);
//@ edit: ^// Device code => finish(devPitchedPtr);\n}
#include "check.h"
__global__ void MyKernel(cudaPitchedPtr devPitchedPtr, int width, int height, int depth);
__managed__ double total = 0;
__device__ void visit(float element) {
  if (blockIdx.x + threadIdx.x == 0) {
    total += element;
  }
}
void fill(cudaPitchedPtr device, cudaExtent extent) {
  size_t const count = 64 * 64 * 64;
  float* host = (float*)malloc(count * sizeof(float));
  for (size_t i = 0; i < count; ++i) {
    host[i] = i % 1024;
  }
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(host, 64 * sizeof(float), 64, 64);
  copy.dstPtr = device;
  copy.extent = extent;
  copy.kind = cudaMemcpyHostToDevice;
  require(cudaMemcpy3D(&copy) == cudaSuccess, "cudaMemcpy3D");
  free(host);
}
void finish(cudaPitchedPtr device) {
  require_end();
  require(device.pitch >= 64 * sizeof(float), "pitch", device.pitch);
  require(total == 256.0 * 1023.0 * 1024.0 / 2, "total", total);
}
int main() {
//@ listing
