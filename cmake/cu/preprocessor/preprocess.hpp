// SPDX-License-Identifier: MIT
#pragma once

#include "../program/symbols.hpp"
#include "condition.hpp"
#include "expand.hpp"
#include "macros.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace simt::cu::lane {

/// Keeps the macros of a command line: `NAME`, `NAME=TEXT`.
void define_all(std::vector<std::string> const& definitions, symbols& known);

/// Keeps the macros that a file defines.
void read_macros(source const& file, code const& text, symbols& known);

/// Goes through the preprocessor lines of a file in order: keeps the macros, decides #ifs, and
/// turns the tokens of functions into lexemes.
class preprocessor : private detail::macro_reader {
 public:
  using macro_reader::macro_reader;
  using macro_reader::word_of;

  /// A preprocessor line outside the functions that are taken apart.
  void outside(std::size_t at);

  /// The tokens [begin, end) of a function, with macros expanded and #ifs decided.
  [[nodiscard]] lexeme_list function(std::size_t begin, std::size_t end,
                                     std::vector<assumption>& assumptions);

  /// Returns what the tokens [begin, end), the use of a macro, stand for. `undefined`: names taken
  /// as not defined on the way.
  [[nodiscard]] lexeme_list use(std::size_t begin, std::size_t end, expander::constants what,
                                std::vector<std::string>& undefined) const;

  /// The #ifs that are open here.
  [[nodiscard]] surroundings around() const { return {groups_, where_}; }
  using macro_reader::where;

  /// CUDA's qualifiers that a token stands for, here.
  [[nodiscard]] qualifiers marks(std::size_t at) const;

  /// How many #ifs are open.
  [[nodiscard]] std::size_t open_groups() const noexcept { return groups_.size(); }

  /// Within an #if that is no include guard.
  [[nodiscard]] bool in_conditional() const noexcept {
    return std::any_of(groups_.begin(), groups_.end(),
                       [](open_group const& g) { return !g.is_guard; });
  }

 private:
  [[nodiscard]] lexeme raw(std::size_t i) const;

  /// `and`, `or` and `not` are operators.
  static void respell(lexeme& l) noexcept;

  // Conditions.

  /// The condition of a line in one form: `defined(NAME)` for #ifdef.
  struct condition {
    std::vector<std::string_view> texts;
    bool negated = false;
  };

  [[nodiscard]] condition condition_of(token const& line, offset rest) const;

  [[nodiscard]] decision evaluate(condition const& c, bool in_device_code) const;

  /// `#ifndef X`, `#define X` or `#if !defined(X)`, `#define X`.
  [[nodiscard]] bool guards_its_own(std::size_t at, condition const& c) const;

  void push(open_group g, certainty taken);
  void close();

  void open(std::size_t at, offset rest);

  void next_branch(std::size_t at, offset rest);

  // Within a function.

  [[nodiscard]] bool is_taken(std::size_t depth) const noexcept;

  void inside(std::size_t i, directive const& d, std::size_t& depth, lexeme_list& chunk);

  [[nodiscard]] certainty known_decision(token const& line, offset rest);

  void assume(std::string text, bool value);

  void other(token const& t, offset rest, std::size_t i, lexeme_list& chunk);

  bool skips_outer_ = false;  // the other branch of an #if that the function began in
  std::vector<assumption>* assumptions_ = nullptr;
};

}  // namespace simt::cu::lane
