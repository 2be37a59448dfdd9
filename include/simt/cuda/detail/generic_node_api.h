#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/api_common.h>
#include <simt/cuda/detail/capture_api.h>
#include <simt/cuda/detail/graph_node_api.h>
#include <simt/cuda/detail/graph_types.h>

#include <cstddef>

// Nodes of any kind by one structure of parameters, and nodes that choose what runs by a number
// which kernels set.
inline namespace SIMT_CUDA_ABI {

/// Adds a node of params->type; tells in the parameters where memory will be, and which graphs a
/// conditional node has.
/// - Errors:  cudaErrorInvalidValue, cudaErrorNotSupported for semaphores of other interfaces
cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph, cudaGraphNode_t const* after,
                             std::size_t count, struct cudaGraphNodeParams* params);
/// As CUDA 13 declares it: edges carry no data here.
cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph, cudaGraphNode_t const* after,
                             struct cudaGraphEdgeData const* edges, std::size_t count,
                             struct cudaGraphNodeParams* params);
cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, struct cudaGraphNodeParams* params);
cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                       struct cudaGraphNodeParams* params);

/// Instantiates, and says in the parameters what was wrong.
cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* exec, cudaGraph_t graph,
                                           cudaGraphInstantiateParams* params);

/// Makes the number of a conditional node of the graph, or of one within it.
/// - Differs: executable graphs of one graph share it
cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle* handle, cudaGraph_t graph,
                                             unsigned initial = 0, unsigned flags = 0);
cudaError_t cudaGraphConditionalHandleCreate_v2(cudaGraphConditionalHandle* handle,
                                                cudaGraph_t graph, cudaExecutionContext_t context,
                                                unsigned initial = 0, unsigned flags = 0);
/// Sets the number, in device code.
/// - Order:   the node sees it that waits for the kernel
/// - Errors:  cudaErrorLaunchFailure for a handle whose graph has ended
void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned value);

// The names that CUDA 12 gives the calls with edges, which are those of CUDA 13 here.
#define SIMT_DETAIL_SAME_CALL(name, call) \
  template <class... A>                   \
  inline cudaError_t name(A... a) {       \
    return call(a...);                    \
  }
SIMT_DETAIL_SAME_CALL(cudaGraphAddNode_v2, cudaGraphAddNode)
SIMT_DETAIL_SAME_CALL(cudaGraphAddDependencies_v2, cudaGraphAddDependencies)
SIMT_DETAIL_SAME_CALL(cudaGraphRemoveDependencies_v2, cudaGraphRemoveDependencies)
SIMT_DETAIL_SAME_CALL(cudaGraphGetEdges_v2, cudaGraphGetEdges)
SIMT_DETAIL_SAME_CALL(cudaGraphNodeGetDependencies_v2, cudaGraphNodeGetDependencies)
SIMT_DETAIL_SAME_CALL(cudaGraphNodeGetDependentNodes_v2, cudaGraphNodeGetDependentNodes)
SIMT_DETAIL_SAME_CALL(cudaStreamGetCaptureInfo_v3, cudaStreamGetCaptureInfo)
SIMT_DETAIL_SAME_CALL(cudaStreamUpdateCaptureDependencies_v2, cudaStreamUpdateCaptureDependencies)
#undef SIMT_DETAIL_SAME_CALL

}  // namespace SIMT_CUDA_ABI

#if !SIMT_RUNTIME_IN_LIBRARY
#include <simt/cuda/detail/generic_node_api-inl.h>
#endif
