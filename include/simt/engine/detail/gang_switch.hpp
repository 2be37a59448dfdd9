#pragma once
// SPDX-License-Identifier: MIT

#include <simt/engine/deadlock.hpp>
#include <simt/engine/detail/block_state.hpp>
#include <simt/engine/warp_rendezvous.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <new>

namespace simt::inline SIMT_ABI::detail {

/// A block whose gangs take turns: which runs next, and on which stack.
class gang_switch : public block_state {
 protected:
  friend struct block_access;
  using block_state::block_state;

  /// Gives the pointer that a switch of stacks hands to the side that goes on.
  [[nodiscard]] SIMT_INLINE void* carried() noexcept { return static_cast<block_state*>(this); }

  /// Begins to switch: a gang has to wait.
  [[gnu::noinline]] void activate() {
    if (!scheduler_) scheduler_ = worker_->take_scheduler();
    if (fibers_ == nullptr)
      fibers_ = &worker_->fibers(info_->stack_bytes != 0
                                     ? info_->stack_bytes
                                     : std::max(default_stack_bytes(info_->gang_width),
                                                least_stack_bytes.load(std::memory_order_relaxed)));
    scheduler_->start(gangs_, gang_, *fibers_, fiber_);
    executions_ = scheduler_->gangs.data();
    executions_[gang_].stack = &root_;
    executions_[gangs_].stack = &root_;
    sweep_end_ = 0;
    cancelled_ = false;
    active_ = true;
  }

  /// Completes implicit requests of warps, those of narrow groups, and those that threads cannot
  /// come to; false where there was none, or the block has failed.
  bool complete_implicit(bool others_yield) {
    if (scheduler_->warp_waiters == 0 || cancelled_) return false;
    try {
      return complete_segments(*scheduler_) ||
             (info_->goes_on_without_absent &&
              complete_without_absent(*scheduler_, others_yield)) ||
             complete_implicit_requests(*scheduler_, others_yield);
    } catch (...) {
      fail(std::current_exception());
      return false;
    }
  }

  /// Makes the block fail: every gang that is left waits, and nothing can complete.
  [[gnu::noinline]] void deadlock() noexcept {
    try {
      fail(deadlock_error(*this, *scheduler_));
    } catch (...) {
      fail(std::current_exception());
    }
  }

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
  [[gnu::noinline]] execution* start_next() {
#if SIMT_FIBER_REARM
    if (can_start_anew()) return start_anew();
#endif
    scheduler& s = *scheduler_;
    fiber* const f = s.take_fiber();
    if (f == nullptr) {
      fail(std::make_exception_ptr(std::bad_alloc()));
      return nullptr;
    }
    unsigned const next = s.next_start++;
    executions_[next].stack = &f->record;
    s.idle_yields = 0;
    gang_ = next;
#if SIMT_FIBER_REARM
    if (f->floor != nullptr) {
      begin_anew(executions_[next].place, f->floor, fiber_);
      return &executions_[next];
    }
#endif
    f->body = &fiber_body;
    f->overflowed = &fiber_overflowed;
    return f;
  }

  /// Gives the execution that goes on where gang `self` cannot, or null where none can.
  execution* successor(unsigned self) {
    if (scheduler_->next_start < gangs_) return start_next();
    unsigned const next = next_runnable(self + 1);
    if (next == no_gang || next == self) return nullptr;
    gang_ = next;
    return &executions_[next];
  }

  /// Lets others run until gang `self` can go on, or at once if none can.
  [[gnu::noinline]] void suspend(unsigned self) {
    if (execution* const to = successor(self))
      switch_execution(worker_->stack, executions_[self], *to, carried());
  }

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

  [[gnu::noinline]] unsigned next_after_all() noexcept {
    scheduler const& s = *scheduler_;
    if (sweep_end_ != 0 || s.live == 0 || cancelled_) return no_gang;
    return next_runnable(gang_ + 1);
  }

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
  [[nodiscard]] std::exception_ptr overflow_error() const noexcept {
    unsigned const gang = info_->running_gang != nullptr ? info_->running_gang() : gang_;
#if SIMT_CATCH_OVERFLOW
    if (!last_bad_access.overflow) {
      char reason[48];
      std::snprintf(reason, sizeof reason, "illegal address %#llx",
                    static_cast<unsigned long long>(last_bad_access.address));
      return std::make_exception_ptr(
          illegal_address_error(reason, site(), seen_index(), threads_of(gang)));
    }
#endif
    return std::make_exception_ptr(
        stack_overflow_error("stack overflow", site(), seen_index(), threads_of(gang)));
  }

  /// Runs gangs on a fiber. May return when the fiber is taken again.
  static void fiber_body(fiber& f) noexcept {
    auto& b = static_cast<gang_switch&>(*current_block);
    b.fiber_(&f.place);
#if !SIMT_FIBER_REARM
    switch_execution(b.worker_->stack, f, b.after_fiber(), current_block);
#endif
  }

  /// Ends the gang that has used up its fiber's stack.
  static void fiber_overflowed([[maybe_unused]] fiber& f) noexcept {
    auto& b = static_cast<gang_switch&>(*current_block);
    *b.worker_->stack.exceptions = {};  // those of the frames that are abandoned
    b.fail(b.overflow_error());
    b.end_gang(b.gang_);
#if SIMT_FIBER_REARM
    b.scheduler_->starts.clear();  // this one's has been written over
    b.leave_fiber();
#else
    switch_execution(b.worker_->stack, f, b.after_fiber(), current_block);
#endif
  }
};

}  // namespace simt::inline SIMT_ABI::detail
