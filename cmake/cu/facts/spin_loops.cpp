// SPDX-License-Identifier: MIT
#include "spin_loops.hpp"

#include "../semantics/spelling.hpp"
#include "parameter_types.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace simt::cu::lane::detail {

std::optional<refusal> spin_loop_finder::run() {
  for (std::size_t i = 0; i < m_.nodes.size(); ++i)
    if (m_.nodes[i].kind == node_kind::loop)
      if (auto found = look_at(static_cast<int>(i))) return found;
  return std::nullopt;
}

bool spin_loop_finder::takes_numbers(call_graph::entries const& all, std::size_t n) const {
  return std::all_of(all.begin(), all.end(), [&](entry const& e) {
    if (n >= e.of->parameters.size()) return false;
    return gives_numbers(e.of->parameters[n].declared, &classes_);
  });
}

void spin_loop_finder::roots_of(expression const& e, roots& out, std::set<int>& seen) const {
  expression const& b = bare(e);
  switch (b.kind) {
    case kind::name: {
      int const v = m_.variable_of(b);
      if (v == none) {
        if (graph_.is_global(b.id)) out.insert(std::string(b.id));
        return;
      }
      auto const& x = m_.variables[std::size_t(v)];
      if (x.kind == variable_kind::array) return;  // nobody else sees it
      type const& t = x.declared->declared;
      bool const is_own = x.kind != variable_kind::shared && x.kind != variable_kind::reference;
      if (is_own && t.is_plain() && gives_numbers(t, &classes_)) return;
      out.insert(name_of(x));
      if (!seen.insert(v).second || x.kind == variable_kind::shared) return;
      for (expression const* const value : values_[std::size_t(v)]) roots_of(*value, out, seen);
      return;
    }
    case kind::number:
    case kind::constant:
      return;
    case kind::call: {
      // What it returns may point to what it was given.
      auto const* const own = bare(b[0]).is(kind::name) ? graph_.find(bare(b[0]).id) : nullptr;
      for (std::size_t i = 1; i < b.operands.size(); ++i)
        if (own == nullptr || !takes_numbers(*own, i - 1)) roots_of(b[i], out, seen);
      return;
    }
    case kind::subscript:
    case kind::member:
      roots_of(b[0], out, seen);
      return;
    default:
      for (auto const& o : b.operands)
        if (o) roots_of(*o, out, seen);
      return;
  }
}

spin_loop_finder::roots spin_loop_finder::roots_of(expression const& e) const {
  roots out;
  std::set<int> seen;
  roots_of(e, out, seen);
  return out;
}

bool spin_loop_finder::is_memory(expression const& e) const {
  expression const& b = bare(e);
  switch (b.kind) {
    case kind::prefix:
      return b.op == operation::times;
    case kind::subscript: {
      expression const* const root = root_of(b);
      if (root == nullptr) return true;
      int const v = m_.variable_of(*root);
      return v == none || m_.variables[std::size_t(v)].kind != variable_kind::array;
    }
    case kind::member:
      return b.op == operation::arrow || is_memory(b[0]);
    case kind::name: {
      int const v = m_.variable_of(b);
      if (v == none) return false;  // a global by itself: see is_global
      auto const k = m_.variables[std::size_t(v)].kind;
      return k == variable_kind::shared || k == variable_kind::reference;
    }
    default:
      return false;
  }
}

void spin_loop_finder::collect_stores() {
  values_.resize(m_.variables.size());
  for (write const& w : m_.writes)
    if (w.variable != none && w.value != nullptr)
      values_[std::size_t(w.variable)].push_back(w.value);
  // All expressions: from the statements, with the nodes that writes and calls know.
  auto const place = [&](expression const& e, int node) {
    expression const& b = bare(e);
    if (b.is(kind::name) && m_.variable_of(b) == none) {
      stores_.push_back({{std::string(b.id)}, node, b.tokens});
      return;
    }
    if (is_memory(b)) stores_.push_back({roots_of(b), node, b.tokens});
  };
  if (m_.of->body) walk(*m_.of->body, place);
  for (auto const& [c, node] : m_.calls) {
    expression const& callee = bare((*c)[0]);
    call_graph::entries const* own = nullptr;
    if (callee.is(kind::name)) {
      auto const k = builtin_kind_of(callee.id);
      own = graph_.find(callee.id);
      if (own == nullptr && k != builtin_kind::atomic && k != builtin_kind::writes &&
          k != builtin_kind::unknown && k != builtin_kind::thread)
        continue;
    }
    expression const* const l = m_.lambda_of((*c)[0]);
    for (std::size_t i = 1; i < c->operands.size(); ++i) {
      // What a lambda does it does here: a number that it is given is none of its places.
      if (l != nullptr && i <= l->written->parameters.size() &&
          is_number(l->written->parameters[i - 1].declared))
        continue;
      if (own != nullptr && takes_numbers(*own, i - 1)) continue;
      auto const r = roots_of((*c)[i]);
      if (!r.empty()) stores_.push_back({r, node, c->tokens});
    }
  }
}

