// SPDX-License-Identifier: MIT
#pragma once

#include "../text/code.hpp"
#include "../text/edits.hpp"
#include "../text/qualifiers.hpp"

#include <functional>
#include <string>
#include <unordered_map>

namespace simt::cu {

/// Makes a function that a header defines for device code alone, or variables, the own of each file
/// that includes it. The declaration begins at `begin`, outside functions; a `__device__` of it, or
/// another mark of variables, stands at `at`. True if it has written anything. What is declared
/// before its definition, or as `extern`, is everybody's, as is what says otherwise (`inline`,
/// `static`, a template).
/// - CUDA:    Whole program compilation, nvcc's default: device code sees the definitions of its
///            file alone, so several files may include them
/// - Needs:   known.in_header, and known.mentions of all files; else it only remembers what is
///            declared
/// - Differs: a variable in known.mentions stays everybody's: functions of which the linker keeps
///            one for all files, as inline ones, would see one file's variable
bool keep_to_unit(code const& text, names& known, std::size_t begin, std::size_t at, edits& out);

/// Gathers what functions mention of which the linker may keep one for all files: in headers all
/// bodies and macros, but for functions that become each file's own; elsewhere templates, classes
/// and inline functions; and the own functions that these mention.
class merged_mentions {
 public:
  void add(code const& text, bool is_header);
  [[nodiscard]] name_set all() const;

 private:
  name_set direct_;
  std::unordered_map<std::string, name_set, text_hash, std::equal_to<>> own_;  // by function
};

/// Remembers a function that `name(...);`, with the name at `at` and outside functions, may declare
/// without saying that it is for device code.
void remember_declared(code const& text, names& known, std::size_t at);

}  // namespace simt::cu
