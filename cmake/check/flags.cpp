// SPDX-License-Identifier: MIT
// Knowledge of other threads by flags: fences with atomics and volatile accesses, whatever
// the values.
#include "segments.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace simt::check {

namespace {

std::unordered_map<std::uintptr_t, location>& locations() {
  static auto& all = *new std::unordered_map<std::uintptr_t, location>;
  return all;
}

/// The same number for the same flag: blocks have the same shared memory one after another.
std::uintptr_t place_of_flag(context const& c, std::uintptr_t a) {
  bool const shared =
      c.block.shared != nullptr && a - c.block.shared->begin < c.block.shared->bytes;
  return shared ? a ^ (c.block.linear + 1) << 48 : a;
}

/// True where the point, of the same block, lies behind that stretch.
bool is_behind_in_block(segment const& s, released const& r) {
  if (s.epoch != r.epoch) return s.epoch < r.epoch;
  if (!r.clocks.empty()) return s.thread < r.clocks.size() && s.clock <= r.clocks[s.thread];
  return (s.thread == r.thread && s.clock <= r.clock) ||
         (s.thread / 32 == r.thread / 32 && s.clock <= r.warp[s.thread % 32]);
}

/// The releases that have been looked at: how many of a location's, as a block sees them.
using looked_through = std::map<std::pair<location*, std::uint64_t>, std::size_t>;

/// True where one of the releases, or what was known there, lies behind that stretch.
bool knows(std::vector<acquired> const& known, segment const& s, looked_through& seen) {
  constexpr std::size_t most = 100'000;  // of more the order is taken as kept
  std::size_t looked_at = 0;
  std::vector<acquired> left = known;
  while (!left.empty()) {
    acquired const a = left.back();
    left.pop_back();
    std::size_t& done = seen[{a.from, a.by}];
    if (a.count <= done) continue;
    auto const counts = [&](location::release const& r) {
      return r.wide || r.point->block == a.by;
    };
    auto const of = a.from->of_block.find(block_key(s.launch, s.block));
    if (of != a.from->of_block.end())
      for (auto i = std::lower_bound(of->second.begin(), of->second.end(), done);
           i != of->second.end() && *i < a.count; ++i) {
        location::release const& r = a.from->releases[*i];
        if (counts(r) && is_behind_in_block(s, *r.point)) return true;
      }
    for (std::size_t i = done; i < a.count; ++i) {
      location::release const& r = a.from->releases[i];
      if (!r.point->known.empty() && counts(r))
        left.insert(left.end(), r.point->known.begin(), r.point->known.end());
    }
    looked_at += a.count - done;
    done = a.count;
    if (looked_at > most) return true;
  }
  return false;
}

}  // namespace

void forget_flags() { locations().clear(); }

std::shared_ptr<released const> release_here(context& c) {
  settle_pending(c);
  thread_state& t = *c.self;
  auto r = std::make_shared<released>();
  r->block = block_key(c.block.launch, c.block.linear);
  r->thread = c.rank;
  r->epoch = t.epoch;
  r->clock = t.clock;
  r->warp = t.warp;
  r->known = t.known;
  join(r->known, c.block.known);
  ++t.clock;
  t.segment = 0;
  return r;
}

bool comes_before(segment const& s, released const& r) {
  if (block_key(s.launch, s.block) == r.block && is_behind_in_block(s, r)) return true;
  looked_through seen;
  return knows(r.known, s, seen);
}

bool knows_by_flags(context const& c, segment const& s) {
  if (!knows_more(c)) return false;
  looked_through seen;
  return knows(c.self->known, s, seen) || knows(c.block.known, s, seen);
}

namespace {
/// Those who read at that place from now on know the point; `wide`: in all blocks.
void add_release(context const& c, std::uintptr_t a, std::shared_ptr<released const> const& point,
                 bool wide) {
  location& l = locations()[place_of_flag(c, a)];
  std::size_t const n = l.releases.size();
  for (std::size_t i = n; i > 0 && i + 2 > n; --i)
    if (l.releases[i - 1].point == point) return;
  l.of_block[point->block].push_back(n);
  l.releases.push_back({point, wide});
}
}  // namespace

void release_at(context& c, std::uintptr_t a, bool wide) {
  thread_state const& t = *c.self;
  if (t.fence == nullptr) return;
  if (wide && t.wide_fence != nullptr) add_release(c, a, t.wide_fence, true);
  if (!wide || t.fence != t.wide_fence) add_release(c, a, t.fence, false);
}
void release_all_at(context& c, std::uintptr_t a) { add_release(c, a, release_here(c), true); }

void share_fences(context& c, std::span<unsigned const> met) {
  auto& threads = c.block.thread;
  auto const share = [&](std::shared_ptr<released const> thread_state::*fence) {
    released all{};
    std::shared_ptr<released const> first;
    bool differ = false;
    for (unsigned const t : met) {
      auto const& f = threads[t].*fence;
      differ |= f != threads[met[0]].*fence;
      if (f == nullptr) continue;
      all.epoch = std::max(all.epoch, f->epoch);
      first = f;
    }
    if (!differ) return;
    all.block = first->block;
    auto const note = [&](std::size_t thread, std::uint32_t clock) {
      if (clock == 0) return;
      if (all.clocks.size() <= thread) all.clocks.resize(thread + 1);
      all.clocks[thread] = std::max(all.clocks[thread], clock);
    };
    for (unsigned const t : met) {
      released const* const f = (threads[t].*fence).get();
      if (f == nullptr) continue;
      join(all.known, f->known);
      if (f->epoch != all.epoch) continue;
      for (std::size_t i = 0; i < f->clocks.size(); ++i) note(i, f->clocks[i]);
      if (!f->clocks.empty()) continue;
      note(f->thread, f->clock);
      for (std::size_t i = 0; i < 32; ++i) note(f->thread / 32 * 32 + i, f->warp[i]);
    }
    auto const shared = std::make_shared<released const>(std::move(all));
    for (unsigned const t : met) threads[t].*fence = shared;
  };
  bool const all_wide = std::all_of(met.begin(), met.end(), [&](unsigned t) {
    return threads[t].fence == threads[t].wide_fence;
  });
  share(&thread_state::fence);
  if (!all_wide) return share(&thread_state::wide_fence);
  for (unsigned const t : met) threads[t].wide_fence = threads[t].fence;
}

void acquire_at(context& c, std::uintptr_t a, bool at_once) {
  if (locations().empty()) return;
  auto const at = locations().find(place_of_flag(c, a));
  if (at != locations().end())
    join(at_once ? c.self->known : c.self->seen,
         {{&at->second, at->second.releases.size(), block_key(c.block.launch, c.block.linear)}});
}

void know_seen(thread_state& t) {
  if (t.seen.empty()) return;
  join(t.known, t.seen);
  t.seen.clear();
}

void fence_here(context& c, bool wide) {
  know_seen(*c.self);
  c.self->fence = release_here(c);
  c.block.fences = c.block.fenced = true;
  if (wide) c.self->wide_fence = c.self->fence;
}

void join(std::vector<acquired>& into, std::vector<acquired> const& from) {
  for (acquired const& a : from) {
    auto const same = std::find_if(into.begin(), into.end(), [&](acquired const& b) {
      return b.from == a.from && b.by == a.by;
    });
    if (same != into.end())
      same->count = std::max(same->count, a.count);
    else
      into.push_back(a);
  }
}

}  // namespace simt::check
