#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/api_common.h>
#include <simt/cuda/driver_types.h>

#include <cstddef>

// What can be asked of a graph's nodes and changed in them, in graphs and in executable ones.
inline namespace SIMT_CUDA_ABI {

// As CUDA 13 declares them: edges carry no data here.
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, cudaGraphNode_t const* from,
                                     cudaGraphNode_t const* to, void const*, std::size_t count);
cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, cudaGraphNode_t const* from,
                                        cudaGraphNode_t const* to, void const*, std::size_t count);
cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* after, void*,
                                         std::size_t* count);
cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* before, void*,
                                           std::size_t* count);
cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to, void*,
                              std::size_t* count);

/// With null nodes only the number is told; else as many as fit, the rest null.
cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* before,
                                           std::size_t* count);
cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                              std::size_t* count);
cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* twin, cudaGraphNode_t original,
                                     cudaGraph_t clone);
/// Numbers by which tools tell graphs, what was made of them, and the nodes of a graph apart.
cudaError_t cudaGraphGetId(cudaGraph_t graph, unsigned* id);
cudaError_t cudaGraphExecGetId(cudaGraphExec_t exec, unsigned* id);
cudaError_t cudaGraphNodeGetLocalId(cudaGraphNode_t node, unsigned* id);
cudaError_t cudaGraphNodeGetToolsId(cudaGraphNode_t node, unsigned long long* id);
cudaError_t cudaGraphNodeGetContainingGraph(cudaGraphNode_t node, cudaGraph_t* graph);
/// Writes the graph as text that Graphviz draws.
cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, char const* path, unsigned flags);

cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, struct cudaHostNodeParams* params);
cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node,
                                       struct cudaHostNodeParams const* params);
cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, struct cudaMemsetParams* params);
cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node,
                                         struct cudaMemsetParams const* params);
cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, struct cudaMemcpy3DParms* params);
cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node,
                                         struct cudaMemcpy3DParms const* params);
cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* dst, void const* src,
                                           std::size_t count, enum cudaMemcpyKind kind);

// Launches that are queued keep what they had.
cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                           struct cudaHostNodeParams const* params);
cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             struct cudaMemsetParams const* params);
cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             struct cudaMemcpy3DParms const* params);
cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node,
                                               void* dst, void const* src, std::size_t count,
                                               enum cudaMemcpyKind kind);
/// A kernel, copy or memset that is not enabled does nothing; what waits for it goes on.
cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned enabled);
cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned* enabled);

}  // namespace SIMT_CUDA_ABI

#if !SIMT_RUNTIME_IN_LIBRARY
#include <simt/cuda/detail/graph_node_api-inl.h>
#endif
