// SPDX-License-Identifier: MIT

#include "../cuda_text.hpp"

#define KERNEL_RADIUS bench::convolution_radius
#define ROWS_BLOCKDIM_X 16
#define ROWS_BLOCKDIM_Y 4
#define COLUMNS_BLOCKDIM_X 16
#define COLUMNS_BLOCKDIM_Y 8
#define RESULT_STEPS 8
#define HALO_STEPS 1

// CUDA sample convolutionSeparable.
__global__ void rows(float* dst, float const* src, float const* taps, int imageW, int pitch) {
  __shared__ float data[ROWS_BLOCKDIM_Y][(RESULT_STEPS + 2 * HALO_STEPS) * ROWS_BLOCKDIM_X];
  const int baseX = (blockIdx.x * RESULT_STEPS - HALO_STEPS) * ROWS_BLOCKDIM_X + threadIdx.x;
  const int baseY = blockIdx.y * ROWS_BLOCKDIM_Y + threadIdx.y;
  src += baseY * pitch + baseX;
  dst += baseY * pitch + baseX;
#pragma unroll
  for (int i = HALO_STEPS; i < HALO_STEPS + RESULT_STEPS; i++)
    data[threadIdx.y][threadIdx.x + i * ROWS_BLOCKDIM_X] = src[i * ROWS_BLOCKDIM_X];
#pragma unroll
  for (int i = 0; i < HALO_STEPS; i++)
    data[threadIdx.y][threadIdx.x + i * ROWS_BLOCKDIM_X] =
        (baseX >= -i * ROWS_BLOCKDIM_X) ? src[i * ROWS_BLOCKDIM_X] : 0;
#pragma unroll
  for (int i = HALO_STEPS + RESULT_STEPS; i < HALO_STEPS + RESULT_STEPS + HALO_STEPS; i++)
    data[threadIdx.y][threadIdx.x + i * ROWS_BLOCKDIM_X] =
        (imageW - baseX > i * ROWS_BLOCKDIM_X) ? src[i * ROWS_BLOCKDIM_X] : 0;
  __syncthreads();
#pragma unroll
  for (int i = HALO_STEPS; i < HALO_STEPS + RESULT_STEPS; i++) {
    float sum = 0;
#pragma unroll
    for (int j = -KERNEL_RADIUS; j <= KERNEL_RADIUS; j++)
      sum += taps[KERNEL_RADIUS - j] * data[threadIdx.y][threadIdx.x + i * ROWS_BLOCKDIM_X + j];
    dst[i * ROWS_BLOCKDIM_X] = sum;
  }
}

__global__ void columns(float* dst, float const* src, float const* taps, int imageH, int pitch) {
  __shared__ float
      data[COLUMNS_BLOCKDIM_X][(RESULT_STEPS + 2 * HALO_STEPS) * COLUMNS_BLOCKDIM_Y + 1];
  const int baseX = blockIdx.x * COLUMNS_BLOCKDIM_X + threadIdx.x;
  const int baseY = (blockIdx.y * RESULT_STEPS - HALO_STEPS) * COLUMNS_BLOCKDIM_Y + threadIdx.y;
  src += baseY * pitch + baseX;
  dst += baseY * pitch + baseX;
#pragma unroll
  for (int i = HALO_STEPS; i < HALO_STEPS + RESULT_STEPS; i++)
    data[threadIdx.x][threadIdx.y + i * COLUMNS_BLOCKDIM_Y] = src[i * COLUMNS_BLOCKDIM_Y * pitch];
#pragma unroll
  for (int i = 0; i < HALO_STEPS; i++)
    data[threadIdx.x][threadIdx.y + i * COLUMNS_BLOCKDIM_Y] =
        (baseY >= -i * COLUMNS_BLOCKDIM_Y) ? src[i * COLUMNS_BLOCKDIM_Y * pitch] : 0;
#pragma unroll
  for (int i = HALO_STEPS + RESULT_STEPS; i < HALO_STEPS + RESULT_STEPS + HALO_STEPS; i++)
    data[threadIdx.x][threadIdx.y + i * COLUMNS_BLOCKDIM_Y] =
        (imageH - baseY > i * COLUMNS_BLOCKDIM_Y) ? src[i * COLUMNS_BLOCKDIM_Y * pitch] : 0;
  __syncthreads();
#pragma unroll
  for (int i = HALO_STEPS; i < HALO_STEPS + RESULT_STEPS; i++) {
    float sum = 0;
#pragma unroll
    for (int j = -KERNEL_RADIUS; j <= KERNEL_RADIUS; j++)
      sum += taps[KERNEL_RADIUS - j] * data[threadIdx.x][threadIdx.y + i * COLUMNS_BLOCKDIM_Y + j];
    dst[i * COLUMNS_BLOCKDIM_Y * pitch] = sum;
  }
}

namespace bench::cuda {

void convolve_rows(float const* in, float const* kernel, float* out, int n) {
  dim3 const blocks(n / (RESULT_STEPS * ROWS_BLOCKDIM_X), n / ROWS_BLOCKDIM_Y);
  rows<<<blocks, dim3(ROWS_BLOCKDIM_X, ROWS_BLOCKDIM_Y)>>>(out, in, kernel, n, n);
}
void convolve_columns(float const* in, float const* kernel, float* out, int n) {
  dim3 const blocks(n / COLUMNS_BLOCKDIM_X, n / (RESULT_STEPS * COLUMNS_BLOCKDIM_Y));
  columns<<<blocks, dim3(COLUMNS_BLOCKDIM_X, COLUMNS_BLOCKDIM_Y)>>>(out, in, kernel, n, n);
}

}  // namespace bench::cuda
