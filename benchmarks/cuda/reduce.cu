// SPDX-License-Identifier: MIT

#include "../cuda_text.hpp"

/// The sum of each block's elements, as a tree (CUDA sample reduction, kernel 3).
__global__ void reduce_tree(float const* x, float* partial) {
  extern __shared__ float sdata[];
  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  sdata[tid] = x[i];
  __syncthreads();
  for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (tid < s) sdata[tid] += sdata[tid + s];
    __syncthreads();
  }
  if (tid == 0) partial[blockIdx.x] = sdata[0];
}

__inline__ __device__ float warp_sum(float value) {
  for (int offset = warpSize / 2; offset > 0; offset /= 2)
    value += __shfl_down_sync(0xffffffff, value, offset);
  return value;
}

/// A grid-stride loop, then shuffles, then one atomic addition a block.
__global__ void reduce_warps(float const* x, float* total, int n) {
  __shared__ float shared[32];
  int lane = threadIdx.x % warpSize;
  int wid = threadIdx.x / warpSize;
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    sum += x[i];
  sum = warp_sum(sum);
  if (lane == 0) shared[wid] = sum;
  __syncthreads();
  sum = (threadIdx.x < blockDim.x / warpSize) ? shared[lane] : 0;
  if (wid == 0) sum = warp_sum(sum);
  if (threadIdx.x == 0) atomicAdd(total, sum);
}

namespace bench::cuda {

void reduce_shared(float const* x, float* partial, int blocks) {
  reduce_tree<<<blocks, reduce_block, reduce_block * sizeof(float)>>>(x, partial);
}
void reduce_shuffle(float const* x, float* total, int n) {
  reduce_warps<<<n / (reduce_block * reduce_per_thread), reduce_block>>>(x, total, n);
}

}  // namespace bench::cuda
