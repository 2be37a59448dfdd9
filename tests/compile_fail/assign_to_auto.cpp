// EXPECT: simt: the left side is a condition that was declared with auto
// EXPECT: simt: the left side is an address that was declared with auto
// EXPECT: assign_to_auto.cpp:16:
// EXPECT: assign_to_auto.cpp:17:
// EXPECT: assign_to_auto.cpp:18:
// SPDX-License-Identifier: MIT
#include <simt/simt.hpp>

SIMT_KERNEL(k, (simt::ptr<int> p, int n)) {
  auto i = threadIdx.x;
  varying<int> v = p[i];
#ifdef FIXED
  varying<bool> inside = i < n, odd = v % 2 != 0; varying<int*> q = p + i;
#else
  auto inside = i < n, outside = i < n - 1; auto odd = v % 2 != 0; auto q = p + i;
  inside = outside;
  odd = v > 3;
  q = p + i;
#endif
  simt_if (inside && odd) *q = 1;
}

void run(int* p) { simt::launch(k, simt::shape{1, 32}, p, 3); }
