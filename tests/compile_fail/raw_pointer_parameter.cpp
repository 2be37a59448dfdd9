// EXPECT: simt: a pointer in a kernel is a simt::ptr: declare the parameter simt::ptr<T>
// SPDX-License-Identifier: MIT
#include <simt/simt.hpp>

#ifdef FIXED
SIMT_KERNEL(k, (simt::ptr<float> p, int n)) {
#else
SIMT_KERNEL(k, (float* p, int n)) {
#endif
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i < n) p[0] = 1.0f;
}

void run(float* p) { simt::launch(k, simt::shape{1, 32}, p, 20); }
