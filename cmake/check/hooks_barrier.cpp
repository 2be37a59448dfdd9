// SPDX-License-Identifier: MIT
// Takes note of what the library tells of barriers, warp functions and fences: see
// include/simt/check/hooks.hpp.
#define SIMT_CHECK 1
#include <simt/check/hooks.hpp>

#include "hooks.hpp"
#include "quick.hpp"
#include "segments.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <numeric>

namespace simt::check {
namespace {

std::string names_of(context const& c, std::vector<unsigned> const& ranks) {
  std::string out;
  for (std::size_t i = 0; i < ranks.size();) {
    std::size_t end = i + 1;
    while (end < ranks.size() && ranks[end] == ranks[end - 1] + 1) ++end;
    auto const name = [&](unsigned rank) {
      unsigned at[3];
      unflatten(rank, c.block.shape, at);
      if (c.block.shape[1] * c.block.shape[2] == 1) return std::to_string(at[0]);
      return "(" + std::to_string(at[0]) + ", " + std::to_string(at[1]) + ", " +
             std::to_string(at[2]) + ")";
    };
    if (!out.empty()) out += ", ";
    out += name(ranks[i]);
    if (end - i > 1) out += (end - i > 2 ? " to " : ", ") + name(ranks[end - 1]);
    i = end;
    if (out.size() > 120 && i < ranks.size()) return out + ", and more";
  }
  return out;
}

}  // namespace

std::vector<std::string> whereabouts(context const& c) {
  std::vector<std::string> out;
  std::vector<std::pair<std::string, std::vector<unsigned>>> groups;
  for (unsigned i = 0; i < c.block.threads; ++i) {
    thread_state const& t = c.block.thread[i];
    std::string text;
    if (t.waits != 0)
      text = (t.waits == simt_wait_barrier ? "waiting at the barrier in "
                                           : "waiting for lanes of the warp in ") +
             file_and_line(frame_of(t.wait_site));
    else if (t.end == thread_end::fell_off)
      text = "at the kernel's end";
    else if (t.end == thread_end::thrown)
      text = "failed in " + file_and_line(frame_of(t.wait_site));
    else if (t.end == thread_end::returned_early)
      text = "returned";
    else
      continue;
    auto const at = std::find_if(groups.begin(), groups.end(),
                                 [&](auto const& g) { return g.first == text; });
    if (at == groups.end())
      groups.push_back({text, {i}});
    else
      at->second.push_back(i);
  }
  for (auto const& [text, ranks] : groups)
    out.push_back(text + ": " + (ranks.size() == 1 ? "thread " : "threads ") + names_of(c, ranks));
  return out;
}

finding barrier_finding(context const& c, unsigned rank) {
  finding f = finding_here(c, "barrier", nullptr);
  unflatten(rank, c.block.shape, f.thread);
  f.at = frame_of(c.block.thread[rank].wait_site);
  return f;
}

finding barrier_finding(context const& c, unsigned rank, unsigned other) {
  finding f = barrier_finding(c, rank);
  f.has_other = true;
  unflatten(other, c.block.shape, f.other_thread);
  std::copy_n(f.block, 3, f.other_block);
  f.notes = whereabouts(c);
  return f;
}

namespace {

/// All threads that are left have come: was it all of them, and to one line?
void barrier_complete(context& c) {
  // (Threads that read what others were still to write may well part ways: the race is what to mend.)
  if (!settings().sync || c.block.misread) return;
  unsigned first = ~0u, elsewhere = ~0u, gone = ~0u;
  frame where;
  for (unsigned i = 0; i < c.block.threads; ++i) {
    thread_state const& t = c.block.thread[i];
    if (t.waits == simt_wait_barrier) {
      if (first == ~0u) {
        first = i;
        where = frame_of(t.wait_site);
      } else if (elsewhere == ~0u && t.wait_site != c.block.thread[first].wait_site) {
        frame const other = frame_of(t.wait_site);
        if (other.line != where.line || other.file != where.file) elsewhere = i;
      }
    } else if (t.end == thread_end::fell_off) {
      if (gone == ~0u) gone = i;
    }
  }
  if (first == ~0u || where.line == 0) return;
  if (gone != ~0u) {
    finding f = barrier_finding(c, first, gone);
    f.what = "a barrier that part of the block never reaches: other threads come to the kernel's "
             "end without it";
    f.advice = "move `__syncthreads()` in line " + std::to_string(where.line) +
               " out of the branch or loop, so that every thread comes to it equally often";
    report(std::move(f));
  } else if (elsewhere != ~0u) {
    finding f = barrier_finding(c, first, elsewhere);
    f.other = frame_of(c.block.thread[elsewhere].wait_site);
    f.what = "threads of a block meet at different barriers";
    f.advice = "put one `__syncthreads()` where all threads come by, outside of the branches";
    report(std::move(f));
  }
}

}  // namespace
}  // namespace simt::check

