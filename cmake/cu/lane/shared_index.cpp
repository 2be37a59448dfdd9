// SPDX-License-Identifier: MIT
#include "shared_index.hpp"

#include <set>
#include <string>
#include <vector>

namespace simt::cu::lane {

bool shared_indices::wraps(expression const& of, expression const& index) const {
  std::set<int> seen, also_seen;  // (few indices are of shared memory: that is asked first)
  return points_to_shared(of, also_seen) && may_be_negative(index, seen);
}

std::vector<expression const*> shared_indices::find() const {
  std::vector<expression const*> out;
  if (m_.of->body) look(*m_.of->body, out);
  return out;
}

expression const* shared_indices::index_in(expression const& e) const {
  if (e.is(kind::subscript)) return wraps(e[0], e[1]) ? &e[1] : nullptr;
  bool const adds = (e.is(kind::binary) && e.op == "+") || (e.is(kind::assignment) && e.op == "+=");
  if (!adds) return nullptr;
  if (wraps(e[0], e[1])) return &e[1];
  return e.op == "+" && wraps(e[1], e[0]) ? &e[0] : nullptr;
}

void shared_indices::look(statement const& s, std::vector<expression const*>& out) const {
  for_each_expression(s, [&](expression const& e) { look(e, out); });
  for_each_statement(s, [&](statement const& b) { look(b, out); });
}

void shared_indices::look(expression const& e, std::vector<expression const*>& out) const {
  if (expression const* const index = index_in(e)) out.push_back(index);
  for (auto const& o : e.operands)
    if (o) look(*o, out);
}

bool shared_indices::points_to_shared(expression const& given, std::set<int>& seen) const {
  expression const& e = bare(given);
  switch (e.kind) {
    case kind::name: {
      int const v = m_.variable_of(e);
      if (v == none) return false;
      variable const& x = m_.variables[std::size_t(v)];
      type const& t = x.declared->declared;
      if (x.kind == variable_kind::shared) return t.is_array();
      if (x.kind == variable_kind::parameter && x.is_given_shared) return true;
      if (x.kind != variable_kind::local || !(t.is_pointer() || t.is_auto())) return false;
      if (!seen.insert(v).second) return true;  // as all else says
      bool any = false;
      for (write const& w : m_.writes) {
        if (w.variable != v || w.adds) continue;
        if (w.unknown || w.value == nullptr || !points_to_shared(*w.value, seen)) return false;
        any = true;
      }
      return any;
    }
    case kind::subscript: {  // a row
      std::size_t depth = 0;
      expression const* root = &e;
      for (; root->is(kind::subscript); root = &bare((*root)[0])) ++depth;
      int const v = m_.variable_of(*root);
      return v != none && m_.variables[std::size_t(v)].kind == variable_kind::shared &&
             m_.variables[std::size_t(v)].declared->declared.extents.size() > depth;
    }
    case kind::binary:
      if (e.op == "+" && points_to_shared(e[1], seen)) return true;
      return (e.op == "+" || e.op == "-") && points_to_shared(e[0], seen);
    case kind::assignment:
      return points_to_shared(e[0], seen);
    case kind::prefix: {
      if (e.op != "&") return false;
      expression const& place = bare(e[0]);
      return place.is(kind::subscript) && points_to_shared(place[0], seen);
    }
    case kind::cast:
    case kind::named_cast:
      return e.named && e.named->is_pointer() && points_to_shared(e[0], seen);
    case kind::conditional:
      return points_to_shared(e[1], seen) && points_to_shared(e[2], seen);
    default:
      return false;
  }
}

bool shared_indices::subtracts(expression const& given, std::set<int>& seen) const {
  expression const& e = bare(given);
  if (e.is(kind::name)) {
    int const v = m_.variable_of(e);
    if (v == none || !seen.insert(v).second) return false;
    // (What a function is called with may be less than zero.)
    if (m_.variables[std::size_t(v)].kind == variable_kind::parameter && !m_.of->is_kernel())
      return true;
    for (write const& w : m_.writes)
      if (w.variable == v && (w.value == nullptr || w.adds || subtracts(*w.value, seen)))
        return true;
    return false;
  }
  bool const takes_away = (e.is(kind::prefix) && (e.op == "-" || e.op == "~" || e.op == "--")) ||
                          (e.is(kind::binary) && e.op == "-") ||
                          (e.is(kind::postfix) && e.op == "--") ||
                          (e.is(kind::assignment) && e.op == "-=");
  if (takes_away) return true;
  if (e.is(kind::subscript) || e.is(kind::call) || e.is(kind::member)) return false;
  for (auto const& o : e.operands)
    if (o && subtracts(*o, seen)) return true;
  return false;
}

bool shared_indices::has_unsigned(expression const& given, int depth) const {
  expression const& e = bare(given);
  if (depth > 8) return true;
  switch (e.kind) {
    case kind::number:
      return e.text.find_first_of("uU") != std::string::npos && !e.text.starts_with("0x");
    case kind::character:
    case kind::size_of:
      return false;
    case kind::name: {
      int const v = m_.variable_of(e);
      if (v == none)
        return e.id == "threadIdx" || e.id == "blockDim" || e.id == "blockIdx" || e.id == "gridDim";
      type const& t = m_.variables[std::size_t(v)].declared->declared;
      return !(t.is_plain() && (t.base == "int" || t.base == "short" || t.base == "char" ||
                                t.base == "bool" || t.base == "long" || t.base == "long long"));
    }
    case kind::cast:
    case kind::named_cast:
    case kind::construct:
      return !e.named || e.named->base != "int";
    case kind::member:
      return true;
    default:
      for (auto const& o : e.operands)
        if (o && has_unsigned(*o, depth + 1)) return true;
      return false;
  }
}

}  // namespace simt::cu::lane
