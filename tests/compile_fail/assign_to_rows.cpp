// EXPECT: simt: the left side is a row of an array, not an element, and arrays are not assigned as a whole
// EXPECT: simt: the left side is a temporary pointer, and not what it points to
// EXPECT: assign_to_rows.cpp:19:
// EXPECT: assign_to_rows.cpp:20:
// EXPECT: assign_to_rows.cpp:21:
// EXPECT: assign_to_rows.cpp:22:
// EXPECT: assign_to_rows.cpp:23:
// SPDX-License-Identifier: MIT
#include <simt/simt.hpp>
struct body { float x; int n[4]; };
simt::device_variable<int[3][8]> table;

SIMT_KERNEL(k, (simt::ptr<body> q, simt::ptr<float[4]> rows)) {
  auto i = threadIdx.x;
  __shared__ simt::tile<float[2][32]> t;
  local<short[2][4]> l;
  t[0][i] = 1.0f; l[0][1] = i; (q[i]->*&body::n)[1] = i; rows[0][1] = 2.0f; table[1][i % 8] = i;
#ifndef FIXED
  t[0] = t[1];
  l[0] = l[1];
  (q[i]->*&body::n) = (q[i]->*&body::n);
  rows[0] = rows[1];
  table[1] = table[2];
#endif
  q[i]->*&body::x = t[0][i] + l[0][1];
}

void run(body* q, float (*rows)[4]) { simt::launch(k, simt::shape{1, 32}, q, rows); }
