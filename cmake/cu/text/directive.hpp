// SPDX-License-Identifier: MIT
#pragma once

#include "code.hpp"
#include "lexer.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace simt::cu {

enum class directive_kind : std::uint8_t { define, include, if_, else_, endif, other };

/// The word of a preprocessor line.
struct directive {
  directive_kind kind = directive_kind::other;
  offset rest = 0;  // behind the word
};

[[nodiscard]] directive read_directive(std::string_view text, token const& line);

/// `"name"` or `<name>` of an #include.
struct include_name {
  offset begin, end;  // with its quotes
  std::string_view name;
  bool quoted;
};

[[nodiscard]] std::optional<include_name> read_include(std::string_view text, token const& line,
                                                       offset rest);

/// A macro's name, parameters and the tokens that it stands for.
struct macro {
  std::string_view name;
  std::vector<std::string_view> parameters;
  code body;
  bool is_variadic = false;  // the last parameter stands for all further arguments
};

[[nodiscard]] std::optional<macro> read_macro(source const& file, token const& line, offset rest);

/// Where a word stands in a preprocessor line, comments and strings left out.
[[nodiscard]] std::vector<token> find_in_line(source const& file, token const& line, offset rest,
                                              word wanted);

}  // namespace simt::cu
