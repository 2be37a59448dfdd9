// SPDX-License-Identifier: MIT
#include "warp_branches.hpp"

#include "../semantics/spelling.hpp"

#include <algorithm>
#include <charconv>

namespace simt::cu::lane::detail {

namespace {

bool is_within(range inner, range outer) {
  return inner.begin >= outer.begin && inner.end <= outer.end;
}

/// Of masks and groups of those that have come the same way: no two ways have one in common.
constexpr std::string_view of_way = "of its way";

bool shares(name_set const& a, name_set const& b) {
  return std::any_of(a.begin(), a.end(),
                     [&](auto const& x) { return x != of_way && b.contains(x); });
}

/// A mask's text, one for the usual spellings of all threads.
std::string mask_name(lexeme_list const& t, std::size_t begin, std::size_t end) {
  std::string out;
  for (std::size_t i = begin; i < end; ++i)
    for (char const c : t[i].text)
      out += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  while (out.ends_with('u') || out.ends_with('l')) out.pop_back();
  if (out == "0xffffffff" || out == "~0" || out == "-1" || out == "4294967295") return "all";
  return out;
}

/// Behind the argument that begins at `at`, within parentheses.
std::size_t argument_end(lexeme_list const& t, std::size_t at) {
  int depth = 0;
  for (; at < t.size(); ++at) {
    if (t[at].is('(') || t[at].is('[') || t[at].is('{')) ++depth;
    if (t[at].is(')') || t[at].is(']') || t[at].is('}'))
      if (depth-- == 0) return at;
    if (depth == 0 && (t[at].is(',') || t[at].is(';'))) return at;
  }
  return at;
}

bool is_made_of_way(lexeme_list const& t, range of, std::string_view name, int depth);

/// True if some tokens are a mask or a group of those that run there, or a part of one.
bool is_of_way(lexeme_list const& t, range of, range mask, int depth = 0) {
  bool any = false;
  for (std::size_t i = mask.begin; i < mask.end; ++i) {
    if (t[i].is('|') || t[i].is('~') || t[i].is('^') || t[i].is('+')) return false;
    if (t[i].is(token_kind::identifier))
      any |= takes_whoever_comes(t[i].text) || is_made_of_way(t, of, t[i].text, depth);
  }
  return any;
}

/// True if all that a name is given within a range is such a mask or group.
bool is_made_of_way(lexeme_list const& t, range of, std::string_view name, int depth) {
  bool any = false;
  for (std::size_t i = of.begin; depth < 4 && i + 1 < of.end; ++i) {
    if (!t[i].is(name) || (i > 0 && (t[i - 1].is('.') || t[i - 1].is(symbol::arrow)))) continue;
    std::string_view const next = t[i + 1].text;
    bool const is_changed = next.size() > 1 && next.ends_with('=') && next != "==" &&
                            next != "!=" && next != "<=" && next != ">=" && next != "&=";
    if (is_changed) return false;
    if (next != "=") continue;
    std::size_t const begin = i + 2, end = argument_end(t, begin);
    if (!is_of_way(t, of, {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)},
                   depth + 1))
      return false;
    any = true;
  }
  return any;
}

}  // namespace

warp_branches::warp_branches(model const& m, call_graph const& graph, uniformity const& u)
    : m_{m}, graph_{graph}, uniformity_{u} {
  if (!graph_.facts_of(m_.of->name).warp) return;
  for (auto const& [e, node] : m_.calls) {
    call c{e, node, masks_in(e->tokens), false};
    expression const& called = bare((*e)[0]);
    c.leaves_parted = called.is(expression_kind::name) && graph_.leaves_parted(called.id);
    if (!c.masks.empty()) calls_.push_back(std::move(c));
  }
  if (calls_.empty()) return;
  mark_calls();
  list(m_.of->body->body);
  for (jump const& j : m_.jumps)
    if (j.is_return() && j.target == none && !m_.of->is_kernel())
      leaves_parted_ |= m_.parts_between(j.node, none) || parts_around(j.at->tokens);
}

