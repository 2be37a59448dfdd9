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
  /// a sign, with one), `f`, `d`, `p` for a predicate, in brackets `a` for an address, `s` for one
  /// of 32 bits in shared memory; the same as a capital where it is written. With the braces that
  /// stand around the parts of a vector. Else the text that must stand there.
  std::vector<std::string> operands;
  std::string text;           // $0, $1, …: the operands
  bool is_statement = false;  // the text is one, in braces, and no expression
};

/// Finds what an instruction of these words says; none where this list lacks it.
[[nodiscard]] std::optional<ptx_instruction> find_ptx(std::string_view name,
                                                      std::vector<std::string> const& words);

/// Gives the words between commas.
[[nodiscard]] std::vector<std::string> ptx_words(std::string_view list);

/// Gives the words between the dots of an instruction's name.
[[nodiscard]] std::vector<std::string_view> ptx_parts(std::string_view name);

/// True of an integer: `-1`, `0x3fU`.
[[nodiscard]] bool is_ptx_number(std::string_view word) noexcept;

/// Holds the parts of an operand in memory, `[%1]` or `[%1+16]`.
struct ptx_address {
  std::string_view base;
  std::string_view bytes;  // empty without
};
/// Reads an operand in memory; none for any other.
[[nodiscard]] std::optional<ptx_address> read_ptx_address(std::string_view word);

}  // namespace simt::cu
