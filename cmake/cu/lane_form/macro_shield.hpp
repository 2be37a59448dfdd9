// SPDX-License-Identifier: MIT
#pragma once

#include "../program/symbols.hpp"

#include <string>

namespace simt::cu::lane {

/// Takes the program's macros away from a lane form's text. Its own macros are expanded there, and
/// what the text calls may have one's name: after `#define mod(a, b) ((a) % (b))` the text
/// `simt_l::mod(i, n)` would be no call.
/// - Returns: the text; where it names such macros, between lines that put them away and back
[[nodiscard]] std::string shielded_from_macros(std::string text, symbols const& known);

}  // namespace simt::cu::lane
