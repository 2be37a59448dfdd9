#pragma once
// SPDX-License-Identifier: MIT

#include <simt/thread/builtins.hpp>

#include <type_traits>
#include <utility>

namespace simt::inline SIMT_ABI {
namespace detail {

/// A thread has gone `turns` times round a loop that may wait for another thread: lets the others
/// of its block run, and other blocks. Until the block's threads have stacks of their own, that
/// takes some hundred turns: they are not free, and most loops end before.
[[gnu::noinline]] inline void loop_turned(unsigned turns) {
  block* const b = block::current();
  if (b == nullptr || b->info().running_gang == nullptr) return;  // host code; lanes
#if SIMT_CHECK
  if (simt_check_waits_in_vain()) {
    keep_thread const keep;
    throw_kernel_error<barrier_error>("a loop waits for ever: all threads that are left wait, and "
                                      "none of them writes",
                                      b->site(), b->seen_index(),
                                      thread_range{thread_rank(), thread_rank()});
  }
#endif
  if (!b->waited()) {
    if (turns < 256) return;
    b->start(thread_rank());
  }
  keep_thread const keep;
  b->yield_in_loop();
}

}  // namespace detail

namespace cuda {

/// Counts the turns of a loop in a thread kernel that may wait for what another thread writes, as
/// the .cu step writes it: for (waiting_loop w; w.once();) while (w.turn() && (*flag == 0)) {}
/// - Order:   time and again other threads run, so that such a loop ends where it ends on a GPU
/// - Cost:    an addition a turn
/// - Source:  CUDA C Programming Guide 9.0, H.6.2 (Independent Thread Scheduling)
class waiting_loop {
 public:
  [[nodiscard]] SIMT_INLINE constexpr bool once() noexcept { return !std::exchange(begun_, true); }
  /// Gives true.
  SIMT_INLINE constexpr bool turn() {
    if (!std::is_constant_evaluated() && (++turns_ & 31) == 0) [[unlikely]]
      simt::detail::loop_turned(turns_);
    return true;
  }

 private:
  unsigned turns_ = 0;
  bool begun_ = false;
};

}  // namespace cuda
}  // namespace simt::inline SIMT_ABI
