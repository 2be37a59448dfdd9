#pragma once
// SPDX-License-Identifier: MIT

#include <simt/check/hooks.hpp>
#include <simt/config.hpp>
#include <simt/engine/block.hpp>
#include <simt/engine/clock.hpp>
#include <simt/engine/detail/block_access.hpp>
#include <simt/engine/detail/block_queue.hpp>
#include <simt/engine/detail/grid_waits.hpp>
#include <simt/engine/detail/open_grid.hpp>
#include <simt/engine/detail/shared_arena.hpp>
#include <simt/engine/detail/spin_lock.hpp>
#include <simt/engine/detail/urgent_work.hpp>
#include <simt/engine/detail/waiting_team.hpp>
#include <simt/engine/gang_loop.hpp>
#include <simt/engine/grid_work.hpp>
#include <simt/engine/launch_info.hpp>
#include <simt/simd/plain_arithmetic.hpp>

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

/// A grid while it runs. Each worker owns a slab of it, the same one at each launch of an equal
/// grid, so that what a launch wrote is in the cache of who reads it next; who is done helps
/// others. A grid whose blocks have waited for one another, or of which nothing is known, is taken
/// from one counter instead: its blocks start in ascending order over the whole grid. A thread
/// takes more blocks at a time the cheaper they are.
struct grid_run {
  static constexpr float alone_ns = 5000;    // what one thread tries first may take this long
  static constexpr float chunk_ns = 50'000;  // what a thread takes at a time
  static constexpr float least_to_try_ns = 4000;  // for grids between, one thread and several are
  static constexpr float most_to_try_ns = 60'000;  // tried
  static constexpr float no_limit = std::numeric_limits<float>::infinity();
  static constexpr unsigned by_slot = ~0U - 1;  // the home of a worker that comes by TBB

  launch_info const& info;
  block_loop loop;
  fiber_entry fiber;
  void const* run_gang;
  launch_history& history;
  std::uint64_t total;
  unsigned threads = 1;        // that run it
  unsigned concurrency = 1;    // of the arena
  bool in_slabs = false;       // else from one counter
  shared_arena* arena = nullptr;  // whose workers run it; null: those of the present one
  std::int64_t owners_by = 0;  // when the owners of slabs have had time to come
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
    auto last = clock_nanoseconds();
    float block_ns = history.longest_block();
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
      // A short part: to look for others' would take a team's member as long.
      if (!measured && is_member(home) && queue.is_taken(home)) break;
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
  [[nodiscard]] std::uint64_t take_from_slab(std::uint64_t& count, float block_ns,
                                             std::int64_t now, unsigned home) noexcept {
    if (home == by_slot) home = home_of_this_thread();
    auto const least = static_cast<std::uint64_t>(1000.0F / std::max(block_ns, 0.5F));
    std::uint64_t const wanted = count;
    for (;; now = clock_nanoseconds()) {
      bool later = false;
      count = wanted;
      std::uint64_t const first = queue.take(count, home, {least, now < owners_by}, later);
      if (count != 0 || !later) return first;
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
        tbb::static_partitioner(), context);
    last_shared.store(clock_nanoseconds(), std::memory_order_relaxed);
#if SIMT_TSAN
    __tsan_acquire(this);
#endif
  }

