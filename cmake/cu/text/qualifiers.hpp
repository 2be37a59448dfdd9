// SPDX-License-Identifier: MIT
#pragma once

#include "code.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace simt::cu {

/// Hash and equality that look names up without a copy.
struct text_hash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const noexcept {
    return std::hash<std::string_view>{}(text);
  }
};
using name_set = std::unordered_set<std::string, text_hash, std::equal_to<>>;

/// A set of CUDA's declaration qualifiers.
struct qualifiers {
  bool global = false;
  bool device = false;
  bool host = false;
  bool shared = false;
  bool inlined = false;  // inline
  bool forced = false;   // __forceinline__

  qualifiers& operator|=(qualifiers const& other) noexcept;
  [[nodiscard]] bool any() const noexcept {
    return global || device || host || shared || inlined || forced;
  }
  /// The code that they stand for runs in threads of kernels only.
  [[nodiscard]] bool device_only() const noexcept { return global || (device && !host); }
  [[nodiscard]] bool host_and_device() const noexcept { return host && device && !global; }
};

[[nodiscard]] constexpr qualifiers qualifiers_of(word w) noexcept {
  return {w == word::global, w == word::device,  w == word::host,
          w == word::shared, w == word::inline_, w == word::forceinline};
}

/// Holds what the files of one translation unit, read so far, say about names.
struct names {
  /// Macros that stand for qualifiers, like `#define HD __host__ __device__`.
  std::unordered_map<std::string, qualifiers, text_hash, std::equal_to<>> macros;
  /// `__global__` functions.
  name_set kernels;
  /// Those of which a declaration has a launch bound, with its template head and parameters, and
  /// those of which one has none.
  std::unordered_map<std::string, std::string, text_hash, std::equal_to<>> bounded;
  name_set unbounded;
  /// Functions of device code that need a thread, and functions of the host.
  name_set needs_thread, of_host;
  /// Objects in shared memory that are declared outside of functions.
  name_set shared_objects;
  /// Variables declared like `void (*name)(int)`.
  name_set pointers;
  /// Names of what is volatile, and of functions that read such memory or use atomics; of the
  /// former, members of classes and variables outside of functions.
  name_set waited, volatiles;
  /// Functions and variables of device code that the program declares, so that other files may
  /// define them.
  name_set everybodys;
  /// Names in functions of which the linker may keep one for all files.
  name_set mentions;
  /// True if the text is a header's, of a program that is compiled as a whole.
  bool in_header = false;
  /// A class, or the program, has its own `operator new`.
  bool own_heap = false;
  /// The text is for a checked build.
  bool checked = false;
  /// The text is for a profiled build.
  bool profiled = false;
  /// The text is for a module, whose kernels are found by their names.
  bool of_module = false;

  [[nodiscard]] qualifiers of(code const& text, std::size_t i) const;
};

}  // namespace simt::cu
