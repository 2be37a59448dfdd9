#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/flow/scope.hpp>

#include <utility>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// The masks of a statement that hardly ever parts a gang, kept in a list.
// Why: the statement's own state stays in registers if its masks are not on the stack; and gangs
// that wait at a barrier inside an if end it in another order than they began it, so no stack of
// their own serves.
struct saved_mask {
  lane_bits before;
  lane_bits taken;
  int prefix;
  saved_mask* next;
};
/// The masks of one thread that are free for use.
class saved_mask_pool {
 public:
  constexpr saved_mask_pool() = default;
  ~saved_mask_pool() {
    while (free_ != nullptr) delete std::exchange(free_, free_->next);
  }
  saved_mask_pool(saved_mask_pool const&) = delete;
  saved_mask_pool& operator=(saved_mask_pool const&) = delete;

  saved_mask* take() {
    if (free_ == nullptr) return new saved_mask;
    return std::exchange(free_, free_->next);
  }
  void give(saved_mask* s) { s->next = std::exchange(free_, s); }

 private:
  saved_mask* free_ = nullptr;
};
inline thread_local saved_mask_pool saved_masks;

/// The turns of a simt_if that takes its first side in one of two copies: turn 0 where the mask is
/// not what it mostly is, turn 1 in the usual case, in which the compiler knows the mask. Turn 2 is
/// the other side.
///
/// Leaves what a side needs to skipped(), right before it: behind a join of both ways nothing
/// would be known.
class guarded_sides {
 public:
  static constexpr int turns = 3;
  SIMT_INLINE static constexpr bool is_first(int turn) { return turn != 2; }

 protected:
  saved_mask* saved_ = nullptr;  // of the unusual case
  bool second_ = false;
  bool ended_ = false;
};

/// The result of enter_guard: the masks to go back to, null where no lane takes the first side, and
/// whether lanes take the second one.
///
/// The masks come even where all lanes take the first side, so that whoever asks at all goes on
/// with masks: what was known of the mask on the way that did not ask stays known.
struct guard_entry {
  saved_mask* saved;
  bool rest;
};
/// Evaluates p for the active lanes and makes those of the first side active.
template <int W, class Pred>
SIMT_COLD guard_entry enter_guard(Pred p) {
  constexpr int P = part_lanes<W>;
  auto& e = active_mask();
  lane_bits const before = active_bits(e);
  lane_bits taken = {};
  for (int i = 0; i < parts_of<W>; ++i) {
    auto const bit = static_cast<unsigned>(i * P);
    taken.word[bit / 64] |= std::uint64_t{simd::mask_bits<P>(p.at(i, active_part<P>(e, i)))}
                            << (bit % 64);
  }
  if (!any_bit(taken)) return {nullptr, true};
  auto* const s = saved_masks.take();
  s->before = before;
  s->taken = taken;
  s->prefix = e.prefix;
  set_active(e, taken);
  e.prefix = prefix_of(taken);
  return {s, any_bit(bits_without(before, taken))};
}
/// Makes the lanes of the second side active. Returns `removed_any`.
SIMT_COLD inline bool guard_switch_sides(saved_mask const* s) {
  auto& e = active_mask();
  set_active(e, bits_without(s->before, s->taken));
  if (e.removed_any) drop_removed(e);
  return e.removed_any;
}
/// Restores the lanes that came in and frees s. Returns `removed_any`.
SIMT_COLD inline bool guard_restore(saved_mask* s) {
  auto& e = active_mask();
  set_active(e, s->before);
  e.prefix = s->prefix;
  saved_masks.give(s);
  return e.removed_any;
}
/// Goes to the other side of the statement.
SIMT_INLINE void guard_otherwise(saved_mask const* s) {
  auto& e = active_mask();
  bool const removed = guard_switch_sides(s);
  mask_still_partial(e, removed);
}
/// Ends the statement. `was_all`: all lanes were active before it.
template <early_exits L>
SIMT_INLINE void guard_leave(saved_mask* s, bool was_all) {
  auto& e = active_mask();
  bool const removed = guard_restore(s);
  e.all = was_all;
  e.removed_any = removed;
  keep_removed_out<2, L>(e);
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
