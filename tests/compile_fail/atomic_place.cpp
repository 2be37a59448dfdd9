// EXPECT: an atomic takes an address: write &p\[i\] instead of p\[i\]
#include <simt/simt.hpp>

SIMT_KERNEL(count, (simt::ptr<int> bins)) {
  auto i = threadIdx.x;
#ifdef FIXED
  atomicAdd(&bins[i], 1);
#else
  atomicAdd(bins[i], 1);
#endif
}
void run(int* bins) { simt::launch(count, simt::shape{1, 32}, bins); }
