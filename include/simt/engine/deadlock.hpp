#pragma once
// SPDX-License-Identifier: MIT

#include <simt/engine/detail/block_state.hpp>
#include <simt/engine/detail/message.hpp>
#include <simt/engine/detail/scheduler.hpp>
#include <simt/engine/errors.hpp>
#include <simt/engine/warp_request.hpp>

#include <cstdint>
#include <exception>
#include <optional>

namespace simt::inline SIMT_ABI::detail {

/// Where a gang is, as bits, so that several can be asked for.
enum : unsigned { at_barrier = 1, in_warp_function = 2, in_meeting = 4, has_returned = 8 };

SIMT_COLD inline unsigned where_is(scheduler const& s, unsigned gang) {
  if (s.in_warp(gang)) return in_warp_function;
  if (s.in_meeting(gang)) return in_meeting;
  return s.done.contains(gang) ? has_returned : at_barrier;
}

/// Lists the threads of those gangs of a range that are at one of `places`, in runs: 0-15, 20.
/// Keeps the first that any list names in `first`.
SIMT_COLD inline message list_threads(block_state const& b, scheduler const& s, gang_range range,
                                      unsigned places, std::optional<thread_range>& first) {
  message out;
  for (unsigned g = range.first; g < range.end; ++g) {
    if ((where_is(s, g) & places) == 0) continue;
    unsigned const from = g;
    while (g + 1 < range.end && (where_is(s, g + 1) & places) != 0) ++g;
    std::uint64_t const low = b.threads_of(from).first;
    std::uint64_t const high = b.threads_of(g).last;
    out << (out.empty() ? "" : ", ") << low;
    if (high != low) out << "-" << high;
    if (!first) first = b.threads_of(from);
  }
  return out;
}

/// Gives the error of a block of which every gang that is left waits, and nothing can complete: it
/// names the threads, and for what they wait.
SIMT_COLD inline std::exception_ptr deadlock_error(block_state const& b, scheduler const& s) {
  gang_range const all{0, s.gang_count};
  std::optional<thread_range> first;
  message const warp = list_threads(b, s, all, in_warp_function, first);
  message const meeting = list_threads(b, s, all, in_meeting, first);
  message const barrier = list_threads(b, s, all, at_barrier, first);
  message text;
  text << "deadlock: every thread that is left waits";
  if (!barrier.empty()) text << "; at a barrier: threads " << barrier.text();
  if (!warp.empty()) {
    unsigned g = 0;
    while (!s.in_warp(g)) ++g;
    warp_request const& r = *s.warps[g / 32].request[g % 32];
    std::uint32_t const absent = r.mask & s.alive(g / 32) & ~s.warps[g / 32].waiting;
    text << "; in a warp function: threads " << warp.text() << "; thread " << g;
    if (r.site_line > 0) text << " (line " << static_cast<unsigned>(r.site_line) << ")";
    text << (absent == 0 ? " waits for lanes that came with another function or mask"
                         : " waits for threads ");
    char const* comma = "";
    for (unsigned i = 0; i < 32; ++i) {
      if ((absent >> i & 1) == 0) continue;
      text << comma << (g / 32 * 32 + i);
      comma = ", ";
    }
  }
  if (!meeting.empty()) {
    unsigned waits = 0;
    while (!s.in_meeting(waits)) ++waits;
    gang_range const group = s.meetings[waits];
    message const late = list_threads(b, s, group, at_barrier | in_warp_function, first);
    message const gone = list_threads(b, s, group, has_returned, first);
    text << "; in a group's function: threads " << meeting.text() << "; thread " << waits
         << " waits for";
    if (!late.empty()) text << " threads " << late.text();
    if (!late.empty() && !gone.empty()) text << " and for";
    if (!gone.empty()) text << " threads that have returned: " << gone.text();
  }
  return std::make_exception_ptr(barrier_error(text.text(), b.site(), b.seen_index(), first));
}

}  // namespace simt::inline SIMT_ABI::detail
