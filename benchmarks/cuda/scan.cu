// SPDX-License-Identifier: MIT

#include "../cuda_text.hpp"

/// Inclusive sums of each block's elements: steps of doubled distance between two rows of shared
/// memory (GPU Gems 3, chapter 39).
template <int Size>
__global__ void scan_steps(int const* in, int* out) {
  __shared__ int temp[2 * Size];
  int thid = threadIdx.x;
  int i = blockIdx.x * Size + thid;
  int pout = 0, pin = 1;
  temp[pout * Size + thid] = in[i];
  __syncthreads();
  for (int offset = 1; offset < Size; offset *= 2) {
    pout = 1 - pout;
    pin = 1 - pout;
    if (thid >= offset)
      temp[pout * Size + thid] = temp[pin * Size + thid] + temp[pin * Size + thid - offset];
    else
      temp[pout * Size + thid] = temp[pin * Size + thid];
    __syncthreads();
  }
  out[i] = temp[pout * Size + thid];
}

namespace bench::cuda {

void scan(int const* in, int* out, int blocks) {
  scan_steps<bench::scan_block><<<blocks, bench::scan_block>>>(in, out);
}

}  // namespace bench::cuda
