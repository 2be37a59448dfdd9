// SPDX-License-Identifier: MIT
#pragma once

#include "code.hpp"

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

  explicit function_bodies(code const& tokens);

  [[nodiscard]] code const& tokens() const noexcept { return tokens_; }
  [[nodiscard]] auto begin() const noexcept { return bodies_.begin(); }
  [[nodiscard]] auto end() const noexcept { return bodies_.end(); }

  /// The one around a token, or null.
  [[nodiscard]] body const* around(std::size_t at) const noexcept;

 private:
  /// `f` of `f(int x)`, which ends at `close`; none of `if (x)`.
  [[nodiscard]] std::string_view name_before(std::size_t close) const noexcept;

  code const& tokens_;
  std::vector<body> bodies_;
};

}  // namespace simt::cu
