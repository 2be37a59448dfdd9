// NAME: [DIAG-001] C's printf takes no value per thread
// EXPECT: simt: std::printf takes no value per thread: in a kernel write printf
// EXPECT: simt: this function takes no value per thread: print it with printf
// EXPECT: std_printf.cpp:20:
// EXPECT: std_printf.cpp:21:
// EXPECT: std_printf.cpp:22:
// EXPECT: std_printf.cpp:23:
// SPDX-License-Identifier: MIT
#include <simt/simt.hpp>
#include <cstdio>
using namespace std;  // bare names stay simt's

SIMT_KERNEL(k, (simt::ptr<float> p)) {
  auto i = threadIdx.x;
  varying<float> v = p[i];
  printf("%d %f\n", i, v);
#ifdef FIXED
  printf("%d %f %f %d", i, v, p[i], blockDim.x);
#else
  std::printf("%d\n", i);
  std::printf("%f %f\n", 1.0, v);
  std::printf("%d\n", blockDim.x);
  fprintf(stderr, "%f\n", p[i]);
#endif
}

void run(float* p) {
  simt::launch(k, simt::shape{1, simt::block_shape<32>}, p);
  simt::launch(simt::shape{1, 32}, [](auto& t) { printf("%d\n", t.threadIdx.x); });
}
