// SPDX-License-Identifier: MIT
#include "object_types.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace simt::cu::lane {

semantics::class_member object_types::member(expression const& e) const {
  if (e.is_template || e.id.empty() || e.text.find("::") != std::string::npos) return {};
  auto const object = type_of(e[0]);
  if (object.name.empty() || object.depth != (e.op == operation::arrow ? 1 : 0)) return {};
  return classes_.member(object.name, e.id);
}

semantics::class_member object_types::member_of(type const& t, std::string_view name) const {
  auto const object = type_of(t);
  return object.name.empty() ? semantics::class_member{} : classes_.member(object.name, name);
}

semantics::object_type object_types::type_of(expression const& given) const {
  expression const& e = bare(given);
  switch (e.kind) {
    case expression_kind::name: {
      int const v = m_.variable_of(e);
      if (v == none) return {};
      return type_of(m_.variables[std::size_t(v)].declared->declared);
    }
    case expression_kind::member: {
      auto const m = member(e);
      bool const has_type = m.kind == semantics::member_kind::data ||
                            m.kind == semantics::member_kind::reference ||
                            m.kind == semantics::member_kind::shared;
      return has_type ? m.of : semantics::object_type{};
    }
    case expression_kind::subscript:
      return inner(type_of(e[0]));
    case expression_kind::prefix:
      if (e.op == operation::times) return inner(type_of(e[0]));
      if (e.op == operation::bit_and) return outer(type_of(e[0]));
      return {};
    case expression_kind::cast:
    case expression_kind::named_cast:
    case expression_kind::construct:
      return e.named ? type_of(*e.named) : semantics::object_type{};
    default:
      return {};
  }
}

semantics::object_type object_types::inner(semantics::object_type t) {
  // (An operator [] of a class gives nobody knows what.)
  if (t.depth-- == 0) return {};
  return t;
}

semantics::object_type object_types::outer(semantics::object_type t) {
  ++t.depth;
  return t;
}

semantics::object_type object_types::type_of(type const& t) const {
  if (t.is_auto() || t.defines || !t.function.empty()) return {};
  semantics::object_type out{simple_name(t.base), 0};
  if (out.name.empty() || is_other(out.name)) return {};
  for (auto const& levels : {t.levels, t.inner})
    for (pointer_level const& l : levels) out.depth += l.sign == '*' ? 1 : 0;
  out.depth += static_cast<int>(t.extents.size());
  return out;
}

std::string object_types::simple_name(std::string_view base) {
  if (base.find("decltype") != std::string_view::npos || base.starts_with("typename ") ||
      base.starts_with("simt_l::"))
    return {};
  std::string_view const head = base.substr(0, base.find('<'));
  // `a<int>::b` is a member of a class: which one, its arguments say.
  if (head.size() != base.size() && !base.ends_with('>')) return {};
  if (head.size() != base.size() && base.find("::", head.size()) != std::string_view::npos &&
      !is_arguments(base.substr(head.size())))
    return {};
  auto const at = head.find_last_of(" :");
  return std::string(at == std::string_view::npos ? head : head.substr(at + 1));
}

bool object_types::is_arguments(std::string_view text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '<') ++depth;
    if (text[i] == '>' && --depth == 0) return i + 1 == text.size();
  }
  return false;
}

bool object_types::is_other(std::string const& name) const {
  auto const is_parameter = [&](std::vector<template_head> const& heads) {
    return std::any_of(heads.begin(), heads.end(), [&](template_head const& h) {
      return std::any_of(h.parameters.begin(), h.parameters.end(),
                         [&](template_parameter const& p) { return p.name == name; });
    });
  };
  if (is_parameter(m_.of->templates)) return true;
  for (enclosing_scope const& s : m_.of->enclosing)
    if (is_parameter(s.templates)) return true;
  return m_.of->body && defines(*m_.of->body, name);
}

bool object_types::defines(statement const& s, std::string const& name) {
  if (s.is(statement_kind::type_definition) && s.text.find(name) != std::string::npos) return true;
  return std::any_of(s.body.begin(), s.body.end(),
                     [&](auto const& b) { return b && defines(*b, name); });
}

}  // namespace simt::cu::lane
