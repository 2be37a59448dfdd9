// SPDX-License-Identifier: MIT
#pragma once

#include "code.hpp"

#include <string_view>

namespace simt::cu {

/// Which of CUDA's class templates for textures and surfaces of file scope a program uses. Their
/// names come with headers that are included for such programs alone: `texture` and `surface` are
/// good names for a program's own classes, functions and variables.
class reference_types {
 public:
  /// Reads a file of the program; `source` is its text.
  void add(std::string_view source, code const& text);

  [[nodiscard]] bool has_textures() const noexcept { return texture_.used && !texture_.own; }
  [[nodiscard]] bool has_surfaces() const noexcept { return surface_.used && !surface_.own; }

 private:
  struct name_state {
    std::string_view name;
    bool used = false;
    bool own = false;
  };
  void add(std::string_view source, code const& text, name_state& state) const;

  name_state texture_{"texture"};
  name_state surface_{"surface"};
};

}  // namespace simt::cu
