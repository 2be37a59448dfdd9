// SPDX-License-Identifier: MIT
#pragma once

#include "../text/edits.hpp"

namespace simt::cu {

/// Tells a checked build what the call at `at` does and its function cannot say: an atomicExch whose
/// result nobody uses only writes, and a thread's own pipeline (cuda::pipeline) commits copies and
/// waits for them.
bool tell_checked_call(code const& text, std::size_t at, edits& out);

}  // namespace simt::cu
