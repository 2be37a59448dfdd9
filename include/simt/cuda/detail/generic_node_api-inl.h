#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/capture_api-inl.h>
#include <simt/cuda/detail/generic_node_api.h>
#include <simt/cuda/detail/graph_event_api-inl.h>
#include <simt/cuda/detail/graph_memory_api-inl.h>
#include <simt/runtime/fault.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace simt::inline SIMT_ABI::cuda::detail {

/// Where the number of a conditional node is; null for what is none.
inline simt::detail::graph_condition* find_condition(cudaGraphConditionalHandle handle) {
  return simt::detail::graphs().conditions.find(
      reinterpret_cast<void const*>(static_cast<std::uintptr_t>(handle)));
}

inline cudaError_t make_condition(cudaGraphConditionalHandle* handle, cudaGraph_t graph,
                                  unsigned initial, unsigned flags) {
  return call([&] {
    auto* const g = simt::detail::graphs().graphs.find(graph);
    if (handle == nullptr || g == nullptr || flags > cudaGraphCondAssignDefault)
      return error_code::invalid_value;
    *handle = reinterpret_cast<std::uintptr_t>(
        &simt::detail::add_condition(*g, initial, flags == cudaGraphCondAssignDefault));
    return error_code::success;
  });
}

/// True for as many graphs as a node of this type chooses among.
inline bool is_branch_size(cudaGraphConditionalNodeType type, unsigned size) noexcept {
  switch (type) {
    case cudaGraphCondTypeIf:
      return size == 1 || size == 2;
    case cudaGraphCondTypeWhile:
      return size == 1;
    case cudaGraphCondTypeSwitch:
      return size != 0;
  }
  return false;
}

inline cudaError_t add_branch_node(cudaGraphNode_t* node, cudaGraph_t graph,
                                   cudaGraphNode_t const* after, std::size_t count,
                                   cudaConditionalNodeParams& params) {
  return call([&] {
    auto* const condition = find_condition(params.handle);
    if (condition == nullptr || condition->has_node || !is_branch_size(params.type, params.size))
      return error_code::invalid_value;
    auto const branch = std::make_shared<simt::detail::graph_branch>();
    branch->condition = condition->shared_from_this();
    branch->kind = static_cast<simt::detail::branch_kind>(params.type);
    for (unsigned i = 0; i < params.size; ++i) {
      branch->bodies.push_back(simt::detail::own_graph(simt::detail::make_graph()));
      branch->handles.push_back(branch->bodies.back().get());
    }
    auto const e =
        add_node(node, graph, after, count, simt::detail::node_kind::conditional, {}, branch);
    if (e != cudaSuccess) return static_cast<error_code>(e);
    condition->has_node = true;
    params.phGraph_out = reinterpret_cast<cudaGraph_t*>(branch->handles.data());
    return error_code::success;
  });
}

/// A graph that the node takes for its own instead of a copy: the program's handle is to be used no
/// more but to change it.
inline cudaError_t add_moved_graph(cudaGraphNode_t* node, cudaGraph_t graph,
                                   cudaGraphNode_t const* after, std::size_t count,
                                   cudaGraph_t child) {
  return call([&] {
    auto* const g = simt::detail::graphs().graphs.find(child);
    if (g == nullptr || simt::detail::plan_graph(*g) == nullptr || child == graph)
      return error_code::invalid_value;
    if (simt::detail::has_memory_nodes(*g)) return error_code::not_supported;
    auto const e = add_child_node(node, graph, after, count, nullptr);
    if (e == cudaSuccess)
      simt::detail::graphs().nodes.find(*node)->child = simt::detail::own_graph(*g);
    return static_cast<error_code>(e);
  });
}

}  // namespace simt::inline SIMT_ABI::cuda::detail

