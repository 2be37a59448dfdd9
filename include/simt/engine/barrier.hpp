#pragma once
// SPDX-License-Identifier: MIT

#include <simt/engine/detail/gang_switch.hpp>

#include <algorithm>

namespace simt::inline SIMT_ABI {

/// Computes a barrier's result from the gangs' contributions:
enum class barrier_op {
  sync,   ///< nothing
  count,  ///< their sum
  all,    ///< 1 if none is zero, else 0
  any     ///< 1 if one is not zero, else 0
};

namespace detail {

/// A block with its barrier.
class block_barrier : public gang_switch {
 public:
  /// Waits until every gang that has not returned has come to a barrier, wherever in its text.
  /// - CUDA:    __syncthreads, __syncthreads_count, _and, _or
  /// - Needs:   called by the running gang
  /// - Errors:  see the class; ends by an exception that is no std::exception when the grid fails
  /// - Cost:    nothing where the block is one gang, else one switch of stacks
  /// - Source:  CUDA C Programming Guide 8.0, B.6 (Synchronization Functions)
  SIMT_INLINE long barrier(long contribution = 0, barrier_op op = barrier_op::sync) {
    return wait_at_barrier(contribution, op);
  }

 protected:
  friend struct block_access;
  using gang_switch::gang_switch;

  /// Lets the gangs at the barrier go on if all that are left have come: the gang after gang_
  /// first, if that begins a sweep, else any of the runnable ones.
  bool release_barrier() noexcept;

#if SIMT_FIBER_REARM
  /// Gives all gangs after gang_, the first that waits, a stack of their own on which to begin,
  /// where as many have been used before. What is left to do is a sweep.
  bool start_all() noexcept {
    scheduler& s = *scheduler_;
    unsigned const others = gangs_ - s.next_start;
    if (others == 0 || s.fibers_used != 0 || s.starts.size() < others) return false;
    std::copy_n(s.starts.begin(), others, executions_ + s.next_start);
    s.fibers_used = others;
    s.next_start = gangs_;
    sweep_begin_ = finished_ = gang_;
    sweep_end_ = gangs_;
    return true;
  }
#endif

  /// Gives the execution that goes on where gang_ has come to a barrier and its successor cannot go
  /// on as in the round before; null where gang_ itself does.
  SIMT_UNSEEN execution* turn_at_barrier(long contribution);

  /// Leaves a barrier of a block that has failed.
  long cancelled_at_barrier();

  /// Waits at the barrier. Kept lean: every instruction and every line of stack counts once a gang
  /// and barrier.
  SIMT_INLINE long wait_at_barrier(long contribution, barrier_op op) {
    unsigned const self = gang_;
    // Whatever is chosen, the switch is here: a return on another stack than its call's is one that
    // the processor has predicted wrongly.
    execution* to;
    if (self + 1 < sweep_end_) [[likely]] {
      if (op != barrier_op::sync) scheduler_->contribute(contribution);
      gang_ = self + 1;
      to = executions_ + self + 1;
      fetch_stack(to[1]);
    } else {
      if (gangs_ == 1)
        return op == barrier_op::all || op == barrier_op::any ? contribution != 0 : contribution;
      to = turn_at_barrier(contribution);
    }
    block_barrier* b = this;
    if (to != nullptr) [[likely]]
      b = static_cast<block_barrier*>(static_cast<block_state*>(
          switch_execution(worker_->stack, executions_[self], *to, carried())));
    if (b->cancelled_) [[unlikely]]
      return b->cancelled_at_barrier();
    if (op == barrier_op::sync) [[likely]]
      return 0;
    scheduler const& now = *b->scheduler_;
    return op == barrier_op::count ? now.last_sum
           : op == barrier_op::all ? now.last_all
                                   : now.last_any;
  }
};

}  // namespace detail
}  // namespace simt::inline SIMT_ABI

#if !SIMT_RUNTIME_IN_LIBRARY
#include <simt/engine/barrier-inl.hpp>
#endif
