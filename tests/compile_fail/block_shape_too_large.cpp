// NAME: [HIER-003] a block has at most 1024 threads
// EXPECT: simt::block_shape: a block has 1 to 1024 threads
// SPDX-License-Identifier: MIT
#include <simt/simt.hpp>

#ifdef FIXED
constexpr int rows = 32;
#else
constexpr int rows = 33;
#endif

void run(float* p) {
  simt::launch([](auto& t, simt::ptr<float> q) { q[t.threadIdx.x] = 1.0f; },
               simt::shape{1, simt::block_shape<32, rows>}, p);
}
