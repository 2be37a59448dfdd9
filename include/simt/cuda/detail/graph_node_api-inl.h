#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/graph_api-inl.h>
#include <simt/cuda/detail/graph_node_api.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace simt::inline SIMT_ABI::cuda::detail {

inline error_code host_node_work(std::function<void()>& work, cudaHostNodeParams const* p) {
  if (p == nullptr || p->fn == nullptr) return error_code::invalid_value;
  work = [all = *p] { simt::detail::run_host_function(all.fn, all.userData); };
  return error_code::success;
}

/// The node's parameters.
template <class P>
cudaError_t get_params(cudaGraphNode_t node, P* out, simt::detail::node_kind kind) {
  return call([&] {
    auto* const n = simt::detail::graphs().nodes.find(node);
    if (n == nullptr || out == nullptr || n->kind != kind || n->details == nullptr)
      return error_code::invalid_value;
    *out = *static_cast<P*>(n->details.get());
    return error_code::success;
  });
}
/// Gives the node others, of which make(work, parameters) makes its work.
template <class P, class Make>
cudaError_t set_params(cudaGraphNode_t node, P const* p, simt::detail::node_kind kind,
                       Make const& make) {
  return call([&] {
    auto* const n = simt::detail::graphs().nodes.find(node);
    if (n == nullptr || n->kind != kind) return error_code::invalid_value;
    std::function<void()> work;
    if (auto const e = make(work, p); e != error_code::success) return e;
    n->work = std::move(work);
    n->details = std::make_shared<P>(*p);
    return error_code::success;
  });
}
/// Changes the step that a node has become, in a new plan.
template <class F>
error_code change_step(cudaGraphExec_t exec, cudaGraphNode_t node, F const& change) {
  auto* const x = simt::detail::graph_execs().find(exec);
  auto* const n = simt::detail::graphs().nodes.find(node);
  if (x == nullptr || n == nullptr) return error_code::invalid_value;
  std::scoped_lock const hold(x->lock);
  auto plan = std::make_shared<simt::detail::graph_plan>(*x->plan);
  auto const at = std::find_if(plan->steps.begin(), plan->steps.end(),
                               [n](auto const& step) { return step.node == n; });
  if (at == plan->steps.end()) return error_code::invalid_value;
  if (auto const e = change(*at); e != error_code::success) return e;
  x->plan = std::move(plan);
  return error_code::success;
}
template <class P, class Make>
cudaError_t set_exec_params(cudaGraphExec_t exec, cudaGraphNode_t node, P const* p,
                            simt::detail::node_kind kind, Make const& make) {
  return call([&] {
    std::function<void()> work;
    if (auto const e = make(work, p); e != error_code::success) return e;
    return change_step(exec, node, [&](simt::detail::graph_plan::step& s) {
      auto const* const old =
          static_cast<P const*>(simt::detail::graphs().nodes.find(node)->details.get());
      if (s.kind != kind || (old != nullptr && !same_operands(*old, *p)))
        return error_code::invalid_value;
      s.work = std::move(work);
      return error_code::success;
    });
  });
}
/// Tells the number of a graph, of what was made of it, or of a node within its graph.
template <class Record>
cudaError_t tell_number(Record const* record, unsigned* number) {
  return call([&] {
    if (record == nullptr || number == nullptr) return error_code::invalid_value;
    *number = record->number;
    return error_code::success;
  });
}
/// Kernels, copies and memsets can be switched off.
inline bool can_be_disabled(simt::detail::graph_plan::step const& s) {
  return s.kind == simt::detail::node_kind::kernel || s.kind == simt::detail::node_kind::copy ||
         s.kind == simt::detail::node_kind::fill;
}

}  // namespace simt::inline SIMT_ABI::cuda::detail

