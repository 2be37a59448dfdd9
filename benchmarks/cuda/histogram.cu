// SPDX-License-Identifier: MIT

#include "../cuda_text.hpp"

/// Counts of the 256 values of bytes: each block's in shared memory, then added to the grid's.
__global__ void histogram256(unsigned int const* data, unsigned int* counts, int words) {
  __shared__ unsigned int hist[256];
  hist[threadIdx.x] = 0;
  __syncthreads();
  for (int pos = blockIdx.x * blockDim.x + threadIdx.x; pos < words;
       pos += blockDim.x * gridDim.x) {
    unsigned int v = data[pos];
    atomicAdd(&hist[v & 0xFF], 1);
    atomicAdd(&hist[(v >> 8) & 0xFF], 1);
    atomicAdd(&hist[(v >> 16) & 0xFF], 1);
    atomicAdd(&hist[(v >> 24) & 0xFF], 1);
  }
  __syncthreads();
  atomicAdd(&counts[threadIdx.x], hist[threadIdx.x]);
}

namespace bench::cuda {

void histogram(int const* in, unsigned* counts, int words) {
  histogram256<<<histogram_blocks, 256>>>((unsigned int const*)in, counts, words);
}

}  // namespace bench::cuda
