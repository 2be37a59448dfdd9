#pragma once
// SPDX-License-Identifier: MIT

/* Memory pools, names and permissions as programs tell tools of them, in C and C++. A checked build
 * (SIMT_CHECK) listens in C++ files: accesses to a pool outside of its parts, and those that are
 * not permitted, are findings, and names stand in messages. Else every call returns at once.
 * - Source:  NVTX 3.1, nvtx3/nvToolsExtMem.h, by behaviour
 */
#include <simt/cuda/nvtx3/nvToolsExt.h>

#ifdef __cplusplus
#include <simt/check/hooks.hpp>
#endif

#define NVTX_EXT_MODULEID_MEM 1
#define NVTX_EXT_COMPATID_MEM 0x0102

#define NVTX_MEM_HEAP_USAGE_UNKNOWN 0x0
#define NVTX_MEM_HEAP_USAGE_TYPE_SUB_ALLOCATOR 0x1
#define NVTX_MEM_HEAP_USAGE_TYPE_LAYOUT 0x2
#define NVTX_MEM_TYPE_UNKNOWN 0x0
#define NVTX_MEM_TYPE_VIRTUAL_ADDRESS 0x1
#define NVTX_MEM_REGION_REF_TYPE_UNKNOWN 0x0
#define NVTX_MEM_REGION_REF_TYPE_POINTER 0x1
#define NVTX_MEM_REGION_REF_TYPE_HANDLE 0x2
#define NVTX_MEM_PERMISSIONS_REGION_FLAGS_NONE 0x0
#define NVTX_MEM_PERMISSIONS_REGION_FLAGS_READ 0x1
#define NVTX_MEM_PERMISSIONS_REGION_FLAGS_WRITE 0x2
#define NVTX_MEM_PERMISSIONS_REGION_FLAGS_ATOMIC 0x4
#define NVTX_MEM_PERMISSIONS_REGION_FLAGS_RESET 0x8
#define NVTX_MEM_PERMISSIONS_CREATE_FLAGS_NONE 0x0
#define NVTX_MEM_PERMISSIONS_CREATE_FLAGS_EXCLUDE_GLOBAL_READ 0x1
#define NVTX_MEM_PERMISSIONS_CREATE_FLAGS_EXCLUDE_GLOBAL_WRITE 0x2
#define NVTX_MEM_PERMISSIONS_CREATE_FLAGS_EXCLUDE_GLOBAL_ATOMIC 0x4
#define NVTX_MEM_PERMISSIONS_BIND_FLAGS_NONE 0x0
#define NVTX_MEM_PERMISSIONS_BIND_FLAGS_STRICT_READ 0x1
#define NVTX_MEM_PERMISSIONS_BIND_FLAGS_STRICT_WRITE 0x2
#define NVTX_MEM_PERMISSIONS_BIND_FLAGS_STRICT_ATOMIC 0x4
#define NVTX_MEM_PERMISSIONS_BIND_SCOPE_UNKNOWN 0x0
#define NVTX_MEM_PERMISSIONS_BIND_SCOPE_CPU_THREAD 0x1
#define NVTX_MEM_PERMISSIONS_BIND_SCOPE_CUDA_STREAM 0x2

/* Regions and pools go by their addresses. */
typedef struct nvtxMemHeap_v1 nvtxMemHeap_t;
typedef nvtxMemHeap_t* nvtxMemHeapHandle_t;
typedef struct nvtxMemRegion_v1 nvtxMemRegion_t;
typedef nvtxMemRegion_t* nvtxMemRegionHandle_t;
typedef struct nvtxMemPermissions_v1 nvtxMemPermissions_t;
typedef nvtxMemPermissions_t* nvtxMemPermissionsHandle_t;
#define NVTX_MEM_HEAP_HANDLE_NO_TOOL ((nvtxMemHeapHandle_t)-1)
#define NVTX_MEM_REGION_HANDLE_NO_TOOL ((nvtxMemRegionHandle_t)-1)
#define NVTX_MEM_PERMISSIONS_HANDLE_NO_TOOL ((nvtxMemPermissionsHandle_t)-1)
#define NVTX_MEM_HEAP_HANDLE_PROCESS_WIDE ((nvtxMemHeapHandle_t)0)
#define NVTX_MEM_PERMISSIONS_HANDLE_PROCESS_WIDE ((nvtxMemPermissionsHandle_t)0)

