// SPDX-License-Identifier: MIT
#include "model.hpp"

#include "../text/builtin_variables.hpp"

namespace simt::cu::lane {

int model::variable_of(expression const& e) const {
  auto const found = names.find(&e);
  return found == names.end() ? none : found->second;
}

expression const* model::lambda_of(expression const& e) const {
  expression const* b = &bare(e);
  if (int const v = variable_of(*b); v != none) {
    declarator const& d = *variables[std::size_t(v)].declared;
    if (d.values.size() != 1 || !d.declared.is_auto()) return nullptr;
    b = &bare(*d.values[0]);
  }
  return b->is(expression_kind::lambda) ? b : nullptr;
}

bool model::is_in_lambda(int inner) const {
  for (auto const& [e, l] : lambdas)
    if (is_within(inner, l.node)) return true;
  return false;
}

bool model::is_within(int inner, int outer) const {
  if (outer == none) return true;
  for (; inner != none; inner = nodes[std::size_t(inner)].parent)
    if (inner == outer) return true;
  return false;
}

bool model::parts_between(int inner, int outer) const {
  for (; inner != none && inner != outer; inner = nodes[std::size_t(inner)].parent)
    if (nodes[std::size_t(inner)].divergent) return true;
  return false;
}

expression const* root_of(expression const& e) {
  switch (e.kind) {
    case expression_kind::name:
      return &e;
    case expression_kind::parenthesis:
      return root_of(e[0]);
    case expression_kind::member:
      return e.op == operation::dot ? root_of(e[0]) : nullptr;
    case expression_kind::subscript:
      return root_of(e[0]);
    case expression_kind::conditional:
    case expression_kind::comma:
      return nullptr;
    default:
      return nullptr;
  }
}

bool is_number_type(std::string_view base) {
  return base == "int" || base == "unsigned" || base == "unsigned int" || base == "float" ||
         base == "double" || base == "bool" || base == "char" || base == "long" ||
         base == "size_t" || base == "short" || base == "unsigned char" || base == "uint" ||
         base == "long long" || base == "unsigned long long";
}

std::string_view value_parameter_type(function const& f, std::string_view name) noexcept {
  for (template_head const& h : f.templates)
    for (template_parameter const& p : h.parameters) {
      if (p.name != name || p.kind != template_parameter_kind::value || p.is_pack) continue;
      std::string_view type = p.text;
      if (!type.ends_with(name)) return {};
      type.remove_suffix(name.size());
      while (type.ends_with(' ')) type.remove_suffix(1);
      if (type.starts_with("const ")) type.remove_prefix(6);
      return type;
    }
  return {};
}

bool is_coordinate(model const& m, expression const& e) {
  if (!e.is(expression_kind::member) || e.op != operation::dot ||
      !bare(e[0]).is(expression_kind::name))
    return false;
  expression const& n = bare(e[0]);
  return m.variable_of(n) == none && has_coordinates(n.id);
}

bool is_number(model const& m, expression const& e) {
  using kind = expression_kind;
  auto const declared_by = [&](expression const& of) {
    int const v = m.variable_of(bare(of));
    return v == none ? nullptr : m.variables[std::size_t(v)].declared;
  };
  expression const& b = bare(e);
  switch (b.kind) {
    case kind::number:
    case kind::character:
    case kind::size_of:
      return true;
    case kind::constant:
      return b.text != "this";
    case kind::member:
      return is_coordinate(m, b);
    case kind::name: {
      auto const* const d = declared_by(b);
      if (d == nullptr) return is_number_type(value_parameter_type(*m.of, b.text));
      return d->declared.is_plain() && is_number_type(d->declared.base);
    }
    case kind::subscript: {
      auto const* const d = declared_by(b[0]);
      return d != nullptr && is_number_type(d->declared.base) && d->declared.inner.empty() &&
             d->declared.levels.size() + d->declared.extents.size() == 1;
    }
    case kind::cast:
    case kind::named_cast:
      return b.named->is_plain() && is_number_type(b.named->base);
    case kind::prefix:
      return b.op != operation::times && b.op != operation::bit_and && is_number(m, b[0]);
    case kind::postfix:
      return is_number(m, b[0]);
    case kind::binary:
      return is_number(m, b[0]) && is_number(m, b[1]);
    default:
      return false;
  }
}

expression const* first_step(expression const& e) {
  switch (e.kind) {
    case expression_kind::parenthesis:
      return first_step(e[0]);
    case expression_kind::member:
    case expression_kind::subscript: {
      expression const* const inner = first_step(e[0]);
      return inner != nullptr ? inner : &e;
    }
    default:
      return nullptr;
  }
}

expression const* added(expression const& e) {
  if (e.op == operation::plus_assign || e.op == operation::minus_assign) return &e[1];
  expression const& sum = bare(e[1]);
  if (e.op != operation::assign || !sum.is(expression_kind::binary)) return nullptr;
  expression const& v = bare(e[0]);
  if (!v.is(expression_kind::name)) return nullptr;
  if ((sum.op == operation::plus || sum.op == operation::minus) && bare(sum[0]).is_name(v.text))
    return &sum[1];
  return sum.op == operation::plus && bare(sum[1]).is_name(v.text) ? &sum[0] : nullptr;
}

}  // namespace simt::cu::lane
