// SPDX-License-Identifier: MIT

#include "../cuda_text.hpp"

#define BLOCK_SIZE 16

/// The mean of four neighbours, through a tile with a border in shared memory.
__global__ void jacobi(float const* in, float* out, int n) {
  __shared__ float tile[BLOCK_SIZE + 2][BLOCK_SIZE + 2];
  int tx = threadIdx.x + 1;
  int ty = threadIdx.y + 1;
  int x = blockIdx.x * BLOCK_SIZE + threadIdx.x;
  int y = blockIdx.y * BLOCK_SIZE + threadIdx.y;
  int i = y * n + x;
  tile[ty][tx] = in[i];
  if (threadIdx.x == 0 && x > 0) tile[ty][0] = in[i - 1];
  if (threadIdx.x == BLOCK_SIZE - 1 && x < n - 1) tile[ty][BLOCK_SIZE + 1] = in[i + 1];
  if (threadIdx.y == 0 && y > 0) tile[0][tx] = in[i - n];
  if (threadIdx.y == BLOCK_SIZE - 1 && y < n - 1) tile[BLOCK_SIZE + 1][tx] = in[i + n];
  __syncthreads();
  if (x > 0 && x < n - 1 && y > 0 && y < n - 1)
    out[i] = 0.25f * (tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] + tile[ty + 1][tx]);
}

namespace bench::cuda {

void stencil(float const* in, float* out, int n) {
  jacobi<<<dim3(n / BLOCK_SIZE, n / BLOCK_SIZE), dim3(BLOCK_SIZE, BLOCK_SIZE)>>>(in, out, n);
}

}  // namespace bench::cuda
