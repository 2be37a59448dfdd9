// SPDX-License-Identifier: MIT
#pragma once

#include "code.hpp"
#include "lexed.hpp"

#include <optional>
#include <string>

namespace simt::cu {

/// Gives what an `asm` statement with one PTX instruction says as CUDA text, an expression: special
/// registers of a thread, integer instructions that a function or an operator of CUDA's is compiled
/// to, shuffles and reductions of whole warps, barriers, fences, atomics, loads, stores and copies.
/// None for all others. `at`: the `asm`.
[[nodiscard]] std::optional<std::string> ptx_expression(code const& text, std::size_t at);

/// Gives a file's text with such expressions in place of its statements, and with blocks in place
/// of those of several instructions, each on the lines of its statement, so that all further stages
/// read CUDA alone; none where there is none. Those within macros stay.
[[nodiscard]] std::optional<std::string> with_ptx_written_out(lexed const& file);

}  // namespace simt::cu
