#pragma once
// SPDX-License-Identifier: MIT

/* What programs tell tools of CUDA's memory, in C and C++: see nvToolsExtMem.h.
 * - Source:  NVTX 3.1, nvtx3/nvToolsExtMemCudaRt.h, by behaviour
 */
#include <simt/cuda/driver_types.h>
#include <simt/cuda/nvtx3/nvToolsExtMem.h>

#define NVTX_MEM_TYPE_CUDA_ARRAY 0x11
#define NVTX_MEM_CUDA_PEER_ALL_DEVICES (-1)

typedef struct nvtxMemMarkInitializedBatch_v1 {
  uint16_t extCompatID, structSize;
  uint32_t regionType;
  size_t regionDescCount, regionDescElementSize;
  void const* regionDescElements;
} nvtxMemMarkInitializedBatch_v1, nvtxMemMarkInitializedBatch_t;

static inline nvtxMemPermissionsHandle_t nvtxMemCudaGetProcessWidePermissions(
    nvtxDomainHandle_t domain) {
  (void)domain;
  return NVTX_MEM_PERMISSIONS_HANDLE_PROCESS_WIDE;
}
static inline nvtxMemPermissionsHandle_t nvtxMemCudaGetDeviceWidePermissions(
    nvtxDomainHandle_t domain, int device) {
  (void)domain, (void)device;
  return NVTX_MEM_PERMISSIONS_HANDLE_PROCESS_WIDE;
}
static inline void nvtxMemCudaSetPeerAccess(nvtxDomainHandle_t domain,
                                            nvtxMemPermissionsHandle_t permissions, int peer,
                                            uint32_t flags) {
  (void)domain, (void)permissions, (void)peer, (void)flags;
}
static inline void nvtxMemCudaMarkInitialized(nvtxDomainHandle_t domain, cudaStream_t stream,
                                              uint8_t per_thread_stream,
                                              nvtxMemMarkInitializedBatch_t const* desc) {
  nvtxMemVirtualRangeDesc_t const* r = (nvtxMemVirtualRangeDesc_t const*)desc->regionDescElements;
  (void)domain, (void)stream, (void)per_thread_stream, (void)r;
  if (desc->regionType != NVTX_MEM_TYPE_VIRTUAL_ADDRESS) return;
  for (size_t i = 0; i < desc->regionDescCount; ++i)
    SIMT_NVTX_TELL(simt_check_filled(r[i].ptr, r[i].size, NULL));
}
