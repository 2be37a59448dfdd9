// SPDX-License-Identifier: MIT
#pragma once

#include "ptx_instructions.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace simt::cu {

/// Finds what an instruction on memory says: loads and stores, also of vectors, atomics and copies
/// into shared memory. `operands`: how many it has.
[[nodiscard]] std::optional<ptx_instruction> find_ptx_memory(std::string_view name,
                                                             std::size_t operands);

}  // namespace simt::cu
