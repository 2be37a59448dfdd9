#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/api_common-inl.h>
#include <simt/cuda/detail/array_api-inl.h>
#include <simt/cuda/detail/graph_api.h>
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

/// - Errors:  invalid_device_function, invalid_resource_handle, invalid_value
inline error_code kernel_node_work(std::function<void()>& work, cudaKernelNodeParams const* p) {
  if (p == nullptr) return error_code::invalid_value;
  if (p->func == nullptr) return error_code::invalid_device_function;
  kernel_record* const k = find_kernel(p->func);
  if (k == nullptr || k->run_packed == nullptr) return error_code::invalid_resource_handle;
  if (auto const e = simt::detail::check_launch(simt::detail::this_device().model, *k, p->gridDim,
                                                p->blockDim, p->sharedMemBytes);
      e != error_code::success)
    return e;
  if (p->kernelParams == nullptr && k->args != 0) return error_code::invalid_value;
  work = simt::detail::pack_launch(*k, p->gridDim, p->blockDim, p->sharedMemBytes, false,
                                   p->kernelParams);
  return error_code::success;
}

/// The copy is checked when the node is made, and made when it runs.
inline error_code copy_node_work(std::function<void()>& work, cudaMemcpy3DParms const* p) {
  if (p == nullptr) return error_code::invalid_value;
  auto* const from = array_of(p->srcArray);
  auto* const to = array_of(p->dstArray);
  if ((from == nullptr) == (p->srcPtr.ptr == nullptr) ||
      (to == nullptr) == (p->dstPtr.ptr == nullptr))
    return error_code::invalid_value;
  std::size_t const unit = from != nullptr ? from->element_bytes
                           : to != nullptr ? to->element_bytes
                                           : 1;
  simt::detail::box const size{p->extent.width * unit, p->extent.height, p->extent.depth};
  if (size.empty()) {
    work = [] {};
    return error_code::success;
  }
  auto const dst = simt::detail::resolve(box_side(to, p->dstPtr, p->dstPos), size);
  auto const src = simt::detail::resolve(box_side(from, p->srcPtr, p->srcPos), size);
  if (auto const e =
          simt::detail::check_sides({dst.where, src.where}, static_cast<copy_kind>(p->kind));
      e != error_code::success)
    return e;
  work = simt::detail::copy_work{dst.at, src.at, size, dst.layout, src.layout};
  return error_code::success;
}

/// The parameters of a copy of `count` bytes.
inline error_code row_copy(cudaMemcpy3DParms& p, void* dst, void const* src, std::size_t count,
                           cudaMemcpyKind kind) {
  if (!simt::detail::valid_kind(static_cast<copy_kind>(kind)))
    return error_code::invalid_memcpy_direction;
  if (count == 0) return error_code::invalid_value;
  p.srcPtr = make_cudaPitchedPtr(const_cast<void*>(src), count, count, 1);
  p.dstPtr = make_cudaPitchedPtr(dst, count, count, 1);
  p.extent = make_cudaExtent(count, 1, 1);
  p.kind = kind;
  return error_code::success;
}

inline error_code fill_node_work(std::function<void()>& work, cudaMemsetParams const* p) {
  if (p == nullptr || (p->elementSize != 1 && p->elementSize != 2 && p->elementSize != 4) ||
      p->dst == nullptr)
    return error_code::invalid_value;
  std::size_t const row = p->width * p->elementSize;
  std::size_t const pitch = p->height > 1 ? p->pitch : row;
  if (row > pitch) return error_code::invalid_value;
  if (row == 0 || p->height == 0) {
    work = [] {};
    return error_code::success;
  }
  auto const at = simt::detail::locate(p->dst, (p->height - 1) * pitch + row);
  if (at.error != error_code::success || at.kind == memory_kind::unregistered)
    return error_code::invalid_value;
  work = [all = *p, pitch] {
    for (std::size_t y = 0; y < all.height; ++y) {
      char* const line = static_cast<char*>(all.dst) + y * pitch;
#if SIMT_CHECK
      simt_check_filled(line, all.width * all.elementSize, nullptr);
#endif
      for (std::size_t x = 0; x < all.width; ++x)
        std::memcpy(line + x * all.elementSize, &all.value, all.elementSize);
    }
  };
  return error_code::success;
}

