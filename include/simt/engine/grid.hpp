#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/engine/block.hpp>
#include <simt/engine/clock.hpp>
#include <simt/engine/detail/grid_part.hpp>
#include <simt/engine/detail/open_grid.hpp>
#include <simt/engine/detail/shared_arena.hpp>
#include <simt/engine/detail/waiting_team.hpp>
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
#include <cstddef>
#include <cstdint>
#include <exception>
#include <thread>
#include <utility>

namespace simt::inline SIMT_ABI {
namespace detail {

/// A grid, and the ways to run it.
struct grid_run : grid_part {
  static constexpr float least_to_try_ns = 2000;  // for grids between, ways are tried
  static constexpr float most_to_try_ns = 60'000;

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
    // A grid that is over before a worker is awake is not worth a look at the arena. (With a limit,
    // lest the blocks take longer this time.)
    if (usual_ns > 0 && expected <= least_to_try_ns && !history.gains_by_team(total)) {
      participate(std::max(2 * expected, alone_ns));
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
    begun = clock_nanoseconds();
    unsigned wanted = concurrency;
    if (usual_ns > 0) {
      bool const is_short =
          expected < most_to_try_ns || history.was_shared_within(total, most_to_try_ns);
      if (is_short && !history.waits()) return run_fastest_way(expected);
      wanted = worth_waking(expected, concurrency, workers_are_awake());
      if (wanted == 1) {
        participate(std::max(2 * expected, alone_ns));
        if (finished()) return;
        wanted = concurrency;
      }
    }
    share_all(wanted);
  }

  /// Runs a grid that takes so little that the way decides.
  void run_fastest_way(float expected) {
    bool const awake = workers_are_awake();
    float const alone = history.alone(total, expected);
    unsigned const most = block::current() == nullptr ? waiting_team::most_of(concurrency) : 0;
    unsigned const members = most == 0 ? 1 : worth_asking(alone, most + 1);
    unsigned const wanted = worth_waking(alone, concurrency, awake);
    way_times const estimates{alone,
                              members > 1 ? alone / static_cast<float>(members) + asking_ns(members)
                                          : launch_history::no_way,
                              wanted > 1
                                  ? alone / static_cast<float>(wanted) + sharing_ns(wanted, awake)
                                  : launch_history::no_way};
    grid_way way = history.choose(total, estimates);
    if (waiting_team::always && members > 1) way = grid_way::team;
    bool comes = false;
    if (way == grid_way::team) {
      if (run_in_team(members - 1, comes)) return;
      way = history.choose_without_team(estimates);
      if (comes && alone < most_to_try_ns) way = grid_way::alone;
    }
    if (way == grid_way::shared) {
      if (comes)
        share_among(wanted);  // a team that is about to come is not sent away
      else
        share_all(wanted);
      return;
    }
    participate(std::max(2 * estimates.least(), alone_ns));
    float const done = 1.0F - static_cast<float>(queue.left()) / static_cast<float>(total);
    history.learn_grid(total, grid_way::alone, elapsed() / std::max(done, 0.01F));
    if (finished()) return;
    small_grids_team.close();
    share_among(concurrency);
  }
  [[nodiscard]] float elapsed() const noexcept {
    return static_cast<float>(clock_nanoseconds() - begun);
  }

  /// Shares the grid among `wanted` workers that TBB wakes.
  void share_all(unsigned wanted) {
    small_grids_team.close();
    share_among(wanted);
    if (longest_block_ns > 0) history.learn_grid(total, grid_way::shared, elapsed());
  }
  /// The same with what is left of it.
  void share_among(unsigned wanted) {
    threads = static_cast<unsigned>(std::min<std::uint64_t>(wanted, total));
    // Blocks that wait for lower ones are best begun in order.
    in_slabs = longest_block_ns > 0 && !history.waits() && !state.waited() && queue.split(threads);
    owners_by = clock_nanoseconds() + static_cast<std::int64_t>(sharing_ns(threads, true));
    nested_share();
  }

  /// Runs a small grid with the workers that wait for such, `others` of them, if they have come;
  /// else false, and `comes` says whether they are about to.
  bool run_in_team(unsigned others, bool& comes) {
    waiting_team& team = small_grids_team;
    waiting_team::turn const held(team);
    if (!held) return false;
    comes = team.grow(others, begun, arena != nullptr ? &arena->workers : nullptr);
    unsigned const asked = team.choose(others);
    if (asked <= others / 2 && (!waiting_team::always || asked == 0)) return false;
    if (!queue.split(asked + 1, team.slabs(), team.number())) return false;
    threads = asked + 1;
    in_slabs = true;
    owners_by = begun + static_cast<std::int64_t>(2 * asking_ns(threads));
    state.running.store(threads, std::memory_order_relaxed);
    auto const work = [](void* grid, unsigned member) noexcept {
      auto& run = *static_cast<grid_run*>(grid);
      run.queue.lay_out(member, true);
      run.participate(no_limit, ~std::uint64_t{0}, member);
    };
    team.ask({this, work, {this, &state, &info, run_gang}});
    participate(no_limit, ~std::uint64_t{0}, 0);
    team.finish();
    // The slabs are the next grid's: those that run blocks for which others wait look at them.
    state.finish();
    queue.drop_slabs();
    history.learn_grid(total, grid_way::team, elapsed());
    return true;
  }

  /// The same with all blocks at once, each on a thread of its own, which calls `begin` before it
  /// and `end` after it, both with its number.
  template <class Begin, class End>
  void execute_together(Begin const& begin, End const& end) {
    threads = static_cast<unsigned>(total);  // so that nobody takes a second one early
    crew* const all = state.helpers.get();
    for (std::uint64_t i = 0; i < total; ++i) {
      bool const began = all != nullptr && all->add([this, &begin, &end, i] {
        begin(i);
        participate(no_limit);
        end(i);
      });
      if (began) continue;
      state.fail(std::make_exception_ptr(std::bad_alloc()));
      for (; i < total; ++i) end(i);
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
  return {{info, work.loop, work.fiber, work.run_gang, *work.history, info.grid.count()}};
}
[[gnu::noinline]] SIMT_RUNTIME_FUNCTION void run_grid_of(launch_info const& info,
                                                         grid_work const& work) {
  validate(info);
  grid_run run = run_of(info, work);
  run.execute();
}

}  // namespace detail
}  // namespace simt::inline SIMT_ABI
