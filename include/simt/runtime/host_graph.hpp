#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/runtime/copy.hpp>
#include <simt/runtime/detail/capture.hpp>
#include <simt/runtime/host_stream.hpp>
#include <simt/runtime/submit.hpp>

#include <oneapi/tbb/task_group.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <map>
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

/// The work of a graph in an order that keeps its dependencies.
struct graph_plan {
  std::vector<node_record*> nodes;  // where the steps come from, for changes
  std::vector<std::function<void()>> steps;
  std::vector<std::vector<std::size_t>> next;  // the steps that wait for each
  std::vector<unsigned> waits;                 // how many steps each waits for
  bool is_chain = true;                        // each waits for the one before it
  std::vector<std::shared_ptr<void>> kept;
};

struct exec_record {
  std::atomic<bool> alive{false};
  std::mutex lock;
  std::shared_ptr<graph_plan const> plan;
  // Where it was launched last: launches of one executable graph follow one another.
  std::shared_ptr<stream_core> last;
  std::uint64_t ticket = 0;
};

[[nodiscard]] inline handle_pool<exec_record>& graph_execs() {
  // Never destroyed: they may outlive main.
  static auto& pool = *new handle_pool<exec_record>;
  return pool;
}

/// Null if the dependencies form a circle.
[[nodiscard]] inline std::shared_ptr<graph_plan const> plan_graph(graph_record const& g) {
  auto plan = std::make_shared<graph_plan>();
  std::map<node_record*, std::size_t> waits;
  std::map<node_record*, std::vector<node_record*>> before;
  for (node_record* const n : g.nodes) {
    waits[n] = n->after.size();
    for (node_record* const a : n->after) before[a].push_back(n);
  }
  for (node_record* const n : g.nodes)
    if (n->after.empty()) plan->nodes.push_back(n);
  for (std::size_t i = 0; i < plan->nodes.size(); ++i)
    for (node_record* const n : before[plan->nodes[i]])
      if (--waits[n] == 0) plan->nodes.push_back(n);
  if (plan->nodes.size() != g.nodes.size()) return nullptr;
  std::map<node_record*, std::size_t> place;
  for (std::size_t i = 0; i < plan->nodes.size(); ++i) place[plan->nodes[i]] = i;
  for (std::size_t i = 0; i < plan->nodes.size(); ++i) {
    node_record* const n = plan->nodes[i];
    plan->steps.push_back(n->work);
    plan->waits.push_back(static_cast<unsigned>(n->after.size()));
    auto& next = plan->next.emplace_back();
    for (node_record* const b : before[n]) next.push_back(place[b]);
    plan->is_chain &=
        i + 1 == plan->nodes.size() || std::find(next.begin(), next.end(), i + 1) != next.end();
  }
  plan->kept = g.kept;
  return plan;
}

/// Runs the steps, those that do not wait for one another at the same time. After an error of the
/// device no step begins.
class plan_run {
 public:
  plan_run(graph_plan const& plan, device_state& d) : plan_{plan}, device_{d} {}
  plan_run(plan_run const&) = delete;
  plan_run& operator=(plan_run const&) = delete;

  void run() {
    if (plan_.is_chain) {
      for (std::size_t i = 0; i < plan_.steps.size(); ++i) step(i);
      return;
    }
    waits_ = std::vector<std::atomic<unsigned>>(plan_.steps.size());
    for (std::size_t i = 0; i < waits_.size(); ++i)
      waits_[i].store(plan_.waits[i], std::memory_order_relaxed);
    for (std::size_t i = 0; i < waits_.size(); ++i)
      if (plan_.waits[i] == 0) spawn(i);
    tasks_.wait();
#if SIMT_TSAN
    __tsan_acquire(this);
#endif
  }

 private:
  void step(std::size_t i) {
    if (device_.fault.load(std::memory_order_relaxed) == 0 && plan_.steps[i]) plan_.steps[i]();
  }

  void spawn(std::size_t i) {
#if SIMT_TSAN
    __tsan_release(this);
#endif
    tasks_.run([this, i] { chain(i); });
  }

  /// A step and then one of those that it lets begin; the others become tasks.
  void chain(std::size_t i) {
#if SIMT_TSAN
    __tsan_acquire(this);
#endif
    constexpr std::size_t none = ~std::size_t{0};
    while (i != none) {
      step(i);
      std::size_t mine = none;
      for (std::size_t const n : plan_.next[i]) {
        if (waits_[n].fetch_sub(1, std::memory_order_acq_rel) != 1) continue;
        if (mine == none)
          mine = n;
        else
          spawn(n);
      }
      i = mine;
    }
#if SIMT_TSAN
    __tsan_release(this);
#endif
  }

  graph_plan const& plan_;
  device_state& device_;
  std::vector<std::atomic<unsigned>> waits_;
  tbb::task_group tasks_;
};

inline void run_plan(graph_plan const& plan, device_state& d) { plan_run(plan, d).run(); }

/// Nodes of this graph, each once.
[[nodiscard]] inline bool belong(graph_record const& g, node_handle const* list, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    node_record const* const at = graphs().nodes.find(list[i]);
    if (at == nullptr || at->graph != &g) return false;
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
/// - Errors:  invalid_value, also for dependencies in a circle
[[nodiscard]] inline error_code instantiate_graph(graph_exec_handle* out,
                                                  graph_handle graph) noexcept {
  return detail::guarded([&] {
    detail::graph_record* const g = detail::graphs().graphs.find(graph);
    if (out == nullptr || g == nullptr) return error_code::invalid_value;
    auto plan = detail::plan_graph(*g);
    if (plan == nullptr) return error_code::invalid_value;
    detail::exec_record* const x = detail::graph_execs().take();
    x->plan = std::move(plan);
    x->last.reset();
    x->ticket = 0;
    x->alive.store(true, std::memory_order_release);
    *out = x;
    return error_code::success;
  });
}

/// Takes over the work of a graph of the same shape.
/// - CUDA:    cudaGraphExecUpdate
/// - Errors:  graph_exec_update_failure if number or kinds of nodes differ
[[nodiscard]] inline error_code update_graph_exec(graph_exec_handle exec,
                                                  graph_handle graph) noexcept {
  return detail::guarded([&] {
    detail::exec_record* const x = detail::graph_execs().find(exec);
    detail::graph_record* const g = detail::graphs().graphs.find(graph);
    if (x == nullptr || g == nullptr) return error_code::invalid_value;
    auto plan = detail::plan_graph(*g);
    if (plan == nullptr) return error_code::invalid_value;
    std::scoped_lock const hold(x->lock);
    if (plan->steps.size() != x->plan->steps.size()) return error_code::graph_exec_update_failure;
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
    auto const run = [plan = x->plan, d = s->device] { detail::run_plan(*plan, *d); };
    if (detail::is_capturing(*s)) {
      detail::submit(*s, run, detail::node_kind::graph);
      return error_code::success;
    }
    detail::check_implicit(*s);
    if (x->last != nullptr && x->last != s->core && !x->last->reached(x->ticket))
      s->core->enqueue_gate(x->last, x->ticket);
    x->ticket = detail::submit(*s, run, detail::node_kind::graph);
    x->last = s->core;
    return error_code::success;
  });
}

}  // namespace simt::inline SIMT_ABI
