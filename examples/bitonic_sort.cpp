// SPDX-License-Identifier: MIT
// Idea    A sorting network: which elements are compared never depends on the data, so all threads
//         do the same at every step. Partners are found by one exclusive or.
// Look    2^16 keys need 136 steps. Those whose partners lie within a block run in shared memory,
//         many in one launch; the others are one launch a step.
// Try     Sort in descending order: two comparisons change.
// Source  K. E. Batcher: Sorting Networks and Their Applications, AFIPS 1968
#include <simt/simt.hpp>

#include <algorithm>
#include <cstdio>
#include <vector>

constexpr int block = 256;

// Both partners compute, and each keeps its own side: no thread writes what another one reads.
SIMT_KERNEL(sort_in_block, (simt::ptr<int> keys, int first_k, int last_k)) {
  __shared__ simt::tile<int[2][block]> s;
  auto t = threadIdx.x;
  auto i = blockIdx.x * block + t;
  int from = 0;
  s[0][t] = keys[i];
  __syncthreads();
  for (int k = first_k; k <= last_k; k *= 2)
    for (int j = std::min(k / 2, block / 2); j > 0; j /= 2) {
      varying<int> own = s[from][t];
      varying<int> other = s[from][t ^ j];
      auto wants_smaller = ((t & j) == 0) == ((i & k) == 0);
      s[1 - from][t] = simt::select(wants_smaller == (own < other), own, other);
      from = 1 - from;
      __syncthreads();
    }
  keys[i] = s[from][t];
}

// Partners lie in different blocks: the thread with the lower index serves both.
SIMT_KERNEL(sort_step, (simt::ptr<int> keys, int k, int j)) {
  auto pair = blockIdx.x * block + threadIdx.x;
  varying<int> i = pair / j * (2 * j) + pair % j;
  varying<int> a = keys[i];
  varying<int> b = keys[i + j];
  auto in_order = (a < b) == ((i & k) == 0);
  keys[i] = simt::select(in_order, a, b);
  keys[i + j] = simt::select(in_order, b, a);
}

int main() {
  int const n = 1 << 16;
  std::vector<int> keys(static_cast<std::size_t>(n));
  unsigned state = 1;
  for (int& key : keys) key = static_cast<int>((state = state * 1664525u + 1013904223u) >> 8);
  std::vector<int> want = keys;
  std::sort(want.begin(), want.end());

  simt::shape const grid{n / block, simt::block_shape<block>};
  simt::shape const half_grid{n / block / 2, simt::block_shape<block>};
  int launches = 1, steps = 0;
  for (int k = 2; k <= n; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) ++steps;
  simt::launch(sort_in_block, grid, keys.data(), 2, block);
  for (int k = 2 * block; k <= n; k *= 2, ++launches) {
    for (int j = k / 2; j >= block; j /= 2, ++launches)
      simt::launch(sort_step, half_grid, keys.data(), k, j);
    simt::launch(sort_in_block, grid, keys.data(), k, k);
  }

  int wrong = 0;
  for (std::size_t i = 0; i < keys.size(); ++i) wrong += keys[i] != want[i];
  std::printf("bitonic_sort: %d keys, %d steps in %d launches, %d wrong\n", n, steps, launches,
              wrong);
  return wrong == 0 ? 0 : 1;
}
