#pragma once
// SPDX-License-Identifier: MIT

// What launches hand to the engine; <simt/engine/grid.hpp> runs it.
#include <simt/config.hpp>
#include <simt/engine/block.hpp>
#include <simt/engine/detail/launch_history.hpp>
#include <simt/engine/gang_loop.hpp>
#include <simt/engine/launch_info.hpp>

#include <concepts>
#include <type_traits>

namespace simt::inline SIMT_ABI {
namespace detail {

template <class RunGang>
inline launch_history history_of{};

/// Runs the gangs of a grid, with its type erased: what handles it is compiled once.
struct grid_work {
  block_loop loop;
  fiber_entry fiber;
  void const* run_gang;
  launch_history* history;
};
template <class RunGang>
[[nodiscard]] grid_work work_of(RunGang const& run_gang) {
  return {loop_of<RunGang>(), &run_fiber<RunGang>, &run_gang, &history_of<RunGang>};
}

/// Runs a grid: run_grid, compiled once for all kernels.
void run_grid_of(launch_info const& info, grid_work const& work);

}  // namespace detail

/// Calls `run_gang(block, gang)` for every gang of every block of a grid, and returns when all have
/// returned.
/// - Same as: for (b = 0; b < grid.count(); ++b) for (g = 0; g < info.gangs; ++g) run_gang(b, g);
///            but blocks run on all threads of the caller's TBB arena, and gangs may wait for one
///            another
/// - Needs:   what `validate` checks; run_gang callable from several threads at once. Where it
/// gives
///            a number, it may have run the gangs after `gang`, too, and that is the last one; it
///            says by block::start which it runs before it asks the block for anything, and runs
///            none after one that block::waited
/// - Order:   each thread has a run of consecutive blocks and starts them in ascending order; then
///            it takes the last ones of other threads' runs. Blocks may wait for lower ones: those
///            that have not begun then begin in ascending order. Gangs of a block in order
/// - Errors:  launch_error before anything has run. The first exception that leaves a gang:
///            blocks that run are finished or unwound, others do not start, and it is rethrown here
///            with its own type. barrier_error, stack_overflow_error
/// - Cost:    a tenth of a microsecond for one block; two nanoseconds a block; a gang that never
///            waits needs no stack of its own
template <class RunGang>
requires std::is_object_v<RunGang> && std::invocable<RunGang const&, block&, unsigned>
void run_grid(launch_info const& info, RunGang const& run_gang) {
  detail::run_grid_of(info, detail::work_of(run_gang));
}

}  // namespace simt::inline SIMT_ABI

#if !SIMT_RUNTIME_IN_LIBRARY
#include <simt/engine/grid.hpp>
#endif
