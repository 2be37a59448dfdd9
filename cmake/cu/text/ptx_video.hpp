// SPDX-License-Identifier: MIT
#pragma once

#include "ptx_instructions.hpp"

#include <optional>
#include <string_view>

namespace simt::cu {

/// Finds what a SIMD video instruction says, of pairs of 16 bits or of four bytes: `vadd2`, `vset4`
/// and their kind, of all parts and operands of one type.
[[nodiscard]] std::optional<ptx_instruction> find_ptx_video(std::string_view name);

}  // namespace simt::cu
