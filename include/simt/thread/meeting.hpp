#pragma once
// SPDX-License-Identifier: MIT

#include <simt/thread/shared.hpp>
#include <simt/thread/sync.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

// Where the threads of a group meet: those of a warp through the engine, those of a larger tile
// through a table in the block's memory.
namespace simt::inline SIMT_ABI::detail {

/// A group as its threads see it.
struct meeting {
  unsigned size;
  unsigned rank;
  unsigned mask;  ///< lanes of the warp; 0 for tiles of more than a warp
};

/// One thread's part: what it gives, where it wants the result, and a number.
struct group_entry {
  void* in;
  void* out;
  int number;
};
/// Computes a group's function; entries by rank, null for threads that take no part.
using group_function = void (*)(group_entry* const* entries, unsigned size, void const* context);

inline void do_nothing(group_entry* const*, unsigned, void const*) {}

/// Each thread gets the bytes of the thread whose rank is its number, zeros where that takes no
/// part.
template <std::size_t Bytes>
void copy_between(group_entry* const* entries, unsigned size, void const*) {
  for (unsigned i = 0; i < size; ++i) {
    if (entries[i] == nullptr) continue;
    auto const from = static_cast<unsigned>(entries[i]->number);
    if (from >= size) continue;
    if (entries[from] != nullptr)
      std::memcpy(entries[i]->out, entries[from]->in, Bytes);
    else
      std::memset(entries[i]->out, 0, Bytes);
  }
}

struct group_call {
  group_entry entry;
  group_function function;
  void const* context;
};

inline void complete_group(warp_request* const (&lanes)[32], std::uint32_t participants) {
  group_entry* entries[32] = {};
  unsigned const mask = lanes[std::countr_zero(participants)]->mask;
  auto const call = [&](int lane) { return static_cast<group_call*>(lanes[lane]->extra); };
  unsigned rank = 0;
  for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1, ++rank) {
    int const lane = std::countr_zero(rest);
    if ((participants >> lane & 1u) != 0) entries[rank] = &call(lane)->entry;
  }
  group_call const& first = *call(std::countr_zero(participants));
  first.function(entries, rank, first.context);
}

/// Where tiles of more than a warp meet: one for each 64 threads of a block.
struct tile_table {
  static constexpr unsigned tiles = 1024 / 64;
  std::uint64_t owner;  // the block that has set this up
  unsigned arrived[tiles];
  group_entry* entries[1024];
};
inline constinit shared_site tile_table_site{};

[[gnu::noinline]] inline void meet_tile(meeting const& m, group_call& call) {
  block& b = running_block("a tile's function");
  auto& table = *reinterpret_cast<tile_table*>(
      find_shared(tile_table_site, sizeof(tile_table), alignof(tile_table)));
  // Spread over 64 bits, which what was left there will not happen to be.
  std::uint64_t const me = current_run.current * 0x9e3779b97f4a7c15u;
  if (table.owner != me) {
    for (unsigned& a : table.arrived) a = 0;
    table.owner = me;
  }
  unsigned const rank = thread_rank();
  unsigned const first = rank - m.rank;
  unsigned& arrived = table.arrived[first / 64];
  table.entries[rank] = &call.entry;
  unsigned const threads = b.info().threads;
  unsigned const size = first + m.size <= threads ? m.size : threads - first;
  if (++arrived == size) {
    arrived = 0;
    call.function(table.entries + first, size, call.context);
    b.wake(first, first + size);
    return;
  }
  keep_thread const keep;
  b.wait_in_meeting(first, first + size);
}

/// Meets the group's threads; the last to come calls the function.
inline void meet_group(meeting const& m, void* in, void* out, int number, group_function function,
                       void const* context = nullptr) {
  group_call call{{in, out, number}, function, context};
  if (m.mask == 0) {
    meet_tile(m, call);
    return;
  }
  warp_request r;
  r.extra = &call;
  r.mask = m.mask;
  r.explicit_mask = true;
  r.kind = 1000;  // apart from the warp functions'
  block& b = running_block("a group's function");
  keep_thread const keep;
  b.warp_collective(r, &complete_group);
}

}  // namespace simt::inline SIMT_ABI::detail
