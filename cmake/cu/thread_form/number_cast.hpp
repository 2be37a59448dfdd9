// SPDX-License-Identifier: MIT
#pragma once

#include "../launches/launch.hpp"
#include "../text/edits.hpp"

namespace simt::cu {

/// The cast to an integer type at `at` in device code: `(int)x`, `int(x)` or `static_cast<int>(x)`.
/// A GPU converts floating-point numbers of any size, see device_integer. True if there was one.
bool rewrite_number_cast(code const& text, std::size_t at, edits& out);

}  // namespace simt::cu
