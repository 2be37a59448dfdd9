// SPDX-License-Identifier: MIT
#pragma once

#include "token.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace simt::cu {

/// No such token.
inline constexpr std::size_t npos = static_cast<std::size_t>(-1);

/// Tokens with their text: looks for partners, cuts ranges out. Ranges are [begin, end). Behind the
/// last token and before the first one stands the one that ends the list, which is none of those
/// that anybody looks for: a text may break off anywhere.
class code {
 public:
  code(std::string_view text, token_list tokens) : text_{text}, tokens_{std::move(tokens)} {}

  [[nodiscard]] token const& operator[](std::size_t i) const noexcept {
    return tokens_[std::min(i, size())];
  }
  /// Without the token that ends the list.
  [[nodiscard]] std::size_t size() const noexcept { return tokens_.size() - 1; }
  [[nodiscard]] std::string_view text() const noexcept { return text_; }
  [[nodiscard]] std::string_view text(std::size_t i) const noexcept {
    return (*this)[i].text(text_);
  }
  [[nodiscard]] bool is_identifier(std::size_t i) const noexcept {
    return i < size() && tokens_[i].is(token_kind::identifier);
  }
  /// True if nothing stands between a token and the next one.
  [[nodiscard]] bool touches_next(std::size_t i) const noexcept {
    return (*this)[i].end == (*this)[i + 1].begin;
  }

  /// The index of what closes the `(`, `[` or `{` at `open`.
  [[nodiscard]] std::size_t closing(std::size_t open) const noexcept;

  /// The index of what opens the `)`, `]` or `}` at `close`.
  [[nodiscard]] std::size_t opening(std::size_t close) const noexcept;

  /// The `>` that ends the template list at `open`, if it is one.
  [[nodiscard]] std::size_t closing_angle(std::size_t open) const noexcept;

  /// The `<` that begins the template list which ends at `close`.
  [[nodiscard]] std::size_t opening_angle(std::size_t close) const noexcept;

  [[nodiscard]] bool opens(std::size_t i) const noexcept {
    return (*this)[i].is('(') || (*this)[i].is('[') || (*this)[i].is('{');
  }
  [[nodiscard]] bool closes(std::size_t i) const noexcept {
    return (*this)[i].is(')') || (*this)[i].is(']') || (*this)[i].is('}');
  }

  /// The text of a range, comments dropped and white space as one blank.
  [[nodiscard]] std::string squeezed(std::size_t begin, std::size_t end) const;

  /// The newlines of the text in [begin, end), as text that may replace it: a macro's body
  /// continues over them.
  [[nodiscard]] std::string newlines(offset begin, offset end, bool in_macro) const;

  /// Ends of the comma-separated parts of [begin, end), which stands within parentheses; commas in
  /// template lists do not count where the list is recognised.
  template <class F>
  void for_each_part(std::size_t begin, std::size_t end, F&& f) const {
    std::size_t part = begin;
    for (std::size_t i = begin; i < end; ++i) {
      if (opens(i)) {
        i = std::min(closing(i), end - 1);
      } else if (tokens_[i].is('<') && i > begin && is_identifier(i - 1)) {
        std::size_t const close = closing_angle(i);
        if (close < end && is_template_list(i, close)) i = close;
      } else if (tokens_[i].is(',')) {
        f(part, i);
        part = i + 1;
      }
    }
    if (part < end || part > begin) f(part, end);
  }

 private:
  [[nodiscard]] bool are_partners(std::size_t open, std::size_t close) const noexcept;

  /// `a < b, c > d` is two comparisons, `a<b, c>(d)` and `a<b, c>::d` are not.
  [[nodiscard]] bool is_template_list(std::size_t open, std::size_t close) const noexcept;

  std::string_view text_;
  token_list tokens_;
};

/// True if three `<` begin a launch here; spaces between them are fine, `operator<< <T>` is none.
[[nodiscard]] bool begins_launch(code const& text, std::size_t i) noexcept;

}  // namespace simt::cu
