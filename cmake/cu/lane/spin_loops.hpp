// SPDX-License-Identifier: MIT
#pragma once

#include "../semantics/class_members.hpp"
#include "call_graph.hpp"

#include <optional>
#include <set>

namespace simt::cu::lane {

namespace detail {

/// Looks for loops that may wait for what another thread does: in lock step, who waits for a thread
/// of its own gang waits for ever. A loop is one where its exit hangs on an atomic, on volatile
/// memory, or on memory that the function also writes.
class spin_loop_finder {
 public:
  spin_loop_finder(model const& m, call_graph const& graph, semantics::class_table const& classes)
      : m_{m}, graph_{graph}, classes_{classes} {
    collect_stores();
  }

  /// The first such loop and why.
  [[nodiscard]] std::optional<refusal> run();

 private:
  using kind = expression_kind;
  using roots = std::set<std::string>;  // names of pointers, arrays; "*" is any

  struct store {
    roots to;
    int node;
  };

  // Memory.

  /// True where the n-th parameter of all functions of a name is a number, or an object that
  /// consists of numbers, by value or as `const&`: nothing is stored through it.
  [[nodiscard]] bool takes_numbers(call_graph::entries const& all, std::size_t n) const;

  [[nodiscard]] static std::string name_of(variable const& v) {
    return "v:" + v.declared->name + ":" + std::to_string(v.declared->tokens.begin);
  }

  static bool is_number(type const& t) noexcept {
    return t.is_plain() && !t.is_auto() && semantics::class_table::is_arithmetic(t.base);
  }

  /// What a pointer may point into.
  void roots_of(expression const& e, roots& out, std::set<int>& seen) const;
  [[nodiscard]] roots roots_of(expression const& e) const;

  /// Whether e is a place in memory that others can see.
  [[nodiscard]] bool is_memory(expression const& e) const;

  /// All of e, with what the body of a lambda computes.
  void visit(expression const& e, auto&& f) const {
    f(e);
    for (auto const& o : e.operands)
      if (o) visit(*o, f);
    if (e.written) visit(*e.written->body, f);
  }
  void visit(statement const& s, auto&& f) const {
    for_each_expression(s, [&](expression const& e) { visit(e, f); });
    for_each_statement(s, [&](statement const& b) { visit(b, f); });
  }
  [[nodiscard]] bool leaves_by_return(jump const& j, int loop) const {
    return j.is_return() && m_.is_within(loop, j.target);
  }
  /// Whether what stands at a node may run in a loop: what a lambda does, it does anywhere.
  [[nodiscard]] bool is_within(int node, int loop) const {
    return m_.is_within(node, loop) || m_.is_in_lambda(node);
  }

  void collect_stores();

  void walk(expression const& e, auto&& place) {
    bool const writes = e.is(kind::assignment) || e.is(kind::postfix) ||
                        (e.is(kind::prefix) && (e.op == "++" || e.op == "--"));
    if (writes) place(e[0], loop_of_.empty() ? none : loop_of_.back());
    for (auto const& o : e.operands)
      if (o) walk(*o, place);
    if (!e.written) return;
    loop_of_.push_back(m_.lambdas.at(&e).node);
    walk(*e.written->body, place);
    loop_of_.pop_back();
  }
  void walk(statement const& s, auto&& place) {
    auto const look = [&](expression const& e) { walk(e, place); };
    bool const is_loop = s.is(statement_kind::for_) || s.is(statement_kind::while_) ||
                         s.is(statement_kind::do_) || s.is(statement_kind::range_for);
    if (is_loop) loop_of_.push_back(m_.node_of.at(&s));
    if (s.init) walk(*s.init, place);
    if (s.condition) look(*s.condition);
    if (s.step) look(*s.step);
    if (s.value) look(*s.value);
    if (s.declared)
      for (auto const& d : s.declared->names)
        for (auto const& v : d.values) look(*v);
    for (auto const& b : s.body)
      if (b) walk(*b, place);
    if (is_loop) loop_of_.pop_back();
  }

  // Loops.

  struct dependence {
    std::vector<expression const*> all;
    std::set<int> variables;
  };

