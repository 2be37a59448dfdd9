// SPDX-License-Identifier: MIT
#pragma once

#include "words.hpp"

#include <array>
#include <string>
#include <string_view>

namespace simt::cu {

namespace detail {

inline constexpr std::uint8_t letter = 1, digit = 2, space = 4;

inline constexpr auto letter_classes = [] {
  std::array<std::uint8_t, 256> classes{};
  for (int c = 'a'; c <= 'z'; ++c) classes[std::size_t(c)] = letter;
  for (int c = 'A'; c <= 'Z'; ++c) classes[std::size_t(c)] = letter;
  for (int c = '0'; c <= '9'; ++c) classes[std::size_t(c)] = digit;
  for (int c = 128; c < 256; ++c) classes[std::size_t(c)] = letter;  // UTF-8 in identifiers
  classes['_'] = classes['$'] = letter;
  for (char c : {' ', '\t', '\r', '\f', '\v'}) classes[std::size_t(c)] = space;
  return classes;
}();

}  // namespace detail

/// Cuts C++ text into tokens. Comments and white space give none, a preprocessor line gives one,
/// text that `#if 0` removes gives none.
class lexer {
 public:
  explicit lexer(source const& file) noexcept
      : file_{file}, text_{file.text.data()}, end_{static_cast<offset>(file.text.size())} {}

  /// The whole file.
  [[nodiscard]] token_list file();

  /// A part that stands inside a preprocessor line: `#` is an operator there.
  [[nodiscard]] token_list part(offset begin, offset end, offset line);

 private:
  [[nodiscard]] char peek(offset ahead = 0) const noexcept {
    return at_ + ahead < end_ ? text_[at_ + ahead] : '\0';
  }
  [[nodiscard]] bool is_class(offset ahead, unsigned classes) const noexcept;
  [[noreturn]] void fail(offset line, std::string const& what) const {
    throw error(file_.name, line, what);
  }

  void run();

  void push(token_kind kind, offset begin, offset line, char sign = symbol::none,
            word name = word::none);

  /// Length of a backslash-newline here, or 0.
  [[nodiscard]] offset splice() const noexcept;

  /// Passes a newline, a space or a comment, if one is at hand.
  bool skip_blank(bool& line_begins);

  void skip_space();

  /// Stops at the newline.
  void skip_line_comment() noexcept;

  void skip_block_comment();

  void next();

  [[nodiscard]] static bool is_prefix(std::string_view text) noexcept;

  void number() noexcept;

  /// A string or character literal; `at_` is at its quote, `begin` at its prefix.
  void literal(offset begin, offset line, bool raw);

  void quoted(char quote, offset line);

  void raw_string(offset line);

  /// One letter for the punctuator here, see symbol; moves past it.
  [[nodiscard]] char punctuator() noexcept;

  /// From the `#` to the end of the line; comments and continuations belong to it.
  void directive(offset begin, offset line);

  [[nodiscard]] bool is_digit_separator() const noexcept;

  /// The first word behind the `#`.
  [[nodiscard]] static std::string_view directive_word(std::string_view line) noexcept;

  /// `#if 0` or `#if false`.
  [[nodiscard]] static bool is_removing(std::string_view line) noexcept;

  /// Goes to the line of the `#else`, `#elif` or `#endif` that ends a removed group. As for the
  /// preprocessor, comments count there, and quotes only where they close on their line.
  void skip_removed();

  source const& file_;
  char const* text_;
  offset end_;
  offset at_ = 0;
  offset line_ = 1;
  bool line_begins_ = true;
  bool in_directive_ = false;
  token_list tokens_;
};

}  // namespace simt::cu
