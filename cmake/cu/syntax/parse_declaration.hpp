// SPDX-License-Identifier: MIT
#pragma once

#include "parse_expression.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace simt::cu::lane::detail {

/// Declarations within functions.
class declaration_parser : public expression_parser {
 public:
  using expression_parser::expression_parser;

 protected:
  /// Holds what was read but cannot be a lane form.
  std::vector<refusal> refused_;
  std::vector<range> unread_;

  void refuse(offset line, std::string why) { refused_.push_back({line, std::move(why)}); }

  [[nodiscard]] statement_ptr start(statement_kind kind) const;
  [[nodiscard]] statement_ptr done(statement_ptr s) const;

  [[nodiscard]] bool starts_declaration() const;

  [[nodiscard]] bool typename_declares() const;

  /// `a b`, `a* b = ...` and the like.
  [[nodiscard]] bool named_declaration() const;

  [[nodiscard]] statement_ptr declaration_statement();

  /// Up to its `;` or `)`.
  void read_declaration(declaration& out);

  /// Names live in the lexemes, not in the declarator. `first`: its specifiers.
  void declare_declarator(declarator const& d, std::size_t first);

  void read_initialiser(declarator& d);

  /// True if `(` at hand begins parameters: `(float x, ...`
  [[nodiscard]] bool declares_function() const;

  void bindings(declaration& out, type const& base);
  /// Makes each binding a reference to its part; their names end in front of the `]` at `close`.
  void bind(declaration& out, std::size_t close) const;

  void skip_to_semicolon();

  /// typedef, using, static_assert, a namespace's alias: kept as text.
  [[nodiscard]] statement_ptr definition();

  /// The name that `typedef [begin, end);` declares.
  [[nodiscard]] std::size_t typedef_name(std::size_t begin, std::size_t end) const noexcept;
};

}  // namespace simt::cu::lane::detail
