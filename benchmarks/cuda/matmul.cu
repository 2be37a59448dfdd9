// SPDX-License-Identifier: MIT

#include "../cuda_text.hpp"

/// C = A B through tiles in shared memory, an element of C a thread (CUDA sample matrixMul).
template <int Side>
__global__ void matmul(float* C, float const* A, float const* B, int wA, int wB) {
  int bx = blockIdx.x;
  int by = blockIdx.y;
  int tx = threadIdx.x;
  int ty = threadIdx.y;
  int aBegin = wA * Side * by;
  int aEnd = aBegin + wA - 1;
  int bBegin = Side * bx;
  float sum = 0;
  for (int a = aBegin, b = bBegin; a <= aEnd; a += Side, b += Side * wB) {
    __shared__ float As[Side][Side];
    __shared__ float Bs[Side][Side];
    As[ty][tx] = A[a + wA * ty + tx];
    Bs[ty][tx] = B[b + wB * ty + tx];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < Side; ++k) sum += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }
  int c = wB * Side * by + Side * bx;
  C[c + wB * ty + tx] = sum;
}

namespace bench::cuda {

void matmul_tiled(float const* a, float const* b, float* c, int n) {
  matmul<16><<<dim3(n / 16, n / 16), dim3(16, 16)>>>(c, a, b, n, n);
}
void matmul_tiled_32(float const* a, float const* b, float* c, int n) {
  matmul<32><<<dim3(n / 32, n / 32), dim3(32, 32)>>>(c, a, b, n, n);
}

}  // namespace bench::cuda
