#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/graph_event_api.h>
#include <simt/cuda/detail/graph_node_api-inl.h>
#include <simt/cuda/detail/symbol_api-inl.h>

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <utility>

namespace simt::inline SIMT_ABI::cuda::detail {

/// Hints of a kernel node, which change nothing here.
using node_hints = std::map<int, cudaKernelNodeAttrValue>;

/// True for what a kernel node may have, and for a value that it takes.
inline bool is_node_hint(cudaKernelNodeAttrID attribute, cudaKernelNodeAttrValue const* value) {
  if (static_cast<int>(attribute) <= static_cast<int>(cudaLaunchAttributeIgnore)) return false;
  if (value == nullptr || attribute != cudaLaunchAttributeAccessPolicyWindow) return true;
  auto const& window = value->accessPolicyWindow;
  return window.num_bytes <= 134217728 && window.hitRatio >= 0 && window.hitRatio <= 1 &&
         window.missProp != cudaAccessPropertyPersisting;
}

inline cudaError_t add_event_node(cudaGraphNode_t* node, cudaGraph_t graph,
                                  cudaGraphNode_t const* after, std::size_t count,
                                  cudaEvent_t event, simt::detail::node_kind kind) {
  if (simt::detail::events().find(event) == nullptr) return answer(error_code::invalid_value);
  auto const e = add_node(node, graph, after, count, kind, [] {});
  if (e == cudaSuccess) simt::detail::graphs().nodes.find(*node)->event = event;
  return e;
}
inline cudaError_t get_node_event(cudaGraphNode_t node, cudaEvent_t* event,
                                  simt::detail::node_kind kind) {
  return call([&] {
    auto* const n = simt::detail::graphs().nodes.find(node);
    if (n == nullptr || n->kind != kind || event == nullptr) return error_code::invalid_value;
    *event = static_cast<cudaEvent_t>(n->event);
    return error_code::success;
  });
}
inline cudaError_t set_node_event(cudaGraphNode_t node, cudaEvent_t event,
                                  simt::detail::node_kind kind) {
  return call([&] {
    auto* const n = simt::detail::graphs().nodes.find(node);
    if (n == nullptr || n->kind != kind || simt::detail::events().find(event) == nullptr)
      return error_code::invalid_value;
    n->event = event;
    return error_code::success;
  });
}
inline cudaError_t set_exec_event(cudaGraphExec_t exec, cudaGraphNode_t node, cudaEvent_t event,
                                  simt::detail::node_kind kind) {
  return call([&] {
    if (simt::detail::events().find(event) == nullptr) return error_code::invalid_value;
    return change_step(exec, node, [&](simt::detail::graph_plan::step& s) {
      if (s.kind != kind) return error_code::invalid_value;
      s.event = event;
      return error_code::success;
    });
  });
}

/// - Errors:  invalid_symbol; invalid_memcpy_direction; invalid_value, also beyond the variable's end
inline error_code symbol_copy(cudaMemcpy3DParms& p, symbol s, void* to, void const* from,
                              std::size_t count, std::size_t offset, cudaMemcpyKind kind) {
  if (s.address == nullptr) return error_code::invalid_symbol;
  bool const to_symbol = to == nullptr;
  if (to_symbol && from == nullptr) return error_code::invalid_value;
  auto const wrong = to_symbol ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice;
  if (kind == wrong || kind == cudaMemcpyHostToHost) return error_code::invalid_memcpy_direction;
  if (offset > s.bytes || count > s.bytes - offset) return error_code::invalid_value;
  return to_symbol ? row_copy(p, s.address + offset, from, count, kind)
                   : row_copy(p, to, s.address + offset, count, kind);
}

SIMT_RUNTIME_FUNCTION symbol symbol_of_address(void const* address) { return symbol_at(address); }

SIMT_RUNTIME_FUNCTION cudaError_t add_symbol_copy(cudaGraphNode_t* node, cudaGraph_t graph,
                                                  cudaGraphNode_t const* after, std::size_t n,
                                                  symbol s, void* to, void const* from,
                                                  std::size_t count, std::size_t offset,
                                                  cudaMemcpyKind kind) {
  cudaMemcpy3DParms p{};
  if (auto const e = symbol_copy(p, s, to, from, count, offset, kind); e != error_code::success)
    return answer(e);
  return cudaGraphAddMemcpyNode(node, graph, after, n, &p);
}
SIMT_RUNTIME_FUNCTION cudaError_t set_symbol_copy(cudaGraphExec_t const* exec, cudaGraphNode_t node,
                                                  symbol s, void* to, void const* from,
                                                  std::size_t count, std::size_t offset,
                                                  cudaMemcpyKind kind) {
  cudaMemcpy3DParms p{};
  if (auto const e = symbol_copy(p, s, to, from, count, offset, kind); e != error_code::success)
    return answer(e);
  return exec == nullptr ? cudaGraphMemcpyNodeSetParams(node, &p)
                         : cudaGraphExecMemcpyNodeSetParams(*exec, node, &p);
}

}  // namespace simt::inline SIMT_ABI::cuda::detail

