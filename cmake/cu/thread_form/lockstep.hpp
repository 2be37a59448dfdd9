// SPDX-License-Identifier: MIT
#pragma once

#include "../text/edits.hpp"
#include "../text/qualifiers.hpp"
#include "waiting_loops.hpp"

#include <string>
#include <string_view>

namespace simt::cu {

namespace detail {

/// Behind the subscripts that follow the name at `at`; `at + 1` where there is none.
[[nodiscard]] std::size_t subscripts_end(code const& text, std::size_t at);

/// True if the `name[…]` at `at` begins a statement `name[a] op= … name[b] …;`, where b is not a.
[[nodiscard]] bool takes_from_others(code const& text, std::size_t at);

/// True where the `volatile` at `at` in a body is of an array of the thread's own.
[[nodiscard]] bool is_own_array(code const& text, std::size_t at);

[[nodiscard]] bool begins_statement(code const& text, std::size_t at);

}  // namespace detail

/// Finds, in the function declared from `head` on whose body is from `begin` to `end`, the volatile
/// arrays by which the threads of a warp exchange values with no barrier, as old programs do, since
/// a warp ran in lock step: `v[tid] += v[tid + 32]; v[tid] += v[tid + 16]; …`. `outside`: what is
/// volatile outside of functions. None where the function says __syncwarp().
[[nodiscard]] name_set lockstep_arrays(code const& text, name_set const& outside, std::size_t head,
                                       std::size_t begin, std::size_t end);

/// Has the threads of a warp meet around such a statement at `at`: `v[tid] += v[tid + 32];` becomes
/// `warp_meet(v[tid]), warp_step(v[tid]) += v[tid + 32];`, whose assignment all of them do at once.
bool rewrite_lockstep(code const& text, name_set const& arrays, std::size_t at, edits& out);

}  // namespace simt::cu
