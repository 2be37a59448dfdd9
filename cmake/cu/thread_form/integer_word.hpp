// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <iterator>
#include <string_view>

namespace simt::cu {

/// True if a word names an integer type, or is part of such a name. (bool is none.)
[[nodiscard]] inline bool is_integer_word(std::string_view name) noexcept {
  static constexpr std::string_view all[] = {
      "int",     "unsigned", "signed",   "long",     "short",   "char",    "uint",
      "uchar",   "ushort",   "ulong",    "int8_t",   "int16_t", "int32_t", "int64_t",
      "uint8_t", "uint16_t", "uint32_t", "uint64_t", "size_t"};
  return std::find(std::begin(all), std::end(all), name) != std::end(all);
}

}  // namespace simt::cu
