#pragma once
// SPDX-License-Identifier: MIT

#include <simt/check/hooks.hpp>
#include <simt/config.hpp>
#include <simt/engine/block.hpp>
#include <simt/engine/clock.hpp>
#include <simt/engine/detail/block_access.hpp>
#include <simt/engine/detail/block_queue.hpp>
#include <simt/engine/detail/grid_waits.hpp>
#include <simt/engine/gang_loop.hpp>
#include <simt/engine/grid_work.hpp>
#include <simt/engine/launch_info.hpp>

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>
#include <algorithm>
#include <atomic>
#include <csetjmp>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <thread>
#include <utility>

namespace simt::inline SIMT_ABI {
namespace detail {

struct grid_run;

#if SIMT_CHECK
/// Held while the calling OS thread runs blocks.
struct kernel_turn {
  kernel_turn() { simt_check_take_turn(); }
  ~kernel_turn() {
    simt_check_end_blocks();
    simt_check_pass_turn();
  }
  kernel_turn(kernel_turn const&) = delete;
  kernel_turn& operator=(kernel_turn const&) = delete;
};
#endif

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

/// A grid while it runs. Threads take runs of blocks from one counter, so blocks start in order
/// over the whole grid, and a thread takes more at a time the cheaper they are.
struct grid_run {
  static constexpr float inline_ns = 5000;   // a grid shorter than that stays on its thread
  static constexpr float chunk_ns = 50'000;  // what a thread takes at a time
  static constexpr float no_limit = std::numeric_limits<float>::infinity();

  launch_info const& info;
  block_loop loop;
  fiber_entry fiber;
  void const* run_gang;
  launch_history& history;
  std::uint64_t total;
  unsigned threads = 1;
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
  void take_chunks(block& b, float limit_ns, std::uint64_t most) noexcept {
    auto last = clock_nanoseconds();
    float block_ns = history.block_ns.load(std::memory_order_relaxed);
    float spent = 0;
    std::uint64_t growth = block_ns > 0 ? ~std::uint64_t{0} : 1;
    while (!state.stop.load(std::memory_order_relaxed) && spent < limit_ns) {
      std::uint64_t const left = queue.left();
      if (left == 0) break;
      // All threads are to end together: no one takes more than its part of half of what is left.
      bool const measured = spent > 0;
      std::uint64_t const alone = measured ? left : total / 4 + 1;
      std::uint64_t const fair = threads == 1 ? alone : left / (2 * threads) + 1;
      auto const cheap = static_cast<std::uint64_t>(chunk_ns / std::max(block_ns, 0.5F)) + 1;
      std::uint64_t count = std::min({fair, cheap, growth, most});
      std::uint64_t const first = queue.take(count);
      if (count == 0) continue;
      block_access::seek(b, first, first + count);
      block_access::run(b, count);
      count = block_access::task_end(b) - first;
      state.ended();
      if (count == most || (measured && threads == 1 && queue.left() == 0)) break;
      float const ns = since(last);
      spent += ns;
      block_ns = ns / static_cast<float>(count);
      history.learn(block_ns);
      growth = growth > total ? growth : count * 8;
    }
  }

  /// One thread's part in the grid.
  [[gnu::noinline]] void participate(float limit_ns,
                                     std::uint64_t most = ~std::uint64_t{0}) noexcept {
#if SIMT_TSAN
    __tsan_acquire(this);
#endif
#if SIMT_CHECK
    kernel_turn const turn;
#endif
    try {
      block b(info, state, loop, fiber, run_gang);
      run_guarded(b, limit_ns, most);
      block_access::settle(b);
    } catch (...) {
      state.fail(std::current_exception());
    }
#if SIMT_TSAN
    __tsan_release(this);
#endif
  }

  [[gnu::noinline]] void run_guarded(block& b, float limit_ns, std::uint64_t most) noexcept {
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
      state.running.fetch_add(1, std::memory_order_relaxed);
      take_chunks(b, limit_ns, most);
      state.running.fetch_sub(1, std::memory_order_relaxed);
    }
  }

