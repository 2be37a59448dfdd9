// SPDX-License-Identifier: MIT
// Idea    Shared memory as a cache that the program manages: each 16 x 16 block of threads loads
//         two tiles once and reads every element of them 16 times.
// Look    GFLOP/s of both. On a GPU the tiled kernel wins several times; here caches do much of a
//         tile's work, and a static block makes the tiled loop one load and 16 multiply-adds.
// Try     Write simt::dim3(16, 16) for the block: same results, but the shape is now known at run
//         time only, a gang is no longer the whole block, and barriers have a price.
// Source  CUDA C Programming Guide 8.0, 3.2.3 (Shared Memory)
#include <simt/simt.hpp>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

using in = simt::ptr<float const>;
using out = simt::ptr<float>;

SIMT_KERNEL(matmul_naive, (in A, in B, out C, int n)) {
  auto row = blockIdx.y * blockDim.y + threadIdx.y;
  auto col = blockIdx.x * blockDim.x + threadIdx.x;
  varying<float> sum = 0.0f;
  for (int e = 0; e < n; ++e) sum += A[row * n + e] * B[e * n + col];
  C[row * n + col] = sum;
}

SIMT_KERNEL(matmul_tiled, (in A, in B, out C, int n)) {
  __shared__ simt::tile<float[16][16]> As, Bs;
  auto tx = threadIdx.x;
  auto ty = threadIdx.y;
  auto row = blockIdx.y * 16 + ty;
  auto col = blockIdx.x * 16 + tx;
  varying<float> sum = 0.0f;
  for (int m = 0; m < n; m += 16) {
    As[ty][tx] = A[row * n + (m + tx)];
    Bs[ty][tx] = B[(m + ty) * n + col];
    __syncthreads();
    for (int e = 0; e < 16; ++e) sum += As[ty][e] * Bs[e][tx];
    __syncthreads();
  }
  C[row * n + col] = sum;
}

int main() {
  int const n = 512;
  auto const size = static_cast<std::size_t>(n) * n;
  std::vector<float> A(size), B(size), C(size);
  for (std::size_t i = 0; i < size; ++i) {
    A[i] = static_cast<float>(i % 13) - 6.0f;  // small integers: every sum is exact
    B[i] = static_cast<float>(i % 7) - 3.0f;
  }
  std::vector<float> want(size, 0.0f);
  for (std::size_t i = 0; i < size; i += n)
    for (std::size_t e = 0; e < n; ++e)
      for (std::size_t j = 0; j < n; ++j) want[i + j] += A[i + e] * B[e * n + j];

  int wrong = 0;
  auto run = [&](auto const& kernel) {
    C.assign(size, std::numeric_limits<float>::quiet_NaN());
    simt::shape const grid{simt::dim3(n / 16, n / 16), simt::block_shape<16, 16>};
    auto launch = [&] { simt::launch(kernel, grid, A.data(), B.data(), C.data(), n); };
    launch();  // wakes the worker threads
    for (std::size_t i = 0; i < size; ++i) wrong += !(C[i] == want[i]);
    int const runs = 10;
    auto const start = std::chrono::steady_clock::now();
    for (int i = 0; i < runs; ++i) launch();
    std::chrono::duration<double> const time = std::chrono::steady_clock::now() - start;
    return runs * 2.0 * std::pow(n, 3) / time.count() * 1e-9;
  };
  double const naive = run(matmul_naive), tiled = run(matmul_tiled);
  std::printf("matmul: %d x %d, naive %.1f GFLOP/s, tiled %.1f GFLOP/s, %d wrong\n", n, n, naive,
              tiled, wrong);
  return wrong == 0 ? 0 : 1;
}
