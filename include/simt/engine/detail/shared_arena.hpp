#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

#include <oneapi/tbb/task_arena.h>
#include <atomic>
#include <utility>

namespace simt::inline SIMT_ABI::detail {

/// An arena whose workers run the grids of several queues, with a place that no worker takes for
/// one thread from elsewhere.
/// - Order:   a guest never waits for a worker to leave: the place is its own. While it is taken,
///            others stay where they are
class shared_arena {
 public:
  /// Makes the place one of those that `wanted` says, so that the arena has one worker less.
  shared_arena(tbb::task_arena::constraints const& wanted, bool has_place,
               tbb::task_arena::priority priority = tbb::task_arena::priority::normal)
      : workers(wanted, has_place ? 1 : 0, priority), has_place_(has_place) {}

  tbb::task_arena workers;

  /// Calls `f` in the arena. It may wait for nothing but what it has its workers do.
  /// - Errors:  false where no place is free; `f` has not been called then. What `f` throws
  template <class F>
  [[nodiscard]] bool be_guest(F const& f) {
    if (!has_place_ || taken_.exchange(true, std::memory_order_acquire)) return false;
    struct leaving {
      std::atomic<bool>& taken;
      ~leaving() { taken.store(false, std::memory_order_release); }
    } const scope{taken_};
    workers.execute(f);
    return true;
  }

 private:
  bool const has_place_;
  std::atomic<bool> taken_{false};
};

/// Where the calling thread has grids run that it shares, if there is a place: set by who does a
/// queue's work in the place of the arena's workers. These wait there for it, and to another arena
/// they would have to move, which takes a grid on 16 threads 50 microseconds.
inline constinit thread_local shared_arena* arena_of_grids = nullptr;

/// Sets it for a while.
class arena_scope {
 public:
  explicit arena_scope(shared_arena* arena) noexcept
      : outer_(std::exchange(arena_of_grids, arena)) {}
  ~arena_scope() { arena_of_grids = outer_; }
  arena_scope(arena_scope const&) = delete;
  arena_scope& operator=(arena_scope const&) = delete;

 private:
  shared_arena* const outer_;
};

}  // namespace simt::inline SIMT_ABI::detail
