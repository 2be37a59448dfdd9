#pragma once
// SPDX-License-Identifier: MIT

#include <simt/check/hooks.hpp>
#include <simt/config.hpp>
#include <simt/engine/block.hpp>
#include <simt/engine/clock.hpp>
#include <simt/engine/detail/block_access.hpp>
#include <simt/engine/detail/block_queue.hpp>
#include <simt/engine/detail/grid_waits.hpp>
#include <simt/engine/detail/launch_history.hpp>
#include <simt/engine/detail/open_grid.hpp>
#include <simt/engine/detail/shared_arena.hpp>
#include <simt/engine/detail/spin_lock.hpp>
#include <simt/engine/detail/urgent_work.hpp>
#include <simt/engine/launch_info.hpp>
#include <simt/simd/plain_arithmetic.hpp>
#include <simt/simd/streaming.hpp>

#include <oneapi/tbb/task_arena.h>
#include <algorithm>
#include <atomic>
#include <csetjmp>
#include <cstdint>
#include <exception>
#include <limits>

namespace simt::inline SIMT_ABI::detail {

/// A grid while it runs, and a thread's part in it. Each worker owns a slab of the grid, the same
/// one at each launch of an equal grid, so that what a launch wrote is in the cache of who reads it
/// next; who is done helps others. A grid whose blocks have waited for one another, or of which
/// nothing is known, is taken from one counter instead: its blocks start in ascending order over
/// the whole grid. A thread takes more blocks at a time the cheaper they are.
struct grid_part {
  static constexpr float alone_ns = 5000;    // what one thread tries first may take this long
  static constexpr float chunk_ns = 50'000;  // what a thread takes at a time
  static constexpr float no_limit = std::numeric_limits<float>::infinity();
  /// The least threads of a grid that stores past the caches what it says (`__stcs`): with a number
  /// each, twice what the second cache of a core holds.
  static constexpr std::uint64_t streamed_threads = std::uint64_t{1} << 20;
  static constexpr unsigned by_slot = ~0U - 1;  // the home of a worker that comes by TBB

  launch_info const& info;
  block_loop loop;
  fiber_entry fiber;
  void const* run_gang;
  launch_history& history;
  std::uint64_t total;
  unsigned threads = 1;           // that run it
  unsigned concurrency = 1;       // of the arena
  bool in_slabs = false;          // else from one counter
  shared_arena* arena = nullptr;  // whose workers run it; null: those of the present one
  std::int64_t begun = 0;         // when, where a team runs it
  std::int64_t owners_by = 0;     // when the owners of slabs have had time to come
  float longest_block_ns = history.longest_block();  // 0: not known
  block_queue queue{total};
  grid_waits state{queue, most_resident(info.threads)};

  static float since(std::int64_t& last) noexcept {
    auto const now = clock_nanoseconds();
    auto const ns = static_cast<float>(now - last);
    last = now;
    return ns;
  }

  /// Runs blocks until none is left, until `limit_ns` have passed, or `most` of them. Alone, a
  /// thread takes a quarter of the grid, only to look at the clock, and then what is left: reading
  /// the clock takes as long as a small grid's block.
  void take_chunks(block& b, float limit_ns, std::uint64_t most, unsigned home) noexcept {
    // To read the clock takes a team's member as long as a short part.
    bool const is_timed = !is_member(home);
    auto last = is_timed ? clock_nanoseconds() : begun;
    float block_ns = longest_block_ns;
    float spent = 0;
    std::uint64_t growth = block_ns > 0 ? ~std::uint64_t{0} : 1;
    while (!state.stop.load(std::memory_order_relaxed) && spent < limit_ns) {
      bool const measured = spent > 0;
      auto const cheap = static_cast<std::uint64_t>(chunk_ns / std::max(block_ns, 0.5F)) + 1;
      std::uint64_t count = std::min({cheap, growth, most});
      std::uint64_t first = 0;
      if (most == 1) {
        first = queue.take_lowest(count);
      } else if (in_slabs) {
        first = take_from_slab(count, block_ns, last, home);
      } else {
        // All threads are to end together: no one takes more than its part of half of what is left.
        std::uint64_t const left = queue.left();
        std::uint64_t const alone = measured ? left : total / 4 + 1;
        count = std::min(count, threads == 1 ? alone : left / (2 * threads) + 1);
        if (left == 0) break;
        first = queue.take(count);
        if (count == 0) continue;
      }
      if (count == 0) break;
      block_access::seek(b, first, first + count);
      block_access::run(b, count);
      count = block_access::task_end(b) - first;
      state.ended();
      if (!measured && !is_timed && queue.is_taken(home)) break;
      if (count == most || (measured && threads == 1 && queue.left() == 0)) break;
      float const ns = since(last);
      spent += ns;
      block_ns = ns / static_cast<float>(count);
      if (home == by_slot || home == 0) history.learn(block_ns);
      growth = growth > total ? growth : count * 8;
      if (urgent_work::waits_above(state.origin.urgency) && home == by_slot) [[unlikely]]
        do_urgent_work(b, last);
    }
  }

