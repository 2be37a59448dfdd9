// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

// Text that the checker of SIMT_CHECK builds and the profiler of SIMT_PROFILE builds both read and write.
namespace simt::check {

/// Gives what stands between two quotation marks of JSON.
std::string escaped(std::string_view text);
/// Gives the words between any of the separators; none is empty.
std::vector<std::string> split(std::string_view text, std::string_view separators);

}  // namespace simt::check
