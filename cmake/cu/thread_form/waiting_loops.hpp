// SPDX-License-Identifier: MIT
#pragma once

#include "../text/edits.hpp"
#include "../text/qualifiers.hpp"

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace simt::cu {

namespace detail {

/// Adds the names that a declaration gives to what it says is volatile, at `at`: those of
/// variables, of a parameter, of members; none in a cast.
void volatile_names(code const& text, std::size_t at, name_set& out);

/// True if a token stands in a function's parameters or body.
[[nodiscard]] bool is_in_function(code const& text, std::size_t at);

/// True if what stands at `at` reads memory in a way that sees what other threads write.
[[nodiscard]] bool reads_others(code const& text, name_set const& waited, std::size_t at);

[[nodiscard]] bool reads_others(code const& text, name_set const& waited, std::size_t begin,
                                std::size_t end);

}  // namespace detail

/// Remembers what a file declares volatile (in `volatiles` what it does so outside of functions),
/// and the functions that read such memory or use atomics:
/// a loop with one of these names may wait for another thread.
void collect_waited(code const& text, name_set& waited, name_set& volatiles);

/// A loop's parts, by its tokens: indices.
struct loop_text {
  std::size_t head = npos;   // for, while, do
  std::size_t open = npos;   // of the parentheses around its condition
  std::size_t close = npos;  // the same
  std::size_t end = npos;    // behind its body
  std::size_t tail = npos;   // the `while` of a do
};

namespace detail {

/// Behind the statement at `at`; npos where that is not found out.
[[nodiscard]] std::size_t statement_end(code const& text, std::size_t at);

}  // namespace detail

/// The loop whose first word is at `at`, if it is one.
[[nodiscard]] loop_text read_loop(code const& text, std::size_t at);

namespace detail {

/// `i < n`, where the loop steps i, and nothing but that ends it: it ends by itself.
[[nodiscard]] bool ends_by_itself(code const& text, name_set const& waited, loop_text const& loop,
                                  std::size_t condition, std::size_t condition_end);

}  // namespace detail

/// Has a loop of device code that may wait for other threads count its turns, so that these run:
/// `while (*flag == 0) {}` becomes
/// `for (waiting_loop w; w.once();) while (w.turn() && (*flag == 0)) {}`.
/// True where the loop at `at` was such a one.
bool rewrite_waiting_loop(code const& text, name_set const& waited, std::size_t at, edits& out,
                          std::unordered_set<std::size_t>& tails);

}  // namespace simt::cu
