// SPDX-License-Identifier: MIT
// Finds loops in which no turn can be like the one before: those that look at another place in each
// turn, and those that work on plain memory without any means to see what others write.
#include "../semantics/spelling.hpp"
#include "spin_loops.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace simt::cu::lane::detail {

namespace {

bool is_arithmetic_step(operation op) {
  auto const steps = {operation::plus,       operation::minus,      operation::times,
                      operation::divide,     operation::modulo,     operation::bit_xor,
                      operation::shift_left, operation::shift_right};
  return is_one_of(op, steps);
}

/// Calls f with what is evaluated whenever e is, e included.
void for_each_sure(expression const& e, auto&& f) {
  f(e);
  bool const is_choice = e.is(expression_kind::conditional) ||
                         (e.is(expression_kind::binary) &&
                          (e.op == operation::logical_and || e.op == operation::logical_or));
  for (std::size_t i = 0; i < e.operands.size() && !(is_choice && i > 0); ++i)
    if (e.operands[i]) for_each_sure(e[i], f);
}

/// The variable that a place in memory is reached by: `s` of `s->a[2]` and of `*s`. Null where it
/// is more than a name.
expression const* reached_by(expression const& place) {
  expression const& b = bare(place);
  if (b.is(expression_kind::name)) return &b;
  bool const is_part = b.is(expression_kind::member) || b.is(expression_kind::subscript);
  return is_part || b.is_dereference() ? reached_by(b[0]) : nullptr;
}

}  // namespace

turn_ways::turn_ways(spin_loop_finder const& of, int loop)
    : f_{of}, m_{of.m_}, loop_{loop}, s_{*of.m_.nodes[std::size_t(loop)].of} {
  find_flag();
}

bool turn_ways::walk() {
  if (s_.is(statement_kind::range_for) || s_.body.empty() || !s_.body[0]) return false;
  std::vector<way> ways(1);
  bool const asks_first = !s_.is(statement_kind::do_);
  if (asks_first && flag_ != none) ways[0].flag = flag_goes_on_;
  if (asks_first && s_.condition) pass(*s_.condition, ways);
  pass(*s_.body[0], ways);
  again_.insert(again_.end(), ways.begin(), ways.end());
  if (!asks_first && s_.condition) pass(*s_.condition, again_);
  if (s_.step) pass(*s_.step, again_);
  if (flag_ != none)
    std::erase_if(again_, [&](way const& w) { return w.flag && *w.flag != flag_goes_on_; });
  for (way& w : again_) complete(w);
  return ok_;
}

bool turn_ways::moves(std::set<expression const*> const& awaited) {
  looked_for_ = &awaited;
  // `while (x == (y = next[x])) x = y;`: waits for next[x] to change.
  if (s_.condition) {
    expression const& c = bare(*s_.condition);
    if (c.is(expression_kind::binary) && c.op == operation::equal) return false;
  }
  if (!walk()) return false;
  return std::all_of(again_.begin(), again_.end(), [&](way const& w) {
    return !w.changed.empty() &&
           std::all_of(w.looked.begin(), w.looked.end(), [&](auto const& access) {
             return std::any_of(access.second.begin(), access.second.end(),
                                [&](int v) { return w.changed.contains(v); });
           });
  });
}

bool turn_ways::changes() {
  static std::set<expression const*> const nothing;
  looked_for_ = &nothing;
  return walk() && std::none_of(again_.begin(), again_.end(),
                                [](way const& w) { return w.changed.empty() && !w.advances; });
}

void turn_ways::find_flag() {
  if (!s_.condition) return;
  expression const* c = &bare(*s_.condition);
  while (c->is(expression_kind::binary) && c->op == operation::logical_and) c = &bare((*c)[0]);
  bool goes_on = true;
  if (c->is(expression_kind::prefix) && c->op == operation::negation) {
    goes_on = false;
    c = &bare((*c)[0]);
  } else if (c->is(expression_kind::binary) &&
             (c->op == operation::equal || c->op == operation::unequal)) {
    auto const truth = literal((*c)[1]);
    if (!truth) return;
    goes_on = (c->op == operation::equal) == *truth;
    if (*truth && !bare((*c)[1]).is(expression_kind::constant)) return;  // `== 2`
    c = &bare((*c)[0]);
  }
  int const v = m_.variable_of(*c);
  if (v == none) return;
  auto const& x = m_.variables[std::size_t(v)];
  if (x.escapes || x.kind != variable_kind::local) return;
  flag_ = v;
  flag_goes_on_ = goes_on;
}

