// EXPECT: simt: a thread index has one value per thread
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
  auto x = i; p[x] = 1.0f;
#else
  int x = i; p[x] = 1.0f;
#endif
  p[i] += 1.0f;
}

void run(float* p, float const* q) { simt::launch(k, simt::shape{1, 32}, p, q, 1); }
