// EXPECT: simt: a predicate has one truth value per thread: write simt_if, simt_while
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
  simt_while (v < n) v += 1;
#else
  while (v < n) v += 1;
#endif
  p[i] += 1.0f;
}

void run(float* p, float const* q) { simt::launch(k, simt::shape{1, 32}, p, q, 1); }
