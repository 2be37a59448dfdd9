// SPDX-License-Identifier: MIT
#pragma once

#include "command_line.hpp"
#include "host_compiler.hpp"

namespace simt::nvcc {

/// Does what a command asks for.
/// - Throws:  std::runtime_error for what the user is to change; failed where a program fails
void run(command const& asked, toolkit const& with);

}  // namespace simt::nvcc
