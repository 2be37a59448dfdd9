#pragma once
// SPDX-License-Identifier: MIT

#include <simt/check/hooks.hpp>
#include <simt/config.hpp>
#include <simt/runtime/detail/capture.hpp>
#include <simt/runtime/host_event.hpp>
#include <simt/runtime/host_stream.hpp>

#include <oneapi/tbb/task_group.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace simt::inline SIMT_ABI::detail {

/// The work of a graph in an order that keeps its dependencies.
struct graph_plan {
  struct step {
    node_record* node;  // where the step comes from, for changes
    node_kind kind;
    std::function<void()> work;
    std::shared_ptr<graph_plan const> child;                // instead of work
    std::vector<std::shared_ptr<graph_plan const>> bodies;  // the same, of which a number chooses
    std::vector<std::size_t> next;                          // the steps that wait for this one
    unsigned waits;                                         // how many steps this one waits for
    void* event = nullptr;                                  // that the step records or waits for
    std::shared_ptr<void> details{};                        // the node's parameters
    bool enabled = true;
  };
  std::vector<step> steps;
  bool is_chain = true;  // each waits for the one before it
  std::vector<kept_object> kept;
  std::vector<std::shared_ptr<graph_condition>> conditions;  // also those of graphs within
};

[[nodiscard]] inline std::shared_ptr<graph_plan const> plan_graph(graph_record const& g);

/// Plans a graph within another, whose conditions become those of the outer plan, too. Null if it
/// cannot be planned.
[[nodiscard]] inline std::shared_ptr<graph_plan const> plan_within(graph_plan& outer,
                                                                   graph_record const& g) {
  auto plan = plan_graph(g);
  if (plan != nullptr)
    outer.conditions.insert(outer.conditions.end(), plan->conditions.begin(),
                            plan->conditions.end());
  return plan;
}

/// Null if the dependencies form a circle.
inline std::shared_ptr<graph_plan const> plan_graph(graph_record const& g) {
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
    std::shared_ptr<graph_plan const> child;
    if (n.child != nullptr && (child = plan_within(*plan, *n.child)) == nullptr) return nullptr;
    auto& s = plan->steps.emplace_back(graph_plan::step{e->node,
                                                        n.kind,
                                                        n.work,
                                                        std::move(child),
                                                        {},
                                                        {},
                                                        static_cast<unsigned>(n.after.size()),
                                                        n.event,
                                                        n.details});
    if (n.kind == node_kind::conditional)
      for (auto const& body : static_cast<graph_branch const*>(n.details.get())->bodies)
        if (s.bodies.push_back(plan_within(*plan, *body)); s.bodies.back() == nullptr)
          return nullptr;
    for (entry const* const b : e->before) s.next.push_back(b->place);
    plan->is_chain &= e->place + 1 == order.size() ||
                      std::find(s.next.begin(), s.next.end(), e->place + 1) != s.next.end();
  }
  plan->kept = g.kept;
  plan->conditions.insert(plan->conditions.end(), g.conditions.begin(), g.conditions.end());
  return plan;
}

/// The recordings of events that a launch of a plan makes, by their steps.
using step_marks = std::vector<std::pair<graph_plan::step const*, std::shared_ptr<event_mark>>>;

inline void run_plan(graph_plan const& plan, device_state& d, step_marks const* marks = nullptr);

/// Tells checked builds which steps of a plan that is no chain come behind which, as they begin.
class told_steps {
#if SIMT_CHECK && !SIMT_PROFILE
 public:
  void learn(graph_plan const& plan) {
    count_ = plan.steps.size();
    if (work_ == nullptr || count_ > most) return;
    behind_.assign(count_ * count_, 0);
    for (std::size_t i = 0; i < count_; ++i)
      for (std::size_t const n : plan.steps[i].next) {
        for (std::size_t k = 0; k < count_; ++k) behind_[n * count_ + k] |= behind_[i * count_ + k];
        behind_[n * count_ + i] = 1;
      }
  }
  struct scope {
    bool begun;
    ~scope() {
      if (begun) simt_check_ends_queued();
    }
  };
  [[nodiscard]] scope begin(std::size_t i) const {
    if (behind_.empty()) return {false};
    simt_check_begins_part(work_, i, behind_.data() + i * count_, count_);
    return {true};
  }

