// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace simt::cu {

/// True for the names of CUDA's variables of three coordinates: `threadIdx` and its like.
[[nodiscard]] constexpr bool has_coordinates(std::string_view name) noexcept {
  return name == "threadIdx" || name == "blockIdx" || name == "blockDim" || name == "gridDim";
}

/// True for the names of the variables that CUDA gives every thread.
/// - Source:  CUDA C Programming Guide 8.0, B.4 (Built-in Variables)
[[nodiscard]] constexpr bool is_builtin_variable(std::string_view name) noexcept {
  return has_coordinates(name) || name == "warpSize";
}

}  // namespace simt::cu
