#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/flow/frame.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// Takes the active lanes out of the innermost loop or switch until it ends.
/// - Errors: flow_fault where none is open in this function
SIMT_COLD inline void flow_break() {
  auto& e = active_mask();
  for (auto* f = e.top; f != nullptr && f->kind != flow_frame::function; f = f->outer) {
    remove_active(e, f->left, f->left_any);
    return;
  }
  throw_flow("simt_break outside of simt_while, simt_do, simt_for and simt_switch");
}
/// Takes the active lanes out of the innermost loop until its next turn.
/// - Errors: flow_fault where none is open in this function
SIMT_COLD inline void flow_continue() {
  auto& e = active_mask();
  for (auto* f = e.top; f != nullptr && f->kind != flow_frame::function; f = f->outer)
    if (f->kind == flow_frame::loop) {
      remove_active(e, f->continued, f->continued_any);
      return;
    }
  throw_flow("simt_continue outside of simt_while, simt_do and simt_for");
}

/// Makes the lanes that continued active again, for the next turn. Returns true while other lanes
/// are still removed.
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
  set_active_again(e, f.from_all, now);
  return e.removed_any;
}
/// Does so in a loop.
// Why: the flag is stored here, not in the call: compilers know a value that was returned, but not
// what a call wrote.
SIMT_INLINE void resume_continued(execution_mask& e, flow_frame& f) {
  bool const removed = take_up_continued(e, f);
  e.removed_any = removed;
}

}  // namespace simt::inline SIMT_ABI::detail

/// Takes the active threads out of the innermost masked loop or switch (simt_break), or to the next
/// turn of the innermost loop (simt_continue).
/// - CUDA:    break, continue
#define simt_break ::simt::detail::flow_break()
#define simt_continue ::simt::detail::flow_continue()

SIMT_DETAIL_QUIET_END