std::optional<bool> turn_ways::literal(expression const& e) {
  expression const& b = bare(e);
  if (b.is(expression_kind::constant) && (b.text == "true" || b.text == "false"))
    return b.text == "true";
  if (b.is(expression_kind::number) && (b.text == "0" || b.text == "1")) return b.text == "1";
  return std::nullopt;
}

turn_ways::value turn_ways::value_of(int v, way const& w) const {
  if (auto const found = w.now.find(v); found != w.now.end()) return found->second;
  return is_of_turn(v) ? value{} : value{{v}, false};
}

turn_ways::value turn_ways::value_of(expression const& e, way const& w) const {
  value out;
  visit_all(e, [&](expression const& x) {
    out.moves |=
        x.is(expression_kind::subscript) ||
        (x.is(expression_kind::call) && builtin_kind_of(bare(x[0]).id) == builtin_kind::atomic) ||
        x.is_dereference() || (x.is(expression_kind::binary) && is_arithmetic_step(x.op));
    int const v = x.is(expression_kind::name) ? m_.variable_of(x) : int{none};
    if (v == none) return;
    value const part = value_of(v, w);
    out.from.insert(part.from.begin(), part.from.end());
    out.moves |= part.moves;
  });
  return out;
}

std::set<int> turn_ways::address_of(expression const& access, way const& w) const {
  if (access.is(expression_kind::name)) return {};
  if (!access.is(expression_kind::call)) return value_of(access, w).from;
  std::set<int> out;
  bool const is_own = f_.graph_.find(bare(access[0]).id) != nullptr;
  for (std::size_t i = 1; i < access.operands.size() && (is_own || i < 2); ++i)
    if (!is_own || f_.points(access[i])) out.merge(value_of(access[i], w).from);
  return out;
}

bool turn_ways::is_of_turn(int v) const {
  int const node = m_.variables[std::size_t(v)].node;
  return node != loop_ && m_.is_within(node, loop_);
}

bool turn_ways::is_decided(expression const& e) {
  expression const& b = bare(e);
  if (b.is(expression_kind::conditional)) return true;
  if (b.is(expression_kind::binary) && is_truth(b.op)) return true;
  if (b.is(expression_kind::prefix) && b.op == operation::negation) return true;
  if (b.is(expression_kind::subscript)) return false;
  if (b.is(expression_kind::call)) {
    std::string_view const id = bare(b[0]).id;
    return id.find("min") != std::string_view::npos || id.find("max") != std::string_view::npos;
  }
  return std::any_of(b.operands.begin(), b.operands.end(),
                     [](auto const& o) { return o && is_decided(*o); });
}

void turn_ways::change(int v, operation op, expression const* by, way& w) const {
  if (v == flag_) w.flag = op == operation::assign && by != nullptr ? literal(*by) : std::nullopt;
  value out = op == operation::assign ? value{} : value_of(v, w);
  if (by == nullptr) {
    out.moves = true;
  } else if (is_decided(*by)) {
    out = {};
  } else if (op == operation::assign) {
    out = value_of(*by, w);
  } else {
    // (What is added from memory may be nothing.)
    out.moves |= !f_.loads(*by);
    out.from.merge(value_of(*by, w).from);
  }
  w.now[v] = std::move(out);
}

void turn_ways::complete(way& w) const {
  for (auto const& [v, now] : w.now)
    if (!is_of_turn(v) && now.moves && now.from.contains(v)) w.changed.insert(v);
  for (bool more = true; more;) {
    more = false;
    for (auto const& changed : w.now) {
      int const v = changed.first;
      auto const& from = changed.second.from;
      if (is_of_turn(v) || w.changed.contains(v)) continue;
      if (std::any_of(from.begin(), from.end(),
                      [&](int other) { return other != v && w.changed.contains(other); }))
        more = w.changed.insert(v).second;
    }
  }
}

void turn_ways::pass(expression const& e, way& w, bool surely) {
  if (e.is(expression_kind::lambda)) ok_ = false;
  bool const is_choice = e.is(expression_kind::conditional) ||
                         (e.is(expression_kind::binary) &&
                          (e.op == operation::logical_and || e.op == operation::logical_or));
  for (std::size_t i = 0; i < e.operands.size(); ++i)
    if (e.operands[i]) pass(e[i], w, surely && (!is_choice || i == 0));
  if (looked_for_->contains(&e)) w.looked[&e] = address_of(e, w);
  if (e.is(expression_kind::call)) pass_call(e, w);
  bool const counts = e.is_step();
  w.advances |= surely && e.is(expression_kind::call) && f_.advances_given(e);
  if (!counts && !e.is(expression_kind::assignment)) return;
  w.advances |= surely && f_.is_memory(e[0]) && f_.advances(e);
  int const v = m_.variable_of(bare(e[0]));
  if (surely && v != none)
    change(v, e.op, counts ? nullptr : &e[1], w);
  else
    lose(e[0], w);
}

