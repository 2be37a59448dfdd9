// SPDX-License-Identifier: MIT

#include "../cuda_text.hpp"

#include <cooperative_groups.h>

#include <algorithm>

/// `times` times y += a x by a grid that stays: each block owns a part of the elements, and meets
/// the others before it goes over it again. (Half as many blocks as processors: one that others'
/// threads keep from its processor holds up all.)
__global__ void saxpy_repeated(float* y, float const* x, float a, int n, int times) {
  cooperative_groups::grid_group grid = cooperative_groups::this_grid();
  int part = (n + gridDim.x - 1) / gridDim.x;
  int end = min((blockIdx.x + 1) * part, n);
  for (int time = 0; time < times; time++) {
    for (int i = blockIdx.x * part + threadIdx.x; i < end; i += blockDim.x) y[i] = a * x[i] + y[i];
    grid.sync();
  }
}

namespace bench::cuda {

void repeated_saxpy(float const* x, float* y, float a, int n, int launches) {
  int processors = 1;
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
  void* arguments[] = {&y, &x, &a, &n, &launches};
  cudaLaunchCooperativeKernel((void*)saxpy_repeated, dim3(std::clamp(processors / 2, 1, 8)), dim3(64),
                              arguments);
  cudaDeviceSynchronize();
}

}  // namespace bench::cuda
