// SPDX-License-Identifier: MIT
#pragma once

#include "edits.hpp"
#include "qualifiers.hpp"

#include <string>
#include <string_view>

namespace simt::cu {

/// True if `threadIdx.x` or its kind begins at `at`, be it the built-in variable or another one.
[[nodiscard]] bool reads_builtin(code const& text, std::size_t at);

/// The name of the function that the declaration in [begin, open) defines outside classes; empty
/// where that is none.
[[nodiscard]] std::string_view function_defined(code const& text, std::size_t begin,
                                                std::size_t open);

/// True if the name at `at`, behind `*`, `&`, `>`, `,` or `:`, stands in an expression; or else it
/// may be what `std::vector<int> name(n)`, `int a, name(5)` and `: name(n)` declare or initialise.
[[nodiscard]] bool is_in_expression(code const& text, std::size_t at);

/// `threadIdx` at `at` in host code: says so when it runs, if it is the built-in variable.
void rewrite_host_read(code const& text, std::size_t at, edits& out);

/// A call by a plain name, at `at`, that host code makes of a function which needs a thread of a
/// kernel: says so when it runs.
bool rewrite_host_call(code const& text, std::size_t at, edits& out);

}  // namespace simt::cu
