#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simt.hpp>

#include <numeric>
#include <vector>

// A kernel in a header, launched from two units.
SIMT_KERNEL(squares, (simt::ptr<int> out, int n)) {
  auto const i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i < n) out[i] = i * i;
}

inline int sum_of_squares(unsigned n) {
  std::vector<int> out(n, -1);
  simt::launch(squares, simt::shape{simt::dim3((n + 31) / 32), simt::block_shape<32>}, out.data(),
               static_cast<int>(n));
  return std::accumulate(out.begin(), out.end(), 0);
}

int sum_of_squares_elsewhere(unsigned n);
