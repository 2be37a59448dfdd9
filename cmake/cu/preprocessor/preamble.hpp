// SPDX-License-Identifier: MIT
#pragma once

#include "../text/reference_types.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace simt::cu {

/// True for a macro, `N=1024` as behind -D, that is none of the compiler's, of CUDA's or of this
/// project's: headers must not see it, since its name may be one of theirs (`T`, `N`, `width`).
[[nodiscard]] bool is_own_macro(std::string_view definition);

/// A compiler's words without the program's own macros among `definitions`, which the output of
/// preamble_of() defines behind the headers.
[[nodiscard]] std::vector<std::string> without_own_macros(
    std::vector<std::string> const& command, std::vector<std::string> const& definitions);

/// Begins the output for a file: what nvcc says of itself, and the headers that it includes by
/// itself, or that the file includes behind macros of its own, or one of the program's `headers`
/// does, or that declare CUDA's types which the program uses. `rewritten` gives the path of a
/// header's rewritten copy, empty where it has none.
[[nodiscard]] std::string preamble_of(
    std::string_view file, bool has_lanes, std::vector<std::string> const& definitions,
    std::function<std::string(std::string_view header)> const& rewritten = {},
    std::vector<std::string_view> const& headers = {}, reference_types const& types = {});

}  // namespace simt::cu
