#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/engine/block.hpp>
#include <simt/engine/detail/worker.hpp>

#include <atomic>
#include <csetjmp>
#include <utility>

namespace simt::inline SIMT_ABI::detail {

struct grid_run;

/// Where a thread shows the grid that it runs, so that one that waits for it can help without
/// being a TBB worker and without taking on anything else.
struct open_grid {
  std::atomic<grid_run*> grid{nullptr};
  std::atomic<int> helpers{0};

  /// Runs blocks of the grid that is shown, if there is one. Returns whether any were left.
  bool help() noexcept;
};

/// Set by who drains a queue of launches that others may wait for.
inline constinit thread_local open_grid* shown_grid = nullptr;

/// Has somebody begin work that is queued and that no thread has begun; true if there was any. For
/// blocks that wait: for such work, it may be, while they hold all workers. Null where there are no
/// queues.
inline constinit std::atomic<bool (*)() noexcept> begin_waiting_work{nullptr};

/// Held, within TBB's isolation, while a block's thread waits for tasks. It waits for its own only:
/// another block of the outer grid on this stack could wait for the one below it. An overflow
/// between the two grids, inside TBB, has no place to go on.
struct outside_block {
  explicit outside_block(block* b)
      : outer(b),
        stack(*worker::current().stack.current),
        recovery(std::exchange(stack.recovery, nullptr)) {
    current_block = nullptr;
  }
  ~outside_block() {
    current_block = outer;
    stack.recovery = recovery;
  }
  outside_block(outside_block const&) = delete;
  outside_block& operator=(outside_block const&) = delete;

  block* outer;
  stack_record& stack;
  sigjmp_buf* recovery;
};

}  // namespace simt::inline SIMT_ABI::detail
