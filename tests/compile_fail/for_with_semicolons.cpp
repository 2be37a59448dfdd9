// EXPECT: simt: simt_for takes three parts with commas between them: write simt_for
// SPDX-License-Identifier: MIT
#include <simt/simt.hpp>

SIMT_KERNEL(k, (simt::ptr<float> p, int n)) {
  auto i = threadIdx.x;
#ifdef FIXED
  simt_for (varying<int> j = i, j < n, j += 32) p[j] = 1.0f;
#else
  simt_for (varying<int> j = i; j < n; j += 32) p[j] = 1.0f;
#endif
}

void run(float* p) { simt::launch(k, simt::shape{1, 32}, p, 1); }
