// SPDX-License-Identifier: MIT
// Finds loops in which threads of one warp may wait, and still none for another of its warp that
// cannot go on: as on GPUs whose warps run in lock step.
#include "../semantics/spelling.hpp"
#include "spin_loops.hpp"

#include <algorithm>
#include <charconv>
#include <set>
#include <string>
#include <string_view>

namespace simt::cu::lane::detail {

bool spin_loop_finder::passes_in_lock_step(int loop) const {
  statement const& s = *m_.nodes[std::size_t(loop)].of;
  if (!m_.of->is_kernel() || m_.is_in_lambda(loop)) return false;
  roots awaited;
  for (expression const* const e : ends_of(loop))
    if (!add_awaited(*e, loop, awaited)) return false;
  if (awaited.empty() || awaited.contains("*")) return false;
  std::string const thread = thread_of(s.tokens.begin);
  auto const may_follow = [&](int node, range tokens) {
    if (m_.is_in_lambda(node)) return true;
    if (m_.is_within(node, loop) || is_before(tokens, s)) return false;
    return thread.empty() || thread_of(tokens.begin) != thread;
  };
  for (store const& x : stores_)
    if (may_follow(x.node, x.tokens) && std::any_of(x.to.begin(), x.to.end(), [&](auto const& r) {
          return r == "*" || awaited.contains(r);
        }))
      return false;
  return std::none_of(m_.calls.begin(), m_.calls.end(), [&](auto const& c) {
    return may_follow(c.second, c.first->tokens) && may_write(*c.first, awaited);
  });
}

bool spin_loop_finder::may_write(expression const& call, roots const& to) const {
  expression const& callee = bare(call[0]);
  if (callee.is(kind::member)) {
    if (is_group_method(callee.id) && graph_.find(callee.id) == nullptr) return false;
    roots const object = roots_of(callee[0]);
    return std::any_of(object.begin(), object.end(), [&](auto const& r) { return to.contains(r); });
  }
  if (!callee.is(kind::name)) return true;
  if (m_.variable_of(callee) != none) return true;  // a lambda, or what was passed
  return graph_.find(callee.id) != nullptr && names_global(callee.id, to);
}

bool spin_loop_finder::names_global(std::string_view function_name, roots const& all) const {
  return graph_.reaches(function_name, [&](function const& g) {
    return std::any_of(g.tokens.begin(), g.tokens.end(), [&](lexeme const& l) {
      return l.is(token_kind::identifier) && all.contains(std::string(l.text));
    });
  });
}

bool spin_loop_finder::add_awaited(expression const& e, int loop, roots& out) const {
  bool known = true;
  auto const add_all = [&](expression const& from) {
    roots const all = roots_of(from);
    known = known && !all.empty();
    out.insert(all.begin(), all.end());
  };
  visit_all(e, [&](expression const& x) {
    if (!known || taken_.contains(&x) || awaited_at(x, loop, true, true, false).empty()) return;
    if (!x.is(kind::call)) {
      if (x.is(kind::name) && m_.variable_of(x) == none)
        out.insert(std::string(x.id));
      else
        add_all(base(x));
      return;
    }
    expression const& callee = bare(x[0]);
    if (!callee.is(kind::name) || x.operands.size() < 2) {
      known = false;
    } else if (auto const* const own = graph_.find(callee.id); own == nullptr) {
      add_all(x[1]);
    } else {
      // What it looks at is what it is given, and no variable outside of functions.
      known = !graph_.facts_of(callee.id).assembly &&
              !graph_.reaches(callee.id, [&](function const& g) {
                return g.is_member() ||
                       std::any_of(g.tokens.begin(), g.tokens.end(), [&](lexeme const& l) {
                         return l.is(token_kind::identifier) && graph_.is_global(l.text);
                       });
              });
      for (std::size_t i = 1; known && i < x.operands.size(); ++i)
        if (!takes_numbers(*own, i - 1)) add_all(x[i]);
    }
  });
  return known;
}

bool spin_loop_finder::is_before(range tokens, statement const& loop) const {
  if (tokens.end > loop.tokens.begin) return false;
  // The other side of an if, and what a loop around both does in its next turn, may come later.
  return std::none_of(m_.nodes.begin(), m_.nodes.end(), [&](node const& n) {
    if (n.of == nullptr || !holds(*n.of, tokens.begin) || !holds(*n.of, loop.tokens.begin))
      return false;
    return !n.of->is(statement_kind::if_) || !holds(*n.of->body[0], tokens.begin) ||
           !holds(*n.of->body[0], loop.tokens.begin);
  });
}

bool spin_loop_finder::holds(statement const& s, std::uint32_t token) {
  return s.tokens.begin <= token && token < s.tokens.end;
}

std::string spin_loop_finder::thread_of(std::uint32_t token) const {
  if (graph_.facts_of(m_.of->name).coordinates) return {};
  // (The outermost one comes first.)
  for (node const& n : m_.nodes) {
    if (n.of == nullptr || !n.of->is(statement_kind::if_) || !n.of->condition ||
        !holds(*n.of->body[0], token) || !is_one_thread(*n.of->condition))
      continue;
    std::string out = spelled(m_.of->tokens, n.of->condition->tokens);
    visit_all(*n.of->condition, [&](expression const& x) {
      if (x.is(kind::name)) out += ' ' + std::to_string(m_.variable_of(x));
    });
    return out;
  }
  return {};
}

bool spin_loop_finder::is_one_thread(expression const& condition) const {
  expression const& c = bare(condition);
  if (c.is(kind::prefix) && c.op == operation::negation) return is_thread_number(c[0]);
  if (!c.is(kind::binary)) return false;
  if (c.op == operation::equal)
    return (is_thread_number(c[0]) && is_same_for_all(c[1])) ||
           (is_thread_number(c[1]) && is_same_for_all(c[0]));
  return c.op == operation::logical_and && (is_one_thread(c[0]) || is_one_thread(c[1]));
}

bool spin_loop_finder::is_thread_number(expression const& e) const {
  expression const& b = bare(e);
  if (b.is(kind::cast) || b.is(kind::named_cast)) return is_thread_number(b[0]);
  if (b.is(kind::member))
    return b.op == operation::dot && b.id == "x" && bare(b[0]).is_name("threadIdx");
  if (b.is(kind::name)) {
    int const v = m_.variable_of(b);
    expression const* const value = v == none ? nullptr : only_value(v);
    return value != nullptr && is_thread_number(*value);
  }
  if (!b.is(kind::binary)) return false;
  if (b.op == operation::plus)
    return (is_thread_number(b[0]) && is_same_for_all(b[1])) ||
           (is_thread_number(b[1]) && is_same_for_all(b[0]));
  if (b.op == operation::minus) return is_thread_number(b[0]) && is_same_for_all(b[1]);
  // A lane's number: one of each warp.
  if (b.op != operation::modulo && b.op != operation::bit_and) return false;
  expression const& by = bare(b[1]);
  int number = 0;
  if (by.is(kind::number)) std::from_chars(by.text.data(), by.text.data() + by.text.size(), number);
  bool const is_warp =
      b.op == operation::modulo ? number == 32 || by.is_name("warpSize") : number == 31;
  return is_warp && is_thread_number(b[0]);
}

expression const* spin_loop_finder::only_value(int v) const {
  variable const& x = m_.variables[std::size_t(v)];
  if (x.kind != variable_kind::local || x.written || x.escapes) return nullptr;
  auto const& all = values_[std::size_t(v)];
  return all.size() == 1 ? all.front() : nullptr;
}

bool spin_loop_finder::is_same_for_all(expression const& e) const {
  bool same = true;
  visit_all(e, [&](expression const& x) {
    if (x.is(kind::call) || x.is(kind::subscript) || x.is(kind::lambda) || x.is(kind::assignment) ||
        x.is(kind::postfix) || (x.is(kind::member) && x.op == operation::arrow) ||
        (x.is(kind::prefix) && (x.op == operation::times || x.op == operation::increment ||
                                x.op == operation::decrement)))
      same = false;
    if (!x.is(kind::name) || !same) return;
    int const v = m_.variable_of(x);
    if (v == none) {
      // (The number of a block, and constants.)
      same = x.id != "threadIdx" && !graph_.is_global(x.id);
      return;
    }
    variable const& y = m_.variables[std::size_t(v)];
    if (y.kind == variable_kind::parameter || y.kind == variable_kind::constant) {
      same = !y.written && !y.escapes;
      return;
    }
    expression const* const value = only_value(v);
    same = value != nullptr && is_same_for_all(*value);
  });
  return same;
}

}  // namespace simt::cu::lane::detail
