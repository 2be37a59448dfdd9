// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// Where in the source a return address lies, by the debug information of the running program: what the
// checker of SIMT_CHECK builds and the profiler of SIMT_PROFILE builds both ask.
namespace simt::check {

/// A function's place in the source, as debug information has it.
struct frame {
  std::string function, file;
  unsigned line = 0, column = 0;
};
/// The frames at a return address, innermost first: what was inlined, then the function itself.
std::vector<frame> const& frames_at(void const* return_address);
/// The innermost frame without its function, which is found much sooner.
frame line_at(void const* return_address);
/// True where a file is simt's, oneTBB's or the standard library's.
bool is_library(std::string_view file);
/// True where an access is the engine's own: its innermost frame lies in simt, but not where simt
/// reads and writes in the program's name.
bool is_internal(void const* return_address);
/// True where an atomic is the program's, perhaps by way of libcu++; false: the library's own.
bool is_program_atomic(void const* return_address);
/// The program's own frame at the first of these return addresses that has one.
frame program_frame(void const* const* addresses, std::size_t count);
/// The program's own frames at these return addresses, innermost first.
std::vector<frame> program_frames(void const* const* addresses, std::size_t count);
/// The most bytes to which the program asks (`alignas`) a type to be aligned, of those that parameters and
/// variables of the function there are, point to or are arrays of; 1 where none asks.
unsigned widest_type(void const* return_address);
/// The alignment of a type of that many bytes, of those that the function's parameters and variables point
/// to or are; 0 where there is none.
unsigned type_alignment(void const* return_address, std::size_t bytes);
/// The name of the kernel at an address, which stays; "kernel" where debug information knows none.
char const* kernel_name(void const* address);
/// A line of a source file without white space around it; empty where it cannot be read.
std::string source_line(frame const& f);

}  // namespace simt::check
