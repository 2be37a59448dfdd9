// SPDX-License-Identifier: MIT
// What one access of a warp costs a GPU: sectors of global memory, wavefronts of shared memory; and how
// many blocks a multiprocessor holds.
#include "profiler.hpp"

#include <algorithm>
#include <bit>

namespace simt::profile {
namespace {

template <class F>
void each_lane(std::uint32_t lanes, F const& f) {
  for (; lanes != 0; lanes &= lanes - 1) f(static_cast<unsigned>(std::countr_zero(lanes)));
}

/// Words of 4 bytes that a wavefront serves: 32 banks, each of which gives one word, to any lanes.
unsigned wavefronts_of(sample const& s, std::uint32_t lanes) {
  std::uint64_t words[32 * 5];
  unsigned n = 0;
  bool sorted = true;
  each_lane(lanes, [&](unsigned lane) {
    std::uint64_t const first = s.address[lane] / 4, last = (s.address[lane] + s.bytes - 1) / 4;
    for (std::uint64_t w = first; w <= last && n < std::size(words); ++w) {
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
  each_lane(lanes, [&](unsigned lane) {
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
  each_lane(s.lanes, [&](unsigned lane) {
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
  return out;
}

cost atomic_cost(sample const& s) {
  // A sector is sent once for each of the lanes that meet on its most wanted address.
  std::uint64_t at[32];
  unsigned n = 0;
  each_lane(s.lanes, [&](unsigned lane) { at[n++] = s.address[lane]; });
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
  if (s.bytes <= 4) {
    serve(~0u);
  } else if (s.bytes <= 8) {
    split(0x0000ffffu, 0xffff0000u);
  } else {
    split(0x000000ffu, 0x0000ff00u);
    split(0x00ff0000u, 0xff000000u);
  }
  return out;
}

// Occupancy: "Compute Capabilities" of the CUDA C Programming Guide 8.0, and the guides after it.
namespace {

struct device {
  unsigned capability, warps, blocks, registers, register_unit, shared_kb, shared_unit, reserved,
      partitions;
};
constexpr device devices[] = {
    {20, 48, 8, 32768, 64, 48, 128, 0, 2},       {21, 48, 8, 32768, 64, 48, 128, 0, 2},
    {30, 64, 16, 65536, 256, 48, 256, 0, 4},     {32, 64, 16, 65536, 256, 48, 256, 0, 4},
    {35, 64, 16, 65536, 256, 48, 256, 0, 4},     {37, 64, 16, 131072, 256, 112, 256, 0, 4},
    {50, 64, 32, 65536, 256, 64, 256, 0, 4},     {52, 64, 32, 65536, 256, 96, 256, 0, 4},
    {53, 64, 32, 65536, 256, 64, 256, 0, 4},     {60, 64, 32, 65536, 256, 64, 256, 0, 2},
    {61, 64, 32, 65536, 256, 96, 256, 0, 4},     {62, 64, 32, 65536, 256, 64, 256, 0, 4},
    {70, 64, 32, 65536, 256, 96, 256, 0, 4},     {72, 64, 32, 65536, 256, 96, 256, 0, 4},
    {75, 32, 16, 65536, 256, 64, 256, 0, 4},     {80, 64, 32, 65536, 256, 164, 128, 1024, 4},
    {86, 48, 16, 65536, 256, 100, 128, 1024, 4}, {87, 48, 16, 65536, 256, 164, 128, 1024, 4},
    {89, 48, 24, 65536, 256, 100, 128, 1024, 4}, {90, 64, 32, 65536, 256, 228, 128, 1024, 4},
};

device const* find_device(unsigned capability) {
  for (device const& d : devices)
    if (d.capability == capability) return &d;
  return nullptr;
}
unsigned round_up(unsigned n, unsigned unit) { return (n + unit - 1) / unit * unit; }

}  // namespace

bool known_capability(unsigned capability) { return find_device(capability) != nullptr; }

occupancy occupancy_of(unsigned capability, unsigned threads, unsigned registers,
                       std::size_t shared) {
  device const& d = *find_device(capability);
  occupancy o;
  unsigned const warps = std::max(1u, (threads + 31) / 32);
  o.blocks = d.blocks;
  o.warps = d.warps / warps;
  // Warps share the registers of their part of the multiprocessor.
  unsigned const per_warp = round_up(registers * 32, d.register_unit);
  o.registers = d.registers / d.partitions / per_warp * d.partitions / warps;
  unsigned const bytes = round_up(static_cast<unsigned>(shared) + d.reserved, d.shared_unit);
  o.shared = bytes == 0 ? d.blocks : d.shared_kb * 1024 / bytes;
  unsigned const least = std::min({o.blocks, o.warps, o.registers, o.shared});
  o.limiter = least == o.warps       ? "warps"
              : least == o.blocks    ? "blocks"
              : least == o.shared    ? "shared memory"
                                     : "registers";
  o.active_warps = least * warps;
  o.most_warps = d.warps;
  o.percent = 100.0 * o.active_warps / d.warps;
  return o;
}

}  // namespace simt::profile
