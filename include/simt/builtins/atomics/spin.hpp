#pragma once
// SPDX-License-Identifier: MIT

#include <simt/builtins/context.hpp>
#include <simt/lanes/flow/execution_mask.hpp>

#include <atomic>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// Atomics that change nothing may be a loop that waits for another gang of the block.
struct spin_record {
  void const volatile* address;
  unsigned times;
};
inline constinit thread_local spin_record current_spin{};

/// Lets the other gangs of the block run; in a loop in each turn of which gangs may meet, other
/// blocks as well.
SIMT_COLD inline void yield_switching(block& b, bool in_loop = false) {
  lanes_put_away const meanwhile;
  if (in_loop)
    b.yield_in_loop();
  else
    b.yield();
}

/// Counts an atomic at p that changed nothing, or a fence (null). Sixteen in a row at one address,
/// fences between them included, let the others run.
[[gnu::noinline]] inline void note_spin(void const volatile* p) {
  auto& s = current_spin;
  if (p != nullptr && s.address != p) {
    s = {p, 1};
    return;
  }
  if (++s.times % 16 != 0) return;
  if (block* const b = block::current()) yield_switching(*b);
}

inline constinit thread_local unsigned waiting_turns = 0;

[[gnu::noinline]] inline void waiting_loop_turned() {
  if (block* const b = block::current()) yield_switching(*b, true);
}

/// Counts a turn of a loop that may wait for another gang, or another block: time and again these
/// run, and each turn sees what they have written.
SIMT_INLINE void note_turn() {
  std::atomic_signal_fence(std::memory_order_seq_cst);
  if (++waiting_turns % 32 != 0) [[likely]]
    return;
  auto& e = active_mask();
  bool const full = e.all;
  waiting_loop_turned();
  if (full)
    mask_still_full(e);
  else
    mask_still_partial(e);
}

/// Counts a fence.
SIMT_INLINE void note_fence() {
  auto& e = active_mask();
  bool const full = e.all;
  note_spin(nullptr);
  if (full)
    mask_still_full(e);
  else
    mask_still_partial(e);
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
