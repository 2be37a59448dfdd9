// SPDX-License-Identifier: MIT
#pragma once

#include "emit_call.hpp"

#include <string>
#include <vector>

namespace simt::cu::lane::detail {

/// Writes the arithmetic of a statement as a function of its operands, so that a wide gang runs it
/// register by register: `[](auto const& simt_0, auto const& simt_1) { return simt_0 * simt_1 …;
/// }`.
class fused_writer : public call_writer {
 public:
  using call_writer::call_writer;

 protected:
  /// `, function, operands ...`; empty where that is not worth it, or not the same.
  [[nodiscard]] std::string fused(expression const& e) override;
  /// True if e neither changes anything nor calls what might, and is a number if its operands are.
  [[nodiscard]] bool has_no_effect(expression const& e) const;
  /// True if the program gives arithmetic no other meaning.
  [[nodiscard]] bool has_plain_operators() const;

 private:
  /// True if e, in an expression of numbers, is one of the operators that a register runs by
  /// itself.
  [[nodiscard]] static bool is_arithmetic(expression const& e);
  /// Several operators, in double as far as the text shows (floats fill half as many registers,
  /// which last), on operands that may be read in any order; in a very large kernel any operator,
  /// since a register's worth of each statement is what there is to compile then.
  [[nodiscard]] bool is_worth_it(expression const& e) const;
  [[nodiscard]] bool is_plain(expression const& e, int& operators, bool& in_double) const;
  [[nodiscard]] bool is_double(expression const& e) const;

  /// e, with operands by the names of the function's parameters; each once.
  [[nodiscard]] std::string arithmetic(expression const& e, std::vector<std::string>& operands);
};

}  // namespace simt::cu::lane::detail
