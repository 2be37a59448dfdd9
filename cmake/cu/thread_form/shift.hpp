// SPDX-License-Identifier: MIT
#pragma once

#include "../launches/launch.hpp"
#include "../text/edits.hpp"

namespace simt::cu {

namespace detail {

[[nodiscard]] bool ends_operand(code const& text, std::size_t i) noexcept;

[[nodiscard]] bool begins_operand(code const& text, std::size_t i) noexcept;

/// `<< 3` with nothing that binds closer.
[[nodiscard]] bool is_small_constant(code const& text, std::size_t i) noexcept;

/// Where the member access that ends with token `last` begins, if it is a whole operand that may be
/// written twice: names, dots, arrows and subscripts without calls or assignments; else npos.
[[nodiscard]] std::size_t member_begin(code const& text, std::size_t last) noexcept;

}  // namespace detail

/// The shift operator in device code whose first letter is at `at`. A GPU shifts by any amount, C++
/// leaves amounts from the width on undefined: a helper goes between operator and amount. True if
/// it was such an operator.
bool rewrite_shift(code const& text, std::size_t at, edits& out);

}  // namespace simt::cu
