// SPDX-License-Identifier: MIT
// Idea    A running sum in parallel: log2(256) steps inside each block, then the blocks' totals are
//         scanned the same way and added back. Three launches, because blocks cannot wait for
//         each other within one.
// Look    65,000 elements are 254 blocks; their 254 totals fit one block, which is the second
//         launch. Two buffers alternate, so that one barrier a step is enough.
// Try     Use one buffer: threads then read what others have already changed. launch_at<1>, which
//         runs the threads one by one, shows it for certain; wider gangs may hide it.
// Source  W. D. Hillis, G. L. Steele: Data Parallel Algorithms, CACM 29(12), 1986
#include <simt/simt.hpp>

#include <cstdio>
#include <vector>

constexpr int block = 256;

SIMT_KERNEL(scan_blocks,
            (simt::ptr<int const> in, simt::ptr<int> out, simt::ptr<int> totals, int n)) {
  __shared__ simt::tile<int[2][block]> s;
  auto t = threadIdx.x;
  auto i = blockIdx.x * block + t;
  s[0][t] = 0;
  simt_if (i < n) s[0][t] = in[i];
  __syncthreads();
  int from = 0;
  for (int d = 1; d < block; d *= 2) {
    simt_if (t >= d)
      s[1 - from][t] = s[from][t] + s[from][t - d];
    else
      s[1 - from][t] = s[from][t];
    from = 1 - from;
    __syncthreads();
  }
  simt_if (i < n) out[i] = s[from][t];
  simt_if (t == block - 1) totals[blockIdx.x] = s[from][t];
}

SIMT_KERNEL(add_totals, (simt::ptr<int> out, simt::ptr<int const> totals, int n)) {
  auto i = blockIdx.x * block + threadIdx.x;
  if (blockIdx.x > 0) {  // the same for all threads of a block: a plain if
    simt_if (i < n) out[i] += totals[blockIdx.x - 1];
  }
}

int main() {
  int const n = 65000, blocks = (n + block - 1) / block;
  std::vector<int> in(static_cast<std::size_t>(n)), out(in.size(), -1);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<int>(i * 7919 % 201) - 100;
  std::vector<int> totals(static_cast<std::size_t>(blocks), -1), total(1, -1);

  simt::shape const grid{blocks, simt::block_shape<block>};
  simt::shape const one_block{1, simt::block_shape<block>};
  simt::launch(scan_blocks, grid, in.data(), out.data(), totals.data(), n);
  simt::launch(scan_blocks, one_block, totals.data(), totals.data(), total.data(), blocks);
  simt::launch(add_totals, grid, out.data(), totals.data(), n);

  int wrong = 0, sum = 0;
  for (std::size_t i = 0; i < in.size(); ++i) wrong += out[i] != (sum += in[i]);
  std::printf("scan: %d elements in %d blocks of %d, sum %d, %d wrong\n", n, blocks, block,
              total[0], wrong + (total[0] != sum));
  return wrong == 0 && total[0] == sum ? 0 : 1;
}
