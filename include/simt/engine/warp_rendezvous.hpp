#pragma once
// SPDX-License-Identifier: MIT

#include <simt/check/hooks.hpp>
#include <simt/engine/detail/scheduler.hpp>
#include <simt/engine/warp_request.hpp>

#include <bit>
#include <cstdint>

namespace simt::inline SIMT_ABI::detail {

// How lanes that wait in warp functions meet: gangs of width 1, of which 32 consecutive ones are a
// warp. Waiting itself is block::warp_collective.

/// True if two requests without a mask come from one place, by the same calls.
inline bool is_same_site(warp_request const& a, warp_request const& b) noexcept {
  return a.site_line == b.site_line && a.site_file == b.site_file && a.way == b.way;
}
/// True if threads at one request without a mask go on before those at another: who waits for
/// others comes last, and who is within more calls first.
inline bool goes_before(warp_request const& a, warp_request const& b) noexcept {
  if (a.is_join != b.is_join) return b.is_join;
  if (a.way.depth != b.way.depth) return a.way.depth > b.way.depth;
  return a.site_file == b.site_file && a.site_line < b.site_line;
}

/// Gives the lanes that complete lane `lane`'s request, or 0 where some of them have not come.
/// `near`: those that lanes exchange values with are enough.
inline std::uint32_t matching_lanes(scheduler const& s, warp_wait const& w, unsigned warp,
                                    unsigned lane, bool near = false) noexcept {
  warp_request const& mine = *w.request[lane];
  std::uint32_t const alive = s.alive(warp);
  std::uint32_t wanted = mine.explicit_mask ? mine.mask & alive : alive;
  if (near) wanted &= segments_of(1u << lane, mine.width);
  if ((wanted & ~w.waiting) != 0) return 0;
  for (std::uint32_t rest = wanted; rest != 0; rest &= rest - 1) {
    warp_request const& other = *w.request[static_cast<unsigned>(std::countr_zero(rest))];
    if (other.kind != mine.kind || other.explicit_mask != mine.explicit_mask) return 0;
    if (mine.explicit_mask ? other.mask != mine.mask : !is_same_site(mine, other)) return 0;
  }
  return wanted;
}

/// Gives the waiting lanes that share the implicit site of lane `lane`.
inline std::uint32_t lanes_at_site(warp_wait const& w, unsigned lane) noexcept {
  warp_request const& mine = *w.request[lane];
  std::uint32_t out = 0;
  for (std::uint32_t rest = w.waiting; rest != 0; rest &= rest - 1) {
    auto const i = static_cast<unsigned>(std::countr_zero(rest));
    warp_request const& other = *w.request[i];
    if (!other.explicit_mask && other.kind == mine.kind && is_same_site(mine, other))
      out |= 1u << i;
  }
  return out;
}

/// Computes the function for `lanes` and makes all but gang `self` runnable.
inline void complete_warp(scheduler& s, warp_wait& w, unsigned warp, std::uint32_t lanes,
                          unsigned self) {
  warp_request* requests[32] = {};
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    auto const i = static_cast<unsigned>(std::countr_zero(rest));
    requests[i] = w.request[i];
  }
#if SIMT_CHECK
  warp_request const& first = *requests[std::countr_zero(lanes)];
  simt_check_warp_met(warp, lanes, first.mask, first.explicit_mask, first.orders_memory);
  simt_check_enter_library();
#endif
  w.complete[static_cast<unsigned>(std::countr_zero(lanes))](requests, lanes);
#if SIMT_CHECK
  simt_check_leave_library();
#endif
  w.waiting &= ~lanes;
  s.idle_yields = 0;
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    unsigned const g = warp * 32 + static_cast<unsigned>(std::countr_zero(rest));
    --s.warp_waiters;
    if (g != self) s.runnable.insert(g);
  }
}

/// Completes requests of groups narrower than a warp of which all lanes have come, although the
/// mask names others, that went round a loop more or less often. Gives true where there was one.
inline bool complete_segments(scheduler& s) {
  bool any = false;
  for (unsigned warp = 0; warp < s.warps.size() && warp * 32 < s.gang_count; ++warp) {
    warp_wait& w = s.warps[warp];
    for (std::uint32_t rest = w.waiting; rest != 0; rest &= rest - 1) {
      auto const i = static_cast<unsigned>(std::countr_zero(rest));
      if ((w.waiting >> i & 1u) == 0 || !w.request[i]->explicit_mask || w.request[i]->width >= 32)
        continue;
      std::uint32_t const lanes = matching_lanes(s, w, warp, i, true);
      if (lanes == 0) continue;
      complete_warp(s, w, warp, lanes, gang_set::none);
      any = true;
    }
  }
  return any;
}

/// Completes, in each warp that has some, one group of requests whose mask names lanes that cannot
/// come: those that wait elsewhere; without them, as on a GPU. `others_yield`: only in warps none
/// of whose lanes can run. Gives true where there was one.
inline bool complete_without_absent(scheduler& s, bool others_yield) {
  bool any = false;
  for (unsigned warp = 0; warp < s.warps.size() && warp * 32 < s.gang_count; ++warp) {
    warp_wait& w = s.warps[warp];
    if (others_yield && s.runnable.warp(warp) != 0) continue;
    for (std::uint32_t rest = w.waiting; rest != 0; rest &= rest - 1) {
      warp_request const& first = *w.request[static_cast<unsigned>(std::countr_zero(rest))];
      if (!first.explicit_mask) continue;
      std::uint32_t lanes = 0;
      for (std::uint32_t r = w.waiting & first.mask; r != 0; r &= r - 1) {
        auto const i = static_cast<unsigned>(std::countr_zero(r));
        warp_request const& other = *w.request[i];
        if (other.explicit_mask && other.kind == first.kind && other.mask == first.mask)
          lanes |= 1u << i;
      }
      complete_warp(s, w, warp, lanes, gang_set::none);
      any = true;
      break;
    }
  }
  return any;
}

/// Completes one group of implicit requests in each warp that has some. With `others_yield`, only
/// in warps none of whose lanes can run. Gives true where there was one.
inline bool complete_implicit_requests(scheduler& s, bool others_yield) {
  bool any = false;
  for (unsigned warp = 0; warp < s.warps.size() && warp * 32 < s.gang_count; ++warp) {
    warp_wait& w = s.warps[warp];
    if (others_yield && s.runnable.warp(warp) != 0) continue;
    warp_request const* best = nullptr;
    unsigned best_lane = 0;
    for (std::uint32_t rest = w.waiting; rest != 0; rest &= rest - 1) {
      auto const i = static_cast<unsigned>(std::countr_zero(rest));
      warp_request const* const r = w.request[i];
      if (r->explicit_mask) continue;
      if (best == nullptr || goes_before(*r, *best)) {
        best = r;
        best_lane = i;
      }
    }
    if (best == nullptr) continue;
    complete_warp(s, w, warp, lanes_at_site(w, best_lane), gang_set::none);
    any = true;
  }
  return any;
}

/// Completes requests that have waited for nobody but a lane of the warp that has now finished.
inline void recheck_warp(scheduler& s, unsigned warp) {
  if (warp >= s.warps.size()) return;
  warp_wait& w = s.warps[warp];
  for (std::uint32_t rest = w.waiting; rest != 0;) {
    auto const i = static_cast<unsigned>(std::countr_zero(rest));
    std::uint32_t const lanes = matching_lanes(s, w, warp, i);
    if (lanes != 0) complete_warp(s, w, warp, lanes, gang_set::none);
    rest &= ~(lanes | 1u << i);
  }
}

}  // namespace simt::inline SIMT_ABI::detail
