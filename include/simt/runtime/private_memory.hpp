#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

namespace simt::inline SIMT_ABI::detail {

/// Names the memory of the running kernel's thread, or of its block, that p points into: "local" or
/// "shared"; null: into neither, or no kernel runs here.
[[nodiscard]] char const* private_memory(void const* p) noexcept;

}  // namespace simt::inline SIMT_ABI::detail

#if !SIMT_RUNTIME_IN_LIBRARY
#include <simt/runtime/child_launch.hpp>
#endif
