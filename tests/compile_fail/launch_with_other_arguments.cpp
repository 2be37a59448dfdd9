// EXPECT: simt::launch: these arguments are not what the kernel takes: look at their number
// EXPECT: launch_with_other_arguments.cpp:17:
// EXPECT: launch_with_other_arguments.cpp:18:
// EXPECT: launch_with_other_arguments.cpp:19:
// SPDX-License-Identifier: MIT
#include <simt/simt.hpp>

SIMT_KERNEL(k, (simt::ptr<float> p, int n)) { p[threadIdx.x] = static_cast<float>(n); }

void run(float* p, double* q) {
  simt::shape const s{1, 32};
#ifdef FIXED
  static_cast<void>(q);
  simt::launch(k, s, p, 1);
  simt::launch(s, [](auto&) {});
#else
  simt::launch(k, s, p);
  simt::launch_at<32>(k, s, q, 1);
  simt::launch(s, [p] { *p = 1.0f; });
#endif
}
