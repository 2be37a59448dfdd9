// SPDX-License-Identifier: MIT
#pragma once

#include "parse_statement.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace simt::cu::lane {

namespace detail {

/// A function from its `template` to its `}` or `;`.
class function_parser : public statement_parser {
 public:
  using statement_parser::statement_parser;

  /// Names of the template parameters around the function.
  void enter(std::vector<template_head> const& heads);

  void enter_class() noexcept { in_class_ = true; }
  /// Members that are named alone become members of a method's object, which outlives the parser.
  void name_object(method_object const& object) noexcept { object_ = &object; }

  /// Fills in what it can; the reasons for what it cannot go to out.refusals.
  void function_definition(function& out);

  /// A declaration of variables up to its `;`.
  [[nodiscard]] declaration variable_declaration();

  [[nodiscard]] std::vector<template_head> template_heads();

 private:
  bool in_head_ = false;

  [[nodiscard]] bool stops_at_constructor(qualified_name const& n) const override;

  void head(function& out);

  void enter_own(function const& out);
  /// A name that lives in the lexemes.
  void declare_in_head(template_parameter const& p);

  void function_name(function& out);

  /// True if others may follow them.
  [[nodiscard]] bool parameters(std::vector<declarator>& out);

  [[nodiscard]] std::shared_ptr<lambda const> read_lambda() override;

  [[nodiscard]] expression_ptr statement_expression() override;
  [[nodiscard]] static bool returns(statement const& s);

  void capture(lambda& out);

  [[nodiscard]] declarator parameter();

  /// const, noexcept, a trailing result, a constructor's initialisers, `= default`.
  void trailing(function& out);

  void constructor_initialisers();

  // Templates.

  [[nodiscard]] template_head read_template_head();

  [[nodiscard]] std::size_t template_close(std::size_t open) const;

  [[nodiscard]] template_parameter read_template_parameter(std::size_t begin,
                                                           std::size_t end) const;
};

}  // namespace detail

}  // namespace simt::cu::lane
