// EXPECT: simt: this pointer is to const; the kernel cannot store
// EXPECT: store_to_constants.cpp:14:
// EXPECT: store_to_constants.cpp:15:
// EXPECT: store_to_constants.cpp:16:
// SPDX-License-Identifier: MIT
#include <simt/simt.hpp>
struct body { float x; int n; };
simt::constant_variable<body[4]> bodies;
simt::constant_variable<float[4]> taps;
SIMT_KERNEL(k, (simt::ptr<body> q)) {
  auto i = threadIdx.x;
  varying<body> v = q[i];
#ifndef FIXED
  bodies[i % 4] = v;
  taps[1] = 2.0f;
  taps[i % 4] = 2.0;
#endif
  q[i] = bodies[i % 4];
  q[0].x = taps[1] + bodies[0].x;
}
void run(body* q) { simt::launch(k, simt::shape{1, 32}, q); }
