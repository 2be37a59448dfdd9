// SPDX-License-Identifier: MIT
#include "parts.hpp"

#include <vector>

namespace simt::check {

constinit std::array<site_id, parts::most_sites> part_sites{};

unsigned part_site(site_id site) {
  static auto& numbers = *new std::vector<std::uint16_t>;
  static unsigned used = 1;
  if (site >= numbers.size()) {
    checker_scope const scope(here != nullptr ? here : looking);  // (none around a quick access)
    numbers.resize(site + 64);
  }
  if (numbers[site] == 0 && used < part_sites.size()) {
    part_sites[used] = site;
    numbers[site] = static_cast<std::uint16_t>(used++);
  }
  return numbers[site];
}

bool split_into_parts(cell& m) {
  parts out{};
  unsigned n = 0;
  out.set(0, {});
  auto const add = [&](record const& r, bool writes) {
    if (r.segment == 0 || all_segments.find(r.segment) == nullptr) return true;
    unsigned const site = part_site(r.how >> 2);
    if (site == 0) return false;
    out.set(n++, {r.segment, 15, writes, atomicity_of(r), site});
    return true;
  };
  if (!add(m.write, true) || !add(m.read[0], false) || !add(m.read[1], false)) return false;
  parts_of(m) = out;
  return true;
}

bool split_into_singles(allocation& a, std::size_t word) {
  cell* const singles = singles_of(a);
  if (singles == nullptr) return false;
  cell& m = a.words[word];
  for (unsigned byte = 0; byte < 4; ++byte) {
    cell& out = singles[word * 4 + byte];
    if (!is_split(m)) {
      out = m;
      continue;
    }
    out = {};
    for (unsigned i = 0; i < parts::most; ++i) {
      part const p = parts_of(m).get(i);
      if ((p.bytes >> byte & 1) == 0) continue;
      record& r = p.writes ? out.write : out.read[out.read[0].segment != 0];
      r = record_of(p);
    }
  }
  m = {};
  m.write.segment = in_singles;
  return true;
}

unsigned place_for_part(parts const& p) {
  unsigned reads = 0;
  for (unsigned i = 0; i < parts::most; ++i) {
    part const x = p.get(i);
    if (x.bytes == 0 || all_segments.find(x.segment) == nullptr) return i;
    reads += !x.writes;
  }
  // Two reads of each byte are kept.
  for (unsigned i = parts::most; i-- != 0;) {
    if (p.get(i).writes) continue;
    unsigned once = 0, twice = 0;
    for (unsigned j = 0; j < parts::most; ++j) {
      if (j == i || p.get(j).writes) continue;
      twice |= once & p.get(j).bytes;
      once |= p.get(j).bytes;
    }
    if ((p.get(i).bytes & ~(reads == parts::most ? once | twice : twice)) == 0) return i;
  }
  return reads == parts::most ? parts::most - 1 : parts::most;
}

}  // namespace simt::check
