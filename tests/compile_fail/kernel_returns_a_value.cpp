// NAME: [HIER-001] a kernel returns nothing
// EXPECT: simt: a kernel returns no value: write simt_return;
// SPDX-License-Identifier: MIT
#include <simt/simt.hpp>

SIMT_KERNEL(k, (simt::ptr<float> p, simt::ptr<float const> q, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  varying<int> v = i;
  static_cast<void>(q);
  float* raw = p.get();
  static_cast<void>(raw);
  static_cast<void>(n);
#ifdef FIXED
  simt_if (i < n) simt_return;
#else
  simt_if (i < n) simt_return(v);
#endif
  p[i] += 1.0f;
}

void run(float* p, float const* q) { simt::launch(k, simt::shape{1, 32}, p, q, 1); }
