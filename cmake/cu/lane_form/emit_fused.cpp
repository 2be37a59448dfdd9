// SPDX-License-Identifier: MIT
#include "emit_fused.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace simt::cu::lane::detail {

std::string fused_writer::fused(expression const& e) {
  // (Only kernels with barriers run in gangs of many registers.)
  if (!m_.of->is_kernel() || !graph_.facts_of(m_.of->name).barrier || graph_.runs_in_warps(*m_.of))
    return {};
  if (!has_plain_operators() || !is_worth_it(e)) return {};
  std::vector<std::string> operands;
  std::string const body = arithmetic(e, operands);
  std::string parameters, passed;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    parameters += (i == 0 ? "" : ", ") + ("auto const& simt_" + std::to_string(i));
    passed += ", " + operands[i];
  }
  return ", [](" + parameters + ") SIMT_LAMBDA_INLINE { return " + body + "; }" + passed;
}

bool fused_writer::has_plain_operators() const {
  for (auto const op : {operation::plus, operation::minus, operation::times, operation::divide})
    if (!graph_.operator_form(op).empty()) return false;
  return true;
}

bool fused_writer::is_arithmetic(expression const& e) {
  if (e.is(kind::binary))
    return e.op == operation::plus || e.op == operation::minus || e.op == operation::times ||
           e.op == operation::divide;
  return e.is(kind::prefix) && e.op == operation::minus;
}

bool fused_writer::is_worth_it(expression const& e) const {
  int operators = 0;
  bool in_double = false;
  if (!is_plain(e, operators, in_double)) return false;
  return graph_.is_very_large(*m_.of) ? operators >= 1 : operators >= 4 && in_double;
}

bool fused_writer::is_plain(expression const& e, int& operators, bool& in_double) const {
  expression const& b = bare(e);
  if (!is_arithmetic(b)) {
    in_double |= is_double(b);
    return has_no_effect(b);
  }
  ++operators;
  return std::all_of(b.operands.begin(), b.operands.end(),
                     [&](auto const& o) { return is_plain(*o, operators, in_double); });
}

bool fused_writer::is_double(expression const& e) const {
  if (e.is(kind::number)) {
    std::string const t = text(e);
    return t.find('.') != std::string::npos && t.back() != 'f' && t.back() != 'F';
  }
  expression const* root = &e;
  while (root->is(kind::subscript)) root = &bare((*root)[0]);
  int const v = m_.variable_of(*root);
  if (v == none) return false;
  return m_.variables[std::size_t(v)].declared->declared.base == "double";
}

bool fused_writer::has_no_effect(expression const& e) const {
  switch (e.kind) {
    case kind::number:
    case kind::character:
      return true;
    case kind::name:
      return m_.lambda_of(e) == nullptr;
    case kind::parenthesis:
    case kind::subscript:
    case kind::cast:
      break;
    case kind::member:
      if (e.op != operation::dot) return false;
      break;
    case kind::binary:
      if (!is_arithmetic(e) && e.op != operation::modulo && e.op != operation::shift_left &&
          e.op != operation::shift_right)
        return false;
      break;
    case kind::prefix:
      if (e.op != operation::minus && e.op != operation::plus && e.op != operation::times)
        return false;
      break;
    default:
      return false;
  }
  return std::all_of(e.operands.begin(), e.operands.end(),
                     [&](auto const& o) { return has_no_effect(*o); });
}

std::string fused_writer::arithmetic(expression const& e, std::vector<std::string>& operands) {
  expression const& b = bare(e);
  if (b.is(kind::number)) return text(b);
  if (!is_arithmetic(b)) {
    bool const is_place =
        (b.is(kind::subscript) && !rows_.contains(&b) && !is_own_array(b)) || b.is_dereference();
    std::string const t = is_place ? place(b) : operand(b);
    auto const known = std::find(operands.begin(), operands.end(), t);
    std::string const n = std::to_string(known - operands.begin());
    if (known == operands.end()) operands.push_back(t);
    return "simt_" + n;
  }
  std::string const x = arithmetic(b[0], operands);
  if (b.is(kind::prefix)) return "(- " + x + ")";
  std::string const y = arithmetic(b[1], operands);
  if (b.op == operation::divide && !bare(b[1]).is(kind::number))
    return "simt_l::div(" + x + ", " + y + ")";
  return "(" + x + " " + std::string(text_of(b.op)) + " " + y + ")";
}

}  // namespace simt::cu::lane::detail
