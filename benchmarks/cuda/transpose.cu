// SPDX-License-Identifier: MIT

#include "../cuda_text.hpp"

#define TILE_DIM 32
#define BLOCK_ROWS 8

/// Through tiles in shared memory, rows in and rows out (CUDA sample transpose).
__global__ void transpose_tiles(float* odata, float const* idata, int width, int height) {
  __shared__ float tile[TILE_DIM][TILE_DIM + 1];
  int xIndex = blockIdx.x * TILE_DIM + threadIdx.x;
  int yIndex = blockIdx.y * TILE_DIM + threadIdx.y;
  int index_in = xIndex + yIndex * width;
  xIndex = blockIdx.y * TILE_DIM + threadIdx.x;
  yIndex = blockIdx.x * TILE_DIM + threadIdx.y;
  int index_out = xIndex + yIndex * height;
  for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS)
    tile[threadIdx.y + i][threadIdx.x] = idata[index_in + i * width];
  __syncthreads();
  for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS)
    odata[index_out + i * height] = tile[threadIdx.x][threadIdx.y + i];
}

namespace bench::cuda {

void transpose(float const* in, float* out, int n) {
  dim3 const blocks(n / TILE_DIM, n / TILE_DIM);
  transpose_tiles<<<blocks, dim3(TILE_DIM, BLOCK_ROWS)>>>(out, in, n, n);
}

}  // namespace bench::cuda
