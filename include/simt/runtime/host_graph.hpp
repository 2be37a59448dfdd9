#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/runtime/copy.hpp>
#include <simt/runtime/detail/capture.hpp>
#include <simt/runtime/detail/graph_memory.hpp>
#include <simt/runtime/detail/graph_plan.hpp>
#include <simt/runtime/host_stream.hpp>
#include <simt/runtime/submit.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace simt::inline SIMT_ABI {

/// A graph of work, one of its nodes, and a graph that is ready to run.
/// - CUDA:    cudaGraph_t, cudaGraphNode_t, cudaGraphExec_t
using graph_handle = void*;
using node_handle = void*;
using graph_exec_handle = void*;

namespace detail {

struct exec_record {
  std::atomic<bool> alive{false};
  std::mutex lock;
  std::shared_ptr<graph_plan const> plan;
  bool frees_on_launch = false;  // memory that an earlier launch has left allocated
  std::uint64_t flags = 0;       // that a dialect has given it
  // Where it was launched last: launches of one executable graph follow one another.
  std::shared_ptr<stream_core> last;
  std::uint64_t ticket = 0;
  std::shared_ptr<void> life;  // by which a graph knows that it has been instantiated
  unsigned number = 0;
};

[[nodiscard]] inline handle_pool<exec_record>& graph_execs() {
  // Never destroyed: they may outlive main.
  static auto& pool = *new handle_pool<exec_record>;
  return pool;
}

/// True if a graph allocates or frees memory: there is one executable graph of it at a time, no copy,
/// and its edges stay.
[[nodiscard]] inline bool has_memory_nodes(graph_record const& g) {
  return std::any_of(g.nodes.begin(), g.nodes.end(), [](node_record const* n) {
    return n->kind == node_kind::allocate || n->kind == node_kind::release;
  });
}

/// True if a graph can be copied: neither memory nor conditional nodes are.
[[nodiscard]] inline bool can_be_copied(graph_record const& g) {
  return !has_memory_nodes(g) && std::none_of(g.nodes.begin(), g.nodes.end(), [](auto const* n) {
    return n->kind == node_kind::conditional;
  });
}

/// True if there is a number for a conditional node and no such node.
[[nodiscard]] inline bool has_idle_condition(graph_plan const& plan) {
  return std::any_of(plan.conditions.begin(), plan.conditions.end(),
                     [](auto const& c) { return !c->has_node; });
}

/// Nodes of this graph, each once.
[[nodiscard]] inline bool belong(graph_record const& g, node_handle const* list, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    if (find_node(g, list[i]) == nullptr) return false;
    for (std::size_t k = 0; k < i; ++k)
      if (list[k] == list[i]) return false;
  }
  return true;
}

}  // namespace detail

/// - CUDA:    cudaGraphCreate
[[nodiscard]] inline error_code create_graph(graph_handle* out) noexcept {
  return detail::guarded([&] {
    if (out == nullptr) return error_code::invalid_value;
    *out = &detail::make_graph();
    return error_code::success;
  });
}

/// Ends a graph; what was made from it goes on.
/// - CUDA:    cudaGraphDestroy
[[nodiscard]] inline error_code destroy_graph(graph_handle handle) noexcept {
  return detail::guarded([&] {
    detail::graph_record* const g = detail::graphs().graphs.find(handle);
    if (g == nullptr || !g->alive.exchange(false)) return error_code::invalid_value;
    detail::drop_graph(*g);
    return error_code::success;
  });
}

/// Adds a node that runs `work` after others.
/// - CUDA:    cudaGraphAddHostNode and so on
/// - Errors:  invalid_value for what is no graph, or no node of it
[[nodiscard]] inline error_code add_graph_node(node_handle* out, graph_handle graph,
                                               node_handle const* after, std::size_t count,
                                               detail::node_kind kind, std::function<void()> work,
                                               std::shared_ptr<void> details = nullptr) noexcept {
  return detail::guarded([&] {
    detail::graph_record* const g = detail::graphs().graphs.find(graph);
    if (out == nullptr || g == nullptr || (after == nullptr && count != 0) ||
        !detail::belong(*g, after, count))
      return error_code::invalid_value;
    std::vector<detail::node_record*> list;
    for (std::size_t i = 0; i < count; ++i)
      list.push_back(static_cast<detail::node_record*>(after[i]));
    detail::node_record& n = detail::add_node(*g, kind, std::move(work), std::move(list));
    n.details = std::move(details);
    *out = &n;
    return error_code::success;
  });
}

