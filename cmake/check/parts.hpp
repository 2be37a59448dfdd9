// SPDX-License-Identifier: MIT
#pragma once

#include "checker.hpp"
#include "segments.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

// The accesses to four bytes that are accessed in parts (`char` arrays): up to four, each to some
// of the bytes, in the room of a word's cell. Where that is not enough, each byte gets a cell of
// its own.
namespace simt::check {

/// Set in a word's first number: it has parts; all bits: each byte has a cell.
constexpr std::uint32_t in_parts = 1u << 31, in_singles = ~0u;
inline bool is_split(cell const& m) { return (m.write.segment & in_parts) != 0; }

/// One of the accesses.
struct part {
  std::uint32_t segment = 0;  // 0: none
  unsigned bytes = 0;         // which of the four: a bit each
  bool writes = false;
  atomicity atomic = for_nobody;
  unsigned site = 0;  // as part_site() numbers it
};
struct [[gnu::may_alias]] parts {
  static constexpr unsigned most = 4, most_sites = 1 << 9;

  [[nodiscard]] part get(unsigned i) const {
    unsigned const h = how[i];
    return {segment[i] & ~in_parts, h & 15, (h & 16) != 0, static_cast<atomicity>(h >> 5 & 3),
            h >> 7};
  }
  void set(unsigned i, part const& p) {
    segment[i] = p.bytes == 0 ? 0 : p.segment;
    if (i == 0) segment[i] |= in_parts;
    how[i] = p.bytes == 0 ? 0
                          : static_cast<std::uint16_t>(p.bytes | unsigned{p.writes} << 4 |
                                                       unsigned{p.atomic} << 5 | p.site << 7);
  }
  /// Another place of the same: the bytes of a part that are not named any more.
  void keep(unsigned i, unsigned bytes) {
    part p = get(i);
    p.bytes &= bytes;
    set(i, p);
  }

  std::uint32_t segment[most];
  std::uint16_t how[most];
};
static_assert(sizeof(parts) == sizeof(cell));
inline parts& parts_of(cell& m) { return reinterpret_cast<parts&>(m); }
inline parts const& parts_of(cell const& m) { return reinterpret_cast<parts const&>(m); }

/// A small number for a place in the program; 0 where there are too many of them.
unsigned part_site(site_id site);
/// The same where it has one; else 0.
extern constinit std::array<site_id, parts::most_sites> part_sites;
inline record record_of(part const& p) { return {p.segment, part_sites[p.site] << 2 | p.atomic}; }

/// Has a word's accesses kept as parts, or its bytes' ones in cells of their own; false where there
/// is no room.
[[nodiscard]] bool split_into_parts(cell& m);
[[nodiscard]] bool split_into_singles(allocation& a, std::size_t word);

/// A place in `p` for one more part of the running thread's launch: one that is free, or whose
/// access nobody asks for any more, or a read of bytes that others read, too. parts::most where
/// there is none.
unsigned place_for_part(parts const& p);

}  // namespace simt::check