inline namespace SIMT_CUDA_ABI {

#define SIMT_DETAIL_EVENT_NODE(Name, kind)                                                       \
  SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphAdd##Name##Node(                                    \
      cudaGraphNode_t* node, cudaGraph_t graph, cudaGraphNode_t const* after, std::size_t count, \
      cudaEvent_t event) {                                                                       \
    return simt::cuda::detail::add_event_node(node, graph, after, count, event,                  \
                                              simt::detail::node_kind::kind);                    \
  }                                                                                              \
  SIMT_RUNTIME_FUNCTION cudaError_t cudaGraph##Name##NodeGetEvent(cudaGraphNode_t node,          \
                                                                  cudaEvent_t* event) {          \
    return simt::cuda::detail::get_node_event(node, event, simt::detail::node_kind::kind);       \
  }                                                                                              \
  SIMT_RUNTIME_FUNCTION cudaError_t cudaGraph##Name##NodeSetEvent(cudaGraphNode_t node,          \
                                                                  cudaEvent_t event) {           \
    return simt::cuda::detail::set_node_event(node, event, simt::detail::node_kind::kind);       \
  }                                                                                              \
  SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphExec##Name##NodeSetEvent(                           \
      cudaGraphExec_t exec, cudaGraphNode_t node, cudaEvent_t event) {                           \
    return simt::cuda::detail::set_exec_event(exec, node, event, simt::detail::node_kind::kind); \
  }
SIMT_DETAIL_EVENT_NODE(EventRecord, record_event)
SIMT_DETAIL_EVENT_NODE(EventWait, wait_event)
#undef SIMT_DETAIL_EVENT_NODE

SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node,
                                                                  cudaGraph_t* graph) {
  return simt::cuda::detail::call([&] {
    auto* const n = simt::detail::graphs().nodes.find(node);
    if (n == nullptr || n->child == nullptr || graph == nullptr)
      return simt::error_code::invalid_value;
    *graph = reinterpret_cast<cudaGraph_t>(n->child.get());
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t exec,
                                                                       cudaGraphNode_t node,
                                                                       cudaGraph_t child) {
  return simt::cuda::detail::call([&] {
    auto* const g = simt::detail::graphs().graphs.find(child);
    auto plan = g != nullptr ? simt::detail::plan_graph(*g) : nullptr;
    if (plan == nullptr) return simt::error_code::invalid_value;
    return simt::cuda::detail::change_step(exec, node, [&](simt::detail::graph_plan::step& s) {
      if (s.child == nullptr) return simt::error_code::invalid_value;
      if (simt::detail::difference_between(*plan, *s.child,
                                           &simt::cuda::detail::can_take_over))
        return simt::error_code::graph_exec_update_failure;
      s.child = std::move(plan);
      return simt::error_code::success;
    });
  });
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphKernelNodeSetAttribute(
    cudaGraphNode_t node, cudaKernelNodeAttrID attribute, cudaKernelNodeAttrValue const* value) {
  return simt::cuda::detail::call([&] {
    auto* const n = simt::detail::graphs().nodes.find(node);
    if (n == nullptr || value == nullptr || n->kind != simt::detail::node_kind::kernel ||
        !simt::cuda::detail::is_node_hint(attribute, value))
      return simt::error_code::invalid_value;
    auto const kept =
        n->hints != nullptr
            ? std::make_shared<simt::cuda::detail::node_hints>(
                  *static_cast<simt::cuda::detail::node_hints*>(n->hints.get()))
            : std::make_shared<simt::cuda::detail::node_hints>();
    (*kept)[static_cast<int>(attribute)] = *value;
    n->hints = kept;
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t node,
                                                                  cudaKernelNodeAttrID attribute,
                                                                  cudaKernelNodeAttrValue* value) {
  return simt::cuda::detail::call([&] {
    auto* const n = simt::detail::graphs().nodes.find(node);
    if (n == nullptr || value == nullptr || n->kind != simt::detail::node_kind::kernel ||
        !simt::cuda::detail::is_node_hint(attribute, nullptr))
      return simt::error_code::invalid_value;
    *value = {};
    if (auto const* const kept = static_cast<simt::cuda::detail::node_hints*>(n->hints.get()))
      if (auto const at = kept->find(static_cast<int>(attribute)); at != kept->end())
        *value = at->second;
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t to,
                                                                    cudaGraphNode_t from) {
  return simt::cuda::detail::call([&] {
    auto* const a = simt::detail::graphs().nodes.find(to);
    auto* const b = simt::detail::graphs().nodes.find(from);
    if (a == nullptr || b == nullptr || a->kind != simt::detail::node_kind::kernel ||
        b->kind != simt::detail::node_kind::kernel)
      return simt::error_code::invalid_value;
    a->hints = b->hints;
    return simt::error_code::success;
  });
}

}  // namespace SIMT_CUDA_ABI
