// SPDX-License-Identifier: MIT
// TO-THE-END: -Werror=attribute-warning
// EXPECT: simt: cudaGetCurrentGraphExec: not supported, of CUDA's runtime API
// EXPECT: simt: cudaImportExternalMemory: no device here shares memory of other interfaces
// EXPECT: simt: cuMemAddressFree: not supported, of CUDA's driver API
// EXPECT: simt: cudaVDPAUGetDevice: this graphics API is not supported
#include <simt/cuda/cuda.h>
#include <simt/cuda/cuda_runtime.h>
#include <simt/cuda/cuda_vdpau_interop.h>

// Calls that only give an error are told of by name when they are compiled.
int main() {
  int failed = 0;
#ifndef FIXED
  cudaExternalMemory_t memory = nullptr;
  cudaExternalMemoryHandleDesc description{};
  int device = 0;
  failed += cudaGetCurrentGraphExec();
  failed += cudaImportExternalMemory(&memory, &description);
  failed += cuMemAddressFree(0, 0);
  failed += cudaVDPAUGetDevice(&device, 0, nullptr);
#endif
  return failed;
}
