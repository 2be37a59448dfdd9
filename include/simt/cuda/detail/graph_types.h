#pragma once
// SPDX-License-Identifier: MIT

// Parameters of cudaGraphAddNode, those of each kind of node in one structure, and of
// cudaGraphInstantiateWithParams.
// - Source:  CUDA Runtime API 13.0, 7 (Data Structures), 6.39 (Data types used by CUDA Runtime)

#include <simt/cuda/driver_types.h>

SIMT_DETAIL_ENUM(cudaGraphConditionalHandleFlags){cudaGraphCondAssignDefault = 1};

SIMT_DETAIL_ENUM(cudaGraphConditionalNodeType){cudaGraphCondTypeIf = 0, cudaGraphCondTypeWhile = 1,
                                               cudaGraphCondTypeSwitch = 2};

SIMT_DETAIL_ENUM(cudaGraphChildGraphNodeOwnership){cudaGraphChildGraphOwnershipClone = 0,
                                                   cudaGraphChildGraphOwnershipMove = 1};

SIMT_DETAIL_ENUM(cudaGraphInstantiateResult){cudaGraphInstantiateSuccess = 0,
                                             cudaGraphInstantiateError = 1,
                                             cudaGraphInstantiateInvalidStructure = 2,
                                             cudaGraphInstantiateNodeOperationNotSupported = 3,
                                             cudaGraphInstantiateMultipleDevicesNotSupported = 4,
                                             cudaGraphInstantiateConditionalHandleUnused = 5};

typedef unsigned long long cudaGraphConditionalHandle;
typedef struct cudaExecutionContext_st* cudaExecutionContext_t;

typedef struct cudaGraphInstantiateParams {
  unsigned long long flags;
  cudaStream_t uploadStream;
  cudaGraphNode_t errNode_out;
  enum cudaGraphInstantiateResult result_out;
} cudaGraphInstantiateParams;

/* Parameters that have not changed have their first names' types here. */
#define cudaKernelNodeParamsV2 cudaKernelNodeParams
#define cudaMemsetParamsV2 cudaMemsetParams
#define cudaHostNodeParamsV2 cudaHostNodeParams
#define cudaMemAllocNodeParamsV2 cudaMemAllocNodeParams

struct cudaMemcpyNodeParams {
  int flags;
  int reserved[3];
  struct cudaMemcpy3DParms copyParams;
};
struct cudaChildGraphNodeParams {
  cudaGraph_t graph;
  enum cudaGraphChildGraphNodeOwnership ownership;
};
struct cudaEventWaitNodeParams {
  cudaEvent_t event;
};
struct cudaEventRecordNodeParams {
  cudaEvent_t event;
};
struct cudaMemFreeNodeParams {
  void* dptr;
};
struct cudaConditionalNodeParams {
  cudaGraphConditionalHandle handle;
  enum cudaGraphConditionalNodeType type;
  unsigned size;
  cudaGraph_t* phGraph_out;
};

#ifdef __cplusplus
struct cudaGraphNodeParams {
  enum cudaGraphNodeType type;
  int reserved0[3];
  union {
    long long reserved1[29];
    struct cudaKernelNodeParamsV2 kernel;
    struct cudaMemcpyNodeParams memcpy;
    struct cudaMemsetParamsV2 memset;
    struct cudaHostNodeParamsV2 host;
    struct cudaChildGraphNodeParams graph;
    struct cudaEventWaitNodeParams eventWait;
    struct cudaEventRecordNodeParams eventRecord;
    struct cudaMemAllocNodeParamsV2 alloc;
    struct cudaMemFreeNodeParams free;
    struct cudaConditionalNodeParams conditional;
  };
  long long reserved2;
};
#endif
