#pragma once
// SPDX-License-Identifier: MIT

#include <simt/engine/detail/block_state.hpp>

#include <cstdint>
#include <exception>

namespace simt::inline SIMT_ABI::detail {

/// A block whose gangs take turns: which runs next, and on which stack.
class gang_switch : public block_state {
 protected:
  friend struct block_access;
  using block_state::block_state;

  /// Gives the pointer that a switch of stacks hands to the side that goes on.
  [[nodiscard]] SIMT_INLINE void* carried() noexcept { return static_cast<block_state*>(this); }

  /// Begins to switch: a gang has to wait.
  void activate();

  /// Completes implicit requests of warps, those of narrow groups, and those that threads cannot
  /// come to; false where there was none, or the block has failed.
  bool complete_implicit(bool others_yield);

  /// Makes the block fail: every gang that is left waits, and nothing can complete.
  void deadlock() noexcept;

  /// Takes the gang to resume out of the runnable ones; no_gang where the block has failed.
  unsigned next_runnable(unsigned from) {
    unsigned next = scheduler_->runnable.take_from(from);
    if (next == no_gang) [[unlikely]] {
      if (complete_implicit(false))
        next = scheduler_->runnable.take_from(0);
      else if (!cancelled_)
        deadlock();
    }
    return next;
  }

#if SIMT_FIBER_REARM
  /// True where the next gang to start can have a stack that has been used before.
  bool can_start_anew() const noexcept {
    scheduler const& s = *scheduler_;
    return s.next_start < gangs_ && s.fibers_used < s.starts.size();
  }

  /// Starts the next gang on such a stack.
  execution* start_anew() noexcept {
    scheduler& s = *scheduler_;
    unsigned const next = s.next_start++;
    executions_[next] = s.starts[s.fibers_used++];
    s.idle_yields = 0;
    gang_ = next;
    return &executions_[next];
  }
#endif

  /// Starts the next gang, on a stack of its own; null if there is no memory for one.
  execution* start_next();

  /// Gives the execution that goes on where gang `self` cannot, or null where none can.
  execution* successor(unsigned self) {
    if (scheduler_->next_start < gangs_) return start_next();
    unsigned const next = next_runnable(self + 1);
    if (next == no_gang || next == self) return nullptr;
    gang_ = next;
    return &executions_[next];
  }

  /// Lets others run until gang `self` can go on, or at once if none can.
  void suspend(unsigned self);

  /// Switches to gang `next`.
  SIMT_INLINE void resume(execution& from, unsigned next) {
    gang_ = next;
    switch_execution(worker_->stack, from, executions_[next], carried());
  }

  /// Prefetches the stack of an execution that is soon to go on.
  SIMT_INLINE static void fetch_stack([[maybe_unused]] execution const& soon) noexcept {
#if !SIMT_FIBER_UCONTEXT
    // As a number: a gang that has returned has no stack, and what lies beyond null is no pointer.
    auto const stack = reinterpret_cast<std::uintptr_t>(soon.place.sp);
    for (std::uintptr_t line = 0; line < 2; ++line)
      __builtin_prefetch(reinterpret_cast<void const*>(stack + line * 64), 1);
#endif
  }

  /// Gives the gang to resume now that gang_ has returned; no_gang where all have.
  SIMT_INLINE unsigned next_after_return() noexcept {
    if (gang_ + 1 < sweep_end_) [[likely]] {
      fetch_stack(executions_[gang_ + 2]);
      return gang_ + 1;
    }
    return next_after_all();
  }

  unsigned next_after_all() noexcept;

  /// Gives the execution that goes on where a fiber has no gang left.
  SIMT_INLINE execution& after_fiber() noexcept {
    unsigned next = next_after_return();
    if (next == no_gang) next = scheduler_->root;
    gang_ = next;
    return executions_[next];
  }

#if SIMT_FIBER_REARM
  /// Leaves the fiber for good, at the end of what it ran.
  [[noreturn]] SIMT_INLINE void leave_fiber() noexcept {
    leave_execution(worker_->stack, after_fiber(), carried());
  }
#endif

  /// Gives the error of the running gang's bad access to memory.
  [[nodiscard]] std::exception_ptr overflow_error() const noexcept;

  /// Runs gangs on a fiber. May return when the fiber is taken again.
  static void fiber_body(fiber& f) noexcept;

  /// Ends the gang that has used up its fiber's stack.
  static void fiber_overflowed([[maybe_unused]] fiber& f) noexcept;
};

}  // namespace simt::inline SIMT_ABI::detail

#if !SIMT_RUNTIME_IN_LIBRARY
#include <simt/engine/detail/gang_switch-inl.hpp>
#endif
