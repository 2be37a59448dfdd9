// SPDX-License-Identifier: MIT
// A lane kernel calls the function that check.cmake has added, by its bare name.
#include <simt/simt.hpp>

#include <cstdio>

SIMT_KERNEL(parities, (simt::ptr<int> out)) {
  out[threadIdx.x] = 10 * __parity(threadIdx.x) + __parity(blockDim.x);
}

int main() {
  int out[64] = {};
  simt::launch(parities, simt::shape{simt::dim3(1), simt::block_shape<64>}, &out[0]);
  for (unsigned i = 0; i < 64; ++i)
    if (out[i] != 10 * (__builtin_popcount(i) % 2) + 1) {
      std::printf("out[%u] is %d\n", i, out[i]);
      return 1;
    }
}
