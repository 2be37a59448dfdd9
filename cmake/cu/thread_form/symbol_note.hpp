// SPDX-License-Identifier: MIT
#pragma once

#include "../text/code.hpp"
#include "../text/edits.hpp"

namespace simt::cu {

/// Notes the variables that a declaration outside functions and classes defines, so that the host's
/// runtime knows them by their addresses before any call has named them. The declaration begins at
/// `begin`; a `__device__`, `__constant__` or `__managed__` of it stands at `at`. True if it has
/// written anything. Templates, references, static members and what may be a function stay unnoted.
bool note_symbols(code const& text, std::size_t begin, std::size_t at, edits& out);

/// The same for one variable in a macro's body whose name the macro pastes together (`T a##_b =
/// 1;`): neither a member nor static, it can only stand outside functions and classes.
bool note_pasted_symbol(code const& text, std::size_t at, edits& out);

/// True if the word at `at` is one of the three.
[[nodiscard]] bool is_variable_mark(code const& text, std::size_t at);

}  // namespace simt::cu
