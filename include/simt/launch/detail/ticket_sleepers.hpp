#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace simt::inline SIMT_ABI::detail {

/// Threads that sleep until a queue has got to their tickets.
class ticket_sleepers {
 public:
  /// Called when `done` callables are done, a number that every thread sees by then.
  void tell(std::uint64_t done) noexcept {
    if (sleepers_.load() != 0 && done >= wanted_.load()) wake();
  }

  /// Sleeps until `ticket` callables are done, or for a while: there may be a grid to help with, or
  /// a queue to take over. Longer after the first times (`turn`, from 0): where all processors are
  /// at work, each look takes some 10 us from one of them.
  template <class Reached>
  void sleep(std::uint64_t ticket, int turn, Reached const& reached) {
    std::unique_lock hold(lock_);
    wanted_.store(sleepers_.load() == 0 ? ticket : std::min(ticket, wanted_.load()));
    // Sequentially consistent, like the counter of what is done: either we see that it is done, or
    // who does it sees us.
    sleepers_.fetch_add(1);
    if (!reached(ticket))
      changed_.wait_for(hold, std::chrono::microseconds(200 << std::min(turn, 2)));
    sleepers_.fetch_sub(1);
  }

 private:
  SIMT_COLD void wake() noexcept {
    std::scoped_lock const hold(lock_);
    changed_.notify_all();
  }

  std::atomic<int> sleepers_{0};
  // The first ticket that one of them waits for: woken earlier, it would be one thread more than
  // there are processors, at each launch of many.
  std::atomic<std::uint64_t> wanted_{0};
  std::mutex lock_;
  std::condition_variable changed_;
};

}  // namespace simt::inline SIMT_ABI::detail
