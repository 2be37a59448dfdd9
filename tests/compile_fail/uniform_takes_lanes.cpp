// EXPECT: simt: a uniform is one value for all threads and takes none per thread: declare it varying
// EXPECT: simt: a SIMT_DEVICE function is called with the kernel first: f.*this, x
// EXPECT: uniform_takes_lanes.cpp:22:
// EXPECT: uniform_takes_lanes.cpp:23:
// EXPECT: uniform_takes_lanes.cpp:24:
// EXPECT: uniform_takes_lanes.cpp:25:
// EXPECT: uniform_takes_lanes.cpp:26:
// SPDX-License-Identifier: MIT
#include <simt/simt.hpp>

SIMT_DEVICE(varying<float>, twice, (varying<float> x)) { simt_return(x + x); }

SIMT_KERNEL(k, (simt::ptr<float> p)) {
  auto i = threadIdx.x;
  varying<float> v = p[i];
#ifdef FIXED
  varying<float> sum = 0.0f; sum += p[i]; sum *= v; v = twice(*this, v);
  varying<int> bits = 1; bits |= i; bits += v > 0.0f;
#else
  float sum = 0.0f;
  int bits = 1;
  sum += p[i];
  sum *= v;
  bits |= i;
  bits += v > 0.0f;
  v = twice(v);
#endif
  p[i] = v + sum + static_cast<float>(0) * bits;
}

void run(float* p) { simt::launch(k, simt::shape{1, 32}, p); }
