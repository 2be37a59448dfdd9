// SPDX-License-Identifier: MIT
#pragma once

#include "parse_declaration.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace simt::cu::lane::detail {

/// Statements.
class statement_parser : public declaration_parser {
 public:
  using declaration_parser::declaration_parser;

 protected:
  [[nodiscard]] statement_ptr compound();

  /// One of a compound: what cannot be read is refused and passed over, so that what follows is
  /// read.
  [[nodiscard]] statement_ptr compound_statement();
  void skip_statement();

  /// One that a control statement holds: declarations in it end with it.
  [[nodiscard]] statement_ptr inner_statement();
  /// The body of a loop or a switch.
  [[nodiscard]] statement_ptr body_of(statement_kind kind);

  [[nodiscard]] statement_ptr read_statement();

  /// The last `unroll` in front of a statement.
  [[nodiscard]] std::string pragmas();

  [[nodiscard]] statement_ptr statement_here();

  /// `T(x);` declares x.
  [[nodiscard]] static bool declares_in_parentheses(expression const& e) noexcept;

  [[nodiscard]] statement_ptr keyword_statement();

  [[nodiscard]] statement_ptr jump(statement_kind kind);

  [[nodiscard]] statement_ptr label();

  [[nodiscard]] statement_ptr refused_statement();

  /// An `asm` without an instruction keeps the compiler from moving memory accesses over it.
  [[nodiscard]] statement_ptr asm_statement();

  // Control flow.

  [[nodiscard]] statement_ptr if_statement();

  /// `(init; condition)` of an if or a switch, `(condition)` of a while. A declaration there is
  /// read as `(T x = e; x)`.
  void condition(statement& out);
  /// The variable that a declaration makes, as an expression.
  [[nodiscard]] expression_ptr name_of(declarator const& d) const;
  /// Makes `while (T x = e) {}` what it says: `for (;;) { T x = e; if (x) ; else break; {} }`.
  void declare_each_turn(statement& loop);

  /// `while` and `switch`: a condition and a statement.
  [[nodiscard]] statement_ptr conditional_statement(statement_kind kind);

  [[nodiscard]] statement_ptr do_statement();

  [[nodiscard]] statement_ptr case_statement();

  [[nodiscard]] statement_ptr return_statement();

  [[nodiscard]] statement_ptr for_statement();

  /// The variable in front of the colon of a for over a range.
  void read_element(declaration& out);

  [[nodiscard]] std::size_t range_colon(std::size_t close) const noexcept;

  /// Says what stands around a statement within its function, or its lambda.
  struct surroundings {
    bool is_in_loop = false;
    bool is_in_switch = false;
  };
  surroundings around_;
};

}  // namespace simt::cu::lane::detail
