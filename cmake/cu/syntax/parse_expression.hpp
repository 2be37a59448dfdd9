// SPDX-License-Identifier: MIT
#pragma once

#include "parse_operator.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace simt::cu::lane::detail {

/// Expressions, by precedence.
class expression_parser : public operator_reader {
 public:
  using operator_reader::operator_reader;

 protected:
  [[nodiscard]] expression_ptr make(expression_kind kind, std::size_t begin) const;
  /// Ends an expression here. Chains are as deep as they are long, and all that follows recurses.
  void finish(expression& e, std::size_t begin) const;

  /// With commas.
  [[nodiscard]] expression_ptr full_expression();

  [[nodiscard]] expression_ptr assignment() override;

  /// An expression or a list in braces.
  [[nodiscard]] expression_ptr initialiser_clause() {
    return here().is('{') ? list() : assignment();
  }

  [[nodiscard]] expression_ptr list();

  /// Reads what stands between the bracket at hand and `close`, which is passed.
  [[nodiscard]] std::vector<expression_ptr> arguments(char close);

  [[nodiscard]] bool designated() const noexcept {
    return here().is('.') && is_identifier(at_ + 1) && (ahead(2).is('=') || ahead(2).is('{'));
  }
  [[nodiscard]] expression_ptr designator();

  [[nodiscard]] expression_ptr binary(int least);

  [[nodiscard]] expression_ptr unary();

  [[nodiscard]] expression_ptr cast();

  // Operands.

  /// The lambda at hand.
  [[nodiscard]] virtual std::shared_ptr<lambda const> read_lambda() = 0;
  /// `({ int a = b; a + 1; })`: a call of a lambda that returns the last expression.
  [[nodiscard]] virtual expression_ptr statement_expression() = 0;

  [[nodiscard]] expression_ptr literal(expression_kind kind);

  [[nodiscard]] expression_ptr primary();

  [[nodiscard]] expression_ptr word_operand();

  /// `operator==` as a function's name.
  [[nodiscard]] expression_ptr operator_name();

  [[nodiscard]] expression_ptr size_of();

  [[nodiscard]] expression_ptr named_cast();
  /// `reinterpret_cast<T&>(a)` as what it means: `*reinterpret_cast<T*>(&a)`.
  [[nodiscard]] expression_ptr pointed_to(expression_ptr cast, std::size_t begin) const;

  /// `T(a, b)` or `T{a, b}`, with the type passed.
  [[nodiscard]] expression_ptr construct(std::size_t begin, std::unique_ptr<type> named);

  [[nodiscard]] expression_ptr name_operand();

  void fill_name(expression& out, qualified_name const& n) const;

  /// True for the name in `f(x);`, where f is a function and a type: x, which is declared already,
  /// is not declared again.
  [[nodiscard]] bool calls_function(std::size_t begin, qualified_name const& n) const noexcept;

  /// `m` in a method as `simt_self.m`, where it is a member of the object.
  [[nodiscard]] expression_ptr of_object(expression_ptr name) const;
  /// `this` in a method: `&simt_self`.
  [[nodiscard]] expression_ptr this_object();
  /// True of `&simt_self`, which `this->` and `*this` follow.
  [[nodiscard]] bool is_this(expression const& e) const noexcept;

  [[nodiscard]] expression_ptr postfix(expression_ptr left, std::size_t begin);

  [[nodiscard]] expression_ptr member(expression_ptr left, std::size_t begin);
};

}  // namespace simt::cu::lane::detail
