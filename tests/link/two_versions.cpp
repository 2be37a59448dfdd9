// SPDX-License-Identifier: MIT
// A kernel, its launch and calls of CUDA's host runtime: what units of two versions must not share.
#include <cuda_runtime.h>

#include <simt/simt.hpp>

SIMT_KERNEL(store, (simt::ptr<int> out)) { out[threadIdx.x] = threadIdx.x; }

int store_by_this_version() {
  int* out = nullptr;
  if (cudaMalloc(&out, 32 * sizeof(int)) != cudaSuccess) return 1;
  simt::launch(store, simt::shape{1, 32}, out);
  return cudaDeviceSynchronize() == cudaSuccess && cudaFree(out) == cudaSuccess ? 0 : 1;
}