inline namespace SIMT_CUDA_ABI {

SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                                   cudaGraphNode_t const* after, std::size_t count,
                                                   struct cudaGraphNodeParams* params) {
  using simt::cuda::detail::answer;
  if (params == nullptr) return answer(simt::error_code::invalid_value);
  switch (params->type) {
    case cudaGraphNodeTypeKernel:
      return cudaGraphAddKernelNode(node, graph, after, count, &params->kernel);
    case cudaGraphNodeTypeMemcpy:
      return cudaGraphAddMemcpyNode(node, graph, after, count, &params->memcpy.copyParams);
    case cudaGraphNodeTypeMemset:
      return cudaGraphAddMemsetNode(node, graph, after, count, &params->memset);
    case cudaGraphNodeTypeHost:
      return cudaGraphAddHostNode(node, graph, after, count, &params->host);
    case cudaGraphNodeTypeGraph:
      return params->graph.ownership == cudaGraphChildGraphOwnershipMove
                 ? simt::cuda::detail::add_moved_graph(node, graph, after, count,
                                                       params->graph.graph)
                 : cudaGraphAddChildGraphNode(node, graph, after, count, params->graph.graph);
    case cudaGraphNodeTypeEmpty:
      return cudaGraphAddEmptyNode(node, graph, after, count);
    case cudaGraphNodeTypeWaitEvent:
      return cudaGraphAddEventWaitNode(node, graph, after, count, params->eventWait.event);
    case cudaGraphNodeTypeEventRecord:
      return cudaGraphAddEventRecordNode(node, graph, after, count, params->eventRecord.event);
    case cudaGraphNodeTypeMemAlloc:
      return cudaGraphAddMemAllocNode(node, graph, after, count, &params->alloc);
    case cudaGraphNodeTypeMemFree:
      return cudaGraphAddMemFreeNode(node, graph, after, count, params->free.dptr);
    case cudaGraphNodeTypeConditional:
      return simt::cuda::detail::add_branch_node(node, graph, after, count, params->conditional);
    case cudaGraphNodeTypeExtSemaphoreSignal:
    case cudaGraphNodeTypeExtSemaphoreWait:
      return answer(simt::error_code::not_supported);
    case cudaGraphNodeTypeCount:
      break;
  }
  return answer(simt::error_code::invalid_value);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                                   cudaGraphNode_t const* after,
                                                   struct cudaGraphEdgeData const*,
                                                   std::size_t count,
                                                   struct cudaGraphNodeParams* params) {
  return cudaGraphAddNode(node, graph, after, count, params);
}
// Nodes that have no SetParams call of their own are refused.
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node,
                                                         struct cudaGraphNodeParams* params) {
  if (params == nullptr) return simt::cuda::detail::answer(simt::error_code::invalid_value);
  switch (params->type) {
    case cudaGraphNodeTypeKernel:
      return cudaGraphKernelNodeSetParams(node, &params->kernel);
    case cudaGraphNodeTypeMemcpy:
      return cudaGraphMemcpyNodeSetParams(node, &params->memcpy.copyParams);
    case cudaGraphNodeTypeMemset:
      return cudaGraphMemsetNodeSetParams(node, &params->memset);
    case cudaGraphNodeTypeHost:
      return cudaGraphHostNodeSetParams(node, &params->host);
    case cudaGraphNodeTypeWaitEvent:
      return cudaGraphEventWaitNodeSetEvent(node, params->eventWait.event);
    case cudaGraphNodeTypeEventRecord:
      return cudaGraphEventRecordNodeSetEvent(node, params->eventRecord.event);
    default:
      return simt::cuda::detail::answer(simt::error_code::invalid_value);
  }
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t exec,
                                                             cudaGraphNode_t node,
                                                             struct cudaGraphNodeParams* params) {
  if (params == nullptr) return simt::cuda::detail::answer(simt::error_code::invalid_value);
  switch (params->type) {
    case cudaGraphNodeTypeKernel:
      return cudaGraphExecKernelNodeSetParams(exec, node, &params->kernel);
    case cudaGraphNodeTypeMemcpy:
      return cudaGraphExecMemcpyNodeSetParams(exec, node, &params->memcpy.copyParams);
    case cudaGraphNodeTypeMemset:
      return cudaGraphExecMemsetNodeSetParams(exec, node, &params->memset);
    case cudaGraphNodeTypeHost:
      return cudaGraphExecHostNodeSetParams(exec, node, &params->host);
    case cudaGraphNodeTypeGraph:
      return cudaGraphExecChildGraphNodeSetParams(exec, node, params->graph.graph);
    case cudaGraphNodeTypeWaitEvent:
      return cudaGraphExecEventWaitNodeSetEvent(exec, node, params->eventWait.event);
    case cudaGraphNodeTypeEventRecord:
      return cudaGraphExecEventRecordNodeSetEvent(exec, node, params->eventRecord.event);
    default:
      return simt::cuda::detail::answer(simt::error_code::invalid_value);
  }
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphInstantiateWithParams(
    cudaGraphExec_t* exec, cudaGraph_t graph, cudaGraphInstantiateParams* params) {
  if (params == nullptr) return simt::cuda::detail::answer(simt::error_code::invalid_value);
  params->errNode_out = nullptr;
  params->result_out = cudaGraphInstantiateError;
  unsigned long long const upload = cudaGraphInstantiateFlagUpload;
  auto const e = cudaGraphInstantiate(exec, graph, params->flags & ~upload);
  if (e == cudaSuccess) {
    params->result_out = cudaGraphInstantiateSuccess;
    return (params->flags & upload) != 0 ? cudaGraphUpload(*exec, params->uploadStream) : e;
  }
  auto* const g = simt::detail::graphs().graphs.find(graph);
  if (g == nullptr) return e;
  auto const plan = simt::detail::plan_graph(*g);
  if (plan == nullptr)
    params->result_out = cudaGraphInstantiateInvalidStructure;
  else if (simt::detail::has_idle_condition(*plan))
    params->result_out = cudaGraphInstantiateConditionalHandleUnused;
  else if (!simt::detail::has_valid_bodies(*plan))
    params->result_out = cudaGraphInstantiateNodeOperationNotSupported;
  return e;
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphConditionalHandleCreate(
    cudaGraphConditionalHandle* handle, cudaGraph_t graph, unsigned initial, unsigned flags) {
  return simt::cuda::detail::make_condition(handle, graph, initial, flags);
}
SIMT_RUNTIME_FUNCTION cudaError_t
cudaGraphConditionalHandleCreate_v2(cudaGraphConditionalHandle* handle, cudaGraph_t graph,
                                    cudaExecutionContext_t, unsigned initial, unsigned flags) {
  return simt::cuda::detail::make_condition(handle, graph, initial, flags);
}
SIMT_RUNTIME_FUNCTION void cudaGraphSetConditional(cudaGraphConditionalHandle handle,
                                                   unsigned value) {
  auto* const c = simt::cuda::detail::find_condition(handle);
  if (c == nullptr)
    throw simt::device_fault(simt::error_code::launch_failure,
                             "cudaGraphSetConditional: no graph that is there has this handle");
  c->value.store(value, std::memory_order_release);
}

}  // namespace SIMT_CUDA_ABI
