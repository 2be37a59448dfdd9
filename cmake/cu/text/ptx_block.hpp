// SPDX-License-Identifier: MIT
#pragma once

#include "ptx.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace simt::cu {

/// An operand of an `asm` statement: `"=r"(text)`.
struct bound_operand {
  std::string constraint, text;
  bool is_plain = false;  // may be read twice
};

/// Gives what several PTX instructions on integers say as a block in braces: registers become
/// variables, the carry flag another one, a predicate in front of an instruction an `if`. None
/// where one of them is not known. `body`: the statement's strings, in one.
[[nodiscard]] std::optional<std::string> ptx_block(std::string_view body,
                                                   std::vector<bound_operand> const& operands);

}  // namespace simt::cu
