// SPDX-License-Identifier: MIT
// Makes of the accesses of a warp in a basic block what a GPU does: instructions of up to 16 bytes a
// thread, each of which is a request.
#pragma once

#include "profiler.hpp"

#include <cstddef>
#include <cstdint>

namespace simt::profile {

/// Holds what lanes of a warp access at one place of the program.
struct warp_access {
  std::uint32_t site;
  event kind;
  bool shared, constant, local, done;
  std::uint32_t all_bits;  // of the addresses, or-ed: what they are multiples of
  sample s;
};

/// Calls `f` with each of the lanes.
template <class F>
inline void each_of(std::uint32_t lanes, F const& f) {
  if ((lanes & (lanes + 1)) == 0) {
    unsigned const n = lanes == 0 ? 0 : 32 - static_cast<unsigned>(__builtin_clz(lanes));
    for (unsigned i = 0; i < n; ++i) f(i);
    return;
  }
  for (; lanes != 0; lanes &= lanes - 1) f(static_cast<unsigned>(__builtin_ctz(lanes)));
}

/// Keeps the accesses of a basic block, and counts the requests that a GPU makes of them.
class requests {
 public:
  explicit requests(context& c) : c_(c), l_(*c.of) {}
  requests(requests const&) = delete;
  requests& operator=(requests const&) = delete;
  /// Room for one more, which the caller fills.
  warp_access& add();
  /// Counts what is kept, and forgets it.
  void settle();
  /// Counts an access that is not one of those.
  void count_alone(warp_access const& a) { split(a); }
  /// Keeps it for the page.
  void trace(event kind, bool shared, sample const& s);

 private:
  void split(warp_access const& a);
  void merge(unsigned at);
  void count(warp_access const& a);

  static constexpr unsigned most = 48;
  context& c_;
  launch& l_;
  unsigned kept_ = 0;
  // (One block runs at a time.)
  static inline warp_access accesses_[most];
};

}  // namespace simt::profile