void warp_branches::masks_of(lexeme_list const& t, range of, arguments const& given, name_set& out,
                             visited& seen) const {
  auto const value = [&](std::size_t begin, std::size_t end) {
    std::string name = mask_name(t, begin, end);
    auto const found = end == begin + 1 ? given.find(t[begin].text) : given.end();
    bool const is_own = &t == &m_.of->tokens;
    range const mask{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
    if (found == given.end() && is_of_way(t, of, mask)) return std::string{of_way};
    return found != given.end() ? found->second : is_own || name == "all" ? name : name + "'";
  };
  for (std::size_t i = of.begin; i < of.end; ++i) {
    if (!t[i].is(token_kind::identifier)) continue;
    bool const is_method = i > of.begin && (t[i - 1].is('.') || t[i - 1].is(symbol::arrow));
    if (is_method && is_group_method(t[i].text) && i >= 2) {
      std::string const group = value(i - 2, i - 1);
      out.insert(group == of_way ? group : "group " + group);
    } else if (!is_method && takes_mask(t[i].text) && i + 2 < t.size() && t[i + 1].is('(')) {
      std::size_t const end = argument_end(t, i + 2);
      out.insert(end == i + 2 ? "all" : value(i + 2, end));
    } else if (!is_method && takes_whoever_comes(t[i].text)) {
      out.emplace(of_way);
    } else if (auto const* const all = graph_.find(t[i].text);
               !is_method && all != nullptr && graph_.facts_of(t[i].text).warp) {
      std::size_t open = i + 1;
      while (open < t.size() && !t[open].is('(') && !t[open].is(';')) ++open;
      for (entry const& callee : *all) {
        if (callee.of->body == nullptr) continue;
        arguments passed;
        std::size_t at = open + 1;
        for (declarator const& p : callee.of->parameters) {
          if (at >= t.size()) break;
          std::size_t const end = argument_end(t, at);
          passed[p.name] = value(at, end);
          if (end >= t.size() || !t[end].is(',')) break;
          at = end + 1;
        }
        if (seen.size() < 64 && seen.emplace(callee.of, passed).second)
          masks_of(callee.of->tokens, callee.of->body->tokens, passed, out, seen);
      }
    }
  }
}

void warp_branches::mark_calls() {
  auto const name_of = [](call const& c) {
    expression const& called = bare((*c.at)[0]);
    bool const is_named = called.is(expression_kind::name) || called.is(expression_kind::member);
    return is_named ? called.id : std::string_view{};
  };
  for (call const& c : calls_) {
    std::string_view const name = name_of(c);
    bool const is_marked =
        takes_whoever_comes(name)  // without more, places are told apart by their lines
            ? std::any_of(calls_.begin(), calls_.end(),
                          [&](call const& other) {
                            return &other != &c && name_of(other) == name &&
                                   other.at->line == c.at->line;
                          })
            : graph_.facts_of(name).whoever;
    if (is_marked) marked_.push_back(c.at);
  }
}

name_set warp_branches::masks_in(range of) const {
  name_set out;
  visited seen;
  masks_of(m_.of->tokens, of, {}, out, seen);
  return out;
}

bool warp_branches::parts(int node) const {
  auto const& n = m_.nodes[std::size_t(node)];
  if (n.of != nullptr) return n.divergent;
  return n.condition != nullptr && !uniformity_.is_uniform(*n.condition);
}

bool warp_branches::parts_around(range of) const {
  for (call const& c : calls_) {
    if (!is_within(c.at->tokens, of)) continue;
    if (c.leaves_parted) return true;
    for (int n = c.node; n != none; n = m_.nodes[std::size_t(n)].parent) {
      auto const& node = m_.nodes[std::size_t(n)];
      bool const is_here = node.of != nullptr          ? is_within(node.of->tokens, of)
                           : node.condition != nullptr ? is_within(node.condition->tokens, of)
                                                       : false;
      if (!is_here) break;
      if (parts(n)) return true;
    }
  }
  return false;
}

bool warp_branches::calls_behind(std::size_t token) const {
  return std::any_of(calls_.begin(), calls_.end(),
                     [&](call const& c) { return c.at->tokens.begin >= token; });
}

bool warp_branches::jumps(range of) const {
  return std::any_of(m_.jumps.begin(), m_.jumps.end(), [&](jump const& j) {
    if (!is_within(j.at->tokens, of)) return false;
    statement const* const left = j.target == none ? nullptr : m_.nodes[std::size_t(j.target)].of;
    return left == nullptr || !is_within(left->tokens, of);
  });
}

void warp_branches::list(std::vector<statement_ptr> const& all) {
  for (auto const& s : all)
    if (s) statement_(*s, place::list);
}

void warp_branches::statement_(statement const& s, place at) {
  bool const is_loop = s.is(statement_kind::for_) || s.is(statement_kind::while_) ||
                       s.is(statement_kind::do_) || s.is(statement_kind::range_for);
  bool const follows = !m_.of->is_kernel() || !loops_.empty() || calls_behind(s.tokens.end);
  if (s.is(statement_kind::compound)) return list(s.body);
  if (follows && at != place::branch && !s.is(statement_kind::return_) && parts_around(s.tokens))
    joins_.push_back({&s, at == place::loop});
  ways(s);
  if (is_loop) loops_.push_back(&s);
  for_each_statement(s, [&](statement const& b) {
    if (&b != s.init.get()) statement_(b, is_loop ? place::loop : place::branch);
  });
  if (!is_loop) return;
  loops_.pop_back();
  bool const is_left = std::any_of(m_.jumps.begin(), m_.jumps.end(), [&](jump const& j) {
    return j.at->is(statement_kind::continue_) && j.target != none &&
           m_.nodes[std::size_t(j.target)].of == &s && m_.parts_between(j.node, j.target);
  });
  if (is_left && s.body[0]->is(statement_kind::compound) && !masks_in(s.body[0]->tokens).empty())
    turns_.push_back(&s);
}

bool warp_branches::meet(range a, range b) const {
  name_set const first = masks_in(a);
  return !first.empty() && shares(first, masks_in(b));
}

void warp_branches::note(statement const& s, expression const* condition) {
  if (condition != nullptr && is_of_warp(*condition))
    warps_part_ = true;
  else if (ways_meet_ == nullptr)
    ways_meet_ = &s;
}

bool warp_branches::is_of_warp(expression const& given, int depth) const {
  expression const& e = bare(given);
  if (uniformity_.is_uniform(e)) return true;
  if (depth > 8) return false;
  if (e.is(expression_kind::prefix) && e.op == operation::negation)
    return is_of_warp(e[0], depth + 1);
  if (int const v = m_.variable_of(e); v != none) {
    variable const& x = m_.variables[std::size_t(v)];
    return !x.written && x.declared->values.size() == 1 &&
           is_of_warp(*x.declared->values[0], depth + 1);
  }
  if (!e.is(expression_kind::binary)) return false;
  std::string const right = spelled(m_.of->tokens, bare(e[1]).tokens);
  if (e.op == operation::divide) return right == "32" || right == "warpSize";
  if (e.op == operation::shift_right) return right == "5";
  if (e.op == operation::less || e.op == operation::greater_equal) {
    int number = 0;
    std::from_chars(right.data(), right.data() + right.size(), number);
    if (number != 0 && number % 32 == 0) return true;
  }
  return is_of_warp(e[0], depth + 1) && is_of_warp(e[1], depth + 1);
}

void warp_branches::ways(statement const& s) {
  for_each_expression(s, [&](expression const& e) { ways(e, s); });
  auto const node = m_.node_of.find(&s);
  if (node == m_.node_of.end() || !parts(node->second)) return;
  if (s.is(statement_kind::if_)) {
    range const then = s.body[0]->tokens;
    bool met = s.body.size() > 1 && s.body[1] && meet(then, s.body[1]->tokens);
    // Who leaves is on another way than all that follows.
    statement const& around = loops_.empty() ? *m_.of->body : *loops_.back();
    if (!met && jumps(then)) met = meet(then, {s.tokens.end, around.tokens.end});
    if (met) note(s, s.condition.get());
  } else if (s.is(statement_kind::switch_) && s.body[0]->is(statement_kind::compound)) {
    name_set seen, here;
    for (auto const& b : s.body[0]->body) {
      if (b->is(statement_kind::case_) || b->is(statement_kind::default_)) {
        seen.insert(here.begin(), here.end());
        here.clear();
      }
      name_set const more = masks_in(b->tokens);
      if (shares(seen, more)) note(s, s.condition.get());
      here.insert(more.begin(), more.end());
    }
  }
}

void warp_branches::ways(expression const& e, statement const& s) {
  if (e.is(expression_kind::conditional) && !uniformity_.is_uniform(e[0]) &&
      meet(e[1].tokens, e[2].tokens))
    note(s, &e[0]);
  for (auto const& o : e.operands)
    if (o) ways(*o, s);
}

}  // namespace simt::cu::lane::detail
