// SPDX-License-Identifier: MIT
#include "emit_choice.hpp"

#include <string>

namespace simt::cu::lane::detail {

std::string choice_writer::assigned_choice(statement const& s) {
  expression const *const a = assigned(s, 0), *const b = assigned(s, 1);
  if (a == nullptr || b == nullptr) return {};
  int const v = m_.variable_of(bare((*a)[0]));
  if (v == none || v != m_.variable_of(bare((*b)[0]))) return {};
  auto const& x = m_.variables[std::size_t(v)];
  if (storage_of(x) != storage::var || x.is_copy) return {};
  std::string const c = choice(s, x.declared->declared, (*a)[1], (*b)[1]);
  return c.empty() ? c : " " + place((*a)[0]) + " = " + c + ";";
}

std::string choice_writer::returned_choice(statement const& s, parted_list const& sides) {
  auto const returned = [](statement_list const& list) -> expression const* {
    bool const is_one = list.size() == 1 && list[0]->is(statement_kind::return_);
    return is_one ? list[0]->value.get() : nullptr;
  };
  expression const *const a = returned(sides.then), *const b = returned(sides.otherwise);
  if (a == nullptr || b == nullptr) return {};
  std::string const c = choice(s, *result_type_, *a, *b);
  return c.empty() ? c : " simt_result_ = " + c + ";";
}

statement const* choice_writer::only_statement(statement const& s, std::size_t side) {
  if (side >= s.body.size() || !s.body[side]) return nullptr;
  statement const* out = s.body[side].get();
  while (out->is(statement_kind::compound)) {
    if (out->body.size() != 1 || !out->body[0]) return nullptr;
    out = out->body[0].get();
  }
  return out;
}

expression const* choice_writer::assigned(statement const& s, std::size_t side) const {
  auto const* const a = only_statement(s, side);
  if (a == nullptr || !a->is(statement_kind::expression) || !a->value || m_.redefined.contains(a))
    return nullptr;
  expression const& e = bare(*a->value);
  return e.is(kind::assignment) && e.op == "=" && bare(e[0]).is(kind::name) ? &e : nullptr;
}

std::string choice_writer::choice(statement const& s, type const& t, expression const& a,
                                  expression const& b) {
  bool const is_one = !s.declared && !s.init && !s.is_constexpr && t.is_plain() &&
                      is_number_type(t.base) && is_number(a) && is_number(b) && is_harmless(a) &&
                      is_harmless(b) && !uniformity_.is_uniform(*s.condition) &&
                      !order().between(*s.condition, a) && !order().between(*s.condition, b);
  if (!is_one) return {};
  std::string const to = "simt_l::cast<" + types(s.line).value(t) + ">(simt_g, ";
  return "simt_l::choose(" + value(*s.condition) + ", " + to + operand(a) + "), " + to +
         operand(b) + "))";
}

}  // namespace simt::cu::lane::detail
