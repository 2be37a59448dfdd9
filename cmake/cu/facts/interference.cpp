// SPDX-License-Identifier: MIT
#include "interference.hpp"

#include "parameter_types.hpp"

#include "../program/class_members.hpp"

#include <algorithm>

namespace simt::cu::lane::detail {

bool interference::between(expression const& a, expression const& b) const {
  changes c;
  changed_by(a, c);
  return c.any() && reads(b, c);
}

bool interference::among(std::vector<expression_ptr> const& all) const {
  for (auto const& a : all)
    for (auto const& b : all)
      if (a != b && between(*a, *b)) return true;
  return false;
}

void interference::changed(expression const& place, changes& out) const {
  expression const* const root = root_of(place);
  int const v = root == nullptr ? none : m_.variable_of(*root);
  if (v == none) {
    out.memory = true;
    return;
  }
  auto const& x = m_.variables[std::size_t(v)];
  if (x.kind == variable_kind::reference || x.kind == variable_kind::shared) out.memory = true;
  out.variables.insert(v);
}

bool interference::may_refer(type const& t) const {
  bool const is_constant = t.is_const && t.levels.size() == 1 && t.inner.empty();
  if (t.is_reference()) return !is_constant;
  bool const is_address =
      (!t.levels.empty() || !t.extents.empty()) && t.inner.empty() && t.function.empty();
  return !is_address && !gives_numbers(t, classes_);
}

bool interference::is_pure(expression const& callee) const {
  if (callee.is(kind::member)) {
    int const group = m_.variable_of(bare(callee[0]));
    return callee.op == operation::dot && is_group_place(callee.id) && group != none &&
           m_.variables[std::size_t(group)].is_group;
  }
  if (!callee.is(kind::name) || m_.variable_of(callee) != none) return false;
  auto const* const own = graph_.find(callee.id);
  if (own == nullptr) {
    // A warp's exchange stores nothing; __syncwarp keeps what others store in order.
    auto const known = builtin_kind_of(callee.id);
    return known == builtin_kind::pure ||
           (known == builtin_kind::warp && callee.id != "__syncwarp" && !callee.is_template &&
            callee.scope.empty());
  }
  if (graph_.facts_of(callee.id).barrier) return false;  // others may store meanwhile
  for (entry const& f : *own)
    for (declarator const& p : f.of->parameters)
      if (!gives_numbers(p.declared, classes_)) return false;
  // All that it gets are copies: what is outside of functions is left.
  return stays_inside(callee.id);
}

bool interference::stays_inside(std::string_view function) const {
  return !graph_.reaches(function, [&](lane::function const& f) {
    return f.is_member() || std::any_of(f.tokens.begin(), f.tokens.end(), [&](lexeme const& l) {
             return l.is(word::shared) ||
                    (l.is(token_kind::identifier) &&
                     (graph_.is_global(l.text) || l.is("asm") || l.is("static")));
           });
  });
}

bool interference::only_reads(expression const& callee) const {
  auto const* const own = callee.is(kind::name) ? graph_.find(callee.id) : nullptr;
  if (own == nullptr || m_.variable_of(callee) != none) return false;
  auto const& facts = graph_.facts_of(callee.id);
  if (facts.barrier || facts.atomic) return false;
  for (entry const& f : *own)
    for (declarator const& p : f.of->parameters) {
      type const& t = p.declared;
      bool const is_of_const = t.is_const && t.levels.size() == 1 && t.inner.empty();
      if (!is_of_const && !gives_numbers(t, classes_)) return false;
    }
  return stays_inside(callee.id);
}

void interference::changed_by_call(expression const& e, changes& out) const {
  expression const& callee = bare(e[0]);
  if (is_pure(callee) || only_reads(callee)) return;
  auto const* const own = callee.is(kind::name) ? graph_.find(callee.id) : nullptr;
  if (!callee.is(kind::name) || m_.variable_of(callee) != none) {
    out.everything = true;  // a method, a lambda, an object
  } else if (own != nullptr) {
    out.memory = true;  // what is outside of functions
    for (entry const& f : *own)
      for (declarator const& p : f.of->parameters)
        if (may_refer(p.declared)) out.everything = true;
  } else {
    auto const known = builtin_kind_of(callee.id);
    if (known == builtin_kind::reads) return;
    out.memory = true;
    if (known == builtin_kind::unknown) out.everything = true;
  }
}

void interference::changed_by(expression const& e, changes& out) const {
  bool const writes = e.is(kind::assignment) || e.is_step();
  if (writes) changed(e[0], out);
  if (e.is(kind::call)) changed_by_call(e, out);
  if (e.is(kind::other)) out.everything = true;
  for (auto const& o : e.operands)
    if (o) changed_by(*o, out);
}

bool interference::is_own_constant(variable const& x) {
  type const& t = x.declared->declared;
  return t.is_const && t.is_plain() && is_number_type(t.base) && !x.escapes && !x.in_memory;
}

bool interference::is_of_own_array(expression const& e) const {
  std::size_t depth = 0;
  expression const* at = &e;
  for (; at->is(kind::subscript); at = &bare((*at)[0])) ++depth;
  int const v = m_.variable_of(*at);
  if (v == none || depth == 0) return false;
  auto const& x = m_.variables[std::size_t(v)];
  return x.kind == variable_kind::array && !x.in_memory && !x.escapes && !x.is_referred &&
         depth <= x.declared->declared.extents.size();
}

bool interference::reads(expression const& e, changes const& c) const {
  if (e.is(kind::call) || e.is(kind::lambda) || e.is(kind::other)) {
    if (!e.is(kind::call) || !is_pure(bare(e[0]))) return true;
  }
  if (e.is(kind::name)) {
    int const v = m_.variable_of(e);
    if (v == none) return (c.memory || c.everything) && graph_.is_global(e.id);
    auto const& x = m_.variables[std::size_t(v)];
    if (c.variables.contains(v) || (c.everything && !is_own_constant(x))) return true;
    bool const is_reached = x.escapes || x.is_referred || x.kind == variable_kind::reference ||
                            x.kind == variable_kind::shared;
    // By a reference, any of those that one may be bound to.
    bool const by_reference = std::any_of(c.variables.begin(), c.variables.end(), [&](int w) {
      return m_.variables[std::size_t(w)].kind == variable_kind::reference;
    });
    if (is_reached && (c.memory || by_reference || x.kind == variable_kind::reference)) return true;
  }
  bool const loads = e.is(kind::subscript) || e.is_dereference() ||
                     (e.is(kind::member) && e.op == operation::arrow);
  if (loads && c.memory && !is_of_own_array(e)) return true;
  return std::any_of(e.operands.begin(), e.operands.end(),
                     [&](auto const& o) { return o && reads(*o, c); });
}

}  // namespace simt::cu::lane::detail
