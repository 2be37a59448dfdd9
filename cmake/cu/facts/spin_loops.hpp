// SPDX-License-Identifier: MIT
#pragma once

#include "../program/class_members.hpp"
#include "call_graph.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace simt::cu::lane {

namespace detail {

class spin_loop_finder;

/// The ways through one turn of a loop to the next one, with what changes on each for good, so that
/// the next turn is another one, and at which places in memory it looks.
class turn_ways {
 public:
  turn_ways(spin_loop_finder const& of, int loop);

  /// Returns whether each turn looks at other places of those that are waited for than the one
  /// before: nobody spins on a cell.
  [[nodiscard]] bool moves(std::set<expression const*> const& awaited);
  /// Returns whether something is different in each turn.
  [[nodiscard]] bool changes();

 private:
  /// Holds what a variable has become since the turn began.
  struct value {
    std::set<int> from;  // variables as the turn before left them; none: anything
    bool moves = false;  // it is never just what one of those was
  };
  struct way {
    std::map<int, value> now;                           // what is not here is as it was
    std::map<expression const*, std::set<int>> looked;  // places in memory, with what they hang on
    std::optional<bool> flag;                           // its value, where it is known
    std::set<int> changed;                              // for good, at the turn's end
    bool advances = false;                              // what stands in memory has been changed
  };

  /// Finds the ways. Returns whether all statements are understood.
  [[nodiscard]] bool walk();
  void pass(statement const& s, std::vector<way>& ways);
  void pass(expression const& e, std::vector<way>& ways);
  /// `surely`: it is evaluated wherever the way leads.
  void pass(expression const& e, way& w, bool surely);
  /// Passes statements of which nobody knows how often they run.
  void pass_over(statement const& s, std::vector<way>& ways);
  [[nodiscard]] bool continues(statement const& s) const;

  /// Finds the variable that alone can end the loop: `while (again)`, `!done`, `again && …`.
  void find_flag();
  [[nodiscard]] static std::optional<bool> literal(expression const& e);

  /// Passes an assignment; `value` is null for ++ and --.
  void change(int v, operation op, expression const* value, way& w) const;
  /// Passes what a called function may do.
  void pass_call(expression const& call, way& w);
  /// A place may have any value.
  void lose(expression const& place, way& w) const;
  /// Finds the variables that are not what they were.
  void complete(way& w) const;

  [[nodiscard]] value value_of(int v, way const& w) const;
  [[nodiscard]] value value_of(expression const& e, way const& w) const;
  /// True if a value hangs on a decision, so that it may stay what it was.
  [[nodiscard]] static bool is_decided(expression const& e);
  /// Returns what decides at which place in memory an access looks.
  [[nodiscard]] std::set<int> address_of(expression const& access, way const& w) const;
  /// True if a variable is declared within the turn, and begins anew in each.
  [[nodiscard]] bool is_of_turn(int v) const;

  spin_loop_finder const& f_;
  model const& m_;
  int loop_;
  statement const& s_;
  int flag_ = none;
  bool flag_goes_on_ = false;
  std::set<expression const*> const* looked_for_ = nullptr;
  std::vector<way> again_;
  bool ok_ = true;
};

/// Looks for loops that may wait for what another thread does: in lock step, who waits for a thread
/// of its own gang waits for ever. A loop is one where its exit hangs on an atomic, on volatile
/// memory, or on memory that the function also writes.
class spin_loop_finder {
  friend class turn_ways;

 public:
  spin_loop_finder(model const& m, call_graph const& graph, semantics::class_table const& classes)
      : m_{m}, graph_{graph}, classes_{classes} {
    collect_stores();
  }

  /// The first such loop and why.
  [[nodiscard]] std::optional<refusal> run();
  /// Loops that may wait, but for nobody of their warp who cannot go on.
  [[nodiscard]] std::vector<statement const*> const& waiting() const noexcept { return waiting_; }

 private:
  using kind = expression_kind;
  using roots = std::set<std::string>;  // names of pointers, arrays; "*" is any

  struct store {
    roots to;
    int node;
    range tokens;
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

  /// Collects what a pointer may point into.
  void roots_of(expression const& e, roots& out, std::set<int>& seen) const;
  [[nodiscard]] roots roots_of(expression const& e) const;

  /// True if e is a place in memory that others can see.
  [[nodiscard]] bool is_memory(expression const& e) const;

  [[nodiscard]] bool leaves_by_return(jump const& j, int loop) const {
    return j.is_return() && m_.is_within(loop, j.target);
  }
  /// True if what stands at a node may run in a loop: what a lambda does, it does anywhere.
  [[nodiscard]] bool is_within(int node, int loop) const {
    return m_.is_within(node, loop) || m_.is_in_lambda(node);
  }

  void collect_stores();

