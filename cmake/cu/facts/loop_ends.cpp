// SPDX-License-Identifier: MIT
// Finds loops that end without another thread: by a count, or by a barrier in each turn.
#include "spin_loops.hpp"

#include <algorithm>
#include <set>
#include <string_view>

namespace simt::cu::lane::detail {

bool spin_loop_finder::counts(int loop) const {
  statement const& s = *m_.nodes[std::size_t(loop)].of;
  if (!s.condition || (s.is(statement_kind::for_) && !s.step)) return false;
  return counts(*s.condition, loop);
}

bool spin_loop_finder::counts(expression const& condition, int loop) const {
  expression const& c = bare(condition);
  if (c.is(kind::binary) && c.op == operation::logical_and)
    return counts(c[0], loop) || counts(c[1], loop);
  if (!c.is(kind::binary) || (c.op != operation::less && c.op != operation::less_equal &&
                              c.op != operation::greater && c.op != operation::greater_equal))
    return false;
  if (descends(c, loop)) return true;
  // A sum that grows in each turn passes any limit, one that is in memory as well.
  for (std::size_t side : {0U, 1U})
    if (int const v = counted(c[side], loop);
        v != none && is_stepped(v, loop) && awaited(c[1 - side], loop, false, true).empty())
      return true;
  return false;
}

int spin_loop_finder::counted(expression const& e, int loop) const {
  expression const& b = bare(e);
  if (b.is(kind::name)) return m_.variable_of(b);
  if (!b.is(kind::binary) || (b.op != operation::plus && b.op != operation::minus)) return none;
  dependence other;
  add(b[1], loop, other);
  bool const changes = std::any_of(m_.writes.begin(), m_.writes.end(), [&](write const& w) {
    return other.variables.contains(w.variable) && is_within(w.node, loop);
  });
  bool is_simple = !changes;
  for (expression const* const x : other.all)
    visit_all(*x, [&](expression const& y) {
      is_simple = is_simple && !y.is(kind::call) && !y.is(kind::subscript) &&
                  !y.is(kind::assignment) && !y.is_dereference();
    });
  return is_simple ? counted(b[0], loop) : none;
}

bool spin_loop_finder::is_stepped(int variable, int loop) const {
  // Behind a `continue`, nothing counts.
  statement const& s = *m_.nodes[std::size_t(loop)].of;
  int const turn = s.is(statement_kind::for_) ? loop : every_turn(loop);
  bool steps = false;
  for (write const& w : m_.writes) {
    if (w.variable != variable || !is_within(w.node, loop) || w.initial) continue;
    if (w.value != nullptr && begins_with(s, *w.value)) continue;
    if (!w.adds || w.node != turn) return false;
    if (w.value != nullptr && !awaited(*w.value, loop, loads(*w.value), true).empty()) return false;
    steps = true;
  }
  return steps;
}

bool spin_loop_finder::loads(expression const& e) const {
  bool found = false;
  visit_all(e, [&](expression const& x) { found |= x.is(kind::subscript) || x.is_dereference(); });
  return found;
}

bool spin_loop_finder::descends(expression const& c, int loop) const {
  int const v = m_.variable_of(bare(c[0]));
  expression const& next = bare(c[1]);
  if ((c.op != operation::less && c.op != operation::greater) || v == none ||
      !next.is(kind::assignment) || next.op != operation::assign)
    return false;
  int const n = m_.variable_of(bare(next[0]));
  int const turn = every_turn(loop);
  if (n == none || turn == none || n == v) return false;
  bool follows = false;
  for (write const& w : m_.writes) {
    if (!is_within(w.node, loop) || (w.variable != v && w.variable != n)) continue;
    bool const is_next = w.variable == n && w.value == &next[1];
    bool const is_step = w.variable == v && w.value != nullptr && w.node == turn && !w.adds &&
                         m_.variable_of(bare(*w.value)) == n;
    if (!is_next && !is_step) return false;
    follows |= is_step;
  }
  return follows;
}

bool spin_loop_finder::begins_with(statement const& s, expression const& value) const {
  bool found = false;
  if (s.init && s.init->value)
    visit_all(*s.init->value, [&](expression const& x) { found |= &x == &value; });
  return found;
}

int spin_loop_finder::every_turn(int loop) const {
  int body = none;
  for (std::size_t i = 0; i < m_.nodes.size(); ++i)
    if (m_.nodes[i].kind == node_kind::loop_body && m_.nodes[i].parent == loop)
      body = static_cast<int>(i);
  for (jump const& j : m_.jumps)
    if (j.target == body) return none;
  return body;
}

std::set<expression const*> spin_loop_finder::taken(int loop) const {
  statement const& s = *m_.nodes[std::size_t(loop)].of;
  // The variable that must stay below a bound for the loop to go on, by a comparison.
  auto const bounded_by = [&](expression const& c, operation op, operation or_equal) {
    if (!c.is(kind::binary) || (c.op != op && c.op != or_equal)) return int{none};
    expression const& left = bare(c[0]);
    bool const assigns = left.is(kind::assignment) && left.op == operation::assign;
    return m_.variable_of(bare(assigns ? left[0] : left));
  };
  auto const found = [&](int v, expression const& c) {
    auto all = v == none ? std::set<expression const*>{} : taken_by(v, loop);
    return awaited(c[1], loop, false, true).empty() ? all : std::set<expression const*>{};
  };
  if (s.condition && !s.is(statement_kind::do_)) {
    expression const* c = &bare(*s.condition);
    while (c->is(kind::binary) && c->op == operation::logical_and) c = &bare((*c)[0]);
    if (int const v = bounded_by(*c, operation::less, operation::less_equal); v != none)
      if (auto all = found(v, *c); !all.empty()) return all;
  }
  if (every_turn(loop) == none || s.body.empty()) return {};
  for (auto const& b : s.body[0]->body) {
    if (!b->is(statement_kind::if_) || !b->condition || !leaves(*b->body[0])) continue;
    expression const& c = bare(*b->condition);
    if (int const v = bounded_by(c, operation::greater_equal, operation::greater); v != none)
      if (auto all = found(v, c); !all.empty()) return all;
  }
  return {};
}

std::set<expression const*> spin_loop_finder::taken_by(int variable, int loop) const {
  std::set<expression const*> out;
  bool in_each_turn = false;
  int const turn = every_turn(loop);
  for (write const& w : m_.writes) {
    // (What a `for` begins with is within the loop's node, too.)
    if (w.variable != variable || !is_within(w.node, loop)) continue;
    if (w.initial && w.value == nullptr) continue;
    if (w.value == nullptr || w.adds || w.unknown || w.part != nullptr) return {};
    expression const& value = bare(*w.value);
    if (!value.is(kind::call) || !bare(value[0]).is(kind::name)) return {};
    std::string_view const id = bare(value[0]).id;
    if (graph_.find(id) != nullptr) return {};
    in_each_turn |= w.node == turn || w.node == loop;
    if (id == "__shfl_sync" && value.operands.size() >= 4) {
      if (m_.variable_of(bare(value[2])) != variable) return {};
    } else if (id == "atomicAdd" && value.operands.size() == 3) {
      expression const& step = bare(value[2]);
      bool const is_positive = step.is(kind::number) &&
                               step.text.find_first_of("123456789") != std::string::npos &&
                               step.text.find('.') == std::string::npos;
      if (!is_positive) return {};
      out.insert(&value);
      expression const& address = bare(value[1]);
      if (address.is_address()) out.insert(&bare(address[0]));
    } else {
      return {};
    }
  }
  return in_each_turn ? out : std::set<expression const*>{};
}

bool spin_loop_finder::meets(int loop) const {
  bool open = false;
  return meets(*m_.nodes[std::size_t(loop)].of->body[0], false, open) && !open;
}

bool spin_loop_finder::meets(statement const& s, bool met, bool& open) const {
  switch (s.kind) {
    case statement_kind::compound:
      for (auto const& b : s.body) met = meets(*b, met, open);
      return met;
    case statement_kind::declaration:
    case statement_kind::expression:
      for_each_expression(s, [&](expression const& e) { met |= has_barrier(e); });
      return met;
    case statement_kind::if_: {
      if (s.condition) met |= has_barrier(*s.condition);
      bool const then = meets(*s.body[0], met, open);
      return (s.body.size() > 1 && s.body[1] ? meets(*s.body[1], met, open) : met) && then;
    }
    case statement_kind::switch_:
      // Where it is entered nobody knows.
      for (auto const& body : s.body) {
        if (!body->is(statement_kind::compound)) static_cast<void>(meets(*body, met, open));
        for (auto const& b : body->body) static_cast<void>(meets(*b, met, open));
      }
      return met;
    case statement_kind::continue_:
      open |= !met;
      return true;
    case statement_kind::break_:
    case statement_kind::return_:
      return true;  // nothing follows
    default:
      return met;  // a loop may have no turn
  }
}

bool spin_loop_finder::has_barrier(expression const& e) const {
  if (e.is(kind::lambda) || e.is(kind::conditional)) return false;
  if (e.is(kind::binary) && (e.op == operation::logical_and || e.op == operation::logical_or))
    return has_barrier(e[0]);
  if (e.is(kind::call)) {
    expression const& callee = bare(e[0]);
    if (callee.is(kind::name) && builtin_kind_of(callee.id) == builtin_kind::barrier &&
        callee.id.starts_with("__syncthreads") && graph_.find(callee.id) == nullptr)
      return true;
    // `block.sync()`, `cg::sync(block)`
    bool const is_method =
        callee.is(kind::member) && callee.op == operation::dot && callee.id == "sync";
    bool const is_function = callee.is(kind::name) && is_group_scope(callee.scope) &&
                             callee.id == "sync" && e.operands.size() == 2;
    if (is_method || is_function)
      if (int const v = m_.variable_of(bare(is_method ? callee[0] : e[1])); v != none) {
        std::string_view const base = m_.variables[std::size_t(v)].declared->declared.base;
        if (is_group_type(base) && base.ends_with("thread_block")) return true;
      }
  }
  return std::any_of(e.operands.begin(), e.operands.end(),
                     [&](auto const& o) { return o && has_barrier(*o); });
}

}  // namespace simt::cu::lane::detail
