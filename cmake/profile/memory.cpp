// SPDX-License-Identifier: MIT
// What one access of a warp costs a GPU: sectors of global memory, wavefronts of shared memory; and how
// many blocks a multiprocessor holds.
#include "requests.hpp"

#include <simt/runtime/device_limits.hpp>

#include <algorithm>

namespace simt::profile {
namespace {

bool has_wide_banks() { return settings().capability / 10 == 3; }

/// Returns what a bank gives at once: a word of 4 bytes. Banks of 3.x have 8 bytes: in the mode for
/// 4, two words i and i + 32 of the same 64.
std::uint64_t given_with(std::uint64_t word) {
  if (!has_wide_banks()) return word;
  return settings().bank_bytes == 8 ? word / 2 : word / 64 * 32 + word % 32;
}

/// Words of 4 bytes that a wavefront serves: 32 banks, each of which gives one word, to any lanes.
unsigned wavefronts_of(sample const& s, std::uint32_t lanes) {
  std::uint64_t words[32 * 5];
  unsigned n = 0;
  bool sorted = true;
  each_of(lanes, [&](unsigned lane) {
    std::uint64_t const first = s.address[lane] / 4, last = (s.address[lane] + s.bytes - 1) / 4;
    for (std::uint64_t at = first; at <= last && n < std::size(words); ++at) {
      std::uint64_t const w = given_with(at);
      if (n != 0 && words[n - 1] == w) continue;
      if (n != 0 && words[n - 1] > w) sorted = false;
      words[n++] = w;
    }
  });
  if (!sorted) {
    std::sort(words, words + n);
    n = static_cast<unsigned>(std::unique(words, words + n) - words);
  }
  unsigned char banks[32] = {};
  unsigned most = 0;
  for (unsigned i = 0; i < n; ++i) most = std::max<unsigned>(most, ++banks[words[i] % 32]);
  return most;
}

/// True where the lanes' neighbours (lane ^ 1, or lane ^ 2) access the same address or nothing: then the
/// two halves of the lanes are served at once.
bool in_pairs(sample const& s, std::uint32_t lanes, unsigned apart) {
  bool all = true;
  each_of(lanes, [&](unsigned lane) {
    unsigned const other = lane ^ apart;
    if ((lanes >> other & 1) != 0 && s.address[lane] != s.address[other]) all = false;
  });
  return all;
}

}  // namespace

cost global_cost(sample const& s) {
  cost out;
  std::uint64_t sectors[64];
  unsigned n = 0;
  bool sorted = true;
  each_of(s.lanes, [&](unsigned lane) {
    std::uint64_t const first = s.address[lane] / 32, last = (s.address[lane] + s.bytes - 1) / 32;
    for (std::uint64_t at = first; at <= last && n < std::size(sectors); ++at) {
      if (n != 0 && sectors[n - 1] == at) continue;
      if (n != 0 && sectors[n - 1] > at) sorted = false;
      sectors[n++] = at;
    }
  });
  if (!sorted) {
    std::sort(sectors, sectors + n);
    n = static_cast<unsigned>(std::unique(sectors, sectors + n) - sectors);
  }
  out.sectors = n;
  for (unsigned i = 0; i < n; ++i)
    if (i == 0 || sectors[i] / 4 != sectors[i - 1] / 4) ++out.lines;
  return out;
}

unsigned different_words(sample const& s) {
  std::uint64_t words[32];
  unsigned n = 0;
  each_of(s.lanes, [&](unsigned lane) { words[n++] = s.address[lane] / 4; });
  std::sort(words, words + n);
  return static_cast<unsigned>(std::unique(words, words + n) - words);
}

cost atomic_cost(sample const& s) {
  // A sector is sent once for each of the lanes that meet on its most wanted address.
  std::uint64_t at[32];
  unsigned n = 0;
  each_of(s.lanes, [&](unsigned lane) { at[n++] = s.address[lane]; });
  std::sort(at, at + n);
  cost out;
  unsigned most_here = 0;
  for (unsigned i = 0; i < n;) {
    unsigned same = 1;
    while (i + same < n && at[i + same] == at[i]) ++same;
    out.same = std::max(out.same, same);
    most_here = std::max(most_here, same);
    if (i + same == n || at[i + same] / 32 != at[i] / 32) {
      out.sectors += most_here;
      most_here = 0;
    }
    i += same;
  }
  return out;
}

cost local_cost(sample const& s) {
  // Word w of lane l is the l-th of a row of 32 words: neighbouring lanes at the same w are
  // neighbours.
  cost out;
  std::uint64_t sectors[32 * 5];
  unsigned n = 0;
  each_of(s.lanes, [&](unsigned lane) {
    std::uint64_t const last = (s.address[lane] + s.bytes - 1) / 4;
    for (std::uint64_t w = s.address[lane] / 4; w <= last && n < std::size(sectors); ++w)
      sectors[n++] = w * 4 + lane / 8;
  });
  std::sort(sectors, sectors + n);
  out.sectors = static_cast<unsigned>(std::unique(sectors, sectors + n) - sectors);
  return out;
}

std::uint64_t tiled(std::uint64_t x, std::uint64_t y, std::uint64_t pitch) {
  std::uint64_t const tiles_of_row = (pitch + 63) / 64;
  std::uint64_t const within =
      x % 64 / 32 * 256 + y % 8 / 2 * 64 + x % 32 / 16 * 32 + y % 2 * 16 + x % 16;
  return (y / 8 * tiles_of_row + x / 64) * 512 + within;
}

cost shared_cost(sample const& s) {
  // 8 bytes a lane: half-warps one after another; 16 bytes: quarters. Halves, and quarters of a half,
  // go together where neighbouring lanes ask for the same.
  cost out;
  auto const serve = [&](std::uint32_t lanes) {
    if ((lanes & s.lanes) == 0) return;
    out.wavefronts += wavefronts_of(s, lanes & s.lanes);
    ++out.least;
  };
  auto const split = [&](std::uint32_t low, std::uint32_t high) {
    std::uint32_t const both = (low | high) & s.lanes;
    if (in_pairs(s, both, 1) || in_pairs(s, both, 2)) {
      serve(both);
    } else {
      serve(low);
      serve(high);
    }
  };
  if (s.bytes <= 4 || (s.bytes <= 8 && has_wide_banks())) {
    serve(~0u);
  } else if (s.bytes <= 8) {
    split(0x0000ffffu, 0xffff0000u);
  } else {
    split(0x000000ffu, 0x0000ff00u);
    split(0x00ff0000u, 0xff000000u);
  }
  return out;
}

// Occupancy.

bool known_capability(unsigned capability) { return device_limits(capability) != nullptr; }

occupancy occupancy_of(unsigned capability, unsigned threads, unsigned registers,
                       std::size_t shared) {
  capability_limits const& d = *device_limits(capability);
  unsigned const block = std::max(1u, threads);
  occupancy_limits const by = simt::occupancy_of(d, block, registers, shared, d.shared_bytes);
  occupancy o{by.blocks, by.warps, by.shared, by.registers};
  unsigned const least = by.least();
  o.limiter = least == o.warps       ? "warps"
              : least == o.blocks    ? "blocks"
              : least == o.shared    ? "shared memory"
                                     : "registers";
  o.active_warps = least * ((block + d.warp_size - 1) / d.warp_size);
  o.most_warps = d.resident_warps;
  o.percent = 100.0 * o.active_warps / d.resident_warps;
  return o;
}

}  // namespace simt::profile
