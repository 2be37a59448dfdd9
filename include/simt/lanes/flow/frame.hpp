#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/flow/errors.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// Publishes a frame for break, continue and return while a loop, a switch or a function is open.
class frame_scope {
 public:
  SIMT_INLINE explicit frame_scope(flow_frame::kind_t kind) {
    auto& e = active_mask();
    frame_.outer = e.top;
    frame_.kind = kind;
    frame_.left_any = false;
    frame_.continued_any = false;
    frame_.from_all = e.all;
    frame_.switch_state = nullptr;
    e.top = &frame_;
  }
  frame_scope(frame_scope const&) = delete;
  frame_scope& operator=(frame_scope const&) = delete;
  SIMT_INLINE ~frame_scope() {
    auto& e = active_mask();
    e.top = frame_.outer;
    if (e.removed_any) [[unlikely]] {
      unsigned const flags = bring_back(e);
      e.all = (flags & 1u) != 0;
      e.removed_any = (flags & 2u) != 0;
    }
  }
  SIMT_INLINE flow_frame& frame() { return frame_; }

  /// Makes the lanes that left through this frame active again. Returns `all` and, as bit 1,
  /// `removed_any`.
  SIMT_COLD unsigned bring_back(execution_mask& e) {
    if (frame_.continued_any) {
      if (!frame_.left_any) frame_.left = {};
      frame_.left_any = true;
      for (int w = 0; w < max_lanes / 64; ++w) {
        frame_.left.word[w] |= frame_.continued.word[w];
      }
      frame_.continued_any = false;
    }
    if (!frame_.left_any) return (e.all ? 1u : 0u) | 2u;
    std::uint64_t some = 0;
    lane_bits now = active_bits(e);
    for (int w = 0; w < max_lanes / 64; ++w) {
      auto const back = e.removed.word[w] & frame_.left.word[w];
      now.word[w] |= back;
      e.removed.word[w] &= ~back;
      some |= e.removed.word[w];
    }
    e.removed_any = some != 0;
    frame_.left_any = false;
    set_active_again(e, frame_.from_all, now);
    return (e.all ? 1u : 0u) | (e.removed_any ? 2u : 0u);
  }

 private:
  flow_frame frame_;
};

/// Makes all lanes inactive; the ones that were are in `removed`.
SIMT_INLINE void no_lane_active(execution_mask& e) {
  e.removed_any = true;
  e.prefix = no_run;
  e.all = false;
  if (e.width > 1)
    for (int i = 0; i < e.width / simd::native_lanes; ++i)
      e.masks[i] = simd::mask_none<simd::native_lanes>();
}
/// Takes the active lanes out of the flow, and adds them to `into`.
SIMT_COLD inline void remove_active(execution_mask& e, lane_bits& into, bool& any) {
  lane_bits const now = active_bits(e);
  if (!e.removed_any) clear_bits(e.removed);
  if (!any) clear_bits(into);
  for (int w = 0; w < max_lanes / 64; ++w) {
    into.word[w] |= now.word[w];
    e.removed.word[w] |= now.word[w];
  }
  any = true;
  no_lane_active(e);
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
