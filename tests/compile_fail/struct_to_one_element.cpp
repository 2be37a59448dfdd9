// EXPECT: simt: the right side has one value per thread and does not fit in one for all
// EXPECT: struct_to_one_element.cpp:19:
// EXPECT: struct_to_one_element.cpp:20:
// EXPECT: struct_to_one_element.cpp:21:
// EXPECT: struct_to_one_element.cpp:22:
// SPDX-License-Identifier: MIT
#include <simt/simt.hpp>
struct body { float x; int n; };
struct other { int n; };
simt::device_variable<other[4]> others;

SIMT_KERNEL(k, (simt::ptr<body> q, simt::ptr<other const> r, simt::ptr<simt::float4> v, simt::ptr<simt::__half> h)) {
  auto i = threadIdx.x;
  varying<body> s = q[i]; varying<simt::__half> half = h[i]; varying<simt::float4> w = v[i];
#ifdef FIXED
  q[i] = s; h[i] = half; others[i % 4] = r[i];
  simt::float4 one = v[0]; v[1] = w; v[i] = one;
#else
  q[0] = s;
  others[0] = r[i];
  h[0] = half;
  simt::float4 one = w; v[i] = one;
#endif
}

void run(body* q, other* r, simt::float4* v, simt::__half* h) {
  simt::launch(k, simt::shape{1, 32}, q, r, v, h);
}
