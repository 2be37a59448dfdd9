#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/api_common-inl.h>
#include <simt/cuda/detail/array_api-inl.h>
#include <simt/cuda/detail/graph_api.h>
#include <simt/cuda/detail/graph_work.h>
#include <simt/cuda/detail/stream_api-inl.h>
#include <simt/runtime/host_graph.hpp>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <type_traits>

namespace simt::inline SIMT_ABI::cuda::detail {

inline cudaError_t add_node(cudaGraphNode_t* out, cudaGraph_t graph, cudaGraphNode_t const* after,
                            std::size_t count, simt::detail::node_kind kind,
                            std::function<void()> work, std::shared_ptr<void> details = nullptr) {
  return answer(add_graph_node(reinterpret_cast<node_handle*>(out), graph,
                               reinterpret_cast<node_handle const*>(after), count, kind,
                               std::move(work), std::move(details)));
}
/// A node that runs a graph, which is its own.
inline cudaError_t add_child_node(cudaGraphNode_t* out, cudaGraph_t graph,
                                  cudaGraphNode_t const* after, std::size_t count,
                                  std::shared_ptr<simt::detail::graph_record> child) {
  auto const e = add_node(out, graph, after, count, simt::detail::node_kind::graph, {});
  if (e == cudaSuccess) simt::detail::graphs().nodes.find(*out)->child = std::move(child);
  return e;
}

}  // namespace simt::inline SIMT_ABI::cuda::detail

