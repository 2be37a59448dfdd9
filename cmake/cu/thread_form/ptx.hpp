// SPDX-License-Identifier: MIT
#pragma once

#include "../text/code.hpp"

#include <optional>
#include <string>

namespace simt::cu {

/// Writes what an `asm` statement with one PTX instruction says in C++, where the library has a
/// function for it and its operands are variables: special registers of a warp's lane, bfind, trap
/// and fences. `at`: the `asm`.
[[nodiscard]] std::optional<std::string> ptx_expression(code const& text, std::size_t at);

}  // namespace simt::cu
