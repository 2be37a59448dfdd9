// EXPECT: simt: SIMT_STRUCT: a member that is an array has no name for each thread: leave the struct unlisted
// SPDX-License-Identifier: MIT
#include <simt/simt.hpp>
struct cell { float a[3]; int n; };
#ifndef FIXED
SIMT_STRUCT(cell, a, n)
#endif

SIMT_KERNEL(k, (simt::ptr<cell> p)) {
  auto i = threadIdx.x;
  varying<cell> c = p[i];
  p[i + 1] = c;
}

void run(cell* p) { simt::launch(k, simt::shape{1, 32}, p); }