/// Makes nodes wait for others, `to[i]` for `from[i]`, or no longer.
/// - CUDA:    cudaGraphAddDependencies, cudaGraphRemoveDependencies
[[nodiscard]] inline error_code change_dependencies(graph_handle graph, node_handle const* from,
                                                    node_handle const* to, std::size_t count,
                                                    bool add) noexcept {
  return detail::guarded([&] {
    detail::graph_record* const g = detail::graphs().graphs.find(graph);
    if (g == nullptr || (count != 0 && (from == nullptr || to == nullptr)))
      return error_code::invalid_value;
    for (std::size_t i = 0; i < count; ++i) {
      if (from[i] == to[i] || !detail::belong(*g, from + i, 1) || !detail::belong(*g, to + i, 1))
        return error_code::invalid_value;
      auto& after = static_cast<detail::node_record*>(to[i])->after;
      auto* const n = static_cast<detail::node_record*>(from[i]);
      auto const at = std::find(after.begin(), after.end(), n);
      if ((at != after.end()) == add) return error_code::invalid_value;
      if (add)
        after.push_back(n);
      else
        after.erase(at);
    }
    return error_code::success;
  });
}

/// Makes a graph ready to run; later changes of the graph do not count.
/// - CUDA:    cudaGraphInstantiate
/// - Errors:  invalid_value, also for dependencies in a circle and a condition without a node;
///            not_supported for a second executable graph of one that allocates or frees memory, and
///            for nodes that may not stand in a conditional node's graphs
[[nodiscard]] inline error_code instantiate_graph(graph_exec_handle* out, graph_handle graph,
                                                  bool frees_on_launch = false,
                                                  std::uint64_t flags = 0) noexcept {
  return detail::guarded([&] {
    detail::graph_record* const g = detail::graphs().graphs.find(graph);
    if (out == nullptr || g == nullptr) return error_code::invalid_value;
    if (detail::has_memory_nodes(*g) && !g->instance.expired()) return error_code::not_supported;
    auto plan = detail::plan_graph(*g);
    if (plan == nullptr || detail::has_idle_condition(*plan)) return error_code::invalid_value;
    if (!detail::has_valid_bodies(*plan)) return error_code::not_supported;
    detail::exec_record* const x = detail::graph_execs().take();
    x->life = std::make_shared<int>(0);
    g->instance = x->life;
    x->plan = std::move(plan);
    x->last.reset();
    x->ticket = 0;
    x->frees_on_launch = frees_on_launch;
    x->flags = flags;
    x->number = ++detail::graphs().made;
    x->alive.store(true, std::memory_order_release);
    *out = x;
    return error_code::success;
  });
}

/// How a graph differs from what an executable graph was made of.
struct graph_difference {
  enum kind_of_difference { none, dependencies, kind_of_node, parameters } kind = none;
  void* node = nullptr;  // of the graph, the first that differs; null: they have not as many

  explicit operator bool() const noexcept { return kind != none; }
};

namespace detail {

/// Says whether a node of this kind may get these parameters in place of those that it has.
using parameter_check = bool (*)(node_kind kind, void const* old, void const* now);

/// Returns how the first node of `a` that differs from its pair in `b` does, also within child
/// graphs.
[[nodiscard]] inline graph_difference difference_between(graph_plan const& a, graph_plan const& b,
                                                         parameter_check can_take_over) {
  if (a.steps.size() != b.steps.size()) return {graph_difference::dependencies, nullptr};
  for (std::size_t i = 0; i < a.steps.size(); ++i) {
    auto const& x = a.steps[i];
    auto const& y = b.steps[i];
    if (x.kind != y.kind || (x.child == nullptr) != (y.child == nullptr) ||
        x.bodies.size() != y.bodies.size())
      return {graph_difference::kind_of_node, x.node};
    if (x.waits != y.waits || x.next != y.next) return {graph_difference::dependencies, x.node};
    if (x.child != nullptr)
      if (auto const d = difference_between(*x.child, *y.child, can_take_over)) return d;
    for (std::size_t k = 0; k < x.bodies.size(); ++k)
      if (auto const d = difference_between(*x.bodies[k], *y.bodies[k], can_take_over)) return d;
    if (can_take_over != nullptr && !can_take_over(x.kind, y.details.get(), x.details.get()))
      return {graph_difference::parameters, x.node};
  }
  return {};
}

}  // namespace detail

