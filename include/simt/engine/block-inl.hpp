#pragma once
// SPDX-License-Identifier: MIT

#include <simt/check/hooks.hpp>
#include <simt/engine/block.hpp>
#include <simt/engine/clock.hpp>
#include <simt/engine/warp_rendezvous.hpp>

#include <unistd.h>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <thread>

namespace simt::inline SIMT_ABI {

SIMT_UNSEEN [[gnu::noinline]] SIMT_RUNTIME_FUNCTION void block::warp_collective(
    warp_request& mine, warp_completion complete) {
  unsigned const self = gang_;
  unsigned const lane = self % 32;
  unsigned const warp = self / 32;
  if (mine.explicit_mask && (mine.mask >> lane & 1) == 0)
    detail::throw_kernel_error<barrier_error>(
        "a warp function's mask does not name the calling thread", site(), seen_index(),
        threads_of(self));
  if (gangs_ == 1) {
    warp_request* const alone[32] = {&mine};
    complete(alone, 1);
    return;
  }
  if (!active_) activate();
  leave_sweep();
  if (cancelled_) [[unlikely]] {
    leave_cancelled();
    return;
  }
  detail::scheduler& s = *scheduler_;
  if (s.warps.size() * 32 < gangs_) s.warps.resize((gangs_ + 31) / 32);
  detail::warp_wait& w = s.warps[warp];
  w.request[lane] = &mine;
  w.complete[lane] = complete;
  w.waiting |= 1u << lane;
  s.idle_yields = 0;
  ++s.warp_waiters;
  if (std::uint32_t const lanes = detail::matching_lanes(s, w, warp, lane); lanes != 0) {
    detail::complete_warp(s, w, warp, lanes, self);
    return;
  }
  suspend(self);
  if (cancelled_) [[unlikely]]
    leave_cancelled();
}

[[gnu::noinline]] SIMT_RUNTIME_FUNCTION void block::wait_in_meeting(unsigned first, unsigned end) {
  if (!active_) activate();
  leave_sweep();
  if (cancelled_) [[unlikely]] {
    leave_cancelled();
    return;
  }
  detail::scheduler& s = *scheduler_;
  if (s.meetings.size() < gangs_) s.meetings.resize(gangs_);
  s.meetings[gang_] = {first, end};
  s.idle_yields = 0;
  suspend(gang_);
  if (cancelled_) [[unlikely]]
    leave_cancelled();
}

SIMT_RUNTIME_FUNCTION void block::wake(unsigned first, unsigned end) noexcept {
  if (!active_) return;
  leave_sweep();
  detail::scheduler& s = *scheduler_;
  s.idle_yields = 0;
  for (unsigned g = first; g < end; ++g) {
    if (!s.in_meeting(g)) continue;
    s.meetings[g] = {};
    s.runnable.insert(g);
  }
}

[[gnu::noinline]] SIMT_RUNTIME_FUNCTION void block::yield() {
  bool const alone = !active_ && gang_ + 1 == gangs_;
  if (alone || gangs_ == 1) {
    if (launch_->stop.load(std::memory_order_relaxed)) leave_cancelled();
    wait_outside(true);
    return;
  }
  if (!active_) activate();
  leave_sweep();
  detail::scheduler& s = *scheduler_;
  unsigned const self = gang_;
  if (!cancelled_) {
    s.runnable.insert(self);
    if (unsigned const round = s.runnable.count() + 1; ++s.idle_yields % round == 0) {
      // All that can run only wait for something: warps that nobody else can join go on, later
      // also those that only lanes can join which wait; and another block may want this core.
      bool const joined =
          complete_implicit(true) || (s.idle_yields > 8 * round && complete_implicit(false));
      if (launch_->stop.load(std::memory_order_relaxed)) cancel();
      if (!joined) wait_outside(true);
    }
    if (cancelled_)
      s.runnable.erase(self);
    else
      suspend(self);
  }
  if (cancelled_) [[unlikely]]
    leave_cancelled();
}

[[gnu::noinline]] SIMT_RUNTIME_FUNCTION void block::yield_in_loop() {
  // With no other gang and no other block to wait for this one's core, seldom is often enough.
  bool const alone = gangs_ == 1 || (!active_ && gang_ + 1 == gangs_);
  if (alone && !launch_->crowded.load(std::memory_order_relaxed) &&
      detail::clock_nanoseconds() - last_outside_ < 20'000)
    return;
  yield();
  std::int64_t const now = detail::clock_nanoseconds();
  if (now - last_outside_ < 50'000) return;
  wait_outside(false);
}

SIMT_RUNTIME_FUNCTION void block::wait_outside(bool idle) noexcept {
#if SIMT_CHECK
  simt_check_pass_turn();
#endif
  if (launch_->waits != nullptr) launch_->waits(*launch_, *this, idle);
  std::this_thread::yield();
#if SIMT_CHECK
  simt_check_take_turn();
#endif
  last_outside_ = detail::clock_nanoseconds();
}

[[gnu::noinline]] SIMT_RUNTIME_FUNCTION unsigned block::finish_gang(unsigned g) {
  leave_sweep();
  detail::scheduler& s = *scheduler_;
  end_gang(g);
  if (cancelled_) return detail::no_gang;
  s.idle_yields = 0;
  if (release_barrier()) return detail::no_gang;
  if (s.warp_waiters != 0) detail::recheck_warp(s, g / 32);
  if (s.next_start == gangs_) return detail::no_gang;
  unsigned const next = s.next_start++;
  executions_[next].stack = executions_[g].stack;
  if (s.root == g) s.root = next;
  return gang_ = next;
}

[[gnu::noinline]] SIMT_RUNTIME_FUNCTION void block::drain() {
  detail::scheduler& s = *scheduler_;
  s.root = gangs_;
  unsigned const next = next_after_return();
  if (next != detail::no_gang) resume(executions_[gangs_], next);
  if (s.canaries) [[unlikely]]
    s.check_canaries();
  if (cancelled_) throw detail::cancel{};
  sweep_end_ = 0;
  active_ = false;
}

SIMT_RUNTIME_FUNCTION void block::unwind() noexcept {
  detail::scheduler& s = *scheduler_;
  cancel();
  launch_->stop.store(true, std::memory_order_relaxed);
  if (s.root < gangs_) end_gang(s.root);
  s.root = gangs_;
  for (unsigned g = 0; g < s.next_start; ++g) {
    if (s.done.contains(g)) continue;
#if SIMT_FIBER_REARM
    if (executions_[g].place.pc == reinterpret_cast<void*>(fiber_)) continue;  // not begun
#endif
    resume(executions_[gangs_], g);
  }
  if (s.canaries) [[unlikely]]
    s.check_canaries();
  active_ = false;
}

#if SIMT_CATCH_OVERFLOW
namespace detail {

/// Runs in a signal handler.
inline void describe_crash_in_block(std::uintptr_t address) noexcept {
  block_state const* const b = current_block;
  if (b == nullptr) return;  // the host's own
  launch_info const& info = b->info();
  unsigned const gang = info.running_gang != nullptr ? info.running_gang() : b->current_gang();
  thread_range const threads = b->threads_of(gang);
  uint3 const i = b->seen_index();
  uint3 const first = simt::unflatten(threads.first, info.block);
  uint3 const last = simt::unflatten(threads.last, info.block);
  char text[512];
  // (snprintf allocates nothing for these; a name that is too long is cut.)
  int n = std::snprintf(
      text, sizeof text,
      "simt: kernel %.200s read or wrote where no memory is, at %#llx: block (%u, "
      "%u, %u), thread (%u, %u, %u)",
      info.kernel != nullptr ? info.kernel : "(unnamed)", static_cast<unsigned long long>(address),
      i.x, i.y, i.z, first.x, first.y, first.z);
  if (threads.last != threads.first)
    n += std::snprintf(text + n, sizeof text - std::size_t(n), " to (%u, %u, %u)", last.x, last.y,
                       last.z);
  n += std::snprintf(
      text + n, sizeof text - std::size_t(n),
      "; with SIMT_CATCH_ILLEGAL_ADDRESS=1 in the environment that is an error of the "
      "launch\n");
  [[maybe_unused]] auto const written = ::write(2, text, std::size_t(n));
}
inline bool const crashes_are_described = (describe_crash = &describe_crash_in_block, true);

}  // namespace detail
#endif

}  // namespace simt::inline SIMT_ABI
