// SPDX-License-Identifier: MIT
#pragma once

#include "checker.hpp"

#include <mutex>
#include <string>
#include <vector>

namespace simt::check {

/// Holds what the calling OS thread runs, from its first block on.
struct own_context {
  context* c = nullptr;
  bool active = false;
  unsigned launches = 0;         // that this thread has begun with it
  own_context* outer = nullptr;  // of the block whose thread has launched what runs now
};
extern thread_local constinit own_context mine;

/// Held by the OS thread that runs blocks: one at a time.
std::recursive_mutex& turn();

/// Tells of device memory that nobody has written, if so asked.
void report_unused(allocation const& a);

/// Lists the places where threads of the block wait, and those that have left: a line each.
std::vector<std::string> whereabouts(context const& c);
/// A finding of thread `rank`, where it waits.
finding barrier_finding(context const& c, unsigned rank);
/// The same where another thread of the block is not where it should be.
finding barrier_finding(context const& c, unsigned rank, unsigned other);

}  // namespace simt::check
