// SPDX-License-Identifier: MIT
#include "shared_index.hpp"

#include "object_operators.hpp"

#include "../program/type_names.hpp"
#include "../semantics/object_types.hpp"
#include "../text/builtin_variables.hpp"

#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <vector>

namespace simt::cu::lane {

namespace {

bool is_parameter_of_template(function const& f, std::string_view base) {
  for (template_head const& h : f.templates)
    for (template_parameter const& p : h.parameters)
      if (p.name == base) return true;
  return false;
}

/// True of the name of a number's type other than unsigned int: it has a sign, or more bits, or in
/// sums it becomes an int.
bool is_signed(std::string_view base) {
  static constexpr std::string_view all[] = {
      "int",     "short",   "char",          "bool",     "long",     "long long",
      "float",   "double",  "int32_t",       "int64_t",  "size_t",   "unsigned long",
      "uint8_t", "int8_t",  "unsigned char", "uint16_t", "uint64_t", "unsigned long long",
      "int16_t", "ssize_t", "ptrdiff_t",     "half",     "__half",   "unsigned short"};
  return std::find(std::begin(all), std::end(all), base) != std::end(all);
}

/// True of a literal that an int does not hold: `0xffffffff`.
bool is_large(expression const& number) {
  std::string_view digits = number.text;
  bool const is_hex = digits.starts_with("0x") || digits.starts_with("0X");
  if (is_hex) digits.remove_prefix(2);
  std::size_t count = 0;
  while (count < digits.size() && std::isxdigit(static_cast<unsigned char>(digits[count])) != 0)
    ++count;
  return is_hex ? count > 8 || (count == 8 && digits[0] >= '8') : count >= 10;
}

/// The number of pointers and arrays around a declared type.
std::size_t levels_of(type const& t) {
  std::size_t depth = t.extents.size();
  for (auto const* levels : {&t.levels, &t.inner})
    for (pointer_level const& l : *levels) depth += l.sign == '*' ? 1 : 0;
  return depth;
}

}  // namespace

bool shared_indices::is_coordinate(expression const& e) const {
  return bare(e[0]).is(kind::name) && m_.variable_of(bare(e[0])) == none &&
         has_coordinates(bare(e[0]).id);
}

std::vector<expression const*> shared_indices::find() const {
  std::vector<expression const*> out;
  if (m_.of->body) look(*m_.of->body, out);
  return out;
}

wrapped_index shared_indices::index_in(expression const& e) const {
  bool const is_subscript = e.is(kind::subscript);
  bool const adds = (e.is(kind::binary) && (e.op == operation::plus || e.op == operation::minus)) ||
                    (e.is(kind::assignment) &&
                     (e.op == operation::plus_assign || e.op == operation::minus_assign));
  if (!is_subscript && !adds) return {};
  for (std::size_t const n : {0u, 1u}) {
    if (n == 1 && (e.op != operation::plus || is_subscript)) break;
    if (!may_be_negative(e[1 - n]) || (adds && !may_be_pointer(e[n]))) continue;
    if (e.op == operation::minus && may_be_pointer(e[1])) continue;  // a distance
    memory_space const space = space_of(e[n]);
    if (space != memory_space::other) return {&e[1 - n], &e[n], space == memory_space::shared};
  }
  return {};
}

void shared_indices::look(statement const& s, std::vector<expression const*>& out) const {
  for_each_expression(s, [&](expression const& e) { look(e, out); });
  for_each_statement(s, [&](statement const& b) { look(b, out); });
}

void shared_indices::look(expression const& e, std::vector<expression const*>& out) const {
  if (index_in(e).of != nullptr) out.push_back(&e);
  if (e.is(kind::lambda) && e.written->body) look(*e.written->body, out);
  for (auto const& o : e.operands)
    if (o) look(*o, out);
}

semantics::object_type shared_indices::type_of(expression const& e) const {
  return classes_ != nullptr ? object_types{m_, *classes_}.type_of(e) : semantics::object_type{};
}

std::string shared_indices::vector_of(expression const& e) const {
  auto object = type_of(e[0]);
  bool const is_vector = is_vector_type(object.name) || object.name == "dim3";
  return is_vector && object.depth == (e.op == operation::arrow ? 1 : 0) ? object.name
                                                                         : std::string{};
}

bool shared_indices::gives_no_pointer(call_graph::entries const& all) const {
  return std::all_of(all.begin(), all.end(), [&](entry const& f) {
    type const& t = f.of->result;
    bool const is_value = t.is_plain() || (t.is_reference() && t.levels.size() == 1);
    return is_value && !is_parameter_of_template(*f.of, t.base) && is_no_pointer(t.base);
  });
}

bool shared_indices::is_no_pointer(std::string_view base) const {
  if (semantics::class_table::is_arithmetic(base) || is_header_type(base)) return true;
  if (classes_ == nullptr || is_parameter_of_template(*m_.of, base)) return false;
  return !classes_->arithmetic_of(base).empty() || classes_->knows(base);
}

int shared_indices::depth_of(expression const& given) const {
  expression const& e = bare(given);
  switch (e.kind) {
    case kind::number:
    case kind::size_of:
      return 0;
    case kind::name: {
      int const v = m_.variable_of(e);
      if (v == none) return unknown_depth;
      type const& t = m_.variables[std::size_t(v)].declared->declared;
      return is_no_pointer(t.base) ? static_cast<int>(levels_of(t)) : unknown_depth;
    }
    case kind::subscript:
      return depth_of(e[0]) == unknown_depth ? unknown_depth : depth_of(e[0]) - 1;
    case kind::prefix: {
      int const inner = depth_of(e[0]);
      if (inner == unknown_depth) return unknown_depth;
      return e.op == operation::times ? inner - 1 : e.op == operation::bit_and ? inner + 1 : inner;
    }
    case kind::postfix:
      return depth_of(e[0]);
    case kind::binary: {
      if (e.op != operation::plus && e.op != operation::minus) return 0;
      int const a = depth_of(e[0]), b = depth_of(e[1]);
      if (a == unknown_depth || b == unknown_depth) return unknown_depth;
      return e.op == operation::minus && b > 0 ? 0 : std::max(a, b);
    }
    case kind::cast:
    case kind::named_cast:
      return e.named && is_no_pointer(e.named->base) ? static_cast<int>(levels_of(*e.named))
                                                     : unknown_depth;
    case kind::member: {
      if (is_coordinate(e)) return 0;
      if (!vector_of(e).empty()) return 0;
      auto const t = type_of(e);
      return t.name.empty() ? unknown_depth : t.depth;
    }
    case kind::call: {
      expression const& callee = bare(e[0]);
      bool const is_own = callee.is(kind::name) && m_.variable_of(callee) == none;
      bool const is_lambda = m_.lambda_of(callee) != nullptr;
      auto const* const all = is_lambda ? nullptr : object_operators{graph_}.called(m_, callee);
      if (all == nullptr)
        return is_own && space_of_call(e) == memory_space::other ? 0 : unknown_depth;
      return gives_no_pointer(*all) ? 0 : unknown_depth;
    }
    default:
      return unknown_depth;
  }
}

bool shared_indices::may_be_pointer(expression const& e) const {
  int const depth = depth_of(e);
  return depth == unknown_depth ? space_of(e) != memory_space::other : depth > 0;
}

memory_space shared_indices::space_of(expression const& given, std::set<int>& seen) const {
  expression const& e = bare(given);
  switch (e.kind) {
    case kind::name:
      return space_of_name(e, seen);
    case kind::subscript:
      return space_of_element(e, seen);
    case kind::member:
      return space_of_member(e, seen);
    case kind::call:
      return space_of_call(e);
    case kind::binary:
      if (e.op == operation::plus && depth_of(e[0]) == 0) return space_of(e[1], seen);
      return e.op == operation::plus || e.op == operation::minus ? space_of(e[0], seen)
                                                                 : memory_space::other;
    case kind::assignment:
      return space_of(e.op == operation::assign ? e[1] : e[0], seen);
    case kind::postfix:
      return space_of(e[0], seen);
    case kind::prefix:
      if (e.op == operation::bit_and) return space_of_place(e[0], seen);
      if (e.op == operation::times) return space_of_element(e, seen);
      return e.op == operation::increment || e.op == operation::decrement ? space_of(e[0], seen)
                                                                          : memory_space::other;
    case kind::cast:
    case kind::named_cast:
      return space_of(e[0], seen);
    case kind::construct: {  // an object that becomes a pointer
      bool const is_number = e.named && semantics::class_table::is_arithmetic(e.named->base);
      return is_number ? memory_space::other : memory_space::any;
    }
    case kind::conditional:
      return either(space_of(e[1], seen), space_of(e[2], seen));
    case kind::comma:
      return space_of(e[1], seen);
    default:
      return memory_space::other;
  }
}

memory_space shared_indices::space_of_name(expression const& e, std::set<int>& seen) const {
  if (int const v = m_.variable_of(e); v != none) return space_of_variable(v, seen);
  if (graph_.shared().is_declared(e.id)) return memory_space::shared;
  bool const is_member = m_.of->is_member() && !graph_.is_global(e.id) && e.scope.empty();
  if (!is_member || classes_ == nullptr) return memory_space::other;
  auto const member = classes_->member(m_.of->enclosing.back().name, e.id);
  bool const is_number = !member.of.name.empty() && member.of.depth == 0;
  bool const is_data = member.kind == semantics::member_kind::unknown ||
                       member.kind == semantics::member_kind::data ||
                       member.kind == semantics::member_kind::reference ||
                       member.kind == semantics::member_kind::shared;
  return is_data && !is_number ? memory_space::any : memory_space::other;
}

memory_space shared_indices::space_of_variable(int v, std::set<int>& seen) const {
  variable const& x = m_.variables[std::size_t(v)];
  type const& t = x.declared->declared;
  if (x.kind == variable_kind::shared)
    return t.is_array() ? memory_space::shared : memory_space::any;
  if (x.kind == variable_kind::array || x.kind == variable_kind::constant)
    return memory_space::other;
  bool const may_point = levels_of(t) > 0 || t.is_auto() || x.given != memory_space::other ||
                         is_parameter_of_template(*m_.of, t.base) || !is_no_pointer(t.base);
  if (!may_point) return memory_space::other;
  if (!seen.insert(v).second) return memory_space::unsaid;
  memory_space out = memory_space::unsaid;
  bool const is_parameter = x.kind == variable_kind::parameter || x.declared->values.empty();
  if (x.kind == variable_kind::parameter || (is_parameter && x.kind == variable_kind::reference))
    out = x.in_lambda || m_.of->is_member() ? memory_space::any : x.given;
  for (write const& w : m_.writes) {
    if (w.variable != v || w.adds || w.part != nullptr) continue;
    // (What is written through a pointer or a reference is not known.)
    out =
        either(out, w.unknown || w.value == nullptr ? memory_space::any : space_of(*w.value, seen));
  }
  return out;
}

memory_space shared_indices::space_of_element(expression const& e, std::set<int>& seen) const {
  std::size_t depth = 0;
  expression const* root = &e;
  for (; root->is(kind::subscript) || root->is_dereference(); root = &bare((*root)[0])) ++depth;
  int const v = m_.variable_of(*root);
  if (v != none) {
    type const& t = m_.variables[std::size_t(v)].declared->declared;
    bool const has_pointers = !t.levels.empty() && t.levels.back().sign == '*' &&
                              (!t.extents.empty() || !t.inner.empty() || levels_of(t) > 1);
    bool const is_known = is_no_pointer(t.base);
    bool const is_row =
        m_.variables[std::size_t(v)].kind == variable_kind::shared && t.extents.size() > depth;
    if (is_row) return memory_space::shared;
    if (is_known && !has_pointers && levels_of(t) > depth) return space_of_variable(v, seen);
    if (is_known && levels_of(t) <= depth) return memory_space::other;  // a number
  }
  std::set<int> also_seen;
  return is_from_host(*root, also_seen) ? memory_space::other : memory_space::any;
}

memory_space shared_indices::space_of_member(expression const& e, std::set<int>&) const {
  if (is_coordinate(e)) return memory_space::other;
  if (auto const t = type_of(e); !t.name.empty() && t.depth == 0) return memory_space::other;
  std::set<int> seen;
  return is_from_host(e, seen) ? memory_space::other : memory_space::any;
}

memory_space shared_indices::space_of_call(expression const& e) const {
  expression const& callee = bare(e[0]);
  if (callee.is(kind::member)) {
    int const v = m_.variable_of(bare(callee[0]));
    if (v != none && m_.variables[std::size_t(v)].is_group) return memory_space::other;
    std::set<int> seen;
    return is_from_host(callee[0], seen) ? memory_space::other : memory_space::any;
  }
  if (!callee.is(kind::name) || m_.variable_of(callee) != none) return memory_space::any;
  auto const* const all = graph_.find(callee.id);
  if (all == nullptr) return memory_space::other;
  return gives_no_pointer(*all) ? memory_space::other : memory_space::any;
}

memory_space shared_indices::space_of_place(expression const& given, std::set<int>& seen) const {
  expression const& place = bare(given);
  switch (place.kind) {
    case kind::name: {
      int const v = m_.variable_of(place);
      if (v == none) return space_of_name(place, seen);
      auto const k = m_.variables[std::size_t(v)].kind;
      return k == variable_kind::shared      ? memory_space::shared
             : k == variable_kind::reference ? memory_space::any
                                             : memory_space::other;
    }
    case kind::subscript:
      return space_of(place[0], seen);
    case kind::member:
      return place.op == operation::dot ? space_of_place(place[0], seen) : space_of(place[0], seen);
    case kind::prefix:
      return place.op == operation::times ? space_of(place[0], seen) : memory_space::any;
    default:
      return memory_space::any;
  }
}

bool shared_indices::is_from_host(expression const& given, std::set<int>& seen) const {
  expression const& e = bare(given);
  switch (e.kind) {
    case kind::name: {
      int const v = m_.variable_of(e);
      if (v == none) return graph_.is_global(e.id) && !graph_.shared().is_declared(e.id);
      if (!seen.insert(v).second) return true;
      variable const& x = m_.variables[std::size_t(v)];
      bool const is_passed = x.kind == variable_kind::parameter && m_.of->is_kernel();
      if (x.in_lambda || (!is_passed && x.kind != variable_kind::local)) return false;
      // A value that asks this again (`v.p = v.q;`) adds nothing.
      if (!asked_.insert(v).second) return true;
      bool const is = std::all_of(m_.writes.begin(), m_.writes.end(), [&](write const& w) {
        if (w.variable != v || w.adds) return true;
        if (w.unknown || w.value == nullptr) return false;
        return w.part != nullptr ? space_of(*w.value) == memory_space::other
                                 : is_from_host(*w.value, seen);
      });
      asked_.erase(v);
      return is;
    }
    case kind::number:
    case kind::constant:
      return e.text != "this";
    case kind::member:
    case kind::subscript:
    case kind::cast:
    case kind::named_cast:
    case kind::assignment:
    case kind::postfix:
      return is_from_host(e[0], seen);
    case kind::prefix:
      return e.op != operation::bit_and && is_from_host(e[0], seen);
    case kind::binary:
      return is_from_host(e[0], seen);
    case kind::conditional:
      return is_from_host(e[1], seen) && is_from_host(e[2], seen);
    default:
      return false;
  }
}

bool shared_indices::subtracts(expression const& given, std::set<int>& seen) const {
  expression const& e = bare(given);
  if (e.is(kind::name)) {
    int const v = m_.variable_of(e);
    if (v == none) return graph_.is_global(e.id);
    if (!seen.insert(v).second) return false;
    // (What a function is called with may be less than zero.)
    if (m_.variables[std::size_t(v)].kind == variable_kind::parameter) return true;
    for (write const& w : m_.writes)
      if (w.variable == v && (w.value == nullptr || w.adds || subtracts(*w.value, seen)))
        return true;
    return false;
  }
  bool const takes_away =
      (e.is(kind::prefix) && (e.op == operation::minus || e.op == operation::complement ||
                              e.op == operation::decrement)) ||
      (e.is(kind::binary) && e.op == operation::minus) ||
      (e.is(kind::postfix) && e.op == operation::decrement) ||
      (e.is(kind::assignment) && e.op == operation::minus_assign);
  if (takes_away) return true;
  // (So may be what was loaded.)
  if (e.is(kind::member)) return !is_coordinate(e);
  if (e.is(kind::subscript)) return true;
  if (e.is(kind::number)) return is_large(e);
  if (e.is(kind::call)) {
    expression const& callee = bare(e[0]);
    bool const is_pure = callee.is(kind::name) && graph_.find(callee.id) == nullptr &&
                         find_builtin(callee.id).kind == builtin_kind::pure;
    if (!is_pure) return true;
  }
  for (auto const& o : e.operands)
    if (o && subtracts(*o, seen)) return true;
  return false;
}

bool shared_indices::has_unsigned(expression const& given, int depth) const {
  expression const& e = bare(given);
  if (depth > 8) return true;
  switch (e.kind) {
    case kind::number:
      return is_large(e) ||
             (e.text.find_first_of("uU") != std::string::npos && !e.text.starts_with("0x"));
    case kind::character:
    case kind::size_of:
      return false;
    case kind::name: {
      int const v = m_.variable_of(e);
      if (v == none) return has_coordinates(e.id) || graph_.is_global(e.id);
      type const& t = m_.variables[std::size_t(v)].declared->declared;
      return !t.is_plain() || !is_signed(t.base);
    }
    case kind::cast:
    case kind::named_cast:
    case kind::construct:
      return !e.named || !is_signed(e.named->base);
    case kind::member:
    case kind::subscript: {
      expression const* root = &e;
      while (root->is(kind::subscript)) root = &bare((*root)[0]);
      if (int const v = m_.variable_of(*root); v != none && root != &e)
        if (type const& t = m_.variables[std::size_t(v)].declared->declared; is_signed(t.base))
          return false;
      // (Of `unsigned int`, the table has the last word.)
      if (auto const vector = e.is(kind::member) ? vector_of(e) : std::string{}; !vector.empty())
        return vector.starts_with("u") || vector == "dim3";
      auto const t = type_of(e);
      return t.name != "float" && t.name != "double" && t.name != "bool";
    }
    default:
      for (auto const& o : e.operands)
        if (o && has_unsigned(*o, depth + 1)) return true;
      return false;
  }
}

}  // namespace simt::cu::lane
