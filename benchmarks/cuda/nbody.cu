// SPDX-License-Identifier: MIT

#include "../cuda_text.hpp"

__device__ float3 body_interaction(float3 ai, float4 bi, float4 bj) {
  float3 r;
  r.x = bj.x - bi.x;
  r.y = bj.y - bi.y;
  r.z = bj.z - bi.z;
  float inverse = rsqrtf(r.x * r.x + r.y * r.y + r.z * r.z + bench::softening);
  float s = bj.w * inverse * inverse * inverse;
  ai.x += r.x * s;
  ai.y += r.y * s;
  ai.z += r.z * s;
  return ai;
}

/// Sums what all bodies do to one, a tile of them at a time in shared memory (CUDA sample nbody).
__global__ void forces(float4 const* positions, float4* accelerations, int n) {
  __shared__ float4 shared[256];
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  float4 position = positions[index];
  float3 acc = {0.0f, 0.0f, 0.0f};
  for (int tile = 0; tile < n / 256; tile++) {
    shared[threadIdx.x] = positions[tile * blockDim.x + threadIdx.x];
    __syncthreads();
    for (unsigned int k = 0; k < blockDim.x; k++)
      acc = body_interaction(acc, position, shared[k]);
    __syncthreads();
  }
  accelerations[index] = make_float4(acc.x, acc.y, acc.z, 0.0f);
}

namespace bench::cuda {

void nbody(float const* bodies, float* acceleration, int n) {
  forces<<<n / 256, 256>>>((float4 const*)bodies, (float4*)acceleration, n);
}

}  // namespace bench::cuda
