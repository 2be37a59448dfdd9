// SPDX-License-Identifier: MIT
#include "irregular_loop.hpp"

#include <algorithm>

namespace simt::cu::lane::detail {

bool irregular_loop_finder::is_sparse(statement const& s) const {
  function const& f = *m_.of;
  if (!f.is_kernel() || s.init || s.is_constexpr || s.declared || !s.condition ||
      s.body.size() != 1 || !m_.nodes[std::size_t(m_.node_of.at(&s))].divergent)
    return false;
  facts const& all = graph_.facts_of(f.name);
  if (all.barrier || all.warp || all.is_volatile || all.assembly || all.waits) return false;
  if (graph_.has_waiting_loop(f)) return false;
  for (declarator const& p : f.parameters)
    if (p.name.empty()) return false;
  for (variable const& v : m_.variables)
    if (v.kind == variable_kind::shared ||
        (v.kind == variable_kind::parameter && (v.written || v.escapes)))
      return false;
  return stands_alone(s) && is_pure(*s.condition) && walks(*s.body[0], false);
}

bool irregular_loop_finder::stands_alone(statement const& s) const {
  bool before = true;
  for (auto const& x : m_.of->body->body) {
    if (x.get() == &s)
      before = false;
    else if (!before && !x->is(statement_kind::null) &&
             !(x->is(statement_kind::return_) && !x->value))
      return false;
    else if (before && !is_plain_declaration(*x))
      return false;
  }
  return !before;
}

bool irregular_loop_finder::is_plain_declaration(statement const& s) const {
  if (s.is(statement_kind::null)) return true;
  if (!s.is(statement_kind::declaration) || s.declared->words.is_static) return false;
  for (declarator const& d : s.declared->names)
    for (auto const& v : d.values)
      if (!is_pure(*v)) return false;
  return true;
}

bool irregular_loop_finder::is_pure(expression const& e) {
  switch (e.kind) {
    case kind::prefix:
      if (e.op == operation::increment || e.op == operation::decrement) return false;
      break;
    case kind::call:
      if (!bare(e[0]).is(kind::name) || builtin_kind_of(bare(e[0]).id) != builtin_kind::pure)
        return false;
      break;
    case kind::postfix:
    case kind::assignment:
    case kind::pack:
    case kind::lambda:
    case kind::other:
      return false;
    default:
      break;
  }
  return std::all_of(e.operands.begin(), e.operands.end(),
                     [](auto const& o) { return !o || is_pure(*o); });
}

bool irregular_loop_finder::walks(statement const& s, bool in_loop) const {
  if (s.is(statement_kind::for_) || s.is(statement_kind::while_) || s.is(statement_kind::do_))
    for (node const& n : m_.nodes)
      in_loop |= n.of == &s && n.kind == node_kind::loop && n.divergent;
  for (auto const* e : {&s.condition, &s.step, &s.value})
    if (in_loop && *e && is_indirect(**e)) return true;
  if (s.declared)
    for (declarator const& d : s.declared->names)
      for (auto const& v : d.values)
        if (in_loop && is_indirect(*v)) return true;
  for (auto const& b : s.body)
    if (b && walks(*b, in_loop)) return true;
  return false;
}

bool irregular_loop_finder::is_indirect(expression const& e) const {
  if (e.is(kind::subscript) && is_loaded(e[1], 0)) return true;
  return std::any_of(e.operands.begin(), e.operands.end(),
                     [&](auto const& o) { return o && is_indirect(*o); });
}

bool irregular_loop_finder::is_loaded(expression const& e, int depth) const {
  if (e.is(kind::subscript) || (e.is(kind::member) && e.op == operation::arrow) ||
      e.is_dereference())
    return true;
  if (int const v = m_.variable_of(e); v != none && depth < 4)
    for (write const& w : m_.writes)
      if (w.variable == v && !w.adds && w.value != nullptr && is_loaded(*w.value, depth + 1))
        return true;
  return std::any_of(e.operands.begin(), e.operands.end(),
                     [&](auto const& o) { return o && is_loaded(*o, depth); });
}

}  // namespace simt::cu::lane::detail
