#pragma once
// SPDX-License-Identifier: MIT

#include <simt/check/hooks.hpp>
#include <simt/engine/detail/block_state.hpp>

#include <algorithm>
#include <exception>
#include <utility>

namespace simt::inline SIMT_ABI::detail {

SIMT_RUNTIME_FUNCTION void block_state::fail(std::exception_ptr e) noexcept {
#if SIMT_CHECK
  simt_check_block_failed();
#endif
  if (!error_) error_ = std::move(e);
  launch_->stop.store(true, std::memory_order_relaxed);
  if (active_) cancel();
}

[[gnu::noinline]] SIMT_RUNTIME_FUNCTION void block_state::leave_sweep() noexcept {
  if (sweep_end_ == 0) return;
  scheduler& s = *scheduler_;
  unsigned const next = std::max(gang_ + 1, finished_);
  s.runnable.clear(gangs_);
  s.runnable.insert_range(next, sweep_end_);
  s.done.insert_range(sweep_begin_, finished_);
  s.live = sweep_end_ - finished_;
  s.arrived = gang_ + 1 > finished_ ? gang_ - finished_ : 0;
  s.idle_yields = 0;
  sweep_end_ = 0;
}

}  // namespace simt::inline SIMT_ABI::detail
