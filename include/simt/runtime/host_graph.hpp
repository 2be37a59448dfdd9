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
  struct step {
    node_record* node;  // where the step comes from, for changes
    node_kind kind;
    std::function<void()> work;
    std::shared_ptr<graph_plan const> child;  // instead of work
    std::vector<std::size_t> next;            // the steps that wait for this one
    unsigned waits;                           // how many steps this one waits for
    bool enabled = true;
  };
  std::vector<step> steps;
  bool is_chain = true;  // each waits for the one before it
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
  // What is found out of each node, by address.
  struct entry {
    node_record* node;
    std::size_t waits;
    std::size_t place = 0;
    std::vector<entry*> before{};
  };
  std::vector<entry> all;
  for (node_record* const n : g.nodes) all.push_back({n, n->after.size()});
  std::sort(all.begin(), all.end(), [](entry const& a, entry const& b) {
    return std::less<node_record*>()(a.node, b.node);
  });
  auto const of = [&](node_record* n) {
    return &*std::lower_bound(all.begin(), all.end(), n, [](entry const& e, node_record* wanted) {
      return std::less<node_record*>()(e.node, wanted);
    });
  };
  std::vector<entry*> order;
  for (node_record* const n : g.nodes) {
    entry* const e = of(n);
    for (node_record* const a : n->after) of(a)->before.push_back(e);
    if (e->waits == 0) order.push_back(e);
  }
  for (std::size_t i = 0; i < order.size(); ++i) {
    order[i]->place = i;
    for (entry* const b : order[i]->before)
      if (--b->waits == 0) order.push_back(b);
  }
  if (order.size() != all.size()) return nullptr;
  auto plan = std::make_shared<graph_plan>();
  for (entry const* const e : order) {
    node_record const& n = *e->node;
    auto& s = plan->steps.emplace_back(graph_plan::step{
        e->node, n.kind, n.work, n.child, {}, static_cast<unsigned>(n.after.size())});
    for (entry const* const b : e->before) s.next.push_back(b->place);
    plan->is_chain &= e->place + 1 == order.size() ||
                      std::find(s.next.begin(), s.next.end(), e->place + 1) != s.next.end();
  }
  plan->kept = g.kept;
  return plan;
}

inline void run_plan(graph_plan const& plan, device_state& d);

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
      waits_[i].store(plan_.steps[i].waits, std::memory_order_relaxed);
    for (std::size_t i = 0; i < waits_.size(); ++i)
      if (plan_.steps[i].waits == 0) spawn(i);
    tasks_.wait();
#if SIMT_TSAN
    __tsan_acquire(this);
#endif
  }

 private:
  void step(std::size_t i) {
    if (device_.fault.load(std::memory_order_relaxed) != 0) return;
    graph_plan::step const& s = plan_.steps[i];
    if (!s.enabled) return;
    if (s.child != nullptr)
      run_plan(*s.child, device_);
    else if (s.work)
      s.work();
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
      for (std::size_t const n : plan_.steps[i].next) {
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

namespace detail {

/// True where two plans differ in their work alone.
[[nodiscard]] inline bool alike(graph_plan const& a, graph_plan const& b) {
  return std::equal(a.steps.begin(), a.steps.end(), b.steps.begin(), b.steps.end(),
                    [](graph_plan::step const& x, graph_plan::step const& y) {
                      return x.kind == y.kind && x.waits == y.waits && x.next == y.next &&
                             (x.child == nullptr) == (y.child == nullptr) &&
                             (x.child == nullptr || alike(*x.child, *y.child));
                    });
}

}  // namespace detail

/// Takes over the work of a graph of the same shape.
/// - CUDA:    cudaGraphExecUpdate
/// - Errors:  graph_exec_update_failure if number, kinds or dependencies of nodes differ,
///            also within child graphs
[[nodiscard]] inline error_code update_graph_exec(graph_exec_handle exec,
                                                  graph_handle graph) noexcept {
  return detail::guarded([&] {
    detail::exec_record* const x = detail::graph_execs().find(exec);
    detail::graph_record* const g = detail::graphs().graphs.find(graph);
    if (x == nullptr || g == nullptr) return error_code::invalid_value;
    auto plan = detail::plan_graph(*g);
    if (plan == nullptr) return error_code::invalid_value;
    std::scoped_lock const hold(x->lock);
    if (!detail::alike(*plan, *x->plan)) return error_code::graph_exec_update_failure;
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
