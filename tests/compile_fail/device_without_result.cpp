// EXPECT: simt: a device function begins with the type of its result: SIMT_DEVICE.varying<float>, twice
// SPDX-License-Identifier: MIT
#include <simt/simt.hpp>

#ifdef FIXED
SIMT_DEVICE(varying<float>, twice, (varying<float> x)) { simt_return(x + x); }
#else
SIMT_DEVICE(twice, (varying<float> x)) { simt_return(x + x); }
#endif

SIMT_KERNEL(k, (simt::ptr<float> p)) {
  varying<float> v = p[threadIdx.x];
  p[threadIdx.x] = twice(*this, v);
}

void run(float* p) { simt::launch(k, simt::shape{1, 32}, p); }
