#pragma once
// SPDX-License-Identifier: MIT
//
// How hand-written variants run blocks: the same parallel loop over block numbers that a launch is.

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <cstddef>

namespace bench {

/// Calls body(block) for every block below `count`, ascending within tasks of at least `grain`.
template <class Body>
void for_blocks(int count, int grain, Body const& body) {
  tbb::parallel_for(tbb::blocked_range<int>(0, count, static_cast<std::size_t>(grain)),
                    [&](tbb::blocked_range<int> const& range) {
                      for (int block = range.begin(); block < range.end(); ++block) body(block);
                    });
}

/// Calls body(first, last) for ranges of at least `grain` that make up 0 to `count`.
template <class Body>
void for_ranges(int count, int grain, Body const& body) {
  tbb::parallel_for(
      tbb::blocked_range<int>(0, count, static_cast<std::size_t>(grain)),
      [&](tbb::blocked_range<int> const& range) { body(range.begin(), range.end()); });
}

}  // namespace bench
