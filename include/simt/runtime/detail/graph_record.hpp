#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/runtime/detail/handles.hpp>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

// Graphs as programs make them: nodes, what each waits for, and what decides which graphs run.
namespace simt::inline SIMT_ABI::detail {

/// The kinds of work of a graph's nodes. The values are those of cudaGraphNodeType.
enum class node_kind : int {
  kernel = 0,
  copy = 1,
  fill = 2,
  host_function = 3,
  graph = 4,
  empty = 5,
  wait_event = 6,
  record_event = 7,
  allocate = 10,
  release = 11,
  conditional = 13
};

struct graph_record;

struct node_record {
  std::atomic<bool> alive{false};
  node_kind kind = node_kind::empty;
  std::function<void()> work;
  std::vector<node_record*> after;  // what it depends on
  graph_record* graph = nullptr;
  std::shared_ptr<void> details;            // parameters that can be asked for
  std::shared_ptr<void> hints;              // what changes nothing
  std::shared_ptr<graph_record> child;      // instead of work: a graph of its own
  void* event = nullptr;                    // of a node that records an event or waits for it
  node_record* original = nullptr;          // of a clone's node
  unsigned number = 0;                      // within its graph
};

/// A number that kernels set, by which a conditional node chooses what it runs.
/// - CUDA:    cudaGraphConditionalHandle
struct graph_condition : std::enable_shared_from_this<graph_condition> {
  std::atomic<bool> alive{false};
  std::atomic<unsigned> value{0};
  unsigned initial = 0;
  bool is_reset = false;  // to `initial`, as a launch of its graph begins
  bool has_node = false;
};

/// The ways in which a conditional node chooses: once if the number is set, as long as it is, the graph
/// of that number. The values are those of cudaGraphConditionalNodeType.
enum class branch_kind : int { if_set = 0, while_set = 1, by_number = 2 };

/// The graphs that a conditional node chooses among: its own, which the program fills.
struct graph_branch {
  std::shared_ptr<graph_condition> condition;
  branch_kind kind = branch_kind::if_set;
  std::vector<std::shared_ptr<graph_record>> bodies;
  std::vector<void*> handles;  // the same as the program knows them
};

/// An object of the program's that a graph keeps, by so many references.
struct kept_object {
  std::shared_ptr<void> object;
  std::uint64_t references;
};

struct graph_record {
  std::atomic<bool> alive{false};
  std::vector<node_record*> nodes;
  std::vector<kept_object> kept;
  std::vector<std::shared_ptr<graph_condition>> conditions;
  std::weak_ptr<void> instance;  // lives as long as the last executable graph
  unsigned number = 0;           // of the graph; its nodes are counted by the other
  unsigned nodes_made = 0;
};

struct graph_pools {
  handle_pool<graph_record> graphs;
  handle_pool<node_record> nodes;
  handle_pool<graph_condition> conditions;
  std::atomic<unsigned> made{0};  // graphs and executable graphs
};
/// Never destroyed: graphs may outlive main.
[[nodiscard]] inline graph_pools& graphs() {
  static auto& pools = *new graph_pools;
  return pools;
}

[[nodiscard]] inline graph_record& make_graph() {
  graph_record* const g = graphs().graphs.take();
  g->nodes.clear();
  g->kept.clear();
  g->conditions.clear();
  g->instance.reset();
  g->number = ++graphs().made;
  g->nodes_made = 0;
  g->alive.store(true, std::memory_order_release);
  return *g;
}
[[nodiscard]] inline node_record& add_node(graph_record& g, node_kind kind,
                                           std::function<void()> work,
                                           std::vector<node_record*> after) {
  node_record* const n = graphs().nodes.take();
  n->kind = kind;
  n->work = std::move(work);
  n->after = std::move(after);
  n->graph = &g;
  n->original = nullptr;
  n->details.reset();
  n->child.reset();
  n->event = nullptr;
  n->hints.reset();
  n->number = g.nodes_made++;
  g.nodes.push_back(n);
  n->alive.store(true, std::memory_order_release);
  return *n;
}
inline void drop_node(node_record& n) {
  if (!n.alive.exchange(false)) return;
  n.work = nullptr;
  n.after.clear();
  n.details.reset();
  n.hints.reset();
  n.child.reset();
  graphs().nodes.give_back(&n);
}
inline void drop_graph(graph_record& g) {
  for (node_record* const n : g.nodes) drop_node(*n);
  g.nodes.clear();
  g.kept.clear();
  g.conditions.clear();
  graphs().graphs.give_back(&g);
}

/// Finds a node of this graph by its handle; null for what is none of it.
[[nodiscard]] inline node_record* find_node(graph_record const& g, void const* handle) noexcept {
  node_record* const n = graphs().nodes.find(handle);
  return n != nullptr && n->graph == &g ? n : nullptr;
}

/// Hands a live graph over to who holds the result, and ends it with the last of them.
[[nodiscard]] inline std::shared_ptr<graph_record> own_graph(graph_record& g) {
  return {&g, [](graph_record* each) {
            if (each->alive.exchange(false)) drop_graph(*each);
          }};
}

/// Makes a number for a conditional node of a graph, or of one within it.
[[nodiscard]] inline graph_condition& add_condition(graph_record& g, unsigned initial,
                                                    bool is_reset) {
  graph_condition* const c = graphs().conditions.take();
  c->value.store(initial);
  c->initial = initial;
  c->is_reset = is_reset;
  c->has_node = false;
  c->alive.store(true, std::memory_order_release);
  g.conditions.emplace_back(c, [](graph_condition* each) {
    each->alive.store(false);
    graphs().conditions.give_back(each);
  });
  return *c;
}

}  // namespace simt::inline SIMT_ABI::detail
