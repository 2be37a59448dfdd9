// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace simt::cu::lane {

/// The extents of a launch's blocks, as far as a file's text tells them.
struct block_shape {
  std::int64_t x = 1, y = 1, z = 1;
  bool operator==(block_shape const&) const = default;

  /// Less than a warp.
  [[nodiscard]] bool is_short() const noexcept { return x * y * z < 32; }
  /// As template arguments.
  [[nodiscard]] std::string text() const {
    return std::to_string(x) + ", " + std::to_string(y) + ", " + std::to_string(z);
  }
};
}  // namespace simt::cu::lane