using namespace simt::check;

extern "C" {

unsigned simt_check_wait_begins(int kind, void const* site) noexcept {
  context* const c = here;
  if (c == nullptr || c->self == nullptr) return 0;
  settle(*c);
  settle_missed_index(*c);
  thread_state& t = *c->self;
  if (t.waits == 0) {
    t.waits = kind;
    t.wait_site = quick_site(*c, site != nullptr ? site : __builtin_return_address(0));
  }
  t.in_library = c->in_library;
  t.intended = c->intended;
  return t.calls.depth;
}

void simt_check_barrier_passed() noexcept {
  context* const c = here;
  if (c == nullptr || c->self == nullptr) return;
  thread_state& t = *c->self;
  if (++t.epoch > c->block.epoch) {
    checker_scope const scope(c);
    c->block.epoch = t.epoch;
    barrier_complete(*c);
    flush_block(*c);
    if (c->block.fenced) {
      std::vector<unsigned> all(c->block.threads);
      std::iota(all.begin(), all.end(), 0u);
      share_fences(*c, all);
      c->block.fenced = false;
    }
    for (thread_state& other : c->block.all_threads()) {
      know_seen(other);
      if (!other.known.empty()) join(c->block.known, other.known);
    }
  }
  if (t.waits == simt_wait_barrier) t.barrier_site = t.wait_site;
  t.waits = 0;
  t.segment = 0;
}

void simt_check_warp_met(unsigned warp, std::uint32_t lanes, std::uint32_t mask, bool explicit_mask,
                         bool orders_memory) noexcept {
  context* const c = mine.c;
  if (c == nullptr || !mine.active) return;
  checker_scope const scope(c);
  settle_pending(*c);
  c->met_warp = warp;
  c->met_mask = explicit_mask ? mask : 0;
  unsigned const first = warp * 32;
  std::array<std::uint32_t, 32> joined{};
  std::vector<acquired> known;
  unsigned someone = ~0u;
  auto const each = [&](std::uint32_t of, auto const& f) {
    for (; of != 0; of &= of - 1) {
      unsigned const lane = static_cast<unsigned>(__builtin_ctz(of));
      if (first + lane < c->block.threads) f(lane, c->block.thread[first + lane]);
    }
  };
  each(lanes, [&](unsigned lane, thread_state& t) {
    if (someone == ~0u) someone = first + lane;
    if (!orders_memory) return;
    for (unsigned i = 0; i < 32; ++i) joined[i] = std::max(joined[i], t.warp[i]);
    joined[lane] = std::max(joined[lane], t.clock);
    know_seen(t);
    join(known, t.known);
  });
  if (explicit_mask && settings().sync && someone != ~0u) {
    unsigned missing = ~0u;
    each(mask & ~lanes, [&](unsigned lane, thread_state const& t) {
      if (t.end == thread_end::fell_off && missing == ~0u) missing = first + lane;
    });
    if (missing != ~0u) {
      finding f = barrier_finding(*c, someone, missing);
      f.what = "a warp function's mask (" + hex(mask) +
               ") names lanes that never come: they come to the kernel's end without it";
      f.advice = "call it where all lanes of the mask come by, or pass the mask of those that do "
                 "(`__ballot_sync(0xffffffff, condition)` in front of the branch)";
      report(std::move(f));
    }
  }
  if (!orders_memory) return;
  if (c->block.fences) {
    std::vector<unsigned> met;
    each(lanes, [&](unsigned lane, thread_state const&) { met.push_back(first + lane); });
    if (!met.empty()) share_fences(*c, met);
  }
  each(lanes, [&](unsigned, thread_state& t) {
    t.warp = joined;
    if (!known.empty()) t.known = known;
    ++t.clock;
    t.segment = 0;
  });
}

void simt_check_read_absent(unsigned lane, unsigned from, bool chosen) noexcept {
  context* const c = mine.c;
  if (c == nullptr || !mine.active || !settings().sync || c->met_mask == 0) return;
  unsigned const reader = c->met_warp * 32 + lane, source = c->met_warp * 32 + from;
  if (source >= c->block.threads) return;
  bool const named = (c->met_mask >> from & 1) != 0;
  if (named ? c->block.thread[source].end != thread_end::returned_early : !chosen) return;
  checker_scope const scope(c);
  finding f = barrier_finding(*c, reader, source);
  f.what = named ? "a shuffle reads from a lane that has returned: the value is undefined"
                 : "a shuffle reads from a lane that its mask (" + hex(c->met_mask) +
                       ") does not name: the value is undefined";
  f.advice = named ? "let all lanes come to the shuffle, and only then those return that are not needed; or pass "
                     "the mask of those that are left (`__ballot_sync(0xffffffff, i < n)`), and read from them"
                   : "read from a lane of the mask, or have that lane come, too, and name it";
  report(std::move(f));
}

void simt_check_grid_met() noexcept {
  checker_scope const scope(mine.c);
  std::scoped_lock const hold(turn());
  // All that was accessed before is known to all: as if the launch began anew.
  begin_races();
  if (mine.c == nullptr) return;
  for (thread_state& t : mine.c->block.all_threads()) {
    t.segment = 0;
    t.known.clear();
    t.seen.clear();
    t.fence = t.wide_fence = nullptr;
  }
  mine.c->block.known.clear();
}

void simt_check_grid_incomplete() noexcept {
  context* const c = mine.c;
  if (c == nullptr || !settings().sync) return;
  checker_scope const scope(c);
  finding f = barrier_finding(*c, c->rank);
  f.what = "a grid's barrier that part of the grid never reaches: blocks end without it";
  f.advice = "call `sync()` of the grid where every block comes by, equally often";
  report(std::move(f));
}

bool simt_check_waits_in_vain() noexcept {
  // What the host may still write, or another launch, is waited for, too: hence the seconds.
  using clock = std::chrono::steady_clock;
  struct watch {
    std::uint64_t writes = ~std::uint64_t{0};
    unsigned turns = 0;
    clock::time_point since;
  };
  static auto& w = *new watch;
  std::uint64_t const writes = writes_so_far.load(std::memory_order_relaxed);
  if (!settings().sync) return false;
  if (writes != w.writes) {
    w = {writes, 0, clock::now()};
    return false;
  }
  bool const vain =
      ++w.turns > 4096 && w.turns % 256 == 0 && clock::now() - w.since > std::chrono::seconds(3);
  if (vain && mine.c != nullptr) mine.c->block.in_vain = true;
  return vain;
}
void simt_check_changed_nothing() noexcept {
  writes_so_far.store(writes_so_far.load(std::memory_order_relaxed) - 1, std::memory_order_relaxed);
}

void simt_check_fence(bool wide) noexcept {
  context* const c = here;
  if (c == nullptr || c->self == nullptr) return;
  checker_scope const scope(c);
  fence_here(*c, wide);
}

}  // extern "C"