void spin_loop_finder::add(expression const& e, int loop, dependence& out) const {
  out.all.push_back(&e);
  visit_all(e, [&](expression const& x) {
    if (!x.is(kind::name)) return;
    int const v = m_.variable_of(x);
    if (v == none || !out.variables.insert(v).second) return;
    if (expression const* const l = m_.lambda_of(x))
      visit_all(*l, [&](expression const& y) { out.all.push_back(&y); });
    for (write const& w : m_.writes) {
      if (w.variable != v || !is_within(w.node, loop)) continue;
      if (w.value != nullptr) add(*w.value, loop, out);
      for (int n = w.node; n != none && n != loop; n = m_.nodes[std::size_t(n)].parent) {
        auto const* const c = m_.nodes[std::size_t(n)].condition;
        if (c != nullptr) add(*c, loop, out);
      }
      if (!m_.is_in_lambda(w.node)) continue;
      // Any condition of the loop may stand around a call of it.
      for (std::size_t n = 0; n < m_.nodes.size(); ++n)
        if (auto const* const c = m_.nodes[n].condition;
            c != nullptr && m_.is_within(static_cast<int>(n), loop))
          add(*c, loop, out);
    }
  });
}

bool spin_loop_finder::is_volatile(expression const& e) const {
  bool found = false;
  visit_all(e, [&](expression const& x) { found = found || says_volatile(x); });
  return found;
}

bool spin_loop_finder::says_volatile(expression const& e) const {
  if (e.named) {
    if (e.named->is_volatile) return true;
    for (auto const& l : e.named->levels)
      if (l.is_volatile) return true;
  }
  int const v = e.is(kind::name) ? m_.variable_of(e) : int{none};
  if (v == none) return false;
  variable const& x = m_.variables[std::size_t(v)];
  return x.declared->declared.is_volatile &&
         (!x.declared->declared.levels.empty() || x.kind == variable_kind::shared);
}

bool spin_loop_finder::is_written(roots const& from, int loop) const {
  for (store const& s : stores_)
    for (auto const& r : s.to) {
      if (!from.contains(r)) continue;
      if (!is_shared(r) || is_within(s.node, loop)) return true;
    }
  return false;
}

bool spin_loop_finder::is_shared(std::string const& root) const {
  for (variable const& v : m_.variables)
    if (v.kind == variable_kind::shared && name_of(v) == root) return true;
  return false;
}

std::string spin_loop_finder::awaited(expression const& e, int loop, bool memory, bool atomics,
                                      bool together) const {
  std::string why;
  visit_all(e, [&](expression const& x) {
    if (why.empty()) why = awaited_at(x, loop, memory, atomics, together);
  });
  return why;
}

std::string spin_loop_finder::awaited_at(expression const& x, int loop, bool memory, bool atomics,
                                         bool together) const {
  std::string why;
  if (taken_.contains(&x)) return why;
  if (x.is(kind::call)) {
    std::string_view const id = bare(x[0]).id;
    if (builtin_kind_of(id) == builtin_kind::atomic && atomics) why = std::string(id);
    if (id.find("acquire") != std::string_view::npos ||
        id.find("volatile") != std::string_view::npos)
      why = std::string(id);
    // Loads past a cache: what other threads write is looked for.
    if (id.starts_with("__ldc") || id == "__ldlu") why = std::string(id);
    if (graph_.find(id) != nullptr) {
      auto const& f = graph_.facts_of(id);
      if ((f.atomic && !together) || f.is_volatile || f.assembly) why = std::string(id);
      // (A generator's state is its thread's alone.)
      if (memory && !f.atomic && why.empty() && !is_random_function(id))
        for (std::size_t i = 1; i < x.operands.size(); ++i)
          if (is_written(roots_of(x[i]), loop) && points(x[i])) why = std::string(id);
    }
    return why;
  }
  bool const load =
      x.is_dereference() || x.is(kind::subscript) || x.is(kind::member) || x.is(kind::name);
  if (!load) return why;
  if ((x.is(kind::name) && m_.variable_of(x) == none) || x.is(kind::member))
    if (graph_.is_volatile(x.id)) why = "volatile " + std::string(x.id);
  if (x.is(kind::name) && m_.variable_of(x) == none) {
    if (memory && why.empty() && is_written({std::string(x.id)}, loop)) why = std::string(x.id);
    return why;
  }
  if (!is_memory(x) || !why.empty()) return why;
  expression const& at = x.is(kind::prefix) || x.is(kind::member) ? x[0] : x;
  if (is_volatile(at) && !(together && is_of_block(at))) why = "volatile memory";
  if (memory && why.empty() && is_written(roots_of(base(x)), loop))
    why = "memory that it also writes";
  return why;
}

