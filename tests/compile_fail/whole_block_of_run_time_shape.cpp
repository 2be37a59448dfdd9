// EXPECT: simt::launch: a gang as wide as the block needs a static block
// SPDX-License-Identifier: MIT
#include <simt/simt.hpp>

#ifdef FIXED
auto const s = simt::shape{1, simt::block_shape<32>};
#else
auto const s = simt::shape{1, 32};
#endif

void run(float* p) {
  simt::launch_at<simt::whole_block>(
      [](auto& t, simt::ptr<float> q) { q[t.threadIdx.x] = 1.0f; }, s, p);
}
