// EXPECT: simt::launch: a gang is 1 thread wide or a multiple of the native width
// SPDX-License-Identifier: MIT
#include <simt/simt.hpp>

#ifdef FIXED
constexpr int width = 32;
#else
constexpr int width = 33;
#endif

void run(float* p) {
  simt::launch_at<width>([](auto& t, simt::ptr<float> q) { q[t.threadIdx.x] = 1.0f; },
                         simt::shape{1, 32}, p);
}