void turn_ways::pass_call(expression const& call, way& w) {
  // What a lambda does stands elsewhere; a function may give what it is passed any value.
  if (m_.variable_of(bare(call[0])) != none) ok_ = false;
  for (std::size_t i = 1; i < call.operands.size(); ++i) {
    expression const& argument = bare(call[i]);
    bool const is_address = argument.is_address();
    int const v = m_.variable_of(is_address ? bare(argument[0]) : argument);
    if (v != none && std::any_of(m_.writes.begin(), m_.writes.end(), [&](write const& x) {
          return x.variable == v && x.unknown && f_.is_within(x.node, loop_);
        }))
      lose(is_address ? argument[0] : argument, w);
  }
}

void turn_ways::lose(expression const& place, way& w) const {
  // (Of a structure, too, of which a member changes.)
  expression const* const root = root_of(place);
  int const v = root == nullptr ? int{none} : m_.variable_of(*root);
  if (v == none) return;
  w.now[v] = {};
  if (v == flag_) w.flag.reset();
}

void turn_ways::pass(expression const& e, std::vector<way>& ways) {
  for (way& w : ways) pass(e, w, true);
}

void turn_ways::pass_over(statement const& s, std::vector<way>& ways) {
  visit_all(s, [&](expression const& e) {
    for (way& w : ways) {
      if (looked_for_->contains(&e)) w.looked[&e] = {};
      if (e.is(expression_kind::call)) pass_call(e, w);
      if (e.is(expression_kind::lambda)) ok_ = false;
      bool const counts = e.is_step();
      if (counts || e.is(expression_kind::assignment)) lose(e[0], w);
    }
  });
}

void turn_ways::pass(statement const& s, std::vector<way>& ways) {
  constexpr std::size_t most_ways = 64;
  switch (s.kind) {
    case statement_kind::compound:
      for (auto const& b : s.body) pass(*b, ways);
      break;
    case statement_kind::declaration:
    case statement_kind::expression:
      for_each_expression(s, [&](expression const& e) { pass(e, ways); });
      if (s.declared)
        for (declarator const& d : s.declared->names)
          if (auto const v = m_.declared.find(&d); v != m_.declared.end() && d.values.size() == 1)
            for (way& w : ways) change(v->second, operation::assign, d.values[0].get(), w);
      break;
    case statement_kind::if_: {
      if (s.init) pass(*s.init, ways);
      if (!s.condition) {
        ok_ = false;
        break;
      }
      pass(*s.condition, ways);
      auto otherwise = ways;
      pass(*s.body[0], ways);
      if (s.body.size() > 1 && s.body[1]) pass(*s.body[1], otherwise);
      ways.insert(ways.end(), otherwise.begin(), otherwise.end());
      break;
    }
    case statement_kind::for_:
    case statement_kind::while_:
    case statement_kind::do_:
    case statement_kind::range_for:
    case statement_kind::switch_:
      // How often, and from where, nobody knows.
      pass_over(s, ways);
      if (continues(s)) again_.insert(again_.end(), ways.begin(), ways.end());
      break;
    case statement_kind::continue_:
      again_.insert(again_.end(), ways.begin(), ways.end());
      ways.clear();
      break;
    case statement_kind::break_:
    case statement_kind::return_:
      ways.clear();
      break;
    case statement_kind::null:
    case statement_kind::type_definition:
      break;
    default:
      ok_ = false;
  }
  if (ways.size() + again_.size() > most_ways) ok_ = false;
  if (!ok_) ways.clear();
}

bool turn_ways::continues(statement const& s) const {
  return std::any_of(m_.jumps.begin(), m_.jumps.end(), [&](jump const& j) {
    return j.at->is(statement_kind::continue_) && j.at->tokens.begin >= s.tokens.begin &&
           j.at->tokens.end <= s.tokens.end && j.target != none &&
           m_.nodes[std::size_t(j.target)].parent == loop_;
  });
}

