#pragma once
// SPDX-License-Identifier: MIT

// Types of the driver API for memory that programs map themselves (cuMemCreate, cuMemMap) and for
// streams that wait for values in memory. Devices say by their attributes that they have neither.

#include <simt/cuda/detail/c_language.h>

typedef unsigned int cuuint32_t;
typedef unsigned long long cuuint64_t;

typedef SIMT_DETAIL_ENUM(CUstreamWaitValue_flags_enum){
    CU_STREAM_WAIT_VALUE_GEQ = 0x0, CU_STREAM_WAIT_VALUE_EQ = 0x1, CU_STREAM_WAIT_VALUE_AND = 0x2,
    CU_STREAM_WAIT_VALUE_NOR = 0x3, CU_STREAM_WAIT_VALUE_FLUSH = 1 << 30} CUstreamWaitValue_flags;
typedef SIMT_DETAIL_ENUM(CUstreamWriteValue_flags_enum){
    CU_STREAM_WRITE_VALUE_DEFAULT = 0x0,
    CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER = 0x1} CUstreamWriteValue_flags;
typedef SIMT_DETAIL_ENUM(CUstreamCaptureStatus_enum){
    CU_STREAM_CAPTURE_STATUS_NONE = 0, CU_STREAM_CAPTURE_STATUS_ACTIVE = 1,
    CU_STREAM_CAPTURE_STATUS_INVALIDATED = 2} CUstreamCaptureStatus;

typedef unsigned long long CUmemGenericAllocationHandle;
typedef SIMT_DETAIL_ENUM(CUmemAllocationHandleType_enum){
    CU_MEM_HANDLE_TYPE_NONE = 0x0,   CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR = 0x1,
    CU_MEM_HANDLE_TYPE_WIN32 = 0x2,  CU_MEM_HANDLE_TYPE_WIN32_KMT = 0x4,
    CU_MEM_HANDLE_TYPE_FABRIC = 0x8, CU_MEM_HANDLE_TYPE_MAX = 0x7fffffff} CUmemAllocationHandleType;
typedef SIMT_DETAIL_ENUM(CUmemAllocationType_enum){
    CU_MEM_ALLOCATION_TYPE_INVALID = 0x0, CU_MEM_ALLOCATION_TYPE_PINNED = 0x1,
    CU_MEM_ALLOCATION_TYPE_MANAGED = 0x2,
    CU_MEM_ALLOCATION_TYPE_MAX = 0x7fffffff} CUmemAllocationType;
typedef SIMT_DETAIL_ENUM(CUmemLocationType_enum){
    CU_MEM_LOCATION_TYPE_INVALID = 0x0,   CU_MEM_LOCATION_TYPE_NONE = 0x0,
    CU_MEM_LOCATION_TYPE_DEVICE = 0x1,    CU_MEM_LOCATION_TYPE_HOST = 0x2,
    CU_MEM_LOCATION_TYPE_HOST_NUMA = 0x3, CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT = 0x4,
    CU_MEM_LOCATION_TYPE_MAX = 0x7fffffff} CUmemLocationType;
typedef SIMT_DETAIL_ENUM(CUmemAccess_flags_enum){
    CU_MEM_ACCESS_FLAGS_PROT_NONE = 0x0, CU_MEM_ACCESS_FLAGS_PROT_READ = 0x1,
    CU_MEM_ACCESS_FLAGS_PROT_READWRITE = 0x3,
    CU_MEM_ACCESS_FLAGS_PROT_MAX = 0x7fffffff} CUmemAccess_flags;
typedef SIMT_DETAIL_ENUM(CUmemAllocationGranularity_flags_enum){
    CU_MEM_ALLOC_GRANULARITY_MINIMUM = 0x0,
    CU_MEM_ALLOC_GRANULARITY_RECOMMENDED = 0x1} CUmemAllocationGranularity_flags;
typedef SIMT_DETAIL_ENUM(CUmemOperationType_enum){
    CU_MEM_OPERATION_TYPE_MAP = 1, CU_MEM_OPERATION_TYPE_UNMAP = 2} CUmemOperationType;
typedef SIMT_DETAIL_ENUM(CUmemHandleType_enum){CU_MEM_HANDLE_TYPE_GENERIC = 0} CUmemHandleType;
typedef SIMT_DETAIL_ENUM(CUarraySparseSubresourceType_enum){
    CU_ARRAY_SPARSE_SUBRESOURCE_TYPE_SPARSE_LEVEL = 0,
    CU_ARRAY_SPARSE_SUBRESOURCE_TYPE_MIPTAIL = 1} CUarraySparseSubresourceType;

#define CU_MEM_CREATE_USAGE_TILE_POOL 0x1

typedef struct CUmemLocation_st {
  CUmemLocationType type;
  int id;
} CUmemLocation;
typedef struct CUmemAccessDesc_st {
  CUmemLocation location;
  CUmemAccess_flags flags;
} CUmemAccessDesc;
typedef struct CUmemAllocationProp_st {
  CUmemAllocationType type;
  CUmemAllocationHandleType requestedHandleTypes;
  CUmemLocation location;
  void* win32HandleMetaData;
  struct {
    unsigned char compressionType;
    unsigned char gpuDirectRDMACapable;
    unsigned short usage;
    unsigned char reserved[4];
  } allocFlags;
} CUmemAllocationProp;
