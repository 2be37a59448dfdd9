// SPDX-License-Identifier: MIT
#pragma once

#include "lexed.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace simt::cu {

/// True if a `#pragma` may stand behind something else in its line.
[[nodiscard]] bool may_name_pragmas(std::string_view text) noexcept;

/// Gives a file's text without `#pragma` in macros, which nvcc takes: `#define UNROLL #pragma unroll`
/// has `_Pragma("unroll")`, and `#define exec_check_disable #pragma nv_exec_check_disable`, which
/// says nothing to other compilers, is empty. None where there is no such macro.
[[nodiscard]] std::optional<std::string> with_pragma_macros_written_out(lexed const& file);

}  // namespace simt::cu
