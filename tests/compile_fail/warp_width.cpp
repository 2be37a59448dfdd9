// NAME: [HIER-005] a warp function needs whole warps
// EXPECT: a warp function needs whole warps: launch this kernel with a gang width of 1 or a multiple of 32
#include <simt/simt.hpp>

SIMT_KERNEL(broadcast, (simt::ptr<int> out)) {
  auto i = threadIdx.x;
  out[i] = __shfl_sync(0xffffffffu, i, 0);
}
#ifdef FIXED
constexpr int width = 32;
#else
constexpr int width = simt::simd::native_lanes;
#endif
void run(int* out) { simt::launch_at<width>(broadcast, simt::shape{1, 32}, out); }
