// Every kind of value with lanes.
// EXPECT: simt: the left side is a temporary value, and what is stored in it is lost: assign to a varying
// EXPECT: assign_to_temporaries.cpp:23:
// EXPECT: assign_to_temporaries.cpp:24:
// EXPECT: assign_to_temporaries.cpp:25:
// EXPECT: assign_to_temporaries.cpp:26:
// EXPECT: assign_to_temporaries.cpp:27:
// EXPECT: assign_to_temporaries.cpp:28:
// EXPECT: assign_to_temporaries.cpp:29:
// EXPECT: assign_to_temporaries.cpp:30:
// EXPECT: assign_to_temporaries.cpp:31:
// EXPECT: assign_to_temporaries.cpp:32:
// SPDX-License-Identifier: MIT
#include <simt/simt.hpp>
struct body { float x; int n; };

SIMT_KERNEL(k, (simt::ptr<int> p, simt::ptr<body> q, simt::ptr<simt::float4> r, simt::ptr<simt::__half> h)) {
  auto i = threadIdx.x;
  varying<int> v = p[i]; varying<double> d = v; varying<bool> b = v < 3; varying<simt::__half> half = h[i];
  varying<body> s = q[i]; varying<simt::float4> w = r[i]; varying<int*> a = p + i;
  v = 1; s = q[0]; w.x = 2.0f; d += d; half = half; a = a + 1;
#ifndef FIXED
  (v + 1) = v;
  (d * 2) += d;
  static_cast<varying<bool>>(v) = true;
  (i + 1) = i;
  simt::value(q[i]) = s;
  simt::select(b, w, w) = w;
  simt::value(r[i]).x = 2.0f;
  (half + half) = half;
  (a + 1) = a;
  v++ = short{3};
#endif
  p[i] = v;
  q[i] = s;
  r[i] = w;
  h[i] = half;
  simt_if (b && a != nullptr) p[i] += simt::let<int>(d);
}

void run(int* p, body* q, simt::float4* r, simt::__half* h) {
  simt::launch(k, simt::shape{1, 32}, p, q, r, h);
}
