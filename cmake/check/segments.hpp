// SPDX-License-Identifier: MIT
#pragma once

#include "checker.hpp"

#include <cstddef>
#include <cstdint>

// The stretches of threads' runs that are remembered, and which of them came before the running one.
namespace simt::check {

/// Segments from `first` on; older ones are of launches that have ended.
struct segment_table {
  std::uint32_t first = 1;
  std::uint32_t count = 0, room = 0;
  segment* segments = nullptr;

  void add(segment const& s) {
    if (count == room) grow();
    segments[count++] = s;
  }
  [[nodiscard]] segment const* find(std::uint32_t id) const {
    return id - first < count ? &segments[id - first] : nullptr;
  }

 private:
  void grow();
};
extern constinit segment_table all_segments;

/// True where some launches that are remembered, of several streams, are not ordered.
extern constinit bool unordered_launches;
/// The same of a launch before and the running thread's, whatever launched them.
bool launches_are_ordered(context const& c, segment const& before);

/// A number for a block that no other has, but in launches that nobody remembers.
inline std::uint64_t block_key(std::uint32_t launch, std::uint64_t block) {
  return block ^ std::uint64_t{launch} << 40;
}
/// A point in the running thread's run, behind which a new stretch begins.
std::shared_ptr<released const> release_here(context& c);
/// True where a stretch came before that point.
bool comes_before(segment const& s, released const& r);
/// True where the running thread knows of that stretch by flags.
bool knows_by_flags(context const& c, segment const& s);
void forget_flags();

/// The segment of the running thread.
inline std::uint32_t segment_here(context& c) {
  thread_state& t = *c.self;
  if (t.segment == 0) {
    t.segment = all_segments.first + all_segments.count;
    all_segments.add({c.block.launch, c.rank, c.block.linear, t.epoch, t.clock});
  }
  return t.segment;
}

/// True where the running thread's block, barriers, or warp order that segment before the present
/// one. What threads know of one another by flags is left out: see knows_more().
inline bool ordered_in_block(context const& c, segment const& s, bool shared) {
  thread_state const& t = *c.self;
  if (s.launch != c.block.launch)
    return shared || !unordered_launches || launches_are_ordered(c, s);
  if (s.block != c.block.linear) return shared;  // another block's, in this place before
  if (s.thread == c.rank || s.epoch < t.epoch) return true;
  return s.thread / 32 == c.rank / 32 && s.epoch == t.epoch && s.clock <= t.warp[s.thread % 32];
}
/// True where flags may order more than ordered_in_block() says.
inline bool knows_more(context const& c) {
  return !c.self->known.empty() || !c.block.known.empty();
}

}  // namespace simt::check
