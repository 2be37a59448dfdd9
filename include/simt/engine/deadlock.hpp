#pragma once
// SPDX-License-Identifier: MIT

#include <simt/engine/detail/block_state.hpp>
#include <simt/engine/detail/scheduler.hpp>
#include <simt/engine/errors.hpp>
#include <simt/engine/warp_request.hpp>

#include <cstdint>
#include <exception>
#include <optional>
#include <string>

namespace simt::inline SIMT_ABI::detail {

/// Gives the error of a block of which every gang that is left waits, and nothing can complete: it
/// names the threads, and for what they wait.
SIMT_COLD inline std::exception_ptr deadlock_error(block_state const& b, scheduler const& s) {
  unsigned const gangs = s.gang_count;
  std::optional<thread_range> first;
  // Threads in runs: 0-15, 20.
  auto const list = [&](auto const& belongs) {
    std::string out;
    for (unsigned g = 0; g < gangs; ++g) {
      if (!belongs(g)) continue;
      unsigned const from = g;
      while (g + 1 < gangs && belongs(g + 1)) ++g;
      std::uint64_t const low = b.threads_of(from).first;
      std::uint64_t const high = b.threads_of(g).last;
      out += (out.empty() ? "" : ", ") + std::to_string(low);
      if (high != low) out += '-' + std::to_string(high);
      if (!first) first = b.threads_of(from);
    }
    return out;
  };
  std::string const in_warp = list([&](unsigned g) { return s.in_warp(g); });
  std::string const in_meeting = list([&](unsigned g) { return s.in_meeting(g); });
  std::string const at_barrier =
      list([&](unsigned g) { return !s.done.contains(g) && !s.in_warp(g) && !s.in_meeting(g); });
  std::string text = "deadlock: every thread that is left waits";
  if (!at_barrier.empty()) text += "; at a barrier: threads " + at_barrier;
  if (!in_warp.empty()) {
    unsigned g = 0;
    while (!s.in_warp(g)) ++g;
    warp_request const& r = *s.warps[g / 32].request[g % 32];
    std::uint32_t const absent = r.mask & s.alive(g / 32) & ~s.warps[g / 32].waiting;
    std::string missing;
    for (unsigned i = 0; i < 32; ++i)
      if ((absent >> i & 1) != 0)
        missing += (missing.empty() ? "" : ", ") + std::to_string(g / 32 * 32 + i);
    text += "; in a warp function: threads " + in_warp + "; thread " + std::to_string(g) +
            (r.site_line > 0 ? " (line " + std::to_string(r.site_line) + ")" : "") +
            (missing.empty() ? " waits for lanes that came with another function or mask"
                             : " waits for threads " + missing);
  }
  if (!in_meeting.empty()) {
    unsigned waits = 0;
    while (!s.in_meeting(waits)) ++waits;
    gang_range const group = s.meetings[waits];
    auto const within = [&](bool returned) {
      return list([&](unsigned g) {
        return g >= group.first && g < group.end && !s.in_meeting(g) &&
               s.done.contains(g) == returned;
      });
    };
    text += "; in a group's function: threads " + in_meeting + "; thread " + std::to_string(waits) +
            " waits for";
    std::string const late = within(false);
    std::string const gone = within(true);
    if (!late.empty()) text += " threads " + late;
    if (!late.empty() && !gone.empty()) text += " and for";
    if (!gone.empty()) text += " threads that have returned: " + gone;
  }
  return std::make_exception_ptr(barrier_error(text, b.site(), b.index(), first));
}

}  // namespace simt::inline SIMT_ABI::detail
