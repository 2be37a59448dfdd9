// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

/// How much C++ a lane form may cost its compiler: all limits that decide how, or how often, a
/// kernel's text is compiled. Sizes are tokens of a function's text with those of all that it calls
/// in their places, see call_graph::size_of.
namespace simt::cu::lane::compile_budget {

/// Kernels above this are compiled for one kind of gangs only, and each statement counts.
inline constexpr std::size_t very_large_kernel = 800;

/// A kernel of a known block is compiled for fewer kinds of gangs above this.
inline constexpr std::size_t many_gangs = 400;

/// Very large kernels run in gangs of one warp, but for those with barriers and without loops up to
/// this, in rows of `straight_block` threads: each barrier switches stacks between gangs of a
/// block.
inline constexpr std::size_t straight_kernel = 2000;
inline constexpr unsigned straight_block = 16;

/// A kernel of several loops with more floating-point values a thread than this is heavy: very
/// large, it runs in small gangs.
inline constexpr int light_values = 6;

/// Kernels above both have no lane form for registers of four lanes: each of so many loops has
/// masks to keep.
inline constexpr std::size_t chain_of_loops = 4000;
inline constexpr std::size_t loops_of_chain = 16;

/// A kernel above both, reads and writes of memory and branches in which threads part, is a
/// function by itself, whose loops g++ leaves as they are: each access has branches of its own, and
/// from some hundreds of them on g++'s optimisations of loops take a time that grows with their
/// square.
inline constexpr std::size_t branchy_accesses = 200;
inline constexpr std::size_t branches_of_accesses = 8;

/// Device functions above this are calls, not inlined: a thousand statements at each place that
/// calls them are minutes of the compiler's time.
inline constexpr std::size_t inlined_function = 1500;

/// A kernel template with more instances than this is one of many: its lane form takes numbers as
/// arguments where it can, and device functions above `function_of_many` are compiled once for all
/// of its instances.
inline constexpr std::size_t many_instances = 8;
inline constexpr std::size_t function_of_many = 100;

/// Statements of a loop's body that is written once for each of its turns.
inline constexpr int statements_of_turn = 12;

/// Rows of memory that one turn of a loop asks for on behalf of the next: they stay in registers.
inline constexpr std::size_t prefetched_rows = 8;

/// Lexemes that the macros of one function make, and how deep they nest.
inline constexpr std::size_t expanded_lexemes = 400'000;
inline constexpr int nested_macros = 64;

/// Lexemes of one use of a macro in a function that are written into its text.
inline constexpr std::size_t written_out_lexemes = 2000;

/// Operands within operands: `a + b + c` are two.
inline constexpr int nested_expressions = 2000;

}  // namespace simt::cu::lane::compile_budget
