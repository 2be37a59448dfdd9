// SPDX-License-Identifier: MIT
// Macros whose names are those of template parameters in headers: of the command line (G, W), and
// of the file, in front of the headers that it includes.
#define N 64
#define T float
#define M 2
#define X threadIdx.x

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <curand_kernel.h>

namespace cg = cooperative_groups;

__global__ void sum_of_warps(T* out) {
  auto const warp = cg::tiled_partition<32>(cg::this_thread_block());
  T const sum = cg::reduce(warp, __half2float(__float2half(T(X * M))), cg::plus<T>());
  out[X] = sum + T(G) + T(W);
}

/// Gives how many numbers are wrong.
int check_macros() {
  T* out = 0;
  cudaMallocManaged(&out, N * sizeof *out);
  sum_of_warps<<<1, N>>>(out);
  cudaDeviceSynchronize();
  int wrong = 0;
  for (int i = 0; i < N; ++i) wrong += out[i] != T(M * (31 * 16 + i / 32 * 32 * 32) + 7 + 5);
  cudaFree(out);
  return wrong;
}
