// SPDX-License-Identifier: MIT
#pragma once

#include "../text/edits.hpp"
#include "../text/messages.hpp"
#include "launch.hpp"

#include <string>

namespace simt::cu {

/// cudaMemcpyToSymbol("name", ...), whose name is at `at`: the variable itself, which old programs
/// name by a string.
bool rewrite_symbol_name(code const& text, std::size_t at, edits& out);

/// malloc, free and clock, at `at` in device code: those of the device.
bool rewrite_device_call(code const& text, std::size_t at, edits& out);

/// A call, at `at` in device code, of a function of the runtime that only host code has: it does
/// not compile and says so.
bool rewrite_call_of_host(code const& text, std::size_t at, edits& out);

/// True if `operator`, at `at`, is that of `operator new(size)`: one that `new T` calls.
[[nodiscard]] bool declares_heap(code const& text, std::size_t at);

/// `new T` and `delete p`, whose keyword is at `at` in device code: on the kernels' heap. Placement
/// forms stay.
bool rewrite_device_object(code const& text, std::size_t at, edits& out);

}  // namespace simt::cu
