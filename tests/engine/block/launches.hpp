// SPDX-License-Identifier: MIT
#pragma once

#include <simt/engine/grid.hpp>

#include <atomic>
#include <cstdint>
#include <string>

// Launches of the engine alone, and warp functions on its rendezvous, for the tests of this folder.
namespace engine_test {

using simt::block;
using simt::dim3;
using simt::launch_info;
using simt::warp_request;

inline launch_info shape(dim3 grid, unsigned threads, unsigned width, char const* name = "test") {
  launch_info info;
  info.kernel = name;
  info.grid = grid;
  info.block = dim3(threads);
  info.threads = threads;
  info.gang_width = width;
  info.gangs = (threads + width - 1) / width;
  return info;
}

inline bool contains(std::string const& text, char const* part) {
  return text.find(part) != std::string::npos;
}

// Counts what is alive, to see that unwinding runs destructors.
struct tracked {
  explicit tracked(std::atomic<int>& c) : count(c) { ++count; }
  ~tracked() { --count; }
  tracked(tracked const&) = delete;
  tracked& operator=(tracked const&) = delete;
  std::atomic<int>& count;
};

inline void ballot(warp_request* const (&lanes)[32], std::uint32_t participants) {
  std::uint64_t bits = 0;
  for (unsigned i = 0; i < 32; ++i)
    if ((participants >> i & 1) != 0 && lanes[i]->in != 0) bits |= std::uint64_t{1} << i;
  for (warp_request* lane : lanes)
    if (lane != nullptr) {
      lane->out = bits;
      lane->extra = reinterpret_cast<void*>(static_cast<std::uintptr_t>(participants));
    }
}

inline std::uint64_t explicit_ballot(block& b, std::uint32_t mask, bool predicate, int kind = 1) {
  warp_request r;
  r.mask = mask;
  r.explicit_mask = true;
  r.kind = kind;
  r.in = predicate;
  b.warp_collective(r, &ballot);
  return r.out;
}

inline std::uint64_t legacy_ballot(block& b, int line, bool predicate = true) {
  warp_request r;
  r.kind = 2;
  r.site_line = line;
  r.in = predicate;
  b.warp_collective(r, &ballot);
  return r.out;
}

}  // namespace engine_test