 private:
  static constexpr std::size_t most = 1024;  // of more steps the order is taken as kept
  void const* const work_ = simt_check_work();
  std::size_t count_ = 0;
  std::vector<unsigned char> behind_;
#else
 public:
  struct scope {
    ~scope() {}
  };
  void learn(graph_plan const&) {}
  [[nodiscard]] scope begin(std::size_t) const { return {}; }
#endif
};

/// Runs the steps, those that do not wait for one another at the same time. After an error of the
/// device no step begins.
class plan_run {
 public:
  plan_run(graph_plan const& plan, device_state& d, step_marks const* marks)
      : plan_{plan}, device_{d}, marks_{marks} {}
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
    told_.learn(plan_);
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
    auto const told = told_.begin(i);
    if (s.child != nullptr)
      run_plan(*s.child, device_, marks_);
    else if (s.kind == node_kind::conditional)
      choose(s);
    else if (s.work)
      s.work();
    if (s.kind != node_kind::record_event || marks_ == nullptr) return;
    for (auto const& [step, mark] : *marks_)
      if (step == &s) mark->ns.store(now_ns(), std::memory_order_relaxed);
  }

  /// Runs what the step's number says, which kernels before it have set, or those that it runs.
  void choose(graph_plan::step const& s) {
    auto const& branch = *static_cast<graph_branch const*>(s.details.get());
    auto const run = [&](std::size_t i) {
      if (i < s.bodies.size()) run_plan(*s.bodies[i], device_, marks_);
    };
    auto const value = [&] { return branch.condition->value.load(std::memory_order_acquire); };
    switch (branch.kind) {
      case branch_kind::if_set:
        run(value() != 0 ? 0 : 1);
        return;
      case branch_kind::while_set:
        while (value() != 0 && device_.fault.load(std::memory_order_relaxed) == 0) run(0);
        return;
      case branch_kind::by_number:
        run(value());
        return;
    }
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
  step_marks const* marks_;
  std::vector<std::atomic<unsigned>> waits_;
  told_steps told_;
  tbb::task_group tasks_;
};

inline void run_plan(graph_plan const& plan, device_state& d, step_marks const* marks) {
  plan_run(plan, d, marks).run();
}

/// Calls f for every step of a plan and of the graphs within it.
template <class F>
void for_each_step(graph_plan const& plan, F const& f) {
  for (graph_plan::step const& s : plan.steps) {
    if (s.child != nullptr) for_each_step(*s.child, f);
    for (auto const& body : s.bodies) for_each_step(*body, f);
    f(s);
  }
}

/// Gives the numbers of a plan's conditional nodes the values with which a launch begins.
inline void reset_conditions(graph_plan const& plan) {
  for (auto const& c : plan.conditions)
    if (c->is_reset) c->value.store(c->initial, std::memory_order_relaxed);
}

/// True if the graphs that a number chooses have no nodes but those that may stand there.
[[nodiscard]] inline bool has_valid_bodies(graph_plan const& plan) {
  bool all = true;
  for_each_step(plan, [&](graph_plan::step const& s) {
    for (auto const& body : s.bodies)
      for_each_step(*body, [&](graph_plan::step const& within) {
        all = all && (within.kind <= node_kind::fill || within.kind == node_kind::graph ||
                      within.kind == node_kind::empty || within.kind == node_kind::conditional);
      });
  });
  return all;
}

/// Lets a stream wait for the events that a plan waits for, as they stand at its launch: all of the
/// plan waits.
inline void wait_for_events(graph_plan const& plan, stream_record& s) {
  for_each_step(plan, [&](graph_plan::step const& step) {
    if (step.kind != node_kind::wait_event) return;
    event_record* const e = events().find(step.event);
    auto const mark = e != nullptr ? e->last() : nullptr;
    tell_awaited(e, &s);
    if (mark != nullptr && mark->core != s.core && !mark->reached())
      s.core->enqueue_gate(mark->core, mark->ticket);
  });
}

/// Marks for the events that a plan records.
[[nodiscard]] inline std::shared_ptr<step_marks> marks_for(graph_plan const& plan,
                                                           stream_record& s) {
  auto out = std::make_shared<step_marks>();
  for_each_step(plan, [&](graph_plan::step const& step) {
    if (step.kind != node_kind::record_event || events().find(step.event) == nullptr) return;
    auto mark = std::make_shared<event_mark>();
    mark->core = s.core;
    mark->device = s.device;
    out->emplace_back(&step, std::move(mark));
  });
  return out;
}

}  // namespace simt::inline SIMT_ABI::detail
