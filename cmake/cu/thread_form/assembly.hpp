// SPDX-License-Identifier: MIT
#pragma once

#include "../text/code.hpp"

#include <string>
#include <string_view>

namespace simt::cu {

/// An `asm` statement: [begin, end) in tokens without its `;`, and its first instruction.
struct assembly {
  std::size_t begin = 0, end = 0;
  std::string instruction;  // empty: no instruction, a barrier for the compiler

  /// True if only PTX has such an instruction: its names have dots, those of CPUs seldom do.
  [[nodiscard]] bool is_ptx() const noexcept;
};

namespace detail {

/// The name of the first instruction in an asm string as it is spelled in C++; declarations of
/// registers and braces are passed over.
[[nodiscard]] std::string first_instruction(std::string_view text);

}  // namespace detail

/// The statement whose `asm` is at `at`; its end is `at` where it is none.
[[nodiscard]] assembly read_assembly(code const& text, std::size_t at);

}  // namespace simt::cu
