// SPDX-License-Identifier: MIT
#pragma once

#include "../program/syntax.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace simt::cu::lane {

/// Writes syntax back as C++ text: what was read, but for white space, the order of qualifiers and
/// attributes.
class printer {
 public:
  [[nodiscard]] std::string operator()(expression const& e);
  [[nodiscard]] std::string operator()(type const& t);
  [[nodiscard]] std::string operator()(declaration const& d);
  [[nodiscard]] std::string operator()(statement const& s);
  /// A type with a name: `float (&x)[4]`.
  [[nodiscard]] std::string operator()(type const& t, std::string_view name);

 private:
  void add(std::string_view text) { out_ += text; }

  void list(std::vector<expression_ptr> const& all, std::size_t first, char open, char close);

  void print(expression const& e);

  void levels(std::vector<pointer_level> const& all);

  void base_text(type const& t);

  void declarator_text(type const& t, std::string_view name, bool is_pack, bool with_base);

  void words(specifiers const& s);

  void print(declaration const& d);

  void print(declarator const& d, bool with_base);

  void semicolon_line() { add(";\n"); }

  /// `init; condition` in parentheses.
  void condition(statement const& s);

  void print(statement const& s);

  std::string out_;
};

}  // namespace simt::cu::lane