typedef union nvtxMemRegionRef_t {
  void const* pointer;
  nvtxMemRegionHandle_t handle;
} nvtxMemRegionRef_t;
typedef struct nvtxMemVirtualRangeDesc_v1 {
  size_t size;
  void const* ptr;
} nvtxMemVirtualRangeDesc_v1, nvtxMemVirtualRangeDesc_t;
typedef struct nvtxMemHeapDesc_v1 {
  uint16_t extCompatID, structSize;
  uint32_t reserved0, usage, type;
  size_t typeSpecificDescSize;
  void const* typeSpecificDesc;
  uint32_t category, messageType;
  nvtxMessageValue_t message;
} nvtxMemHeapDesc_v1, nvtxMemHeapDesc_t;
typedef struct nvtxMemRegionsRegisterBatch_v1 {
  uint16_t extCompatID, structSize;
  uint32_t regionType;
  nvtxMemHeapHandle_t heap;
  size_t regionCount, regionDescElementSize;
  void const* regionDescElements;
  nvtxMemRegionHandle_t* regionHandleElementsOut;
} nvtxMemRegionsRegisterBatch_v1, nvtxMemRegionsRegisterBatch_t;
typedef struct nvtxMemRegionsResizeBatch_v1 {
  uint16_t extCompatID, structSize;
  uint32_t regionType;
  size_t regionDescCount, regionDescElementSize;
  void const* regionDescElements;
} nvtxMemRegionsResizeBatch_v1, nvtxMemRegionsResizeBatch_t;
typedef struct nvtxMemRegionsUnregisterBatch_v1 {
  uint16_t extCompatID, structSize;
  uint32_t refType;
  size_t refCount, refElementSize;
  nvtxMemRegionRef_t const* refElements;
} nvtxMemRegionsUnregisterBatch_v1, nvtxMemRegionsUnregisterBatch_t;
typedef struct nvtxMemRegionNameDesc_v1 {
  uint32_t regionRefType, nameType;
  nvtxMemRegionRef_t region;
  nvtxMessageValue_t name;
  uint32_t category, reserved0;
} nvtxMemRegionNameDesc_v1, nvtxMemRegionNameDesc_t;
typedef struct nvtxMemRegionsNameBatch_v1 {
  uint16_t extCompatID, structSize;
  uint32_t reserved0;
  size_t regionCount, regionElementSize;
  nvtxMemRegionNameDesc_t const* regionElements;
  size_t reserved1;
} nvtxMemRegionsNameBatch_v1, nvtxMemRegionsNameBatch_t;
typedef struct nvtxMemPermissionsAssignRegionDesc_v1 {
  uint32_t flags, regionRefType;
  nvtxMemRegionRef_t region;
} nvtxMemPermissionsAssignRegionDesc_v1, nvtxMemPermissionsAssignRegionDesc_t;
typedef struct nvtxMemPermissionsAssignBatch_v1 {
  uint16_t extCompatID, structSize;
  uint32_t reserved0;
  nvtxMemPermissionsHandle_t permissions;
  size_t regionCount, regionElementSize;
  nvtxMemPermissionsAssignRegionDesc_t const* regionElements;
  size_t reserved1;
} nvtxMemPermissionsAssignBatch_v1, nvtxMemPermissionsAssignBatch_t;

/* Who listens. */
#if defined(__cplusplus) && SIMT_CHECK && !SIMT_PROFILE
#define SIMT_NVTX_TELL(call) (call)
#else
#define SIMT_NVTX_TELL(call) ((void)0)
#endif

