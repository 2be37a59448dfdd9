// SPDX-License-Identifier: MIT
#pragma once

#include "emit_call.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace simt::cu::lane::detail {

/// Writes the arithmetic of a statement as a function of its operands, so that a wide gang runs it
/// register by register: `[](auto const& simt_0, auto const& simt_1) { return simt_0 * simt_1 …; }`.
class fused_writer : public call_writer {
 public:
  using call_writer::call_writer;

 protected:
  /// `, function, operands ...`; empty where that is not worth it, or not the same.
  [[nodiscard]] std::string fused(expression const& e) override {
    // (Only kernels with barriers run in gangs of many registers.)
    if (!m_.of->is_kernel() || !lib_.facts_of(m_.of->name).barrier ||
        lib_.runs_in_warps(*m_.of))
      return {};
    for (char const* op : {"+", "-", "*", "/"})
      if (!lib_.operator_form(op).empty()) return {};
    if (!is_worth_it(e)) return {};
    std::vector<std::string> operands;
    std::string const body = arithmetic(e, operands);
    std::string parameters, passed;
    for (std::size_t i = 0; i < operands.size(); ++i) {
      parameters += (i == 0 ? "" : ", ") + ("auto const& simt_" + std::to_string(i));
      passed += ", " + operands[i];
    }
    return ", [](" + parameters + ") SIMT_LAMBDA_INLINE { return " + body + "; }" + passed;
  }

 private:
  /// Whether e, in an expression of numbers, is one of the operators that a register runs by itself.
  [[nodiscard]] static bool is_arithmetic(expression const& e) {
    if (e.is(kind::binary)) return e.op == "+" || e.op == "-" || e.op == "*" || e.op == "/";
    return e.is(kind::prefix) && e.op == "-";
  }
  /// Several operators, in double as far as the text shows (floats fill half as many registers, which
  /// last), on operands that may be read in any order; in a very large kernel any operator, since a
  /// register's worth of each statement is what there is to compile then.
  [[nodiscard]] bool is_worth_it(expression const& e) const {
    int operators = 0;
    bool in_double = false;
    if (!is_plain(e, operators, in_double)) return false;
    return lib_.is_very_large(*m_.of) ? operators >= 1 : operators >= 4 && in_double;
  }
  [[nodiscard]] bool is_plain(expression const& e, int& operators, bool& in_double) const {
    expression const& b = bare(e);
    if (!is_arithmetic(b)) {
      in_double |= is_double(b);
      return has_no_effect(b);
    }
    ++operators;
    return std::all_of(b.operands.begin(), b.operands.end(),
                       [&](auto const& o) { return is_plain(*o, operators, in_double); });
  }
  [[nodiscard]] bool is_double(expression const& e) const {
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
  /// Whether e neither changes anything nor calls what might, and is a number if its operands are.
  [[nodiscard]] bool has_no_effect(expression const& e) const {
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
        if (e.op != ".") return false;
        break;
      case kind::binary:
        if (!is_arithmetic(e) && e.op != "%" && e.op != "<<" && e.op != ">>") return false;
        break;
      case kind::prefix:
        if (e.op != "-" && e.op != "+" && e.op != "*") return false;
        break;
      default:
        return false;
    }
    return std::all_of(e.operands.begin(), e.operands.end(),
                       [&](auto const& o) { return has_no_effect(*o); });
  }

  /// e, with operands by the names of the function's parameters; each once.
  [[nodiscard]] std::string arithmetic(expression const& e, std::vector<std::string>& operands) {
    expression const& b = bare(e);
    if (b.is(kind::number)) return text(b);
    if (!is_arithmetic(b)) {
      bool const is_place = (b.is(kind::subscript) && !rows_.contains(&b) && !is_own_array(b)) ||
                            (b.is(kind::prefix) && b.op == "*");
      std::string const t = is_place ? place(b) : operand(b);
      auto const known = std::find(operands.begin(), operands.end(), t);
      std::string const n = std::to_string(known - operands.begin());
      if (known == operands.end()) operands.push_back(t);
      return "simt_" + n;
    }
    std::string const x = arithmetic(b[0], operands);
    if (b.is(kind::prefix)) return "(- " + x + ")";
    std::string const y = arithmetic(b[1], operands);
    if (b.op == "/" && !bare(b[1]).is(kind::number)) return "simt_l::div(" + x + ", " + y + ")";
    return "(" + x + " " + std::string(b.op) + " " + y + ")";
  }
};

}  // namespace simt::cu::lane::detail
