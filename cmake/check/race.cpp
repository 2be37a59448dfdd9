// SPDX-License-Identifier: MIT
// Races: two accesses to the same bytes by different threads, one of them a write, that nothing
// orders. Order is what barriers, meetings of a warp, and fences with atomics give, not the order in
// which the threads happen to run here.
#include "parts.hpp"
#include "race_report.hpp"
#include "segments.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <unordered_set>

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

/// True where that access came before the running thread's present one, whatever the schedule.
bool ordered(context const& c, segment const& s, bool shared) {
  return ordered_in_block(c, s, shared) || knows_by_flags(c, s);
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

/// Places of plain reads whose value an atomic compares then: `old = *p; do … while (old != (old = atomicCAS(p, …)))`.
std::unordered_set<site_id>& guesses() {
  static auto& all = *new std::unordered_set<site_id>;
  return all;
}
/// True where one of the two is such a read and the other an atomic: whatever it has read is looked at again.
bool is_guess(record const& r, bool was_write, now const& n) {
  if (guesses().empty()) return false;
  if (was_write)
    return n.way == access_way::reads && n.atomic == for_nobody &&
           atomicity_of(r) != for_nobody && guesses().contains(n.site);
  return n.atomic != for_nobody && atomicity_of(r) == for_nobody && guesses().contains(r.how >> 2);
}

/// True where nothing orders that access with the present one, and one step for both is not enough.
bool meets(context const& c, record const& r, bool was_write, now const& n) {
  if (r.segment == 0 || r.segment == n.segment) return false;
  atomicity const both = std::min(n.atomic, atomicity_of(r));
  if (both == for_all) return false;
  segment const* const s = all_segments.find(r.segment);
  if (s == nullptr ||
      (both == for_block && s->launch == c.block.launch && s->block == c.block.linear))
    return false;
  return !ordered(c, *s, n.shared) && !is_guess(r, was_write, n);
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
  bool const meets_write = meets(c, m.write, true, n);
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
    bool const meets_read = meets(c, r, false, n);
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
    bool const met_now = (p.writes || writes_now) && meets(c, r, p.writes, n);
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
    if (bytes > 16) {  // word by word: each may be another thread's
      n.address = a.begin + from;
      n.bytes = static_cast<unsigned>(to - from);
    }
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

void begin_races() {
  auto& all = all_segments;
  all.first += all.count;
  all.count = 0;
  forget_flags();
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

void note_comparison(context& c, std::uintptr_t at) {
  allocation const* const a = memory().find(at);
  if (a == nullptr || a->words == nullptr || at - a->begin >= a->bytes) return;
  cell const& m = a->words[(at - a->begin) / 4];
  if (is_split(m)) return;
  for (record const& r : m.read)
    if (r.segment != 0 && r.segment == c.self->segment && atomicity_of(r) == for_nobody)
      guesses().insert(r.how >> 2);
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

}  // namespace simt::check