bool spin_loop_finder::is_of_block(expression const& e) const {
  roots const all = roots_of(e);
  return !all.empty() &&
         std::all_of(all.begin(), all.end(), [this](std::string const& r) { return is_shared(r); });
}

expression const& spin_loop_finder::base(expression const& e) {
  expression const& b = bare(e);
  if (b.is(kind::subscript) || b.is(kind::member)) return base(b[0]);
  if (b.is_dereference()) return b[0];
  return b;
}

bool spin_loop_finder::points(expression const& e) const {
  expression const& b = bare(e);
  if (b.is_address()) return true;
  if (!b.is(kind::name)) return b.is(kind::binary) && points(b[0]);
  int const v = m_.variable_of(b);
  if (v == none) return false;
  auto const& x = m_.variables[std::size_t(v)];
  return x.declared->declared.is_pointer() || x.kind == variable_kind::shared;
}

expression const& spin_loop_finder::stripped(expression const& e) {
  expression const& b = bare(e);
  if (b.is(kind::cast) || b.is(kind::named_cast)) return stripped(b[0]);
  if (b.is(kind::construct) && b.operands.size() == 1) return stripped(b[0]);
  if (b.is(kind::assignment) && b.op == operation::assign) return stripped(b[0]);
  if (b.is(kind::call) && b.operands.size() == 2 && bare(b[0]).is(kind::name) &&
      builtin_kind_of(bare(b[0]).id) == builtin_kind::pure)
    return stripped(b[1]);
  return b;
}

bool spin_loop_finder::is_retry(int loop) const {
  statement const& s = *m_.nodes[std::size_t(loop)].of;
  if (!s.condition) return false;
  expression const* c = &bare(*s.condition);
  while (c->is(kind::binary) && c->op == operation::logical_and) c = &bare((*c)[1]);
  return compares_swap(*c, operation::unequal, loop) || swaps_loaded(*c, loop);
}

bool spin_loop_finder::swaps_loaded(expression const& c, int loop) const {
  if (!c.is(kind::binary) || c.op != operation::unequal) return false;
  expression const& swap = bare(c[0]);
  int const v = m_.variable_of(bare(c[1]));
  bool const is_swap = v != none && swap.is(kind::call) && swap.operands.size() == 4 &&
                       bare(swap[0]).id.starts_with("atomicCAS") &&
                       m_.variable_of(bare(swap[2])) == v;
  int const turn = every_turn(loop);
  if (!is_swap || turn == none) return false;
  auto const place_at = [&](expression const& address) {
    expression const& a = bare(address);
    bool const is_of = a.is_address();
    return spelled(m_.of->tokens, is_of ? bare(a[0]).tokens : a.tokens);
  };
  bool loads_it = false;
  for (write const& w : m_.writes) {
    if (w.variable != v || !is_within(w.node, loop)) continue;
    if (w.value == nullptr || w.node != turn) return false;
    expression const& from = bare(*w.value);
    bool const is_call =
        from.is(kind::call) && from.operands.size() > 1 && bare(from[0]).id == "__nv_atomic_load_n";
    bool const is_pointed = from.is_dereference();
    std::string const place = is_call      ? place_at(from[1])
                              : is_pointed ? place_at(from[0])
                                           : spelled(m_.of->tokens, from.tokens);
    if (place != place_at(swap[1])) return false;
    loads_it = true;
  }
  // The place is one and the same.
  dependence address;
  add(swap[1], loop, address);
  return loads_it && std::none_of(m_.writes.begin(), m_.writes.end(), [&](write const& w) {
           return address.variables.contains(w.variable) && is_within(w.node, loop);
         });
}

bool spin_loop_finder::compares_swap(expression const& c, operation op, int loop) const {
  if (!c.is(kind::binary) || c.op != op) return false;
  int const a = m_.variable_of(stripped(c[0]));
  int const b = m_.variable_of(stripped(c[1]));
  return a != none && b != none && a != b && (retries(a, b, loop) || retries(b, a, loop));
}

