// SPDX-License-Identifier: MIT
// Races: two accesses to the same bytes by different threads, one of them a write, that nothing
// orders. Order is what barriers, meetings of a warp, and fences with atomics give, not the order in
// which the threads happen to run here.
#include "parts.hpp"
#include "segments.hpp"
#include "streams.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>
#include <tuple>

namespace simt::check {

constinit segment_table all_segments;
void segment_table::grow() {
  room = room == 0 ? 4096 : 2 * room;
  void* const p = std::realloc(segments, room * sizeof(segment));
  if (p == nullptr) {
    std::fputs("simt-check: no memory is left for what it knows of threads\n", stderr);
    std::abort();
  }
  segments = static_cast<segment*>(p);
}

namespace {

std::unordered_map<std::uintptr_t, location>& locations() {
  static auto& all = *new std::unordered_map<std::uintptr_t, location>;
  return all;
}

/// The same number for the same flag: blocks have the same shared memory one after another.
std::uintptr_t place_of_flag(context const& c, std::uintptr_t a) {
  bool const shared = c.block.shared != nullptr && a - c.block.shared->begin < c.block.shared->bytes;
  return shared ? a ^ (c.block.linear + 1) << 48 : a;
}

/// True where the point, of the same block, lies behind that stretch.
bool is_behind_in_block(segment const& s, released const& r) {
  if (s.epoch != r.epoch) return s.epoch < r.epoch;
  if (!r.clocks.empty()) return s.thread < r.clocks.size() && s.clock <= r.clocks[s.thread];
  return (s.thread == r.thread && s.clock <= r.clock) ||
         (s.thread / 32 == r.thread / 32 && s.clock <= r.warp[s.thread % 32]);
}

using looked_through = std::set<std::tuple<location*, std::size_t, std::uint64_t>>;

bool knows(std::vector<acquired> const& known, segment const& s, looked_through& seen) {
  for (acquired const& a : known) {
    if (!seen.insert({a.from, a.count, a.by}).second) continue;
    auto const counts = [&](location::release const& r) {
      return r.wide || r.point->block == a.by;
    };
    auto const of = a.from->of_block.find(block_key(s.launch, s.block));
    if (of != a.from->of_block.end())
      for (std::size_t const i : of->second) {
        if (i >= a.count) break;
        location::release const& r = a.from->releases[i];
        if (counts(r) && is_behind_in_block(s, *r.point)) return true;
      }
    if (seen.size() > 100'000) return true;
    for (std::size_t i = 0; i < a.count; ++i) {
      location::release const& r = a.from->releases[i];
      if (!r.point->known.empty() && counts(r) && knows(r.point->known, s, seen)) return true;
    }
  }
  return false;
}

/// True where that access came before the running thread's present one, whatever the schedule.
bool ordered(context const& c, segment const& s, bool shared) {
  return ordered_in_block(c, s, shared) || knows_by_flags(c, s);
}

char const* kind_of(context const& c, allocation const& a, segment const& s) {
  if (s.block == c.block.linear && s.thread / 32 == c.rank / 32 && a.kind == memory_kind::shared)
    return "warp_race";
  return a.kind == memory_kind::shared ? "race" : "grid_race";
}

template <class T>
T value_of(unsigned char const* bytes) {
  T out;
  std::memcpy(&out, bytes, sizeof out);
  return out;
}
std::string number_of(unsigned char const* bytes, unsigned n) {
  if (n == 1) return std::to_string(value_of<signed char>(bytes));
  if (n == 2) return std::to_string(value_of<std::int16_t>(bytes));
  if (n >= 8) return std::to_string(value_of<std::int64_t>(bytes));
  if (n != 4) return "0";
  std::string out = std::to_string(value_of<std::int32_t>(bytes));
  auto const f = value_of<float>(bytes);
  float const size = f < 0 ? -f : f;
  if (size > 1e-6F && size < 1e9F) out += " (as float " + std::to_string(f) + ")";
  return out;
}

std::string value_at(std::uintptr_t address, unsigned bytes) {
  return number_of(reinterpret_cast<unsigned char const*>(address), bytes);
}

/// True where a barrier has its line between the two.
bool stands_between(site_id barrier, frame const& first, frame const& second) {
  if (barrier == 0) return false;
  frame const at = frame_of(barrier);
  return at.file == second.file && first.file == second.file && first.line < at.line &&
         at.line < second.line;
}

void report_race(context& c, record other, site_id mine, unsigned thread, bool was_write,
                 bool is_write, bool both_atomic, std::uintptr_t address, unsigned bytes,
                 std::string values) {
  segment const* const s = all_segments.find(other.segment);
  if (s == nullptr) return;
  allocation const* const a = memory().find(address);
  if (a == nullptr) return;
  finding f = finding_here(c, kind_of(c, *a, *s), nullptr);
  unflatten(thread, c.block.shape, f.thread);
  site_id const their = other.how >> 2;
  f.at = frame_of(mine);
  f.other = frame_of(their);
  f.has_other = true;
  f.address = address;
  f.bytes = bytes;
  unflatten(s->thread, c.block.shape, f.other_thread);
  f.other_block[0] = static_cast<unsigned>(s->block % c.block.grid[0]);
  f.other_block[1] = static_cast<unsigned>(s->block / c.block.grid[0] % c.block.grid[1]);
  f.other_block[2] = static_cast<unsigned>(s->block / c.block.grid[0] / c.block.grid[1]);
  bool const same_launch = s->launch == c.block.launch;
  bool const same_block = same_launch && s->block == c.block.linear;
  bool const same_warp = same_block && s->thread / 32 == thread / 32;
  if (same_block && a->kind == memory_kind::shared && was_write != is_write) c.block.misread = true;
  // The one that comes later in the text is the one to look at.
  bool const swapped = f.at.file == f.other.file && f.at.line < f.other.line;
  if (swapped) {
    std::swap(f.at, f.other);
    std::swap(f.thread, f.other_thread);
    std::swap(f.block, f.other_block);
    std::swap(was_write, is_write);
  }
  char const* const first = was_write ? "write" : "read";
  char const* const second = is_write ? "write" : "read";
  f.what = std::string(second) + " of " + count_of(bytes, "byte") + " in " + name_of(a->kind) +
           ", which " + (same_block    ? "another thread of the block "
                            : same_launch ? "another block "
                                          : "another launch ") +
           (was_write ? "writes" : "reads") + " with nothing between that orders the two (" +
           first + " and " + second + ")";
  if (!values.empty()) f.notes.push_back(std::move(values));
  std::string const line = std::to_string(f.at.line);
  if (same_warp && a->kind == memory_kind::shared)
    f.advice = "put `__syncwarp()` before line " + line +
               ": the lanes of a warp do not run in lock step";
  else if (same_block && f.at.line == f.other.line)
    f.advice = was_write && is_write
                   ? "let one thread write, or use an atomic (`atomicAdd`, `atomicMax`) in line " + line
                   : "put `__syncthreads()` between the turns of line " + line +
                         " that write and those that read";
  else if (same_block && stands_between(c.block.thread[thread].barrier_site, f.other, f.at))
    f.advice = "put `__syncthreads()` behind line " + line + ", too: line " +
               std::to_string(f.other.line) +
               " comes again (in the next turn of a loop, or another call)";
  else if (same_block)
    f.advice = "put `__syncthreads()` before line " + line;
  else if (both_atomic)
    f.advice =
        "leave `_block` away from the atomic: it is one step for the threads of one block alone";
  else if (!same_launch)
    describe_other_launch(f, c, *s, swapped);
  else if (was_write && is_write)
    f.advice = "give each block a place of its own, or use an atomic in line " + line;
  else
    f.advice = "read one array and write another, or let a second launch do what needs the other "
               "blocks' results; a flag needs `__threadfence()` before it and an atomic or "
               "volatile access";
  if (std::string_view(f.kind) == "warp_race")
    report_warp_race(std::move(f));
  else
    report(std::move(f));
}

/// The write is about to be made.
void note_pending(context& c, record other, site_id mine, std::uintptr_t address, unsigned bytes,
                  bool after_read) {
  if (c.pending.address != nullptr) return;
  pending_write& p = c.pending;
  p.address = reinterpret_cast<void const*>(address);
  p.bytes = std::min(bytes, 16u);
  std::memcpy(p.before, p.address, p.bytes);
  p.other = other;
  p.mine = mine;
  p.thread = c.rank;
  p.after_read = after_read;
}

struct now {
  std::uint32_t segment;
  site_id site;
  access_way way;
  atomicity atomic;
  bool shared;
  std::uintptr_t address;
  unsigned bytes;
};

/// Once more by the same thread, and nobody else since: nothing new. (Others' atomics do not meet
/// an atomic access, but they do a plain one, and those of other blocks one for the block alone.)
bool is_known(cell const& m, now const& n) {
  auto const mine = [&](record const& r) {
    return r.segment == n.segment && atomicity_of(r) <= n.atomic;
  };
  if (n.way == access_way::reads) return mine(m.write) || mine(m.read[0]) || mine(m.read[1]);
  return mine(m.write) && m.read[0].segment == 0 && m.read[1].segment == 0;
}

/// True where nothing orders that access with the present one, and one step for both is not enough.
bool meets(context const& c, record const& r, now const& n) {
  if (r.segment == 0 || r.segment == n.segment) return false;
  atomicity const both = std::min(n.atomic, atomicity_of(r));
  if (both == for_all) return false;
  segment const* const s = all_segments.find(r.segment);
  if (s == nullptr ||
      (both == for_block && s->launch == c.block.launch && s->block == c.block.linear))
    return false;
  return !ordered(c, *s, n.shared);
}

/// Tells that they meet; of plain writes once the value is known.
void tell_meeting(context& c, record const& r, bool was_write, now const& n) {
  bool const is_write = n.way != access_way::reads;
  bool const both_atomic = std::min(n.atomic, atomicity_of(r)) != for_nobody;
  bool const plain = n.way == access_way::writes && n.atomic == for_nobody;
  if (was_write && plain && atomicity_of(r) == for_nobody) {
    note_pending(c, r, n.site, n.address, n.bytes, false);
  } else if (!was_write && plain && c.pending.address == nullptr) {
    note_pending(c, r, n.site, n.address, n.bytes, true);
  } else {
    char const* const value = !is_write    ? "the value that is read now: "
                              : !was_write ? "the value that is read: "
                                           : "the value between the two: ";
    report_race(c, r, n.site, c.rank, was_write, is_write, both_atomic, n.address, n.bytes,
                value + value_at(n.address, n.bytes));
  }
}

void touch(context& c, cell& m, now const& n) {
  record const mine{n.segment, n.site << 2 | n.atomic};
  bool const meets_write = meets(c, m.write, n);
  if (meets_write) tell_meeting(c, m.write, true, n);
  if (n.way == access_way::reads) {
    record* free = nullptr;
    for (record& r : m.read) {
      if (r.segment == n.segment) {
        r = mine;
        return;
      }
      if (free != nullptr) continue;
      segment const* const s = r.segment == 0 ? nullptr : all_segments.find(r.segment);
      if (s == nullptr || ordered(c, *s, n.shared)) free = &r;
    }
    *(free != nullptr ? free : &m.read[1]) = mine;
    return;
  }
  for (record& r : m.read) {
    bool const meets_read = meets(c, r, n);
    if (meets_read) tell_meeting(c, r, false, n);
    // Later atomics do not meet this one, but they do that read.
    if (!meets_read || n.atomic == for_nobody) r = {};
  }
  // Later atomics, of other warps, do not meet this one, but they do a plain write.
  if (!meets_write || n.atomic == for_nobody || atomicity_of(m.write) != for_nobody) m.write = mine;
}

/// The same for some bytes of a word that has parts; false where they have no room.
bool touch_parts(context& c, cell& m, now const& n, unsigned bytes) {
  bool const writes_now = n.way != access_way::reads;
  part mine{n.segment, bytes, writes_now, n.atomic, part_site(n.site)};
  if (mine.site == 0) return false;
  parts next = parts_of(m);
  unsigned met = 0, own = parts::most;
  for (unsigned i = 0; i < parts::most; ++i) {
    part const p = next.get(i);
    if (p.bytes == 0) continue;
    if (p.segment == n.segment && p.writes == writes_now && p.atomic == n.atomic) own = i;
    if ((p.bytes & bytes) == 0) continue;
    record const r = record_of(p);
    bool const met_now = (p.writes || writes_now) && meets(c, r, n);
    met |= unsigned{met_now} << i;
    if (!writes_now) {
      segment const* const s = all_segments.find(p.segment);
      if (!p.writes && i != own && (s == nullptr || ordered(c, *s, n.shared))) next.keep(i, ~bytes);
    } else if (!met_now || n.atomic == for_nobody || (p.writes && p.atomic != for_nobody)) {
      if (i != own) next.keep(i, ~bytes);
    } else if (p.writes) {
      mine.bytes &= ~p.bytes;
    }
  }
  if (mine.bytes != 0) {
    if (own == parts::most) own = place_for_part(next);
    if (own == parts::most) return false;
    part const there = next.get(own);
    if (there.segment == n.segment && there.writes == writes_now && there.atomic == n.atomic)
      mine.bytes |= there.bytes;
    next.set(own, mine);
  }
  parts const before = parts_of(m);
  parts_of(m) = next;
  for (unsigned i = 0; met != 0; ++i, met >>= 1)
    if ((met & 1) != 0) tell_meeting(c, record_of(before.get(i)), before.get(i).writes, n);
  return true;
}

/// Touches the cells of those bytes; the site is that of `return_address` where `n` has none.
void touch_words(context& c, allocation& a, std::size_t first, std::size_t bytes, now n,
                 void const* return_address) {
  std::size_t const end = first + bytes;
  for (std::size_t word = first / 4; word * 4 < end; ++word) {
    std::size_t const from = std::max(word * 4, first);
    std::size_t const to = std::min(word * 4 + 4, end);
    cell& m = a.words[word];
    if (to - from == 4 && !is_split(m) && is_known(m, n)) continue;
    if (n.site == 0) n.site = intern(return_address);
    if (!is_split(m) && to - from == 4) {
      touch(c, m, n);
      continue;
    }
    unsigned const of_word = ((1u << (to - from)) - 1) << from % 4;
    if (m.write.segment != in_singles) {
      if ((is_split(m) || split_into_parts(m)) && touch_parts(c, m, n, of_word)) continue;
      if (!split_into_singles(a, word)) continue;
    }
    for (std::size_t i = from; i < to; ++i) touch(c, a.singles[i], n);
  }
}

}  // namespace

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

void begin_races() {
  auto& all = all_segments;
  all.first += all.count;
  all.count = 0;
  locations().clear();
  if (all.first > in_parts / 2) {
    memory().forget_races();
    all.first = 1;
  }
}

void check_race(context& c, allocation& a, std::size_t first, std::size_t bytes, access_way way,
                atomicity atomic, void const* return_address) {
  if (a.words == nullptr) return;
  bool const shared = a.kind == memory_kind::shared;
  if (shared && !c.block.copies.empty())
    check_copies(c, a.begin + first, bytes, way, return_address);
  now n{segment_here(c), 0, way, atomic, shared, a.begin + first, static_cast<unsigned>(bytes)};
  touch_words(c, a, first, bytes, n, return_address);
}

void note_copied(context& c, allocation& shared, std::size_t first, std::size_t bytes,
                 site_id site) {
  if (shared.words == nullptr) return;
  now n{segment_here(c),
        site,
        access_way::updates,
        for_nobody,
        true,
        shared.begin + first,
        static_cast<unsigned>(bytes)};
  touch_words(c, shared, first, bytes, n, nullptr);
}
void settle_pending(context& c) {
  pending_write p = c.pending;
  if (p.address == nullptr) return;
  c.pending.address = nullptr;
  if (!p.after_read && std::memcmp(p.address, p.before, p.bytes) == 0) return;
  std::string values = (p.after_read ? "one reads " : "one writes ") +
                       number_of(p.before, p.bytes) +
                       (p.after_read ? ", the other writes " : ", the other ") +
                       number_of(static_cast<unsigned char const*>(p.address), p.bytes);
  report_race(c, p.other, p.mine, p.thread, !p.after_read, true, false,
              reinterpret_cast<std::uintptr_t>(p.address), p.bytes, std::move(values));
}

void release_at(context& c, std::uintptr_t a, bool wide) {
  if (c.self->fence == nullptr) return;
  location& l = locations()[place_of_flag(c, a)];
  auto const add = [&](std::shared_ptr<released const> const& point, bool wide) {
    std::size_t const n = l.releases.size();
    for (std::size_t i = n; i > 0 && i + 2 > n; --i)
      if (l.releases[i - 1].point == point) return;
    l.of_block[point->block].push_back(n);
    l.releases.push_back({point, wide});
  };
  if (wide && c.self->wide_fence != nullptr) add(c.self->wide_fence, true);
  if (!wide || c.self->fence != c.self->wide_fence) add(c.self->fence, false);
}

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

void acquire_at(context& c, std::uintptr_t a) {
  if (locations().empty()) return;
  auto const at = locations().find(place_of_flag(c, a));
  if (at != locations().end())
    join(c.self->known,
         {{&at->second, at->second.releases.size(), block_key(c.block.launch, c.block.linear)}});
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