static inline nvtxMemHeapHandle_t nvtxMemHeapRegister(nvtxDomainHandle_t domain,
                                                      nvtxMemHeapDesc_t const* desc) {
  (void)domain;
  if (!desc || desc->type != NVTX_MEM_TYPE_VIRTUAL_ADDRESS || !desc->typeSpecificDesc)
    return NVTX_MEM_HEAP_HANDLE_NO_TOOL;
  nvtxMemVirtualRangeDesc_t const* range = (nvtxMemVirtualRangeDesc_t const*)desc->typeSpecificDesc;
  if (desc->usage == NVTX_MEM_HEAP_USAGE_TYPE_SUB_ALLOCATOR)
    SIMT_NVTX_TELL(simt_check_pool(range->ptr, range->size, simt_pool_begins));
  return (nvtxMemHeapHandle_t)(uintptr_t)range->ptr;
}
static inline void nvtxMemHeapUnregister(nvtxDomainHandle_t domain, nvtxMemHeapHandle_t heap) {
  (void)domain, (void)heap;
  SIMT_NVTX_TELL(simt_check_pool(heap, 0, simt_pool_ends));
}
static inline void nvtxMemHeapReset(nvtxDomainHandle_t domain, nvtxMemHeapHandle_t heap) {
  (void)domain, (void)heap;
  SIMT_NVTX_TELL(simt_check_pool(heap, 0, simt_pool_emptied));
}
static inline void nvtxMemRegionsRegister(nvtxDomainHandle_t domain,
                                          nvtxMemRegionsRegisterBatch_t const* desc) {
  nvtxMemVirtualRangeDesc_t const* r = (nvtxMemVirtualRangeDesc_t const*)desc->regionDescElements;
  (void)domain;
  if (desc->regionType != NVTX_MEM_TYPE_VIRTUAL_ADDRESS) return;
  for (size_t i = 0; i < desc->regionCount; ++i) {
    SIMT_NVTX_TELL(simt_check_pool(r[i].ptr, r[i].size, simt_pool_part));
    if (desc->regionHandleElementsOut)
      desc->regionHandleElementsOut[i] = (nvtxMemRegionHandle_t)(uintptr_t)r[i].ptr;
  }
}
static inline void nvtxMemRegionsResize(nvtxDomainHandle_t domain,
                                        nvtxMemRegionsResizeBatch_t const* desc) {
  nvtxMemVirtualRangeDesc_t const* r = (nvtxMemVirtualRangeDesc_t const*)desc->regionDescElements;
  (void)domain, (void)r;
  if (desc->regionType != NVTX_MEM_TYPE_VIRTUAL_ADDRESS) return;
  for (size_t i = 0; i < desc->regionDescCount; ++i)
    SIMT_NVTX_TELL(simt_check_pool(r[i].ptr, r[i].size, simt_pool_part));
}
static inline void nvtxMemRegionsUnregister(nvtxDomainHandle_t domain,
                                            nvtxMemRegionsUnregisterBatch_t const* desc) {
  (void)domain;
  for (size_t i = 0; i < desc->refCount; ++i)
    SIMT_NVTX_TELL(simt_check_pool(desc->refElements[i].pointer, 0, simt_pool_part));
}
static inline void nvtxMemRegionsName(nvtxDomainHandle_t domain,
                                      nvtxMemRegionsNameBatch_t const* desc) {
  (void)domain;
  for (size_t i = 0; i < desc->regionCount; ++i)
    if (desc->regionElements[i].nameType == NVTX_MESSAGE_TYPE_ASCII)
      SIMT_NVTX_TELL(simt_check_names(desc->regionElements[i].region.pointer,
                                      desc->regionElements[i].name.ascii));
}
static inline void nvtxMemPermissionsAssign(nvtxDomainHandle_t domain,
                                            nvtxMemPermissionsAssignBatch_t const* desc) {
  (void)domain;
  if (desc->permissions != NVTX_MEM_PERMISSIONS_HANDLE_PROCESS_WIDE) return;
  for (size_t i = 0; i < desc->regionCount; ++i)
    SIMT_NVTX_TELL(
        simt_check_permits(desc->regionElements[i].region.pointer, desc->regionElements[i].flags));
}
/* Permissions of a thread or a stream are nobody's business here. */
static inline nvtxMemPermissionsHandle_t nvtxMemPermissionsCreate(nvtxDomainHandle_t domain,
                                                                  int32_t flags) {
  (void)domain, (void)flags;
  return NVTX_MEM_PERMISSIONS_HANDLE_NO_TOOL;
}
static inline void nvtxMemPermissionsDestroy(nvtxDomainHandle_t domain,
                                             nvtxMemPermissionsHandle_t permissions) {
  (void)domain, (void)permissions;
}
static inline void nvtxMemPermissionsReset(nvtxDomainHandle_t domain,
                                           nvtxMemPermissionsHandle_t permissions) {
  (void)domain, (void)permissions;
}
static inline void nvtxMemPermissionsBind(nvtxDomainHandle_t domain,
                                          nvtxMemPermissionsHandle_t permissions, uint32_t scope,
                                          uint32_t flags) {
  (void)domain, (void)permissions, (void)scope, (void)flags;
}
static inline void nvtxMemPermissionsUnbind(nvtxDomainHandle_t domain, uint32_t scope) {
  (void)domain, (void)scope;
}
