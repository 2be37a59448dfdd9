// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace simt::cu {

/// The library of NVIDIA's that a header belongs to, of those that are no part of simt; empty for
/// all other headers.
[[nodiscard]] std::string_view missing_library(std::string_view header);

/// Returns what a compiler's words are worth to somebody who takes a library for a part of CUDA: a
/// sentence for each header that it did not find and that is such a library's.
[[nodiscard]] std::vector<std::string> missing_libraries(std::vector<std::string> const& words);

}  // namespace simt::cu
