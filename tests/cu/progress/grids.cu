// SPDX-License-Identifier: MIT
// Groups of all threads of a grid: their numbers in any launch, their barrier in cooperative ones.
#include "progress.cuh"

#include <cooperative_groups.h>

#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

namespace {

__global__ void ranks(int* out, int n) {
  cg::grid_group grid = cg::this_grid();
  for (int i = grid.thread_rank(); i < n; i += grid.size()) out[i] = i * 3 + (int)grid.num_blocks();
}
__device__ int sum_all(cg::grid_group const& grid, int* part, int v) {
  auto block = cg::this_thread_block();
  __shared__ int s;
  if (block.thread_rank() == 0) s = 0;
  block.sync();
  atomicAdd(&s, v);
  block.sync();
  if (block.thread_rank() == 0) part[grid.block_rank()] = s;
  grid.sync();
  int t = 0;
  for (int i = 0; i < (int)grid.num_blocks(); ++i) t += part[i];
  return t;
}
__global__ void rounds(int* a, int* b, int* part, int n) {
  auto grid = cg::this_grid();
  unsigned long long const r = grid.thread_rank();
  for (int k = 0; k < n; ++k) {
    b[r] = a[(r + 1) % grid.size()] + 1;
    cg::sync(grid);
    a[r] = b[(r + 7) % grid.size()];
    grid.sync();
  }
  int const all = sum_all(grid, part, a[r]);
  b[r] = all;
}

}  // namespace

int run_grids() {
  int const blocks = 9, threads = 96, all = blocks * threads, n = 1000;
  int *a, *b, *part;
  cudaMallocManaged(&a, n * sizeof(int));
  cudaMallocManaged(&b, n * sizeof(int));
  cudaMallocManaged(&part, blocks * sizeof(int));
  int wrong = 0;
  ranks<<<5, 64>>>(a, n);
  bool right = cudaDeviceSynchronize() == cudaSuccess;
  for (int i = 0; i < n; ++i) right = right && a[i] == i * 3 + 5;
  if (!right) std::printf("ranks: wrong\n");
  wrong += !right;
  std::vector<int> x(all), y(all);
  for (int i = 0; i < all; ++i) a[i] = x[i] = i;
  int turns = 5, sum = 0;
  for (int k = 0; k < turns; ++k) {
    for (int i = 0; i < all; ++i) y[i] = x[(i + 1) % all] + 1;
    for (int i = 0; i < all; ++i) x[i] = y[(i + 7) % all];
  }
  for (int const v : x) sum += v;
  void* arguments[] = {&a, &b, &part, &turns};
  cudaLaunchCooperativeKernel((void*)rounds, blocks, threads, arguments, 0, 0);
  right = cudaDeviceSynchronize() == cudaSuccess;
  for (int i = 0; i < all; ++i) right = right && a[i] == x[i] && b[i] == sum;
  if (!right) std::printf("rounds: wrong\n");
  wrong += !right;
  cudaFree(a);
  cudaFree(b);
  cudaFree(part);
  return wrong;
}
