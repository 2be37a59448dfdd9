// SPDX-License-Identifier: MIT
#pragma once

#include "../text/code.hpp"
#include "../text/edits.hpp"

namespace simt::cu {

/// Names the build that wants to know: a checked one of arrays of constants, too, which a GPU has
/// elsewhere than in local memory.
enum class own_arrays_for { profiled, checked };

/// Tells a build of the arrays that the statement whose `;` is at `end` makes of a thread's own
/// where a GPU has them in local memory: some index of theirs, up to `close`, is no constant and no
/// counter of a loop of constant bounds, which is unrolled; or they are used as a whole. In checked
/// builds they lie between bytes that nobody may access, and variables are told, too, which may be
/// read before they have a value. `function`: where the declaration of the function around begins.
/// Returns whether there is one.
bool tell_own_arrays(code const& text, std::size_t function, std::size_t end, std::size_t close,
                     own_arrays_for what, edits& out);

}  // namespace simt::cu
