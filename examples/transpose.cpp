// SPDX-License-Identifier: MIT
// Idea    Where the threads of a warp touch memory decides the speed. The naive kernel reads rows
//         and writes columns; the tiled one turns 32 x 32 elements in shared memory and reads and
//         writes rows only.
// Look    GB/s of both, on a matrix whose sides are no multiples of 32. The 33rd column of the tile
//         keeps a GPU's memory banks apart; here it keeps rows out of each other's cache sets.
// Try     Make the matrix 4096 x 4096: columns 16 KiB apart fall into one cache set, and the naive
//         kernel suffers most.
// Source  CUDA C Programming Guide 8.0, 5.3.2 (Device Memory Accesses)
#include <simt/simt.hpp>

#include <chrono>
#include <cstdio>
#include <vector>

constexpr int edge = 32;

SIMT_KERNEL(transpose_naive, (simt::ptr<int const> in, simt::ptr<int> out, int width, int height)) {
  auto x = blockIdx.x * edge + threadIdx.x;
  auto y = blockIdx.y * edge + threadIdx.y;
  for (int j = 0; j < edge; j += 8)
    simt_if (x < width && y + j < height) out[x * height + (y + j)] = in[(y + j) * width + x];
}

SIMT_KERNEL(transpose_tiled, (simt::ptr<int const> in, simt::ptr<int> out, int width, int height)) {
  __shared__ simt::tile<int[edge][edge + 1]> s;
  auto tx = threadIdx.x;
  auto ty = threadIdx.y;
  auto x = blockIdx.x * edge + tx;
  auto y = blockIdx.y * edge + ty;
  for (int j = 0; j < edge; j += 8)
    simt_if (x < width && y + j < height) s[ty + j][tx] = in[(y + j) * width + x];
  __syncthreads();
  auto to_x = blockIdx.y * edge + tx;  // the block's place in the other matrix
  auto to_y = blockIdx.x * edge + ty;
  for (int j = 0; j < edge; j += 8)
    simt_if (to_x < height && to_y + j < width) out[(to_y + j) * height + to_x] = s[tx][ty + j];
}

int main() {
  int const width = 3001, height = 2003;
  std::vector<int> in(static_cast<std::size_t>(width) * height), out;
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<int>(i);

  int wrong = 0;
  auto run = [&](auto const& kernel) {
    out.assign(in.size(), -1);
    simt::shape const grid{simt::dim3((width + edge - 1) / edge, (height + edge - 1) / edge),
                           simt::block_shape<edge, 8>};
    auto launch = [&] { simt::launch(kernel, grid, in.data(), out.data(), width, height); };
    launch();  // wakes the worker threads
    int const runs = 10;
    auto const start = std::chrono::steady_clock::now();
    for (int i = 0; i < runs; ++i) launch();
    std::chrono::duration<double> const time = std::chrono::steady_clock::now() - start;
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x)
        wrong += out[static_cast<std::size_t>(x * height + y)] != y * width + x;
    return runs * 8.0 * width * height / time.count() * 1e-9;
  };
  double const naive = run(transpose_naive), tiled = run(transpose_tiled);
  std::printf("transpose: %d x %d, naive %.1f GB/s, tiled %.1f GB/s, %d wrong\n", width, height,
              naive, tiled, wrong);
  return wrong == 0 ? 0 : 1;
}
