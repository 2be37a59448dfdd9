#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/engine/clock.hpp>
#include <simt/engine/detail/block_access.hpp>
#include <simt/engine/detail/block_queue.hpp>
#include <simt/engine/detail/block_state.hpp>
#include <simt/engine/detail/crew.hpp>
#include <simt/engine/detail/on_demand.hpp>
#include <simt/engine/detail/open_grid.hpp>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <string>

namespace simt::inline SIMT_ABI::detail {

/// The same for blocks of `threads` threads: as many as the largest devices hold.
constexpr unsigned most_resident(unsigned threads) noexcept {
  return std::clamp(262'144u / std::max(threads, 1u), 64u, max_resident_blocks);
}

/// Finds out whether every block that runs waits, and for how long: in each second, each of them
/// says once that it does.
class idle_census {
 public:
  /// A block waits, and has last said so in second `said`. Gives for how many seconds on end all of
  /// `running` blocks have said so.
  unsigned count(std::int64_t second, std::int64_t& said, unsigned running) noexcept {
    if (said == second) return 0;
    said = second;
    std::scoped_lock const hold(lock_);
    if (second != second_) {
      quiet_ = second == second_ + 1 && waiting_ >= running ? quiet_ + 1 : 0;
      second_ = second;
      waiting_ = 0;
    }
    ++waiting_;
    return quiet_;
  }

 private:
  std::mutex lock_;
  std::int64_t second_ = -1;
  unsigned waiting_ = 0;
  unsigned quiet_ = 0;
};

/// A launch whose blocks may wait for one another: as on a GPU, those that have not begun begin,
/// beside those that wait, up to a bound.
/// - Order:   blocks begin in ascending order here, too
/// - Cost:    a thread of the operating system for each block that runs beside those of the workers
struct grid_waits : launch_state {
  block_queue& queue;
  unsigned const most;  // blocks at once
  on_demand<crew> helpers{};
  std::atomic<unsigned> helping{0};
  std::atomic<unsigned> running{0};  // threads that run blocks

  grid_waits(block_queue& blocks, unsigned most_blocks) noexcept
      : queue(blocks), most(most_blocks) {
    waits = [](launch_state& s, block_state& b, bool idle) noexcept {
      static_cast<grid_waits&>(s).wait(b, idle);
    };
  }

  /// Says who runs one more block of the grid, participate(no limit, 1), and whether any are left;
  /// not where each block has a thread that runs no other.
  template <class Grid>
  void serve(Grid& grid) noexcept {
    grid_ = &grid;
    run_one_ = [](void* g) noexcept {
      static_cast<Grid*>(g)->participate(Grid::no_limit, 1);
      return !static_cast<Grid*>(g)->finished();
    };
  }

  /// Waits for the helpers.
  SIMT_INLINE void finish() noexcept {
    if (crew* const all = helpers.made()) [[unlikely]]
      all->join();
  }

  /// True where a block has waited for what others do.
  [[nodiscard]] bool waited() const noexcept { return moved_.load(std::memory_order_relaxed) != 0; }

  /// Blocks have ended.
  SIMT_INLINE void ended() noexcept {
    if (moved_.load(std::memory_order_relaxed) != 0) [[unlikely]]
      moved_.store(clock_nanoseconds(), std::memory_order_relaxed);
  }

 private:
  /// Lets a block wait, see launch_state. After a while it gives back the blocks that
  /// were to follow it; where some have not begun, for which it may wait, one of them begins, and
  /// where all have, a queue's work.
  SIMT_COLD void wait(block_state& b, bool idle) noexcept {
    std::int64_t const now = clock_nanoseconds();
    std::int64_t last = moved_.load(std::memory_order_relaxed);
    if (last == 0) {
      moved_.compare_exchange_strong(last, now);
      return;
    }
    std::int64_t const patience = idle ? 250'000 : 1'000'000;
    if (now - last > patience / 2) give_back_rest(b);
    if (now - last > patience && queue.any() && run_one_ != nullptr) {
      if (helping.load() < most && moved_.compare_exchange_strong(last, now)) begin_another();
    } else if (idle) {
      // All blocks have begun: it may be a queue's work for which they wait.
      auto* const begin = begin_waiting_work.load(std::memory_order_relaxed);
      if (begin != nullptr && now - last > 1'000'000 && moved_.compare_exchange_strong(last, now))
        begin();
      constexpr std::int64_t second = 1'000'000'000;
      idle_census* const census = census_.get();
      if (census == nullptr) return;
      unsigned const quiet = census->count(now / second, block_access::second_waited(b),
                                           running.load(std::memory_order_relaxed));
      if (quiet >= 10 && !told_.exchange(true)) tell(b);
    }
  }

  void give_back_rest(block_state& b) noexcept {
    std::uint64_t const rest = b.linear() + 1;
    std::uint64_t const end = block_access::task_end(b);
    if (rest < end && queue.put(rest, end)) block_access::end_early(b);
  }

  void begin_another() noexcept {
    crowded.store(true, std::memory_order_relaxed);
    helping.fetch_add(1);
    crew* const all = helpers.get();
    bool const began = all != nullptr && all->add([this] {
      // One after another: blocks that do not wait end fast, and thousands may have been given back.
      while (run_one_(grid_)) {
      }
      helping.fetch_sub(1);
    });
    if (!began) helping.fetch_sub(1);
  }

  /// Says that nothing goes on. No error: the host may be about to write what the kernel waits for.
  static void tell(block_state const& b) noexcept {
    try {
      auto const running_gang = b.info().running_gang;
      unsigned const gang = running_gang != nullptr ? running_gang() : b.current_gang();
      kernel_error const e(
          "for ten seconds all blocks that run have waited in loops for memory that nobody "
          "changes; unless the host is to change it, the kernel never ends",
          b.site(), b.seen_index(), b.threads_of(gang));
      std::fprintf(stderr, "%s\n", e.what());
    } catch (...) {
    }
  }

  void* grid_ = nullptr;
  bool (*run_one_)(void*) noexcept = nullptr;
  std::atomic<std::int64_t> moved_{0};  // when a block last ended or a helper began; 0: none waits
  on_demand<idle_census> census_{};
  std::atomic<bool> told_{false};
};

}  // namespace simt::inline SIMT_ABI::detail
