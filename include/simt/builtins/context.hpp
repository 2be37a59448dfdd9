#pragma once
// SPDX-License-Identifier: MIT

#include <simt/engine/block.hpp>
#include <simt/lanes/flow/execution_mask.hpp>
#include <simt/lanes/flow/lane_bits.hpp>
#include <simt/lanes/memory/shared_memory.hpp>

#include <cstddef>
#include <utility>

namespace simt::inline SIMT_ABI::detail {

/// Keeps what belongs to a gang while others run on its thread.
struct gang_snapshot {
  execution_mask const* from;
  bool all, removed_any, branches_meet, leaving, live_all;
  int prefix, width;
  flow_frame* top;
  shared_state shared;
  warp_way way;
  lane_bits active, removed, live;

  SIMT_COLD void save() {
    auto const& e = active_mask();
    all = e.all;
    removed_any = e.removed_any;
    branches_meet = std::exchange(active_mask().branches_meet, false);
    leaving = e.leaving;
    live_all = e.live_all;
    prefix = e.prefix;
    width = e.width;
    top = e.top;
    shared = current_shared;
    way = std::exchange(current_way, {});
    if (!all) active = active_bits(e);
    if (removed_any) removed = e.removed;
    if (!live_all) live = e.live;
  }
  SIMT_COLD void restore() const {
    auto& e = active_mask();
    e.width = width;
    if (!all) set_active(e, active);
    e.all = all;
    e.removed_any = removed_any;
    e.branches_meet = branches_meet;
    e.leaving = leaving;
    e.live_all = live_all;
    e.prefix = prefix;
    e.top = top;
    current_shared = shared;
    current_way = way;
    if (removed_any) e.removed = removed;
    if (!live_all) e.live = live;
  }
};

// Between gangs the lane state is as begin_task leaves it, so that a gang sets up nothing but the
// flag that the compiler must see: a gang of four registers runs in the time of twenty stores.

/// The state in which a gang of width W finds its thread.
template <int W>
SIMT_INLINE void begin_task() {
  auto& e = active_mask();
  e.all = true;
  e.removed_any = false;
  e.branches_meet = false;
  e.leaving = false;
  e.live_all = true;
  e.prefix = no_run;
  e.width = W;
  e.root.outer = nullptr;
  e.root.kind = flow_frame::function;
  e.root.left_any = false;
  e.root.continued_any = false;
  e.top = &e.root;
}

/// The lanes of a gang that begin a block's last `n` threads: fewer than it has lanes.
SIMT_COLD inline void begin_short_gang(int n) {
  auto& e = active_mask();
  e.live = range_bits(0, n);
  e.live_all = false;
  set_active(e, e.live);
  e.prefix = n;
}

/// Sets up the lanes of gang `gang` of W, of a block of the given shape. Full: every gang of the block
/// has all its lanes, so that the compiler knows the mask from the start.
template <int W, bool Full>
SIMT_INLINE void begin_gang(unsigned gang, dim3 const& block_dim) {
  auto& e = active_mask();
  mask_still_full(e);
  if constexpr (!Full) {
    e.live_all = true;
    e.prefix = no_run;
    if (auto const threads = static_cast<unsigned>(block_dim.count());
        (gang + 1) * unsigned{W} > threads) {
      begin_short_gang(static_cast<int>(threads - gang * unsigned{W}));
      mask_still_partial(e, false);
    }
  }
}

/// After a gang in which lanes returned early.
SIMT_COLD inline void forget_returned() {
  auto& e = active_mask();
  e.removed_any = false;
  e.leaving = false;
  e.live_all = true;
  e.prefix = no_run;
  e.root.left_any = false;
  e.top = &e.root;
}

SIMT_INLINE void end_gang() {
  if (active_mask().removed_any) [[unlikely]]
    forget_returned();
}

/// The lanes that may stand at a barrier: those that exist and have not returned.
inline lane_bits live_bits(execution_mask const& e) {
  return e.live_all ? range_bits(0, e.width) : e.live;
}

[[noreturn]] SIMT_COLD inline void throw_divergent_barrier(block const& b) {
  auto const& e = active_mask();
  lane_bits const now = active_bits(e);
  lane_bits const live = live_bits(e);
  std::uint64_t const first = std::uint64_t{b.current_gang()} * b.info().gang_width;
  std::string missing;
  std::uint64_t a = 0, z = 0;
  bool any = false;
  for (int l = 0; l < e.width; ++l) {
    auto const bit = std::uint64_t{1} << (l % 64);
    if ((live.word[l / 64] & bit) == 0 || (now.word[l / 64] & bit) != 0) continue;
    if (!any) a = first + static_cast<std::uint64_t>(l);
    z = first + static_cast<std::uint64_t>(l);
    any = true;
  }
  throw barrier_error(
      "a barrier under divergence: some threads of the block stand at __syncthreads() while "
      "others, named below, took another branch and can never come",
      b.site(), b.index(), thread_range{a, z});
}

/// True where the gang stands at a barrier with all its live lanes; false where no lane does.
SIMT_COLD inline bool barrier_mask(block const& b) {
  auto const& e = active_mask();
  lane_bits const now = active_bits(e);
  lane_bits const live = live_bits(e);
  std::uint64_t some = 0, differ = 0;
  for (int w = 0; w < max_lanes / 64; ++w) {
    some |= now.word[w];
    differ |= now.word[w] ^ live.word[w];
  }
  if (some == 0) return false;
  if (differ != 0) throw_divergent_barrier(b);
  return true;
}

/// Puts the lane state away while others run on the gang's thread, and brings it back.
class lanes_put_away {
 public:
  SIMT_INLINE lanes_put_away() {
    saved_.save();
    forget_returned();  // another gang may start on this thread meanwhile
    current_shared.used = 0;
  }
  SIMT_INLINE ~lanes_put_away() { saved_.restore(); }
  lanes_put_away(lanes_put_away const&) = delete;
  lanes_put_away& operator=(lanes_put_away const&) = delete;

