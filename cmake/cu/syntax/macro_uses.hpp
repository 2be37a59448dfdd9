// SPDX-License-Identifier: MIT
#pragma once

#include "../program/syntax.hpp"
#include "../text/edits.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace simt::cu::lane {

/// Edits of a function's lexemes wherever these come from: a macro whose text is to be edited is
/// replaced, where it is used, by what it stands for.
class macro_uses {
 public:
  /// `file`: the text that the function stands in.
  macro_uses(function const& f, std::string_view file) : f_{f}, file_{file} {}

  /// Puts `before` and `behind` around lexemes, and around what is put there later. Returns false
  /// where that is not possible: the line is one of those that are left.
  bool wrap(range lexemes, std::string const& before, std::string const& behind);
  /// Notes a line whose edit is not possible.
  void leave(offset line) { left_.insert(line); }
  [[nodiscard]] std::set<offset> const& left() const noexcept { return left_; }

  /// True if a lexeme stands in the function's text, where it is or as an argument of a macro.
  [[nodiscard]] bool is_in_file(std::size_t lexeme) const;

  /// The use of a macro that begins with a lexeme and ends before another, as it is written; nothing
  /// where it does not, or where a part of it stands for others.
  struct written_use {
    std::string_view text;
    std::size_t last = 0;  // behind the lexemes that it stands for
  };
  [[nodiscard]] std::optional<written_use> whole_use(std::size_t lexeme, std::size_t end) const;

  void write(edits& out) const;

 private:
  struct use {
    std::size_t first = 0, last = 0;  // of the lexemes that it stands for
    offset begin = 0, end = 0;        // in the file; end is 0 where nothing is known of it
  };

  struct plain_wrap {
    range lexemes;
    std::string before, behind;
  };

  /// The use that a lexeme comes from.
  [[nodiscard]] use use_of(std::size_t lexeme) const;
  [[nodiscard]] bool is_replaceable(use const& u) const;
  /// The end of the use of a macro that begins at an offset, in the file.
  [[nodiscard]] offset end_of_use(offset begin, offset next) const;
  [[nodiscard]] std::string expanded(use const& u) const;

  function const& f_;
  std::string_view file_;
  std::vector<plain_wrap> plain_;                       // whose ends no macro has written
  std::map<std::size_t, std::string> before_, behind_;  // of others, by lexeme
  std::set<offset> left_;
};

}  // namespace simt::cu::lane