std::set<expression const*> spin_loop_finder::looked_at(int loop) const {
  std::set<expression const*> out;
  for (expression const* const e : ends_of(loop))
    visit_all(*e, [&](expression const& x) {
      if (!awaited_at(x, loop, true, true, false).empty()) out.insert(&x);
    });
  return out;
}

bool spin_loop_finder::is_plain_work(int loop) const {
  statement const& s = *m_.nodes[std::size_t(loop)].of;
  bool plain = true;
  visit_all(s, [&](expression const& e) {
    if (!plain || e.is(kind::lambda)) {
      plain = false;
      return;
    }
    if (e.is(kind::name) || e.is(kind::member)) plain = !graph_.is_volatile(e.id);
    if (plain) plain = !says_volatile(e);
    if (!plain || !e.is(kind::call)) return;
    expression const& callee = bare(e[0]);
    std::string_view const id = callee.id;
    if (graph_.find(id) != nullptr) {
      facts const& f = graph_.facts_of(id);
      plain = !f.atomic && !f.is_volatile && !f.assembly && !f.barrier && !f.warp && !f.waits &&
              !graph_.reaches(id, [](function const& g) {
                return std::any_of(g.tokens.begin(), g.tokens.end(), [](lexeme const& l) {
                  return l.is(token_kind::identifier) && sees_others(l.text);
                });
              });
      return;
    }
    auto const k = builtin_kind_of(id);
    plain = callee.is(kind::name) && !sees_others(id) &&
            (k == builtin_kind::pure || k == builtin_kind::reads || is_random_function(id));
  });
  return plain && turn_ways{*this, loop}.changes();
}

bool spin_loop_finder::sees_others(std::string_view id) {
  return id.starts_with("__ldc") || id == "__ldlu" || id.starts_with("__nv_atomic") ||
         id == "__nanosleep" || id.find("acquire") != std::string_view::npos ||
         id.find("volatile") != std::string_view::npos ||
         builtin_kind_of(id) == builtin_kind::fence;
}

bool spin_loop_finder::advances(expression const& assignment) {
  if (assignment.is_step()) return true;
  if (assignment.op != operation::assign)
    return assignment.op != operation::and_assign && assignment.op != operation::or_assign;
  expression const* const place = reached_by(assignment[0]);
  bool names_it = false, steps = false;
  for_each_sure(assignment[1], [&](expression const& x) {
    names_it |= place != nullptr && x.is(kind::name) && x.id == place->id;
    steps |= x.is(kind::binary) && is_arithmetic_step(x.op);
  });
  return names_it && steps;
}

bool spin_loop_finder::advances_given(expression const& call, int depth) const {
  std::string_view const id = bare(call[0]).is(kind::name) ? bare(call[0]).id : std::string_view{};
  if (is_random_function(id) && graph_.find(id) == nullptr) return true;
  auto const* const own = depth < 4 ? graph_.find(id) : nullptr;
  if (own == nullptr) return false;
  bool any = false;
  bool const all = std::all_of(own->begin(), own->end(), [&](entry const& e) {
    if (!e.of->is_definition) return true;
    any = true;
    if (e.of->body == nullptr) return false;
    // (A pointer that walks gives no new value to what it points to.)
    auto const is_given = [&](expression const& place, bool is_address) {
      expression const* const root = reached_by(place);
      return root != nullptr &&
             std::any_of(e.of->parameters.begin(), e.of->parameters.end(), [&](auto const& p) {
               bool const is_pointer = p.declared.is_pointer();
               return p.name == root->id && (is_pointer ? is_address || &bare(place) != root
                                                        : p.declared.is_reference_to_change());
             });
    };
    bool found = false;
    for (auto const& s : e.of->body->body) {
      // (Behind the first statement that may leave, nothing is sure.)
      bool const is_straight = s->is(statement_kind::expression) ||
                               s->is(statement_kind::declaration) || s->is(statement_kind::return_);
      if (found || !is_straight) break;
      for_each_expression(*s, [&](expression const& whole) {
        for_each_sure(whole, [&](expression const& x) {
          if (x.is(kind::assignment) || x.is_step()) found |= is_given(x[0], false) && advances(x);
          if (x.is(kind::call))
            for (std::size_t i = 1; i < x.operands.size(); ++i)
              found |= is_given(bare(x[i]).is_address() ? bare(x[i])[0] : x[i], true) &&
                       advances_given(x, depth + 1);
        });
      });
    }
    return found;
  });
  return all && any;
}

}  // namespace simt::cu::lane::detail