 private:
  gang_snapshot saved_;
};

/// Waits, with the lane state put away, until the others have come.
SIMT_INLINE long wait_for_gangs(block& b, long contribution, barrier_op op) {
#if SIMT_CHECK
  long result;
  {
    checked_wait const wait(simt_wait_barrier, b.current_gang());
    result = b.barrier(contribution, op);
  }
  simt_check_barrier_passed();
  return result;
#else
  return b.barrier(contribution, op);
#endif
}

/// A barrier at which others run on the gang's thread.
SIMT_COLD inline long barrier_switching(block& b, long contribution, barrier_op op) {
  auto& e = active_mask();
  if (e.all && e.live_all && !e.removed_any && !e.branches_meet && !e.leaving && e.top == &e.root)
      [[likely]] {
    struct full_gang {
      execution_mask& e;
      int const width = e.width;
      shared_state const shared = current_shared;
      warp_way const way = std::exchange(current_way, {});
      SIMT_INLINE ~full_gang() {
        e.all = e.live_all = true;
        e.removed_any = e.branches_meet = e.leaving = false;
        e.prefix = no_run;
        e.width = width;
        e.top = &e.root;
        current_shared = shared;
        current_way = way;
      }
    } const restore{e};
    current_shared.used = 0;
    return wait_for_gangs(b, contribution, op);
  }
  lanes_put_away const meanwhile;
  return wait_for_gangs(b, contribution, op);
}

/// A barrier of the whole block, called by a gang of W lanes that is one of several (or not).
template <int W, bool Single>
SIMT_INLINE long gang_barrier(block& b, long contribution, barrier_op op) {
  auto& e = active_mask();
  if (!e.all) [[unlikely]] {
    bool const here = barrier_mask(b);
    mask_still_partial(e);
    if (!here) return contribution;
  }
  if constexpr (Single) {
    return op == barrier_op::all || op == barrier_op::any ? contribution != 0 : contribution;
  } else {
    bool const full = e.all;
    long r = op == barrier_op::all || op == barrier_op::any ? contribution != 0 : contribution;
    if (b.info().gangs != 1) r = barrier_switching(b, contribution, op);
    if (full)
      mask_still_full(e);
    else
      mask_still_partial(e);
    return r;
  }
}

}  // namespace simt::inline SIMT_ABI::detail
