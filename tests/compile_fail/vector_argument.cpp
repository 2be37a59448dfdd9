// EXPECT: simt::launch: a kernel takes no std::vector .*: pass v.data\(\)
// EXPECT: vector_argument.cpp:15:
// SPDX-License-Identifier: MIT
#include <simt/simt.hpp>
#include <vector>
SIMT_KERNEL(k, (simt::ptr<float> p, int n)) {
  auto i = threadIdx.x;
  simt_if (i < n) p[i] = 1.0f;
}

void run(std::vector<float>& v) {
#ifdef FIXED
  simt::launch(k, simt::shape{1, 32}, v.data(), 32);
#else
  simt::launch(k, simt::shape{1, 32}, v, 32);
#endif
}
