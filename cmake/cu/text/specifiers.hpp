// SPDX-License-Identifier: MIT
#pragma once

#include "edits.hpp"
#include "qualifiers.hpp"

#include <string_view>

namespace simt::cu {

/// The name in `__global__ void __launch_bounds__(256) name(`, whose `__global__` is at `at`.
[[nodiscard]] std::string_view kernel_declared(code const& text, std::size_t at);

namespace detail {

/// Holds what the other specifiers of a declaration say; the one at `at` is left out. Whether one
/// of them is the word __forceinline__ itself is told apart from a macro that stands for it.
struct other_specifiers {
  qualifiers marks;
  bool forceinline = false;
};

[[nodiscard]] other_specifiers others_of(code const& text, names const& known, std::size_t begin,
                                         std::size_t at);

}  // namespace detail

/// The headers' __forceinline__ is `inline` with an attribute, and `inline` may stand only once in
/// a declaration, which starts at `begin`. `at` is one of the two; true if anything was replaced.
bool rewrite_inline(code const& text, names const& known, std::size_t begin, std::size_t at,
                    edits& out);

}  // namespace simt::cu
