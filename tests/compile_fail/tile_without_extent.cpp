// EXPECT: simt::tile: write the array type, tile<float.256.>
// SPDX-License-Identifier: MIT
#include <simt/simt.hpp>

SIMT_KERNEL(k, (simt::ptr<float> p)) {
#ifdef FIXED
  __shared__ simt::tile<float[32]> s;
#else
  __shared__ simt::tile<float> s;
#endif
  s[threadIdx.x] = 1.0f;
  p[threadIdx.x] = s[threadIdx.x];
}

void run(float* p) { simt::launch(k, simt::shape{1, 32}, p); }