  /// True for who has been asked for slab `home`.
  [[nodiscard]] static bool is_member(unsigned home) noexcept {
    return home != by_slot && home != 0;
  }

  /// Lets streams of a higher priority have the thread until none of them has a part for it. Not
  /// above another kernel's block, on whose stack there may be little room.
  SIMT_COLD void do_urgent_work(block& b, std::int64_t& last) noexcept {
    if (!block_access::is_outermost(b)) return;
    {
      outside_block const scope(&b);
      urgent_work::do_above(state.origin.urgency);
    }
    last = clock_nanoseconds();
  }

  /// The next blocks of the own slab, or of others': not before their owners can have come, and
  /// not what these will have done in a microsecond.
  [[nodiscard]] std::uint64_t take_from_slab(std::uint64_t& count, float block_ns, std::int64_t now,
                                             unsigned home) noexcept {
    bool const is_in_team = home != by_slot;
    if (!is_in_team) home = home_of_this_thread();
    auto const least = static_cast<std::uint64_t>(1000.0F / std::max(block_ns, 0.5F));
    std::uint64_t const wanted = count;
    for (;; now = clock_nanoseconds()) {
      unsigned later = block_queue::nowhere;
      count = wanted;
      std::uint64_t const first = queue.take(count, home, {least, now < owners_by}, later);
      if (count != 0 || later == block_queue::nowhere) return first;
      // Not at the lines of those who work: a short part is over before they have read them again.
      if (is_in_team)
        queue.await_owner(later, owners_by);
      else
        spin_pause();
    }
  }

  /// The slab of the worker that the calling thread is.
  [[nodiscard]] unsigned home_of_this_thread() const noexcept {
    int const slot = tbb::this_task_arena::current_thread_index();
    if (slot < 0 || static_cast<unsigned>(slot) >= concurrency) return block_queue::nowhere;
    return static_cast<unsigned>(slot) * threads / concurrency;
  }

  /// One thread's part in the grid.
  [[gnu::noinline]] void participate(float limit_ns, std::uint64_t most = ~std::uint64_t{0},
                                     unsigned home = by_slot) noexcept {
#if SIMT_TSAN
    __tsan_acquire(this);
#endif
#if SIMT_CHECK
    kernel_turn const turn;
#endif
    simd::detail::plain_arithmetic const arithmetic;
    simd::streaming const past_caches(total * info.threads >= streamed_threads);
    try {
      block b(info, state, loop, fiber, run_gang);
      run_guarded(b, limit_ns, most, home);
      block_access::settle(b);
    } catch (...) {
      state.fail(std::current_exception());
    }
#if SIMT_TSAN
    __tsan_release(this);
#endif
  }

  [[gnu::noinline]] void run_guarded(block& b, float limit_ns, std::uint64_t most,
                                     unsigned home) noexcept {
#if SIMT_CATCH_OVERFLOW
    sigjmp_buf recovery;
    block_access::root(b).recovery = &recovery;
    exception_state const before = *thread_exception_state();
    if (sigsetjmp(recovery, 0) != 0) {
      // The frames that the jump left may have been handling exceptions.
      *thread_exception_state() = before;
      block_access::overflow(b);
      return;
    }
#endif
    if (total == 1) {
      queue.take_only_one();
      state.running.store(1, std::memory_order_relaxed);
      block_access::run(b, 1);
    } else {
      if (home == by_slot) state.running.fetch_add(1, std::memory_order_relaxed);
      take_chunks(b, limit_ns, most, home);
      // (Members of a team would wait for one another here; it counts where blocks wait.)
      if (home == by_slot || state.waited()) state.running.fetch_sub(1, std::memory_order_relaxed);
    }
  }
};

}  // namespace simt::inline SIMT_ABI::detail
