// SPDX-License-Identifier: MIT
#pragma once

#include "profiler.hpp"

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

// The hooks of the library have this in common.
struct simt_check_block;

namespace simt::profile {

/// Held by the OS thread that runs blocks: one at a time.
std::recursive_mutex& turn();

/// The launches of the program.
struct all_launches {
  std::mutex lock;
  std::vector<std::unique_ptr<launch>> all;
  std::vector<launch*> running;
  unsigned workers = 0;
};
all_launches& launches();
/// The launch to which the block belongs, which its first block names; null where none is known.
launch* launch_for(simt_check_block const& b);
/// True while launches are looked at.
extern constinit std::atomic<bool> collects;

}  // namespace simt::profile