  [[nodiscard]] bool finished() const noexcept {
    return state.stop.load(std::memory_order_relaxed) || !queue.any();
  }
  // Takes the grid out of sight again and waits for those that have seen it.
  struct showing {
    showing(open_grid* where, grid_run* run) : place(where) {
      if (place) place->grid.store(run);
    }
    ~showing() {
      if (!place) return;
      place->grid.store(nullptr);
      while (place->helpers.load() != 0) std::this_thread::yield();
    }
    showing(showing const&) = delete;
    showing& operator=(showing const&) = delete;
    open_grid* place;
  };

  void share() {
#if SIMT_TSAN
    __tsan_release(this);
#endif
    // Isolated: once begun, a kernel runs to its end even if the caller's own tasks are cancelled.
    tbb::task_group_context context(tbb::task_group_context::isolated);
    tbb::parallel_for(
        tbb::blocked_range<unsigned>(0, threads, 1),
        [this](tbb::blocked_range<unsigned> const&) { participate(no_limit); },
        tbb::simple_partitioner(), context);
#if SIMT_TSAN
    __tsan_acquire(this);
#endif
  }

  void execute() {
    state.serve(*this);
    run();
    state.finish();
    if (state.failed.load()) [[unlikely]]
      std::rethrow_exception(state.error);
  }
  void run() {
    float const block_ns = history.block_ns.load(std::memory_order_relaxed);
    if (total == 1) {
      participate(no_limit);
    } else {
      auto const concurrency =
          static_cast<unsigned>(std::max(tbb::this_task_arena::max_concurrency(), 1));
      float const expected = block_ns * static_cast<float>(total);
      if (concurrency == 1) {
        participate(no_limit);
      } else if (block_ns > 0 && expected < inline_ns) {
        // With a limit, lest the blocks take longer this time.
        participate(inline_ns);
      }
      if (!finished()) {
        threads = static_cast<unsigned>(std::min<std::uint64_t>(concurrency, total));
        nested_share();
      }
    }
  }
  /// The same with all blocks at once, each on a thread of its own, which calls `begin` before it
  /// and `end` after it.
  template <class Begin, class End>
  void execute_together(Begin const& begin, End const& end) {
    threads = static_cast<unsigned>(total);  // so that nobody takes a second one early
    state.serve(*this);
    crew* const all = state.helpers.get();
    for (std::uint64_t i = 0; i < total; ++i) {
      bool const began = all != nullptr && all->add([&] {
        begin();
        participate(no_limit);
        end();
      });
      if (began) continue;
      state.fail(std::make_exception_ptr(std::bad_alloc()));
      for (; i < total; ++i) end();
    }
    if (all != nullptr) all->join();
    if (state.failed.load()) std::rethrow_exception(state.error);
  }

  // A gang that launches waits for its own grid only: another block of the outer grid on this
  // stack could wait for the one below it. An overflow between the two grids, inside TBB, has no
  // place to go on.
  void nested_share() {
    block* const outer = block::current();
    if (outer == nullptr) {
      showing const shown(shown_grid, this);
      share();
      return;
    }
    struct outside {
      explicit outside(block* b)
          : outer(b),
            stack(*worker::current().stack.current),
            recovery(std::exchange(stack.recovery, nullptr)) {
        current_block = nullptr;
      }
      ~outside() {
        current_block = outer;
        stack.recovery = recovery;
      }
      outside(outside const&) = delete;
      outside& operator=(outside const&) = delete;

      block* outer;
      stack_record& stack;
      sigjmp_buf* recovery;
    } const scope(outer);
    tbb::this_task_arena::isolate([this] { share(); });
  }
};

inline bool open_grid::help() noexcept {
  helpers.fetch_add(1);
  grid_run* const run = grid.load();
  bool const wanted = run != nullptr && !run->finished();
  if (wanted) run->participate(grid_run::no_limit);
  helpers.fetch_sub(1);
  return wanted;
}

[[nodiscard]] inline grid_run run_of(launch_info const& info, grid_work const& work) {
  return {info, work.loop, work.fiber, work.run_gang, *work.history, info.grid.count()};
}
[[gnu::noinline]] SIMT_RUNTIME_FUNCTION void run_grid_of(launch_info const& info, grid_work const& work) {
  validate(info);
  grid_run run = run_of(info, work);
  run.execute();
}

}  // namespace detail
}  // namespace simt::inline SIMT_ABI
