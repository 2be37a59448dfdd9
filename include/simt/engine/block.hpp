#pragma once
// SPDX-License-Identifier: MIT

#include <simt/check/hooks.hpp>
#include <simt/config.hpp>
#include <simt/engine/barrier.hpp>
#include <simt/engine/detail/block_state.hpp>
#include <simt/engine/detail/gang_switch.hpp>
#include <simt/engine/errors.hpp>
#include <simt/engine/warp_request.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>

namespace simt::inline SIMT_ABI {

/// A block while it runs: its place in the grid, its shared memory and its barrier. One thread runs
/// it from start to end; its gangs take turns.
/// - Order:   gangs start in order; one runs until it returns or waits. What a gang wrote before a
///            barrier is seen by all gangs after it
/// - Errors:  a wait that can never end throws barrier_error from the launch
class block : public detail::block_barrier {
 public:
  block(launch_info const& info, detail::launch_state& launch, detail::block_loop loop,
        detail::fiber_entry fiber, void const* run_gang)
      : block_barrier(info, launch, loop, fiber, run_gang) {}

  /// The block that the calling thread runs, or null.
  [[nodiscard]] SIMT_INLINE static block* current() noexcept {
    return static_cast<block*>(detail::current_block);
  }

  /// Meets the other lanes of the warp: a gang is one thread, 32 consecutive ones are a warp.
  /// The last lane to come calls `complete` once, which reads every `in` and writes every `out`.
  /// - Order:   explicit masks complete when every lane of the mask that has not returned has come
  ///            with the same kind and mask. Implicit ones when all lanes of the warp that are left
  ///            wait at the same site; or, when nothing else in the block can run, with those that
  ///            wait at one site, lower lines first, which is how a branch reconverges
  /// - Needs:   gang_width == 1; an explicit mask names the calling lane; `mine` stays alive
  /// - Errors:  barrier_error
  SIMT_UNSEEN void warp_collective(warp_request& mine, warp_completion complete);

  /// Waits until one of the gangs from `first` to below `end`, which are to meet, calls `wake`.
  /// - Errors:  barrier_error where that can never be
  void wait_in_meeting(unsigned first, unsigned end);

  /// Lets the gangs from `first` to below `end` that wait in their meeting go on.
  void wake(unsigned first, unsigned end) noexcept;

  /// Lets the other gangs of the block run and, where they only wait as well, other blocks, those
  /// of the grid that have not begun included; for loops that wait for a value to change.
  void yield();

  /// The same for a loop that may wait, in each turn of which gangs may meet: they are never idle,
  /// and other blocks are to run all the same.
  void yield_in_loop();

 private:
  friend struct detail::block_access;

  /// Lets what runs outside of the block go on.
  void wait_outside(bool idle) noexcept;

  /// Ends gang `g`, which has returned. Gives the next gang to start on this stack, or no_gang.
  unsigned finish_gang(unsigned g);

  /// Waits, on the caller's stack, which has no gang left, until the others have finished.
  void drain();

  /// Ends every gang that has started, by an exception from the wait that it is in: on the caller's
  /// stack, after a failure.
  void unwind() noexcept;

  std::int64_t last_outside_ = 0;
};

}  // namespace simt::inline SIMT_ABI

#if !SIMT_RUNTIME_IN_LIBRARY
#include <simt/engine/block-inl.hpp>
#endif
