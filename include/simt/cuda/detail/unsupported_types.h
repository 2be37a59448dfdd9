#pragma once
// SPDX-License-Identifier: MIT

// Types and constants of those functions of CUDA's runtime API that are not supported: programs
// that name them compile, and a call of the functions says so and answers cudaErrorNotSupported.
// - Source:  CUDA Runtime API 13.0, 7 (Data Structures), 6.39 (Data types used by CUDA Runtime)

#include <simt/cuda/driver_types.h>

SIMT_DETAIL_ENUM(cudaFlushGPUDirectRDMAWritesOptions){
    cudaFlushGPUDirectRDMAWritesOptionHost = 1 << 0,
    cudaFlushGPUDirectRDMAWritesOptionMemOps = 1 << 1};

SIMT_DETAIL_ENUM(cudaGPUDirectRDMAWritesOrdering){cudaGPUDirectRDMAWritesOrderingNone = 0,
                                                  cudaGPUDirectRDMAWritesOrderingOwner = 100,
                                                  cudaGPUDirectRDMAWritesOrderingAllDevices = 200};

SIMT_DETAIL_ENUM(cudaFlushGPUDirectRDMAWritesScope){cudaFlushGPUDirectRDMAWritesToOwner = 100,
                                                    cudaFlushGPUDirectRDMAWritesToAllDevices = 200};

SIMT_DETAIL_ENUM(cudaFlushGPUDirectRDMAWritesTarget){
    cudaFlushGPUDirectRDMAWritesTargetCurrentDevice = 0};

SIMT_DETAIL_ENUM(cudaAtomicOperation){cudaAtomicOperationIntegerAdd = 0,
                                      cudaAtomicOperationIntegerMin = 1,
                                      cudaAtomicOperationIntegerMax = 2,
                                      cudaAtomicOperationIntegerIncrement = 3,
                                      cudaAtomicOperationIntegerDecrement = 4,
                                      cudaAtomicOperationAnd = 5,
                                      cudaAtomicOperationOr = 6,
                                      cudaAtomicOperationXOR = 7,
                                      cudaAtomicOperationExchange = 8,
                                      cudaAtomicOperationCAS = 9,
                                      cudaAtomicOperationFloatAdd = 10,
                                      cudaAtomicOperationFloatMin = 11,
                                      cudaAtomicOperationFloatMax = 12};

SIMT_DETAIL_ENUM(cudaAtomicOperationCapability){
    cudaAtomicCapabilitySigned = 1u << 0,    cudaAtomicCapabilityUnsigned = 1u << 1,
    cudaAtomicCapabilityReduction = 1u << 2, cudaAtomicCapabilityScalar32 = 1u << 3,
    cudaAtomicCapabilityScalar64 = 1u << 4,  cudaAtomicCapabilityScalar128 = 1u << 5,
    cudaAtomicCapabilityVector32x4 = 1u << 6};

SIMT_DETAIL_ENUM(cudaGraphDependencyType){cudaGraphDependencyTypeDefault = 0,
                                          cudaGraphDependencyTypeProgrammatic = 1};

SIMT_DETAIL_ENUM(cudaGraphKernelNodeField){
    cudaGraphKernelNodeFieldInvalid = 0, cudaGraphKernelNodeFieldGridDim = 1,
    cudaGraphKernelNodeFieldParam = 2, cudaGraphKernelNodeFieldEnabled = 3};

SIMT_DETAIL_ENUM(cudaGetDriverEntryPointFlags){
    cudaEnableDefault = 0x0, cudaEnableLegacyStream = 0x1, cudaEnablePerThreadDefaultStream = 0x2};

SIMT_DETAIL_ENUM(cudaDriverEntryPointQueryResult){cudaDriverEntryPointSuccess = 0,
                                                  cudaDriverEntryPointSymbolNotFound = 1,
                                                  cudaDriverEntryPointVersionNotSufficent = 2};

SIMT_DETAIL_ENUM(cudaDeviceNumaConfig){cudaDeviceNumaConfigNone = 0,
                                       cudaDeviceNumaConfigNumaNode = 1};

SIMT_DETAIL_ENUM(cudaAsyncNotificationType){cudaAsyncNotificationTypeOverBudget = 0x1};

SIMT_DETAIL_ENUM(cudaLogLevel){cudaLogLevelError = 0, cudaLogLevelWarning = 1};

typedef struct CUgraphDeviceUpdatableNode_st* cudaGraphDeviceNode_t;
typedef struct CUlogsCallbackEntry_st* cudaLogsCallbackHandle;
typedef unsigned cudaLogIterator;
typedef void (*cudaLogsCallback_t)(void* data, enum cudaLogLevel level, char* message,
                                   size_t length);

struct cudaArraySparseProperties {
  struct {
    unsigned width;
    unsigned height;
    unsigned depth;
  } tileExtent;
  unsigned miptailFirstLevel;
  unsigned long long miptailSize;
  unsigned flags;
  unsigned reserved[4];
};

struct cudaArrayMemoryRequirements {
  size_t size;
  size_t alignment;
  unsigned reserved[4];
};

typedef struct cudaAsyncNotificationInfo {
  enum cudaAsyncNotificationType type;
  union {
    struct {
      unsigned long long bytesOverBudget;
    } overBudget;
  } info;
} cudaAsyncNotificationInfo_t;
typedef struct cudaAsyncCallbackEntry* cudaAsyncCallbackHandle_t;
typedef void (*cudaAsyncCallback)(cudaAsyncNotificationInfo_t* info, void* data,
                                  cudaAsyncCallbackHandle_t handle);
