// SPDX-License-Identifier: MIT

#include "../cuda_text.hpp"

/// Steps until a point leaves the circle of radius 2 (CUDA sample Mandelbrot).
__device__ inline int steps(float x0, float y0, int limit) {
  float x = 0, y = 0;
  int i = 0;
  while (i < limit && x * x + y * y < 4.0f) {
    float t = x * x - y * y + x0;
    y = x * y * 2.0f + y0;
    x = t;
    i++;
  }
  return i;
}

__global__ void picture(int* out, int width, int height, int limit) {
  int ix = blockDim.x * blockIdx.x + threadIdx.x;
  int iy = blockIdx.y;
  float x = (float)ix * (3.0f / (float)width) - 2.0f;
  float y = -1.5f + 3.0f * (float)iy / (float)height;
  out[width * iy + ix] = steps(x, y, limit);
}

namespace bench::cuda {

void mandelbrot(int* out, int width, int height) {
  picture<<<dim3(width / 256, height), 256>>>(out, width, height, mandelbrot_limit);
}

}  // namespace bench::cuda