/// Takes over the work of a graph of the same shape.
/// - CUDA:    cudaGraphExecUpdate
/// - Errors:  graph_exec_update_failure if number, kinds or dependencies of nodes differ, or
///            `can_take_over` refuses parameters, also within child graphs; `difference` says which
///            node is the first to differ, and how
[[nodiscard]] inline error_code update_graph_exec(graph_exec_handle exec, graph_handle graph,
                                                  graph_difference* difference = nullptr,
                                                  detail::parameter_check can_take_over =
                                                      nullptr) noexcept {
  return detail::guarded([&] {
    detail::exec_record* const x = detail::graph_execs().find(exec);
    detail::graph_record* const g = detail::graphs().graphs.find(graph);
    if (x == nullptr || g == nullptr) return error_code::invalid_value;
    auto plan = detail::plan_graph(*g);
    if (plan == nullptr) return error_code::invalid_value;
    std::scoped_lock const hold(x->lock);
    auto const d = detail::difference_between(*plan, *x->plan, can_take_over);
    if (difference != nullptr) *difference = d;
    if (d) return error_code::graph_exec_update_failure;
    x->plan = std::move(plan);
    return error_code::success;
  });
}

/// - CUDA:    cudaGraphExecDestroy
[[nodiscard]] inline error_code destroy_graph_exec(graph_exec_handle exec) noexcept {
  return detail::guarded([&] {
    detail::exec_record* const x = detail::graph_execs().find(exec);
    if (x == nullptr || !x->alive.exchange(false)) return error_code::invalid_value;
    std::shared_ptr<detail::graph_plan const> plan;
    std::shared_ptr<detail::stream_core> last;
    {
      std::scoped_lock const hold(x->lock);
      plan.swap(x->plan);
      last.swap(x->last);
      x->life.reset();
    }
    detail::graph_execs().give_back(x);
    return error_code::success;
  });
}

/// Queues all work of a graph. Launches of one executable graph follow one another.
/// - CUDA:    cudaGraphLaunch
[[nodiscard]] inline error_code launch_graph(graph_exec_handle exec, stream_handle stream,
                                             bool per_thread = false) noexcept {
  return detail::guarded([&] {
    detail::exec_record* const x = detail::graph_execs().find(exec);
    if (x == nullptr) return error_code::invalid_value;
    detail::stream_record* const s = detail::find_stream(stream, per_thread);
    if (s == nullptr) return error_code::invalid_resource_handle;
    std::scoped_lock const hold(x->lock);
    if (auto const e = detail::take_graph_memory(*x->plan, x->frees_on_launch);
        e != error_code::success)
      return e;
    auto const marks = detail::marks_for(*x->plan, *s);
    auto const run = [plan = x->plan, d = s->device, marks] {
      detail::reset_conditions(*plan);
      detail::run_plan(*plan, *d, marks.get());
    };
    if (detail::is_capturing(*s)) {
      detail::submit(*s, run, detail::node_kind::graph);
      return error_code::success;
    }
    detail::check_implicit(*s);
    if (x->last != nullptr) detail::tell_waits(*s, x->last);
    if (x->last != nullptr && x->last != s->core && !x->last->reached(x->ticket))
      s->core->enqueue_gate(x->last, x->ticket);
    detail::wait_for_events(*x->plan, *s);
    x->ticket = detail::submit(*s, run, detail::node_kind::graph);
    x->last = s->core;
    // An event that the graph records stands for all of the graph.
    for (auto const& [step, mark] : *marks) {
      mark->ticket = x->ticket;
      if (auto* const e = detail::events().find(step->event)) {
        e->set(mark);
        detail::tell_recorded(e, *s);
      }
    }
    return error_code::success;
  });
}

}  // namespace simt::inline SIMT_ABI
