// SPDX-License-Identifier: MIT
//
// Four tables a task, so that equal neighbours do not wait for each other's store.

#include <atomic>

#include "../parallel.hpp"
#include "plain.hpp"

namespace bench::plain {

void histogram(int const* in, unsigned* counts, int words) {
  for_ranges(words, 65536, [=](int first, int last) {
    constexpr int bins = 256;
    unsigned table[4][bins] = {};
    for (int i = first; i < last; ++i) {
      auto const word = static_cast<unsigned>(in[i]);
      ++table[0][word & 255];
      ++table[1][word >> 8 & 255];
      ++table[2][word >> 16 & 255];
      ++table[3][word >> 24];
    }
    for (int bin = 0; bin < bins; ++bin)
      std::atomic_ref(counts[bin])
          .fetch_add((table[0][bin] + table[1][bin]) + (table[2][bin] + table[3][bin]),
                     std::memory_order_relaxed);
  });
}

}  // namespace bench::plain
