// SPDX-License-Identifier: MIT
#pragma once

#include "../text/code.hpp"
#include "../text/edits.hpp"

namespace simt::cu {

/// Makes `static const T zero = T(0);`, a member of a class of which device code alone makes use,
/// `constexpr`: CUDA's compiler takes it of any arithmetic type, C++ of integers alone. `begin`:
/// its first token, `end`: its `;`. Returns whether it is one.
bool allow_constant_member(code const& text, std::size_t begin, std::size_t end, edits& out);

}  // namespace simt::cu
