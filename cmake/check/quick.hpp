// SPDX-License-Identifier: MIT
#pragma once

#include "checker.hpp"
#include "parts.hpp"
#include "segments.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

// The short way of an access: where nothing is wrong and nothing unusual, it is taken note of here,
// without a call. All else goes the long way, access(), which decides and tells.
namespace simt::check {

/// Return addresses of the library's own accesses, as far as they are known: those outside of what
/// kernels may use are nobody's business.
extern constinit std::array<void const*, 1024> own_callers;
inline std::size_t own_caller_place(void const* caller) {
  return reinterpret_cast<std::uintptr_t>(caller) / 2 % own_callers.size();
}

/// The number of a call's place; the table is intern()'s.
struct recent_site {
  void const* address;
  void const* caller;
  site_id id;

  [[nodiscard]] bool is_of(void const* of_address, void const* of_caller) const {
    return address == of_address && caller == of_caller && id != 0;
  }
};
extern constinit std::array<recent_site, 1024> recent_sites;
inline recent_site& recent_site_of(void const* address, void const* caller) {
  return recent_sites[(reinterpret_cast<std::uintptr_t>(address) ^
                       reinterpret_cast<std::uintptr_t>(caller) >> 3) %
                      recent_sites.size()];
}
inline site_id quick_site(context const& c, void const* address) {
  void const* const caller = c.calls->caller(0);
  recent_site const& e = recent_site_of(address, caller);
  return e.is_of(address, caller) ? e.id : intern(address);
}

/// An access outside of the region; false: go the long way.
inline bool quick_elsewhere(context& c, std::uintptr_t a, std::size_t bytes, void const* caller) {
  if (c.missed.for_accesses > 0) return false;
  if (a - c.stack < c.stack_bytes)
    return c.self->own_unwritten == 0 && hits_own_arrays(c, a, bytes);
  if (a - reinterpret_cast<std::uintptr_t>(c.block.arguments[0]) < c.block.argument_bytes[0] ||
      a - reinterpret_cast<std::uintptr_t>(c.block.arguments[1]) < c.block.argument_bytes[1])
    return true;
  return own_callers[own_caller_place(caller)] == caller && !memory_known->may_be_elsewhere(a);
}

/// A plain access to a word or a byte that has a cell; false: go the long way.
template <access_way way>
inline bool quick_touch(context& c, cell& m, std::uint32_t segment, bool shared, void const* caller) {
  auto const before = [&](record const& r) {
    if (r.segment == segment) return true;
    struct segment const* const s = all_segments.find(r.segment);
    return s == nullptr || ordered_in_block(c, *s, shared);
  };
  if (is_split(m)) return false;
  if constexpr (way == access_way::reads) {
    auto const noted = [&](record const& r) {
      return r.segment == segment && atomicity_of(r) == for_nobody;
    };
    if (noted(m.write) || noted(m.read[0]) || noted(m.read[1])) return true;
    if (!before(m.write)) return false;
    record* place = &m.read[0];
    if (!before(*place)) {
      place = &m.read[1];
      if (knows_more(c) && !before(*place)) return false;
    }
    *place = {segment, quick_site(c, caller) << 2};
    return true;
  } else {
    if (m.write.segment == segment && atomicity_of(m.write) == for_nobody &&
        m.read[0].segment == 0 && m.read[1].segment == 0)
      return true;
    if (!before(m.write) || !before(m.read[0]) || !before(m.read[1])) return false;
    m.read[0] = m.read[1] = {};
    m.write = {segment, quick_site(c, caller) << 2};
    return true;
  }
}

/// The same to some bytes of a word that has parts.
template <access_way way>
inline bool quick_parts(context& c, parts& m, std::uint32_t segment, unsigned bytes, bool shared,
                        void const* caller) {
  constexpr bool writes = way != access_way::reads;
  constexpr unsigned nobody = parts::most;
  unsigned own = nobody, free = nobody;
  bool known = false;
  for (unsigned i = 0; i < parts::most; ++i) {
    part const p = m.get(i);
    struct segment const* const s = all_segments.find(p.segment);
    if (s == nullptr) {
      free = i;
      continue;
    }
    bool const mine = p.segment == segment;
    if (mine && p.writes == writes && p.atomic == for_nobody) own = i;
    if ((p.bytes & bytes) == 0) continue;
    if (mine && p.atomic == for_nobody && (p.bytes & bytes) == bytes && (p.writes || !writes))
      known = true;
    if ((writes || p.writes) && !mine && !ordered_in_block(c, *s, shared)) return false;
  }
  if (known && !writes) return true;
  if (own == nobody) own = free;
  if (own == nobody) return false;
  unsigned const site = part_site(quick_site(c, caller));
  if (site == 0) return false;
  if (writes)
    for (unsigned i = 0; i < parts::most; ++i)
      if (i != own && (m.get(i).bytes & bytes) != 0) m.keep(i, ~bytes);
  part const there = m.get(own);
  m.set(own, {segment, there.segment == segment ? there.bytes | bytes : bytes, writes, for_nobody,
              site});
  return true;
}

/// True where the access lies in one array of the block's shared memory, and no copies are under
/// way.
inline bool quick_shared(block_state const& b, allocation const& s, std::size_t first,
                         std::size_t bytes) {
  if (!b.copies.empty()) return false;
  if (unsigned const id = s.arrays[first / 4]; id != 0) {
    auto const& array = b.arrays[id - 1];
    return first - array.first < array.bytes && bytes <= array.bytes - (first - array.first);
  }
  std::size_t const in_dynamic = s.begin + first - b.dynamic;
  return in_dynamic < b.dynamic_bytes && bytes <= b.dynamic_bytes - in_dynamic;
}

/// Takes note of an access for the rules of races, where quick_access() says so; false: go the long way.
template <std::size_t bytes, access_way way>
inline bool quick_races(context& c, std::uintptr_t a, void const* caller) {
  allocation& s = *memory_known->at(a);
  std::size_t const first = a - s.begin;
  bool const shared = s.arrays != nullptr;
  std::uint32_t const segment = segment_here(c);
  if constexpr (bytes >= 4) {
    cell* const m = s.words + first / 4;
    for (std::size_t i = 0; i < bytes / 4; ++i)
      if (!quick_touch<way>(c, m[i], segment, shared, caller)) return false;
  } else {
    cell& m = s.words[first / 4];
    if (!is_split(m)) return false;
    if (m.write.segment != in_singles)
      return quick_parts<way>(c, parts_of(m), segment, ((1u << bytes) - 1) << first % 4, shared,
                              caller);
    for (std::size_t i = 0; i < bytes; ++i)
      if (!quick_touch<way>(c, s.singles[first + i], segment, shared, caller)) return false;
  }
  return true;
}

/// Says what is left to do of an access.
enum class quick_rest { nothing, races, all };

/// True where the access is one to memory of which only its bounds count, and lies within.
template <std::size_t bytes>
inline bool is_plain(context& c, std::uintptr_t a, void const* caller) {
  plain_memory const& m = c.plain_of(caller);
  return a - m.begin < m.bytes - (bytes - 1) && a % bytes == 0 && c.missed.for_accesses == 0;
}
/// Has is_plain() know that memory.
inline void note_plain_memory(context& c, allocation const& s, std::size_t first,
                              void const* caller) {
  if (s.words != nullptr && c.races) return;
  plain_memory m{s.begin, s.quick_bytes};
  if (s.arrays != nullptr) {
    if (unsigned const id = s.arrays[first / 4]; id != 0)
      m = {s.begin + c.block.arrays[id - 1].first, c.block.arrays[id - 1].bytes};
    else
      m = {c.block.dynamic, c.block.dynamic_bytes};
  }
  if (m.bytes >= plain_memory::least) c.plain_of(caller) = m;
}

/// Takes note of an access of a thread to 1, 2, 4, 8 or 16 bytes that is aligned.
template <std::size_t bytes, access_way way>
inline quick_rest quick_access(context& c, std::uintptr_t a, void const* caller) {
  if (c.in_library != 0 || c.self == nullptr) return quick_rest::nothing;
  region const& r = *memory_known;
  // threadIdx and its kind, mostly; an access that the compiler left out is told at the next one.
  if (a - c.tls < c.tls_bytes && c.missed.for_accesses == 0) return quick_rest::nothing;
  if (!r.holds(a))
    return quick_elsewhere(c, a, bytes, caller) ? quick_rest::nothing : quick_rest::all;
  if (c.pending.address != nullptr || c.intended != 0 || c.missed.for_accesses > 0 || a % bytes != 0)
    return quick_rest::all;
  allocation* const s = r.at(a);
  if (s == nullptr) return quick_rest::all;
  std::size_t const first = a - s->begin;
  if (first >= s->quick_bytes || bytes > s->quick_bytes - first) return quick_rest::all;
  if (s->arrays != nullptr && !quick_shared(c.block, *s, first, bytes)) return quick_rest::all;
  if (s->written != nullptr) {
    // One more byte is there behind the bits.
    using bits_of = std::conditional_t<bytes == 16, std::uint32_t, std::uint16_t>;
    bits_of bits;
    std::memcpy(&bits, s->written + first / 8, sizeof bits);
    auto const wanted = static_cast<bits_of>(((bits_of{1} << bytes) - 1) << first % 8);
    if ((bits & wanted) != wanted) {
      if (way != access_way::writes || unwritten_reads != 0) return quick_rest::all;
      bits |= wanted;
      std::memcpy(s->written + first / 8, &bits, sizeof bits);
    } else if (way != access_way::reads && may_be_read_unwritten(c)) {
      return quick_rest::all;
    }
  } else {
    note_plain_memory(c, *s, first, caller);
  }
  if (way != access_way::reads) count_write();
  return s->words != nullptr && c.races ? quick_rest::races : quick_rest::nothing;
}

}  // namespace simt::check
