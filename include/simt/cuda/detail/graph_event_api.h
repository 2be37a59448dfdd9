#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/api_common.h>
#include <simt/cuda/detail/symbol_api.h>
#include <simt/cuda/driver_types.h>

#include <cstddef>

// Nodes of graphs that record events or wait for them, copy variables, and are graphs; attributes of
// kernel nodes.
inline namespace SIMT_CUDA_ABI {

/// - Differs: an event that a graph records stands for all of the graph, and a graph waits for events
///            before it begins
cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                        cudaGraphNode_t const* after, std::size_t count,
                                        cudaEvent_t event);
cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                      cudaGraphNode_t const* after, std::size_t count,
                                      cudaEvent_t event);
cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event);
cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event);
cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event);
cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event);
cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                 cudaEvent_t event);
cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node,
                                               cudaEvent_t event);

/// The node's own copy of the graph: changes of it count until the outer one is instantiated.
cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t* graph);
cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                 cudaGraph_t child);

cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t node, cudaKernelNodeAttrID attribute,
                                            cudaKernelNodeAttrValue* value);
cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t to, cudaGraphNode_t from);

}  // namespace SIMT_CUDA_ABI

namespace simt::inline SIMT_ABI::cuda::detail {

/// Copies of variables: what a node copies, as parameters of a copy of bytes.
cudaError_t add_symbol_copy(cudaGraphNode_t* node, cudaGraph_t graph, cudaGraphNode_t const* after,
                            std::size_t n, symbol s, void* to, void const* from, std::size_t count,
                            std::size_t offset, cudaMemcpyKind kind);
/// Changes the node, or with `exec` what an executable graph has of it.
cudaError_t set_symbol_copy(cudaGraphExec_t const* exec, cudaGraphNode_t node, symbol s, void* to,
                            void const* from, std::size_t count, std::size_t offset,
                            cudaMemcpyKind kind);
symbol symbol_of_address(void const* address);
/// A variable by its address, or by itself.
inline symbol any_symbol(void const* address) { return symbol_of_address(address); }
inline symbol any_symbol(void* address) { return symbol_of_address(address); }
inline symbol any_symbol(std::nullptr_t) { return symbol_of_address(nullptr); }
template <class T>
symbol any_symbol(T const& variable) {
  return symbol_of(variable);
}

}  // namespace simt::inline SIMT_ABI::cuda::detail

inline namespace SIMT_CUDA_ABI {

template <class T>
inline cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t* node, cudaGraph_t graph,
                                                  cudaGraphNode_t const* after, std::size_t n,
                                                  T const& symbol, void const* src,
                                                  std::size_t count, std::size_t offset,
                                                  enum cudaMemcpyKind kind) {
  return simt::cuda::detail::add_symbol_copy(node, graph, after, n,
                                             simt::cuda::detail::any_symbol(symbol), nullptr, src,
                                             count, offset, kind);
}
template <class T>
inline cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t* node, cudaGraph_t graph,
                                                    cudaGraphNode_t const* after, std::size_t n,
                                                    void* dst, T const& symbol, std::size_t count,
                                                    std::size_t offset, enum cudaMemcpyKind kind) {
  return simt::cuda::detail::add_symbol_copy(node, graph, after, n,
                                             simt::cuda::detail::any_symbol(symbol), dst, nullptr,
                                             count, offset, kind);
}
template <class T>
inline cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, T const& symbol,
                                                        void const* src, std::size_t count,
                                                        std::size_t offset,
                                                        enum cudaMemcpyKind kind) {
  return simt::cuda::detail::set_symbol_copy(nullptr, node, simt::cuda::detail::any_symbol(symbol),
                                             nullptr, src, count, offset, kind);
}
template <class T>
inline cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void* dst,
                                                          T const& symbol, std::size_t count,
                                                          std::size_t offset,
                                                          enum cudaMemcpyKind kind) {
  return simt::cuda::detail::set_symbol_copy(nullptr, node, simt::cuda::detail::any_symbol(symbol),
                                             dst, nullptr, count, offset, kind);
}
template <class T>
inline cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t exec,
                                                            cudaGraphNode_t node, T const& symbol,
                                                            void const* src, std::size_t count,
                                                            std::size_t offset,
                                                            enum cudaMemcpyKind kind) {
  return simt::cuda::detail::set_symbol_copy(&exec, node, simt::cuda::detail::any_symbol(symbol),
                                             nullptr, src, count, offset, kind);
}
template <class T>
inline cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t exec,
                                                              cudaGraphNode_t node, void* dst,
                                                              T const& symbol, std::size_t count,
                                                              std::size_t offset,
                                                              enum cudaMemcpyKind kind) {
  return simt::cuda::detail::set_symbol_copy(&exec, node, simt::cuda::detail::any_symbol(symbol),
                                             dst, nullptr, count, offset, kind);
}

}  // namespace SIMT_CUDA_ABI

#if !SIMT_RUNTIME_IN_LIBRARY
#include <simt/cuda/detail/graph_event_api-inl.h>
#endif