inline namespace SIMT_CUDA_ABI {

SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned flags) {
  if (flags != 0) return simt::cuda::detail::answer(simt::error_code::invalid_value);
  return simt::cuda::detail::answer(
      simt::create_graph(reinterpret_cast<simt::graph_handle*>(graph)));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  return simt::cuda::detail::answer(simt::destroy_graph(graph));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                                        cudaGraphNode_t const* after,
                                                        std::size_t count) {
  return simt::cuda::detail::add_node(node, graph, after, count, simt::detail::node_kind::empty,
                                      [] {});
}
SIMT_RUNTIME_FUNCTION cudaError_t
cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph, cudaGraphNode_t const* after,
                       std::size_t count, struct cudaKernelNodeParams const* params) {
  std::function<void()> work;
  if (auto const e = simt::cuda::detail::kernel_node_work(work, params);
      e != simt::error_code::success)
    return simt::cuda::detail::answer(e);
  return simt::cuda::detail::add_node(node, graph, after, count, simt::detail::node_kind::kernel,
                                      std::move(work),
                                      simt::cuda::detail::keep_kernel_params(*params));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                                         cudaGraphNode_t const* after,
                                                         std::size_t count,
                                                         struct cudaMemcpy3DParms const* params) {
  std::function<void()> work;
  if (auto const e = simt::cuda::detail::copy_node_work(work, params);
      e != simt::error_code::success)
    return simt::cuda::detail::answer(e);
  return simt::cuda::detail::add_node(node, graph, after, count, simt::detail::node_kind::copy,
                                      std::move(work),
                                      std::make_shared<cudaMemcpy3DParms>(*params));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph,
                                                           cudaGraphNode_t const* after,
                                                           std::size_t n, void* dst,
                                                           void const* src, std::size_t count,
                                                           enum cudaMemcpyKind kind) {
  cudaMemcpy3DParms p{};
  if (auto const e = simt::cuda::detail::row_copy(p, dst, src, count, kind);
      e != simt::error_code::success)
    return simt::cuda::detail::answer(e);
  return cudaGraphAddMemcpyNode(node, graph, after, n, &p);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                                         cudaGraphNode_t const* after,
                                                         std::size_t count,
                                                         struct cudaMemsetParams const* params) {
  std::function<void()> work;
  if (auto const e = simt::cuda::detail::fill_node_work(work, params);
      e != simt::error_code::success)
    return simt::cuda::detail::answer(e);
  return simt::cuda::detail::add_node(node, graph, after, count, simt::detail::node_kind::fill,
                                      std::move(work), std::make_shared<cudaMemsetParams>(*params));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                                       cudaGraphNode_t const* after,
                                                       std::size_t count,
                                                       struct cudaHostNodeParams const* params) {
  if (params == nullptr || params->fn == nullptr)
    return simt::cuda::detail::answer(simt::error_code::invalid_value);
  return simt::cuda::detail::add_node(
      node, graph, after, count, simt::detail::node_kind::host_function,
      [p = *params] { simt::detail::run_host_function(p.fn, p.userData); },
      std::make_shared<cudaHostNodeParams>(*params));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node,
                                                             cudaGraph_t graph,
                                                             cudaGraphNode_t const* after,
                                                             std::size_t count, cudaGraph_t child) {
  // A copy of its own, as later changes of the child do not count.
  cudaGraph_t copy = nullptr;
  auto* const g = simt::detail::graphs().graphs.find(child);
  if (g != nullptr && !simt::detail::can_be_copied(*g))
    return simt::cuda::detail::answer(simt::error_code::not_supported);
  if (g == nullptr || simt::detail::plan_graph(*g) == nullptr ||
      cudaGraphClone(&copy, child) != cudaSuccess)
    return simt::cuda::detail::answer(simt::error_code::invalid_value);
  return simt::cuda::detail::add_child_node(
      node, graph, after, count,
      simt::detail::own_graph(*simt::detail::graphs().graphs.find(copy)));
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphAddDependencies(cudaGraph_t graph,
                                                           cudaGraphNode_t const* from,
                                                           cudaGraphNode_t const* to,
                                                           std::size_t count) {
  return simt::cuda::detail::answer(
      simt::change_dependencies(graph, reinterpret_cast<simt::node_handle const*>(from),
                                reinterpret_cast<simt::node_handle const*>(to), count, true));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph,
                                                              cudaGraphNode_t const* from,
                                                              cudaGraphNode_t const* to,
                                                              std::size_t count) {
  auto* const g = simt::detail::graphs().graphs.find(graph);
  if (g != nullptr && simt::detail::has_memory_nodes(*g))
    return simt::cuda::detail::answer(simt::error_code::not_supported);
  return simt::cuda::detail::answer(
      simt::change_dependencies(graph, reinterpret_cast<simt::node_handle const*>(from),
                                reinterpret_cast<simt::node_handle const*>(to), count, false));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes,
                                                    std::size_t* count) {
  return simt::cuda::detail::call([&] {
    auto* const g = simt::detail::graphs().graphs.find(graph);
    if (g == nullptr || count == nullptr) return simt::error_code::invalid_value;
    return simt::cuda::detail::tell_nodes(g->nodes, nodes, count);
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* nodes,
                                                        std::size_t* count) {
  return simt::cuda::detail::call([&] {
    auto* const g = simt::detail::graphs().graphs.find(graph);
    if (g == nullptr || count == nullptr) return simt::error_code::invalid_value;
    std::vector<simt::detail::node_record*> roots;
    for (auto* const each : g->nodes)
      if (each->after.empty()) roots.push_back(each);
    return simt::cuda::detail::tell_nodes(roots, nodes, count);
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node,
                                                       enum cudaGraphNodeType* type) {
  return simt::cuda::detail::call([&] {
    auto* const n = simt::detail::graphs().nodes.find(node);
    if (n == nullptr || type == nullptr) return simt::error_code::invalid_value;
    *type = static_cast<cudaGraphNodeType>(n->kind);
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node,
                                                               cudaGraphNode_t* after,
                                                               std::size_t* count) {
  return simt::cuda::detail::call([&] {
    auto* const n = simt::detail::graphs().nodes.find(node);
    if (n == nullptr || count == nullptr) return simt::error_code::invalid_value;
    return simt::cuda::detail::tell_nodes(n->after, after, count);
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) {
  return simt::cuda::detail::call([&] {
    auto* const n = simt::detail::graphs().nodes.find(node);
    if (n == nullptr) return simt::error_code::invalid_value;
    if (simt::detail::has_memory_nodes(*n->graph)) return simt::error_code::not_supported;
    auto& all = n->graph->nodes;
    std::erase(all, n);
    for (auto* const each : all) std::erase(each->after, n);
    simt::detail::drop_node(*n);
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t graph) {
  return simt::cuda::detail::call([&] {
    auto* const g = simt::detail::graphs().graphs.find(graph);
    if (g == nullptr || clone == nullptr) return simt::error_code::invalid_value;
    if (!simt::detail::can_be_copied(*g)) return simt::error_code::not_supported;
    auto& copy = simt::detail::make_graph();
    std::map<simt::detail::node_record*, simt::detail::node_record*> twin;
    for (auto* const n : g->nodes) {
      auto& t = simt::detail::add_node(copy, n->kind, n->work, {});
      t.original = n;
      t.details = n->details;
      t.child = n->child;
      t.event = n->event;
      t.hints = n->hints;
      twin[n] = &t;
    }
    for (auto* const n : g->nodes)
      for (auto* const a : n->after) twin[n]->after.push_back(twin[a]);
    copy.kept = g->kept;
    *clone = reinterpret_cast<cudaGraph_t>(&copy);
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t
cudaGraphKernelNodeGetParams(cudaGraphNode_t node, struct cudaKernelNodeParams* params) {
  return simt::cuda::detail::call([&] {
    auto* const n = simt::detail::graphs().nodes.find(node);
    if (n == nullptr || params == nullptr || n->kind != simt::detail::node_kind::kernel ||
        n->details == nullptr)
      return simt::error_code::invalid_value;
    *params = *static_cast<cudaKernelNodeParams*>(n->details.get());
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t
cudaGraphKernelNodeSetParams(cudaGraphNode_t node, struct cudaKernelNodeParams const* params) {
  return simt::cuda::detail::call([&] {
    auto* const n = simt::detail::graphs().nodes.find(node);
    if (n == nullptr || n->kind != simt::detail::node_kind::kernel)
      return simt::error_code::invalid_value;
    std::function<void()> work;
    auto const e = simt::cuda::detail::kernel_node_work(work, params);
    if (e != simt::error_code::success) return e;
    n->work = std::move(work);
    n->details = simt::cuda::detail::keep_kernel_params(*params);
    return simt::error_code::success;
  });
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphExecKernelNodeSetParams(
    cudaGraphExec_t exec, cudaGraphNode_t node, struct cudaKernelNodeParams const* params) {
  return simt::cuda::detail::call([&] {
    auto* const x = simt::detail::graph_execs().find(exec);
    auto* const n = simt::detail::graphs().nodes.find(node);
    if (x == nullptr || n == nullptr || n->kind != simt::detail::node_kind::kernel)
      return simt::error_code::invalid_value;
    std::function<void()> work;
    auto const e = simt::cuda::detail::kernel_node_work(work, params);
    if (e != simt::error_code::success) return e;
    std::scoped_lock const hold(x->lock);
    auto plan = std::make_shared<simt::detail::graph_plan>(*x->plan);
    auto const at = std::find_if(plan->steps.begin(), plan->steps.end(),
                                 [n](auto const& step) { return step.node == n; });
    if (at == plan->steps.end()) return simt::error_code::invalid_value;
    at->work = std::move(work);
    x->plan = std::move(plan);
    return simt::error_code::success;
  });
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph,
                                                       unsigned long long flags) {
  // Uploading at once is for cudaGraphInstantiateWithParams.
  unsigned long long const known = cudaGraphInstantiateFlagAutoFreeOnLaunch |
                                   cudaGraphInstantiateFlagDeviceLaunch |
                                   cudaGraphInstantiateFlagUseNodePriority;
  if ((flags & ~known) != 0) return simt::cuda::detail::answer(simt::error_code::invalid_value);
  return simt::cuda::detail::answer(
      simt::instantiate_graph(reinterpret_cast<simt::graph_exec_handle*>(exec), graph,
                              (flags & cudaGraphInstantiateFlagAutoFreeOnLaunch) != 0, flags));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t exec,
                                                        unsigned long long* flags) {
  simt::detail::exec_record* const x = simt::detail::graph_execs().find(exec);
  if (x == nullptr || flags == nullptr)
    return simt::cuda::detail::answer(simt::error_code::invalid_value);
  *flags = x->flags;
  return simt::cuda::detail::answer(simt::error_code::success);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* exec,
                                                                cudaGraph_t graph,
                                                                unsigned long long flags) {
  return cudaGraphInstantiate(exec, graph, flags);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph,
                                                       cudaGraphNode_t* bad_node, char* log,
                                                       std::size_t bytes) {
  if (bad_node != nullptr) *bad_node = nullptr;
  if (log != nullptr && bytes != 0) log[0] = 0;
  return cudaGraphInstantiate(exec, graph);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream) {
  return simt::cuda::detail::with_stream(stream, [&](simt::detail::stream_record&) {
    return simt::detail::graph_execs().find(exec) == nullptr ? simt::error_code::invalid_value
                                                             : simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
  return simt::cuda::detail::answer(
      simt::launch_graph(exec, stream, simt::cuda::detail::per_thread));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
  return simt::cuda::detail::answer(simt::destroy_graph_exec(exec));
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                                      cudaGraphExecUpdateResultInfo* info) {
  simt::graph_difference d;
  auto const e = simt::update_graph_exec(exec, graph, &d, &simt::cuda::detail::can_take_over);
  if (info != nullptr)
    *info = {
        d.kind == simt::graph_difference::dependencies   ? cudaGraphExecUpdateErrorTopologyChanged
        : d.kind == simt::graph_difference::kind_of_node ? cudaGraphExecUpdateErrorNodeTypeChanged
        : d.kind == simt::graph_difference::parameters   ? cudaGraphExecUpdateErrorParametersChanged
        : e == simt::error_code::success                 ? cudaGraphExecUpdateSuccess
                                                         : cudaGraphExecUpdateError,
        static_cast<cudaGraphNode_t>(d.node), nullptr};
  return simt::cuda::detail::answer(e);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                                      cudaGraphNode_t* bad_node,
                                                      enum cudaGraphExecUpdateResult* result) {
  cudaGraphExecUpdateResultInfo info{};
  auto const e = cudaGraphExecUpdate(exec, graph, &info);
  if (bad_node != nullptr) *bad_node = info.errorNode;
  if (result != nullptr) *result = info.result;
  return e;
}

}  // namespace SIMT_CUDA_ABI
