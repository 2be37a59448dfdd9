// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace simt::cu {

/// A PTX instruction in CUDA's words.
struct ptx_instruction {
  /// Of each operand its register's type as a letter: `u`, `i` of 32 bits, `w`, `l` of 64 (without
  /// a sign, with one), `f`, `d`, `a` for the address in brackets; the same as a capital where it
  /// is written. Else the text that must stand there.
  std::vector<std::string> operands;
  std::string text;  // $0, $1, …: the operands
};

/// Finds what an instruction of these words says; none where this list lacks it.
[[nodiscard]] std::optional<ptx_instruction> find_ptx(std::string_view name,
                                                      std::vector<std::string> const& words);

/// Gives the words between commas.
[[nodiscard]] std::vector<std::string> ptx_words(std::string_view list);

/// True of an integer: `-1`, `0x3fU`.
[[nodiscard]] bool is_ptx_number(std::string_view word) noexcept;

}  // namespace simt::cu
