#pragma once
// SPDX-License-Identifier: MIT

#include <simt/engine/deadlock.hpp>
#include <simt/engine/detail/gang_switch.hpp>
#include <simt/engine/warp_rendezvous.hpp>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>

namespace simt::inline SIMT_ABI::detail {

[[gnu::noinline]] SIMT_RUNTIME_FUNCTION void gang_switch::activate() {
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

SIMT_RUNTIME_FUNCTION bool gang_switch::complete_implicit(bool others_yield) {
  if (scheduler_->warp_waiters == 0 || cancelled_) return false;
  try {
    return complete_segments(*scheduler_) ||
           (info_->goes_on_without_absent && complete_without_absent(*scheduler_, others_yield)) ||
           complete_implicit_requests(*scheduler_, others_yield);
  } catch (...) {
    fail(std::current_exception());
    return false;
  }
}

[[gnu::noinline]] SIMT_RUNTIME_FUNCTION void gang_switch::deadlock() noexcept {
  try {
    fail(deadlock_error(*this, *scheduler_));
  } catch (...) {
    fail(std::current_exception());
  }
}

[[gnu::noinline]] SIMT_RUNTIME_FUNCTION execution* gang_switch::start_next() {
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

[[gnu::noinline]] SIMT_RUNTIME_FUNCTION void gang_switch::suspend(unsigned self) {
  if (execution* const to = successor(self))
    switch_execution(worker_->stack, executions_[self], *to, carried());
}

[[gnu::noinline]] SIMT_RUNTIME_FUNCTION unsigned gang_switch::next_after_all() noexcept {
  scheduler const& s = *scheduler_;
  if (sweep_end_ != 0 || s.live == 0 || cancelled_) return no_gang;
  return next_runnable(gang_ + 1);
}

SIMT_RUNTIME_FUNCTION std::exception_ptr gang_switch::overflow_error() const noexcept {
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

SIMT_RUNTIME_FUNCTION void gang_switch::fiber_body(fiber& f) noexcept {
  auto& b = static_cast<gang_switch&>(*current_block);
  b.fiber_(&f.place);
#if !SIMT_FIBER_REARM
  switch_execution(b.worker_->stack, f, b.after_fiber(), current_block);
#endif
}

SIMT_RUNTIME_FUNCTION void gang_switch::fiber_overflowed([[maybe_unused]] fiber& f) noexcept {
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

}  // namespace simt::inline SIMT_ABI::detail
