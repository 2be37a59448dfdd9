// SPDX-License-Identifier: MIT
#include "emit_choice.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace simt::cu::lane::detail {

std::string choice_writer::assigned_choice(statement const& s) {
  expression const *const a = assigned(s, 0), *const b = assigned(s, 1);
  if (a == nullptr || b == nullptr) return {};
  if (bare((*a)[0]).is(kind::subscript)) return stored_choice(s, *a, *b);
  int const v = m_.variable_of(bare((*a)[0]));
  if (v == none || v != m_.variable_of(bare((*b)[0]))) return {};
  auto const& x = m_.variables[std::size_t(v)];
  if (storage_of(x) != storage::var || x.is_copy) return {};
  std::string const c = choice(s, x.declared->declared, (*a)[1], (*b)[1]);
  return c.empty() ? c : " " + place((*a)[0]) + " = " + c + ";";
}

std::string choice_writer::stored_choice(statement const& s, expression const& a,
                                         expression const& b) {
  expression const& to = bare(a[0]);
  variable const* const array = array_of_numbers(to);
  if (array == nullptr) return {};
  type const& t = array->declared->declared;
  bool const is_row = array->kind == variable_kind::shared && !t.is_volatile && t.levels.empty() &&
                      t.base != "bool" && !uniformity_.is_uniform(to[1]);
  bool const is_one = !s.declared && !s.init && !s.is_constexpr && only_compares(*s.condition) &&
                      !uniformity_.is_uniform(*s.condition) && text(a[0]) == text(b[0]) &&
                      has_no_effect(to) && has_plain_operators();
  if (!is_row || !is_one) return {};
  for (expression const* const side : {&a, &b}) {
    expression const& from = (*side)[1];
    if (!is_of_numbers(from) || !has_no_effect(from) || !fused(from).empty()) return {};
  }
  std::string const element = types(s.line).element(t);
  auto const is = [&](std::string const& x) {
    return " simt_stored = simt_l::cast<" + element + ">(simt_g, " + x + ");";
  };
  expression const &sum = bare(a[1]), &otherwise = bare(b[1]);
  auto const* const from = array_of_numbers(otherwise);
  bool const adds =
      sum.is(kind::binary) &&
      (sum.op == operation::plus || sum.op == operation::minus || sum.op == operation::times) &&
      text(sum[0]) == text(otherwise) && from != nullptr && from->declared->declared.base == t.base;
  std::string const then =
      adds ? "(simt_stored " + std::string(text_of(sum.op)) + " " + value(sum[1]) + ")"
           : operand(a[1]);
  // Of a sum of two elements each register is stored as soon as it is there.
  expression const* const more = adds ? &bare(sum[1]) : nullptr;
  if (more != nullptr && more->is(kind::subscript))
    if (auto const* const rows = array_of_numbers(*more);
        rows != nullptr && rows->kind == variable_kind::shared &&
        rows->declared->declared.base == t.base && !uniformity_.is_uniform((*more)[1]))
      return " simt_l::assign_where<" + element + ">(simt_g, " + place(to) + ", simt_l::cond(" +
             value(*s.condition) + "), " + place(otherwise) + ", " + place(*more) +
             ", [](auto const& simt_x, auto const& simt_y) SIMT_LAMBDA_INLINE { return simt_x " +
             std::string(text_of(sum.op)) + " simt_y; });";
  std::string const condition = " SIMT_LANE_WHOLE_IF (simt_l::cond(" + value(*s.condition) + ")) {";
  return " { simt_l::var<simt_G, " + element + "> simt_stored;" +
         (adds ? is(value(otherwise)) : std::string{}) + condition + is(then) + " }" +
         (adds ? std::string{} : " else {" + is(operand(b[1])) + " }") + " " + place(to) +
         " = simt_stored; }";
}

variable const* choice_writer::array_of_numbers(expression const& e) const {
  expression const* root = &e;
  std::size_t depth = 0;
  for (; root->is(kind::subscript); root = &bare((*root)[0])) ++depth;
  int const v = m_.variable_of(*root);
  if (v == none) return nullptr;
  variable const& x = m_.variables[std::size_t(v)];
  type const& t = x.declared->declared;
  bool const is_element = t.inner.empty() && t.function.empty() && is_number_type(t.base) &&
                          depth == t.levels.size() + t.extents.size();
  return is_element ? &x : nullptr;
}

bool choice_writer::only_compares(expression const& e) const {
  expression const& b = bare(e);
  if (has_no_effect(b)) return is_of_numbers(b);
  return b.is(kind::binary) && is_truth(b.op) && only_compares(b[0]) && only_compares(b[1]);
}

bool choice_writer::is_of_numbers(expression const& e) const {
  expression const& b = bare(e);
  if (is_number(b)) return true;
  if (b.is(kind::subscript)) return array_of_numbers(b) != nullptr;
  if (!b.is(kind::binary) && !b.is(kind::prefix)) return false;
  return std::all_of(b.operands.begin(), b.operands.end(),
                     [&](auto const& o) { return is_of_numbers(*o); });
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
  if (!e.is(kind::assignment) || e.op != operation::assign) return nullptr;
  return bare(e[0]).is(kind::name) || bare(e[0]).is(kind::subscript) ? &e : nullptr;
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
