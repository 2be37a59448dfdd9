#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/flow/frame.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

SIMT_COLD inline void flow_break() {
  auto& e = active_mask();
  for (auto* f = e.top; f != nullptr && f->kind != flow_frame::function; f = f->outer) {
    remove_active(e, f->left, f->left_any);
    return;
  }
  throw_flow("simt_break outside of simt_while, simt_do, simt_for and simt_switch");
}
SIMT_COLD inline void flow_continue() {
  auto& e = active_mask();
  for (auto* f = e.top; f != nullptr && f->kind != flow_frame::function; f = f->outer)
    if (f->kind == flow_frame::loop) {
      remove_active(e, f->continued, f->continued_any);
      return;
    }
  throw_flow("simt_continue outside of simt_while, simt_do and simt_for");
}

/// Lanes that continued take part in the next turn. Returns whether lanes are still removed.
SIMT_COLD inline bool take_up_continued(execution_mask& e, flow_frame& f) {
  if (!f.continued_any) return e.removed_any;
  lane_bits now = active_bits(e);
  std::uint64_t some = 0;
  for (int w = 0; w < max_lanes / 64; ++w) {
    now.word[w] |= f.continued.word[w];
    e.removed.word[w] &= ~f.continued.word[w];
    some |= e.removed.word[w];
  }
  e.removed_any = some != 0;
  f.continued_any = false;
  set_active(e, now);
  return e.removed_any;
}
SIMT_INLINE void resume_continued(execution_mask& e, flow_frame& f) {
  bool const removed = take_up_continued(e, f);
  e.removed_any = removed;
}

}  // namespace simt::inline SIMT_ABI::detail

/// The active threads leave the innermost masked loop or switch, go to its next turn, or return.
#define simt_break ::simt::detail::flow_break()
#define simt_continue ::simt::detail::flow_continue()

SIMT_DETAIL_QUIET_END
