// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

namespace simt::cu {

/// Offsets and line numbers within one source file.
using offset = std::uint32_t;

/// One file as it stands; `name` is what messages and `#line` call it.
struct source {
  std::string name;
  std::string text;
};

/// Stops the translation of a file, with the place that a compiler would print.
class error : public std::runtime_error {
 public:
  error(std::string const& file, offset line, std::string const& what)
      : std::runtime_error(file + ":" + std::to_string(line) + ": error: " + what) {}
};

}  // namespace simt::cu
