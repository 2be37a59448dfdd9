// NAME: [BLT-006] the built-in variables are not assignable
// EXPECT: (read-only|not assignable|with const-qualified type|within const|no viable overloaded)
// SPDX-License-Identifier: MIT
#include <simt/simt.hpp>

// The built-in variables of a run-time shape are data members, but not the kernel's to change.
SIMT_KERNEL(k, (simt::ptr<float> p)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef FIXED
  p[i] += blockDim.x;
#else
  blockDim.x = 3;
#endif
  p[i] += 1.0f;
}

void run(float* p) { simt::launch(k, simt::shape{1, 32}, p); }