  void add(expression const& e, int loop, dependence& out) const;

  [[nodiscard]] bool is_volatile(expression const& e) const;

  [[nodiscard]] bool is_written(roots const& from, int loop) const;
  [[nodiscard]] bool is_shared(std::string const& root) const;

  /// What an exit may wait for in e. `memory`: plain memory counts. `together`: only what another
  /// block may do counts.
  [[nodiscard]] std::string awaited(expression const& e, int loop, bool memory, bool atomics,
                                    bool together = false) const;
  /// Whether e points to shared arrays of the function, and nowhere else.
  [[nodiscard]] bool is_of_block(expression const& e) const;
  /// Without the subscripts of the last place.
  [[nodiscard]] static expression const& base(expression const& e);
  [[nodiscard]] bool points(expression const& e) const;

  /// `for (i = a; i < b; i += c)`, and a while of that kind: ends by itself.
  [[nodiscard]] bool counts(int loop) const;
  [[nodiscard]] bool counts(expression const& condition, int loop) const;
  /// The variable of `v`, `v + a`, `v - a`, where nothing else of it changes in the loop.
  [[nodiscard]] int counted(expression const& e, int loop) const;
  /// True if all writes of a variable in a loop add to it, in each turn.
  [[nodiscard]] bool is_stepped(int variable, int loop) const;
  [[nodiscard]] bool loads(expression const& e) const;
  /// `while (v > (next = p[v])) v = next;`: v becomes less in each turn, whatever is in memory.
  [[nodiscard]] bool descends(expression const& condition, int loop) const;
  /// Whether a value is assigned in a for's first part.
  [[nodiscard]] bool begins_with(statement const& s, expression const& value) const;
  /// The node of what each turn of a loop does; none where a `continue` may leave it.
  [[nodiscard]] int every_turn(int loop) const;
  /// `while ((i = atomicAdd(next, 1)) < n)`, or `if (i >= n) break;` in each turn: each turn brings
  /// the counter nearer to the bound. The calls of atomicAdd that give i, and `next`; none where a
  /// loop is not of that kind.
  [[nodiscard]] std::set<expression const*> taken(int loop) const;
  /// The same for one variable: all its writes in the loop are such calls, or hand on what another
  /// thread of the warp got by one.
  [[nodiscard]] std::set<expression const*> taken_by(int variable, int loop) const;
  /// Whether all threads of the block meet in each turn: then none of them waits for another of
  /// its block.
  [[nodiscard]] bool meets(int loop) const;
  /// Whether all ways through statements, to what follows them, pass a barrier of the block, if
  /// `met` says so of what is in front; `open`: whether some `continue` is reached without one.
  [[nodiscard]] bool meets(statement const& s, bool met, bool& open) const;
  /// Whether an expression meets the block wherever it is evaluated.
  [[nodiscard]] bool has_barrier(expression const& e) const;

  [[nodiscard]] static expression const& stripped(expression const& e);

  /// `do { assumed = old; old = atomicCAS(p, assumed, f(assumed)); } while (assumed != old);`:
  /// in each turn one thread gets through, and nobody waits for what it does next.
  [[nodiscard]] bool is_retry(int loop) const;
  [[nodiscard]] bool retries(int assumed, int old, int loop) const;
  /// True for `a op b` where one of the two is what an atomicCAS of the other gives.
  [[nodiscard]] bool compares_swap(expression const& c, std::string_view op, int loop) const;
  /// The same with `if ((old = atomicCAS(p, assumed, f)) == assumed) break;` in each turn.
  [[nodiscard]] bool leaves_when_swapped(int loop) const;
  [[nodiscard]] static bool leaves(statement const& s);

  [[nodiscard]] std::optional<refusal> look_at(int loop);

  model const& m_;
  call_graph const& graph_;
  semantics::class_table const& classes_;
  std::vector<std::vector<expression const*>>
      values_;  // of each variable: all that is written to it
  std::vector<store> stores_;
  std::set<expression const*> taken_;  // calls of atomicAdd that nobody waits for, and their places
  std::vector<int> loop_of_;
};

}  // namespace detail

}  // namespace simt::cu::lane