bool spin_loop_finder::leaves(statement const& s) {
  if (s.is(statement_kind::compound)) return !s.body.empty() && leaves(*s.body.back());
  return s.is(statement_kind::break_) || s.is(statement_kind::return_);
}

bool spin_loop_finder::leaves_when_swapped(int loop) const {
  if (every_turn(loop) == none) return false;
  statement const& body = *m_.nodes[std::size_t(loop)].of->body[0];
  for (auto const& b : body.body) {
    bool const may_leave =
        b->is(statement_kind::if_) && b->condition && !b->init && leaves(*b->body[0]);
    if (may_leave && compares_swap(bare(*b->condition), operation::equal, loop)) return true;
  }
  return false;
}

bool spin_loop_finder::retries(int assumed, int old, int loop) const {
  bool swaps = false;
  // What is expected is what was there: who expects what somebody else has yet to write waits.
  bool follows = false;
  int const turn = every_turn(loop);
  if (turn == none) return false;
  for (write const& w : m_.writes) {
    if (!is_within(w.node, loop)) continue;
    if (w.variable == old) {
      if (w.value == nullptr) return false;
      expression const& v = stripped(*w.value);
      bool const is_cas =
          v.is(kind::call) && bare(v[0]).id.starts_with("atomicCAS") && v.operands.size() == 4;
      if (!is_cas || m_.variable_of(stripped(v[2])) != assumed) return false;
      swaps = true;
    }
    if (w.variable != assumed) continue;
    if (w.value == nullptr || m_.variable_of(stripped(*w.value)) != old) return false;
    follows |= w.node == turn || w.node == loop;
  }
  return swaps && follows;
}

std::optional<refusal> spin_loop_finder::look_at(int loop) {
  taken_ = taken(loop);
  auto const found = may_wait(loop);
  if (!found || turn_ways{*this, loop}.moves(looked_at(loop)) || is_plain_work(loop))
    return std::nullopt;
  if (!passes_in_lock_step(loop)) return found;
  waiting_.push_back(m_.nodes[std::size_t(loop)].of);
  return std::nullopt;
}

std::optional<refusal> spin_loop_finder::may_wait(int loop) {
  node const& n = m_.nodes[std::size_t(loop)];
  // Where all threads of the block meet in each turn, they may still wait for another block:
  // volatile memory tells, atomics do not, by which blocks take their work.
  bool const together = meets(loop);
  // A `break` only ends a retry earlier.
  bool const ends = is_retry(loop) || leaves_when_swapped(loop);
  bool const retry = together || ends;
  bool const bounded = together || counts(loop);
  auto const report = [&](std::string const& why) {
    return refusal{n.of->line, "a loop whose end hangs on " + why};
  };
  dependence exits;
  if (n.condition != nullptr) add(*n.condition, loop, exits);
  for (auto const* e : exits.all)
    if (auto const why = awaited(*e, loop, !bounded && !retry, !retry, together); !why.empty())
      return report(why);
  if (ends) return std::nullopt;
  for (auto const* e : leaves_of(loop).all)
    if (auto const why = awaited(*e, loop, !bounded, !together, together); !why.empty())
      return report(why);
  return std::nullopt;
}

spin_loop_finder::dependence spin_loop_finder::leaves_of(int loop) const {
  dependence leaves;
  for (jump const& j : m_.jumps) {
    // Also a `continue`: it may leave out what brings the end nearer.
    bool const repeats = j.target != none &&
                         m_.nodes[std::size_t(j.target)].kind == node_kind::loop_body &&
                         m_.nodes[std::size_t(j.target)].parent == loop;
    if (j.target != loop && !leaves_by_return(j, loop) && !repeats) continue;
    if (!m_.is_within(j.node, loop)) continue;
    for (int i = j.node; i != none && i != loop; i = m_.nodes[std::size_t(i)].parent)
      if (auto const* const c = m_.nodes[std::size_t(i)].condition) add(*c, loop, leaves);
  }
  return leaves;
}

std::vector<expression const*> spin_loop_finder::ends_of(int loop) const {
  dependence exits;
  if (auto const* const c = m_.nodes[std::size_t(loop)].condition) add(*c, loop, exits);
  dependence const leaves = leaves_of(loop);
  exits.all.insert(exits.all.end(), leaves.all.begin(), leaves.all.end());
  return exits.all;
}

}  // namespace simt::cu::lane::detail
