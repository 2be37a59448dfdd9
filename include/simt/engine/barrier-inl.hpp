#pragma once
// SPDX-License-Identifier: MIT

#include <simt/engine/barrier.hpp>

namespace simt::inline SIMT_ABI::detail {

SIMT_RUNTIME_FUNCTION bool block_barrier::release_barrier() noexcept {
  scheduler& s = *scheduler_;
  if (s.arrived == 0 || s.arrived != s.live) return false;
  s.take_sums(s.arrived);
  s.arrived = 0;
  unsigned const first = s.done.first_absent(gangs_);
  if (s.done.lacks_range(first, first + s.live)) {
    sweep_begin_ = finished_ = first;
    sweep_end_ = first + s.live;
    gang_ = first - 1;
  } else {
    s.runnable.become_rest(s.done, gangs_);
  }
  return true;
}

SIMT_UNSEEN [[gnu::noinline]] SIMT_RUNTIME_FUNCTION execution* block_barrier::turn_at_barrier(
    long contribution) {
  bool const first = !active_;
  if (first) [[unlikely]]
    activate();
  if (cancelled_) [[unlikely]]
    return nullptr;
  scheduler& s = *scheduler_;
  unsigned const self = gang_;
  s.contribute(contribution);
#if SIMT_FIBER_REARM
  if (first && start_all()) return &executions_[++gang_];
#endif
  if (s.next_start < gangs_) {
    ++s.arrived;
    return start_next();
  }
  if (sweep_end_ != 0) {
    if (finished_ == sweep_begin_) {
      // The last of a round that was like the one before.
      s.take_sums(sweep_end_ - sweep_begin_);
      gang_ = sweep_begin_;
      return gang_ == self ? nullptr : &executions_[gang_];
    }
    leave_sweep();
  }
  s.idle_yields = 0;
  ++s.arrived;
  unsigned next;
  if (release_barrier())
    next = sweep_end_ != 0 ? gang_ + 1 : s.runnable.take_from(0);
  else
    next = s.runnable.take_from(self + 1);
  if (next == no_gang) return successor(self);
  gang_ = next;
  return next == self ? nullptr : &executions_[next];
}

SIMT_COLD SIMT_RUNTIME_FUNCTION long block_barrier::cancelled_at_barrier() {
  leave_cancelled();
  return 0;
}

}  // namespace simt::inline SIMT_ABI::detail