  void walk(expression const& e, auto&& place) {
    bool const writes = e.is(kind::assignment) || e.is_step();
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
  /// The same of an expression without its operands.
  [[nodiscard]] bool says_volatile(expression const& e) const;

  [[nodiscard]] bool is_written(roots const& from, int loop) const;
  [[nodiscard]] bool is_shared(std::string const& root) const;

  /// Tells what an exit may wait for in e. `memory`: plain memory counts. `together`: only what
  /// another block may do counts.
  [[nodiscard]] std::string awaited(expression const& e, int loop, bool memory, bool atomics,
                                    bool together = false) const;
  /// The same for an expression without its operands.
  [[nodiscard]] std::string awaited_at(expression const& e, int loop, bool memory, bool atomics,
                                       bool together) const;
  /// True if e points to shared arrays of the function, and nowhere else.
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
  /// True if a value is assigned in a for's first part.
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
  /// True if all threads of the block meet in each turn: then none of them waits for another of
  /// its block.
  [[nodiscard]] bool meets(int loop) const;
  /// True if all ways through statements, to what follows them, pass a barrier of the block, if
  /// `met` says so of what is in front; `open`: whether some `continue` is reached without one.
  [[nodiscard]] bool meets(statement const& s, bool met, bool& open) const;
  /// True if an expression meets the block wherever it is evaluated.
  [[nodiscard]] bool has_barrier(expression const& e) const;

  [[nodiscard]] static expression const& stripped(expression const& e);

  /// `do { assumed = old; old = atomicCAS(p, assumed, f(assumed)); } while (assumed != old);`:
  /// in each turn one thread gets through, and nobody waits for what it does next.
  [[nodiscard]] bool is_retry(int loop) const;
  [[nodiscard]] bool retries(int assumed, int old, int loop) const;
  /// True for `a op b` where one of the two is what an atomicCAS of the other gives.
  [[nodiscard]] bool compares_swap(expression const& c, operation op, int loop) const;
  /// The same with `if ((old = atomicCAS(p, assumed, f)) == assumed) break;` in each turn.
  [[nodiscard]] bool leaves_when_swapped(int loop) const;
  [[nodiscard]] static bool leaves(statement const& s);

  /// `do v = *p; while (… && atomicCAS(p, v, f) != v);`: the same.
  [[nodiscard]] bool swaps_loaded(expression const& c, int loop) const;

  /// The conditions of breaks, returns and continues in a loop, with what they hang on.
  [[nodiscard]] dependence leaves_of(int loop) const;
  /// All that the end of a loop hangs on.
  [[nodiscard]] std::vector<expression const*> ends_of(int loop) const;

  /// Returns what may be waited for of all that a loop's end hangs on.
  [[nodiscard]] std::set<expression const*> looked_at(int loop) const;
  /// True if a loop works on plain memory, something else in each turn, and never asks to see what
  /// other threads write: by CUDA's rules it sees nothing of it.
  [[nodiscard]] bool is_plain_work(int loop) const;
  [[nodiscard]] static bool sees_others(std::string_view id);
  /// True if an assignment makes of what stands in memory the next of its values: `*s = *s * 5 + 1`.
  [[nodiscard]] static bool advances(expression const& assignment);
  /// True if a call does so with what it is given: a generator of random numbers.
  [[nodiscard]] bool advances_given(expression const& call, int depth = 0) const;

  /// True if threads that wait in a loop wait for none of their warp that is held up elsewhere, by
  /// reaching the loop's end or an if's other side later: all that writes what they look at stands
  /// in the loop, or in front of it, or is done by the one thread of the warp that waits.
  [[nodiscard]] bool passes_in_lock_step(int loop) const;
  /// Adds the memory that may be waited for in e. False where it is not known.
  [[nodiscard]] bool add_awaited(expression const& e, int loop, roots& out) const;
  /// True if a call may write memory beyond what its arguments say.
  [[nodiscard]] bool may_write(expression const& call, roots const& to) const;
  [[nodiscard]] bool names_global(std::string_view function_name, roots const& all) const;
  /// True if all threads of a warp are done with some tokens before any comes to a loop.
  [[nodiscard]] bool is_before(range tokens, statement const& loop) const;
  [[nodiscard]] static bool holds(statement const& s, std::uint32_t token);
  /// The condition by which one thread of each warp comes to a token; empty where several may.
  [[nodiscard]] std::string thread_of(std::uint32_t token) const;
  [[nodiscard]] bool is_one_thread(expression const& condition) const;
  /// True if no two threads of a warp have the same value.
  [[nodiscard]] bool is_thread_number(expression const& e) const;
  /// Returns what a variable is made with, where that is all it ever is.
  [[nodiscard]] expression const* only_value(int v) const;
  [[nodiscard]] bool is_same_for_all(expression const& e) const;

  [[nodiscard]] std::optional<refusal> look_at(int loop);
  [[nodiscard]] std::optional<refusal> may_wait(int loop);

  model const& m_;
  call_graph const& graph_;
  semantics::class_table const& classes_;
  std::vector<std::vector<expression const*>>
      values_;  // of each variable: all that is written to it
  std::vector<store> stores_;
  std::set<expression const*> taken_;  // calls of atomicAdd that nobody waits for, and their places
  std::vector<int> loop_of_;
  std::vector<statement const*> waiting_;
};

}  // namespace detail

}  // namespace simt::cu::lane