inline namespace SIMT_CUDA_ABI {

SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphAddDependencies(cudaGraph_t graph,
                                                           cudaGraphNode_t const* from,
                                                           cudaGraphNode_t const* to, void const*,
                                                           std::size_t count) {
  return cudaGraphAddDependencies(graph, from, to, count);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph,
                                                              cudaGraphNode_t const* from,
                                                              cudaGraphNode_t const* to,
                                                              void const*, std::size_t count) {
  return cudaGraphRemoveDependencies(graph, from, to, count);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node,
                                                               cudaGraphNode_t* after, void* edges,
                                                               std::size_t* count) {
  if (after == nullptr && edges != nullptr)
    return simt::cuda::detail::answer(simt::error_code::invalid_value);
  return cudaGraphNodeGetDependencies(node, after, count);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node,
                                                                 cudaGraphNode_t* before,
                                                                 std::size_t* count) {
  return simt::cuda::detail::call([&] {
    auto* const n = simt::detail::graphs().nodes.find(node);
    if (n == nullptr || count == nullptr) return simt::error_code::invalid_value;
    std::vector<simt::detail::node_record*> all;
    for (auto* const each : n->graph->nodes)
      if (std::find(each->after.begin(), each->after.end(), n) != each->after.end())
        all.push_back(each);
    return simt::cuda::detail::tell_nodes(all, before, count);
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node,
                                                                 cudaGraphNode_t* before, void* edges,
                                                                 std::size_t* count) {
  if (before == nullptr && edges != nullptr)
    return simt::cuda::detail::answer(simt::error_code::invalid_value);
  return cudaGraphNodeGetDependentNodes(node, before, count);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from,
                                                    cudaGraphNode_t* to, std::size_t* count) {
  return simt::cuda::detail::call([&] {
    auto* const g = simt::detail::graphs().graphs.find(graph);
    if (g == nullptr || count == nullptr || (from == nullptr) != (to == nullptr))
      return simt::error_code::invalid_value;
    std::vector<simt::detail::node_record*> sources, targets;
    for (auto* const each : g->nodes)
      for (auto* const a : each->after) {
        sources.push_back(a);
        targets.push_back(each);
      }
    std::size_t room = *count;
    (void)simt::cuda::detail::tell_nodes(sources, from, &room);
    return simt::cuda::detail::tell_nodes(targets, to, count);
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from,
                                                    cudaGraphNode_t* to, void*,
                                                    std::size_t* count) {
  return cudaGraphGetEdges(graph, from, to, count);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* twin,
                                                           cudaGraphNode_t original,
                                                           cudaGraph_t clone) {
  return simt::cuda::detail::call([&] {
    auto* const g = simt::detail::graphs().graphs.find(clone);
    auto* const n = simt::detail::graphs().nodes.find(original);
    if (twin == nullptr) return simt::error_code::invalid_value;
    *twin = nullptr;
    if (g == nullptr || n == nullptr) return simt::error_code::invalid_value;
    for (auto* const each : g->nodes)
      if (each->original == n) {
        *twin = reinterpret_cast<cudaGraphNode_t>(each);
        return simt::error_code::success;
      }
    return simt::error_code::invalid_value;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphGetId(cudaGraph_t graph, unsigned* id) {
  return simt::cuda::detail::tell_number(simt::detail::graphs().graphs.find(graph), id);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphExecGetId(cudaGraphExec_t exec, unsigned* id) {
  return simt::cuda::detail::tell_number(simt::detail::graph_execs().find(exec), id);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphNodeGetLocalId(cudaGraphNode_t node, unsigned* id) {
  return simt::cuda::detail::tell_number(simt::detail::graphs().nodes.find(node), id);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphNodeGetToolsId(cudaGraphNode_t node,
                                                          unsigned long long* id) {
  return simt::cuda::detail::call([&] {
    auto* const n = simt::detail::graphs().nodes.find(node);
    if (n == nullptr || id == nullptr) return simt::error_code::invalid_value;
    *id = static_cast<unsigned long long>(n->graph->number) << 32 | n->number;
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphNodeGetContainingGraph(cudaGraphNode_t node,
                                                                  cudaGraph_t* graph) {
  return simt::cuda::detail::call([&] {
    auto* const n = simt::detail::graphs().nodes.find(node);
    if (n == nullptr || graph == nullptr) return simt::error_code::invalid_value;
    *graph = reinterpret_cast<cudaGraph_t>(n->graph);
    return simt::error_code::success;
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, char const* path,
                                                         unsigned) {
  return simt::cuda::detail::call([&] {
    auto* const g = simt::detail::graphs().graphs.find(graph);
    if (g == nullptr || path == nullptr) return simt::error_code::invalid_value;
    std::FILE* const file = std::fopen(path, "w");
    if (file == nullptr) return simt::error_code::operating_system;
    static constexpr char const* kinds[] = {"kernel", "memcpy", "memset", "host", "graph", "empty"};
    std::fprintf(file, "digraph dot {\n");
    auto const number = [&](simt::detail::node_record* n) {
      return std::find(g->nodes.begin(), g->nodes.end(), n) - g->nodes.begin();
    };
    for (auto* const n : g->nodes) {
      auto const kind = static_cast<std::size_t>(n->kind);
      std::fprintf(file, "\"node_%td\" [label=\"%td %s\"];\n", number(n), number(n),
                   kind < 6     ? kinds[kind]
                   : kind == 10 ? "mem alloc"
                   : kind == 11 ? "mem free"
                                : "conditional");
      for (auto* const a : n->after)
        std::fprintf(file, "\"node_%td\" -> \"node_%td\";\n", number(a), number(n));
    }
    std::fprintf(file, "}\n");
    return std::fclose(file) == 0 ? simt::error_code::success : simt::error_code::operating_system;
  });
}

#define SIMT_DETAIL_NODE_PARAMS(Name, Params, kind, make)                                         \
  SIMT_RUNTIME_FUNCTION cudaError_t cudaGraph##Name##NodeGetParams(cudaGraphNode_t node,          \
                                                                   struct Params* params) {       \
    return simt::cuda::detail::get_params(node, params, simt::detail::node_kind::kind);           \
  }                                                                                               \
  SIMT_RUNTIME_FUNCTION cudaError_t cudaGraph##Name##NodeSetParams(cudaGraphNode_t node,          \
                                                                   struct Params const* params) { \
    return simt::cuda::detail::set_params(node, params, simt::detail::node_kind::kind,            \
                                          simt::cuda::detail::make);                              \
  }                                                                                               \
  SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphExec##Name##NodeSetParams(                           \
      cudaGraphExec_t exec, cudaGraphNode_t node, struct Params const* params) {                  \
    return simt::cuda::detail::set_exec_params(exec, node, params, simt::detail::node_kind::kind, \
                                               simt::cuda::detail::make);                         \
  }
SIMT_DETAIL_NODE_PARAMS(Host, cudaHostNodeParams, host_function, host_node_work)
SIMT_DETAIL_NODE_PARAMS(Memset, cudaMemsetParams, fill, fill_node_work)
SIMT_DETAIL_NODE_PARAMS(Memcpy, cudaMemcpy3DParms, copy, copy_node_work)
#undef SIMT_DETAIL_NODE_PARAMS

SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* dst,
                                                                 void const* src, std::size_t count,
                                                                 enum cudaMemcpyKind kind) {
  cudaMemcpy3DParms p{};
  if (auto const e = simt::cuda::detail::row_copy(p, dst, src, count, kind);
      e != simt::error_code::success)
    return simt::cuda::detail::answer(e);
  return cudaGraphMemcpyNodeSetParams(node, &p);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec,
                                                                     cudaGraphNode_t node,
                                                                     void* dst, void const* src,
                                                                     std::size_t count,
                                                                     enum cudaMemcpyKind kind) {
  cudaMemcpy3DParms p{};
  if (auto const e = simt::cuda::detail::row_copy(p, dst, src, count, kind);
      e != simt::error_code::success)
    return simt::cuda::detail::answer(e);
  return cudaGraphExecMemcpyNodeSetParams(exec, node, &p);
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec,
                                                          cudaGraphNode_t node, unsigned enabled) {
  return simt::cuda::detail::call([&] {
    return simt::cuda::detail::change_step(exec, node, [&](simt::detail::graph_plan::step& s) {
      if (!simt::cuda::detail::can_be_disabled(s)) return simt::error_code::invalid_value;
      s.enabled = enabled != 0;
      return simt::error_code::success;
    });
  });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec,
                                                          cudaGraphNode_t node, unsigned* enabled) {
  return simt::cuda::detail::call([&] {
    if (enabled == nullptr) return simt::error_code::invalid_value;
    return simt::cuda::detail::change_step(exec, node, [&](simt::detail::graph_plan::step& s) {
      if (!simt::cuda::detail::can_be_disabled(s)) return simt::error_code::invalid_value;
      *enabled = s.enabled ? 1 : 0;
      return simt::error_code::success;
    });
  });
}

}  // namespace SIMT_CUDA_ABI
