// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace simt::cu {

/// A C++ string literal with this text.
[[nodiscard]] std::string string_literal(std::string_view text);

/// A declaration that does not compile and says why, at the line of what it replaces. Left to the
/// compiler, since text that the preprocessor removes is no error.
[[nodiscard]] inline std::string failing_declaration(std::string_view what) {
  return "static_assert(false, " + string_literal("simt: " + std::string(what)) + ")";
}

/// The same as something that may be called with any arguments.
[[nodiscard]] inline std::string failing_function(std::string_view what) {
  return "[](auto&&...) { " + failing_declaration(what) + "; }";
}

/// The same as a statement or an operand.
[[nodiscard]] inline std::string failing_expression(std::string_view what) {
  return "[] { " + failing_declaration(what) + "; }()";
}

}  // namespace simt::cu