inline cudaError_t add_node(cudaGraphNode_t* out, cudaGraph_t graph, cudaGraphNode_t const* after,
                            std::size_t count, simt::detail::node_kind kind,
                            std::function<void()> work, std::shared_ptr<void> details = nullptr) {
  return answer(add_graph_node(reinterpret_cast<node_handle*>(out), graph,
                               reinterpret_cast<node_handle const*>(after), count, kind,
                               std::move(work), std::move(details)));
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
                                      std::make_shared<cudaKernelNodeParams>(*params));
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
  if (g == nullptr || simt::detail::plan_graph(*g) == nullptr ||
      cudaGraphClone(&copy, child) != cudaSuccess)
    return simt::cuda::detail::answer(simt::error_code::invalid_value);
  std::shared_ptr<simt::detail::graph_record> const kept(
      simt::detail::graphs().graphs.find(copy), [](simt::detail::graph_record* each) {
        if (each->alive.exchange(false)) simt::detail::drop_graph(*each);
      });
  auto const e =
      simt::cuda::detail::add_node(node, graph, after, count, simt::detail::node_kind::graph, {});
  if (e == cudaSuccess) simt::detail::graphs().nodes.find(*node)->child = kept;
  return e;
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
  return simt::cuda::detail::answer(
      simt::change_dependencies(graph, reinterpret_cast<simt::node_handle const*>(from),
                                reinterpret_cast<simt::node_handle const*>(to), count, false));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes,
                                                    std::size_t* count) {
  return simt::cuda::detail::call([&] {
    auto* const g = simt::detail::graphs().graphs.find(graph);
    if (g == nullptr || count == nullptr) return simt::error_code::invalid_value;
    if (nodes != nullptr)
      for (std::size_t i = 0; i < *count; ++i)
        nodes[i] = i < g->nodes.size() ? reinterpret_cast<cudaGraphNode_t>(g->nodes[i]) : nullptr;
    *count = g->nodes.size();
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* nodes,
                                                        std::size_t* count) {
  return simt::cuda::detail::call([&] {
    auto* const g = simt::detail::graphs().graphs.find(graph);
    if (g == nullptr || count == nullptr) return simt::error_code::invalid_value;
    std::size_t n = 0;
    for (auto* const each : g->nodes) {
      if (!each->after.empty()) continue;
      if (nodes != nullptr && n < *count) nodes[n] = reinterpret_cast<cudaGraphNode_t>(each);
      ++n;
    }
    *count = n;
    return simt::error_code::success;
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
    if (after != nullptr)
      for (std::size_t i = 0; i < *count; ++i)
        after[i] = i < n->after.size() ? reinterpret_cast<cudaGraphNode_t>(n->after[i]) : nullptr;
    *count = n->after.size();
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) {
  return simt::cuda::detail::call([&] {
    auto* const n = simt::detail::graphs().nodes.find(node);
    if (n == nullptr) return simt::error_code::invalid_value;
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
    n->details = std::make_shared<cudaKernelNodeParams>(*params);
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
  return simt::cuda::detail::answer(
      simt::instantiate_graph(reinterpret_cast<simt::graph_exec_handle*>(exec), graph,
                              (flags & cudaGraphInstantiateFlagAutoFreeOnLaunch) != 0));
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
  auto const e = simt::update_graph_exec(exec, graph);
  if (info != nullptr)
    *info = {e == simt::error_code::success ? cudaGraphExecUpdateSuccess
             : e == simt::error_code::graph_exec_update_failure
                 ? cudaGraphExecUpdateErrorTopologyChanged
                 : cudaGraphExecUpdateError,
             nullptr, nullptr};
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
