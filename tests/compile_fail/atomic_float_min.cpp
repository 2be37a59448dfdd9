// NAME: [ATOM-013] atomicMin takes no float
// EXPECT: this atomic has no floating-point form in CUDA: loop with atomicCAS
#include <simt/simt.hpp>

SIMT_KERNEL(least, (simt::ptr<float> lowest, simt::ptr<int> bits)) {
  varying<float> x = threadIdx.x;
#ifdef FIXED
  atomicMin(&bits[0], __float_as_int(x));
  atomicExch(lowest, x);
#else
  atomicMin(lowest, x);
#endif
}
void run(float* lowest, int* bits) { simt::launch(least, simt::shape{1, 32}, lowest, bits); }
