// SPDX-License-Identifier: MIT
//@ rows: LST-002-113
// Wrong on devices without concurrent access to managed memory; here it is right.
//@ environment: SIMT_DEVICES=2
//@ edit: ^\s*return 0; => end(non_managed, managed, also_managed);
#include "check.h"
__global__ void kernel(int* data) { atomicAdd(data, 1); }
void end(int* non_managed, int* managed, int* also_managed) {
  int device = 0;
  require(cudaGetDevice(&device) == cudaSuccess && device == 1, "the device", device);
  require_end();
  cudaSetDevice(0);
  require_end();
  require(*non_managed == 1 && *also_managed == 2, "the host's data");
  require(*managed == 3, "the kernels' data", *managed);
}
//@ listing
