// SPDX-License-Identifier: MIT
#include "constant_trip_counts.hpp"

#include "../text/compile_budget.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

namespace simt::cu::lane::detail {

std::optional<constant_trip_count> trip_count_finder::turns(statement const& s) {
  if (!s.is(statement_kind::for_) || !s.init || !s.init->is(statement_kind::declaration) ||
      !s.condition || !s.step)
    return std::nullopt;
  declaration const& d = *s.init->declared;
  if (d.names.size() != 1 || d.words.is_static || d.words.is_constexpr) return std::nullopt;
  declarator const& counter = d.names.front();
  if (counter.values.size() != 1 || !counter.declared.is_plain() ||
      !is_integer_name(counter.declared.base) || bare(*counter.values[0]).is(kind::list))
    return std::nullopt;
  auto const known = m_.declared.find(&counter);
  if (known == m_.declared.end() || !only_steps(known->second)) return std::nullopt;
  expression const& step = bare(*s.step);
  if (!step.is(kind::assignment) || !is_doubling(step)) return std::nullopt;
  counter_ = known->second;
  statements_ = 0;
  has_barrier_ = false;
  if (!is_small(*s.body[0]) || !has_barrier_) return std::nullopt;
  constant_trip_count out;
  out.type = type_speller{m_.of->tokens, s.line}.value(counter.declared);
  out.name = counter.name;
  auto const initial = spell(*counter.values[0]), condition = spell(*s.condition),
             next = spell(step);
  if (!initial || !condition || !next) return std::nullopt;
  out.initial = *initial;
  out.condition = *condition;
  out.step = *next;
  return out;
}

bool trip_count_finder::only_steps(int v) const {
  variable const& x = m_.variables[std::size_t(v)];
  return !x.escapes && !x.in_memory && !x.is_referred && x.version == 0 &&
         std::count_if(m_.writes.begin(), m_.writes.end(),
                       [&](auto const& w) { return w.variable == v; }) == 2;
}

bool trip_count_finder::is_doubling(expression const& e) {
  if (e.op == operation::times_assign || e.op == operation::divide_assign ||
      e.op == operation::shift_right_assign || e.op == operation::shift_left_assign)
    return true;
  expression const& b = bare(e[1]);
  return e.op == operation::assign && b.is(kind::binary) &&
         (b.op == operation::times || b.op == operation::divide || b.op == operation::shift_right ||
          b.op == operation::shift_left);
}

bool trip_count_finder::is_small(statement const& s) {
  switch (s.kind) {
    case statement_kind::expression:
      if (s.value && is_barrier(bare(*s.value))) has_barrier_ = true;
      break;
    case statement_kind::declaration:
      if (s.declared->words.is_shared || s.declared->words.is_static) return false;
      break;
    case statement_kind::compound:
    case statement_kind::null:
      --statements_;
      break;
    case statement_kind::if_:
      break;
    default:
      return false;
  }
  if (++statements_ > compile_budget::statements_of_turn) return false;
  return std::all_of(s.body.begin(), s.body.end(),
                     [&](auto const& b) { return !b || is_small(*b); });
}

bool trip_count_finder::is_barrier(expression const& e) const {
  if (!e.is(kind::call)) return false;
  expression const& callee = bare(e[0]);
  if (callee.is(kind::name)) return callee.id == "__syncthreads" || callee.id == "sync";
  return callee.is(kind::member) && callee.id == "sync";
}

std::optional<std::string> trip_count_finder::spell(expression const& e, int depth) const {
  if (depth > 32) return std::nullopt;
  switch (e.kind) {
    case kind::number:
      return e.text;
    case kind::name:
      return name(e, depth);
    case kind::member:
      if (e.op != operation::dot || !e[0].is_name("blockDim")) return std::nullopt;
      return "::simt_l::block_of<simt_G>." + std::string(e.id);
    case kind::parenthesis:
    case kind::prefix: {
      if (e.is_dereference() || e.is_address() || e.is_step()) return std::nullopt;
      auto const a = spell(e[0], depth + 1);
      if (!a) return std::nullopt;
      return std::string(e.is(kind::prefix) ? text_of(e.op) : "") + "(" + *a + ")";
    }
    case kind::binary:
    case kind::assignment: {
      if (e.is(kind::assignment) && depth != 0) return std::nullopt;
      auto const a = spell(e[0], depth + 1), b = spell(e[1], depth + 1);
      if (!a || !b) return std::nullopt;
      std::string const text = *a + " " + std::string(text_of(e.op)) + " " + *b;
      return e.is(kind::assignment) ? text : "(" + text + ")";
    }
    default:
      return std::nullopt;
  }
}

std::optional<std::string> trip_count_finder::name(expression const& e, int depth) const {
  if (int const v = m_.variable_of(e); v != none) return of_variable(v, depth);
  if (e.is_name("warpSize")) return "32";
  if (e.scope.empty() && e.arguments.empty())
    for (auto const& t : m_.of->templates)
      for (auto const& p : t.parameters)
        if (p.name == e.id && !p.is_pack && !p.is_argument &&
            p.kind == template_parameter_kind::value)
          return p.name;
  if (!e.arguments.empty() || !callees_.is_number(e.id)) return std::nullopt;
  return e.text;
}

std::optional<std::string> trip_count_finder::of_variable(int v, int depth) const {
  variable const& x = m_.variables[std::size_t(v)];
  if (x.kind != variable_kind::local && x.kind != variable_kind::constant) return std::nullopt;
  if (!x.declared->declared.is_plain() || !is_integer_name(x.declared->declared.base) || x.escapes)
    return std::nullopt;
  if (v == counter_) return x.name();
  auto const writes = std::count_if(m_.writes.begin(), m_.writes.end(),
                                    [&](auto const& w) { return w.variable == v; });
  if (writes > 1 || x.version != 0 || x.declared->values.size() != 1) return std::nullopt;
  auto const value = spell(*x.declared->values[0], depth + 1);
  if (!value) return std::nullopt;
  return "static_cast<" + type_speller{m_.of->tokens, 0}.value(x.declared->declared) + ">(" +
         *value + ")";
}

}  // namespace simt::cu::lane::detail