  void execute() {
    state.serve(*this);
    run();
    state.finish();
    run_tail();
    if (state.waited()) [[unlikely]]
      history.learn_that_blocks_wait();
    if (state.failed.load()) [[unlikely]]
      std::rethrow_exception(state.error);
  }
  /// Runs what is to follow the blocks, as a part of the grid.
  SIMT_INLINE void run_tail() noexcept {
    if (deferred_work* const tail = state.tail.load(std::memory_order_acquire)) [[unlikely]]
      tail->run(*tail, state);
  }
  void run() {
    if (total == 1) {
      participate(no_limit);
      return;
    }
    float const usual_ns = history.usual_block();  // 0: not known
    float const expected = usual_ns * static_cast<float>(total);
    // With a limit, lest the blocks take longer this time.
    float const limit_ns = std::max(2 * expected, alone_ns);
    // What is over before a worker is awake is not worth a look at the arena.
    if (usual_ns > 0 && expected <= least_to_try_ns) {
      participate(limit_ns);
      if (finished()) return;
    }
    // Nested grids stay in the arena that the outer one's blocks are in.
    arena = block::current() == nullptr ? arena_of_grids : nullptr;
    int const present = arena != nullptr ? arena->workers.max_concurrency()
                                         : tbb::this_task_arena::max_concurrency();
    concurrency = static_cast<unsigned>(std::max(present, 1));
    if (concurrency == 1 || SIMT_CHECK) {  // where one thread runs kernels at a time
      participate(no_limit);
      return;
    }
    unsigned wanted = concurrency;
    std::int64_t begun = 0;  // where the launch tells which way is the faster one
    if (expected > least_to_try_ns) {
      wanted = worth_waking(expected, concurrency, workers_are_awake());
      bool one = wanted == 1;
      if (expected < most_to_try_ns) {
        begun = clock_nanoseconds();
        if (run_in_team(expected, begun, one)) return;
        wanted = std::max(wanted, 2U);
      }
      if (one) {
        participate(limit_ns);
        if (finished()) {
          if (begun != 0) history.learn_grid(true, since(begun));
          return;
        }
        wanted = concurrency;
        begun = 0;
      }
    }
    small_grids_team.close();
    threads = static_cast<unsigned>(std::min<std::uint64_t>(wanted, total));
    // Blocks that wait for lower ones are best begun in order.
    in_slabs = usual_ns > 0 && !history.waits() && !state.waited() && queue.split(threads);
    owners_by = clock_nanoseconds() + static_cast<std::int64_t>(sharing_ns(threads, true));
    nested_share();
    if (begun != 0) history.learn_grid(false, since(begun));
  }

  /// Runs a small grid with the workers that wait for such, if it ends first so; else `one` says
  /// whether one thread is to run it. (Before, whether that is better than to have TBB wake some.)
  bool run_in_team(float expected, std::int64_t now, bool& one) {
    one = history.prefers_one_thread(total, one);
    waiting_team& team = small_grids_team;
    unsigned const most = waiting_team::most_of(concurrency);
    unsigned const others = most == 0 ? 0 : worth_asking(expected, most + 1) - 1;
    if (others == 0 || history.waits() || block::current() != nullptr ||
        (history.refuses_team() && !waiting_team::always))
      return false;
    waiting_team::turn const held(team);
    if (!held) return false;
    bool const comes = team.grow(others, now, arena != nullptr ? &arena->workers : nullptr);
    unsigned const asked = std::min(team.members(), others);
    bool const enough = asked > others / 2 || (waiting_team::always && asked != 0);
    if (!enough || history.tries_one_thread()) {
      one = one || comes || enough;
      return false;
    }
    static constinit block_queue::slab slabs[waiting_team::most_members + 1]{};
    if (!queue.split(asked + 1, slabs)) return false;
    threads = asked + 1;
    in_slabs = true;
    owners_by = now + static_cast<std::int64_t>(asking_ns(threads));
    state.running.store(threads, std::memory_order_relaxed);
    auto const work = [](void* grid, unsigned member) noexcept {
      static_cast<grid_run*>(grid)->participate(no_limit, ~std::uint64_t{0}, member);
    };
    team_task const part{this, work, {this, &state, &info, run_gang}};
    team.ask(part, asked);
    participate(no_limit, ~std::uint64_t{0}, 0);
    team.finish(part);
    // The slabs are the next grid's: those that run blocks for which others wait look at them.
    state.finish();
    queue.drop_slabs();
    history.learn_team(since(now));
    return true;
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
    run_tail();
    if (state.failed.load()) std::rethrow_exception(state.error);
  }

  void nested_share() {
    if (block* const outer = block::current()) {
      outside_block const scope(outer);
      tbb::this_task_arena::isolate([this] { share(); });
      return;
    }
    showing const shown(shown_grid, this);
    auto const share_there = [this] { tbb::this_task_arena::isolate([this] { share(); }); };
    if (arena == nullptr || !arena->be_guest(share_there)) share();
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
