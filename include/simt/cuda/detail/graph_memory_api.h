#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/api_common.h>
#include <simt/cuda/driver_types.h>

#include <cstddef>

// Memory that graphs allocate when they run, and objects of the program's that graphs keep.
inline namespace SIMT_CUDA_ABI {

/// - Differs: the memory is there from the node's making to the end of the graph and of what was made
///            from it; launches count it as allocated and freed
cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                     cudaGraphNode_t const* after, std::size_t count,
                                     struct cudaMemAllocNodeParams* params);
cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node,
                                           struct cudaMemAllocNodeParams* params);
cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                    cudaGraphNode_t const* after, std::size_t count, void* p);
cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void* p);

cudaError_t cudaDeviceGetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attribute,
                                           void* value);
/// High-water marks can be set back.
cudaError_t cudaDeviceSetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attribute,
                                           void* value);
cudaError_t cudaDeviceGraphMemTrim(int device);

/// The destructor is called when the last reference goes: the program's, a graph's, or that of what
/// was made from a graph.
cudaError_t cudaUserObjectCreate(cudaUserObject_t* object, void* p, cudaHostFn_t destroy,
                                 unsigned count, unsigned flags);
cudaError_t cudaUserObjectRetain(cudaUserObject_t object, unsigned count = 1);
cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned count = 1);
cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t object,
                                      unsigned count = 1, unsigned flags = 0);
cudaError_t cudaGraphReleaseUserObject(cudaGraph_t graph, cudaUserObject_t object,
                                       unsigned count = 1);

}  // namespace SIMT_CUDA_ABI

#if !SIMT_RUNTIME_IN_LIBRARY
#include <simt/cuda/detail/graph_memory_api-inl.h>
#endif
