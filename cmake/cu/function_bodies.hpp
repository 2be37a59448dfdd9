// SPDX-License-Identifier: MIT
#pragma once

#include "code.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

namespace simt::cu {

/// Where a file's functions have their bodies, by its tokens alone: the outermost `{` behind a `)`.
/// A good guess and no more, for questions of cost.
class function_bodies {
 public:
  struct body {
    std::string_view name;   // empty where no name stands in front of the parameters
    std::size_t begin, end;  // its braces
    bool is_template;
  };

  explicit function_bodies(code const& tokens) : tokens_{tokens} {
    std::size_t last_template = 0, last_end = 0;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      if (tokens[i].is(word::template_)) last_template = i + 1;
      if (tokens[i].is('{') && i > 0 && tokens[i - 1].is(')')) {
        std::size_t const close = tokens.closing(i);
        std::size_t const end = close == npos ? tokens.size() : close;
        bodies_.push_back({name_before(i - 1), i, end, last_template > last_end});
        i = end;
      }
      if (i < tokens.size() && (tokens[i].is(';') || tokens[i].is('{') || tokens[i].is('}')))
        last_end = i;
    }
  }

  [[nodiscard]] code const& tokens() const noexcept { return tokens_; }
  [[nodiscard]] auto begin() const noexcept { return bodies_.begin(); }
  [[nodiscard]] auto end() const noexcept { return bodies_.end(); }

  /// The one around a token, or null.
  [[nodiscard]] body const* around(std::size_t at) const noexcept {
    auto const next = std::upper_bound(bodies_.begin(), bodies_.end(), at,
                                       [](std::size_t a, body const& b) { return a < b.begin; });
    return next == bodies_.begin() || at > (next - 1)->end ? nullptr : &*(next - 1);
  }

 private:
  /// `f` of `f(int x)`, which ends at `close`; none of `if (x)`.
  [[nodiscard]] std::string_view name_before(std::size_t close) const noexcept {
    std::size_t const open = tokens_.opening(close);
    bool const is_name = open != npos && open > 0 && tokens_.is_identifier(open - 1) &&
                         tokens_[open - 1].is(word::none);
    return is_name ? tokens_.text(open - 1) : std::string_view{};
  }

  code const& tokens_;
  std::vector<body> bodies_;
};

}  // namespace simt::cu
