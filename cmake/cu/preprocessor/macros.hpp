// SPDX-License-Identifier: MIT
#pragma once

#include "../program/symbols.hpp"
#include "../text/directive.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace simt::cu::lane::detail {

/// Keeps the macros of a file.
class macro_reader {
 public:
  macro_reader(source const& file, code const& text, symbols& known)
      : file_{file},
        text_{text},
        known_{known},
        groups_{known.around().groups},
        where_{known.around().where} {}

  /// The word behind the `#`.
  [[nodiscard]] std::string_view word_of(token const& line) const noexcept;

  /// The branches of #ifs that the line at hand stands in.
  [[nodiscard]] std::vector<branch> const& where() const noexcept { return where_; }

 protected:
  [[nodiscard]] std::vector<std::string_view> texts_of(token const& line, offset rest) const;

  void define(token const& line, offset rest);

  void undefine(token const& line, offset rest);

  void add(std::string_view name, macro_text text);

  [[nodiscard]] macro_use use_of(std::string_view name, macro_text const& m) const;

  [[nodiscard]] bool names_type(lexeme const& l) const;

  /// One literal, also with a sign, or something in parentheses out of literals: what has the same
  /// meaning wherever a name may stand.
  [[nodiscard]] bool is_constant(lexeme_list const& body) const;

  [[nodiscard]] bool is_constant(lexeme const& l) const;

  source const& file_;
  code const& text_;
  symbols& known_;
  std::vector<open_group> groups_;
  std::vector<branch> where_;  // a branch for each group
  bool in_function_ = false;
  std::vector<std::string> own_;  // macros that the function at hand defines
};

}  // namespace simt::cu::lane::detail
