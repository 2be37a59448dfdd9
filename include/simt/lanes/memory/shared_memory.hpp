#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

#include <cstddef>
#include <cstdint>

namespace simt::inline SIMT_ABI::detail {

/// Where the running gang's shared memory lies. Static arrays are handed out in the order of their
/// declarations, so that all gangs of a block get the same addresses; dynamic memory follows.
struct shared_state {
  std::byte* base = nullptr;
  std::size_t used = 0;      // by the arrays declared so far
  std::size_t limit = 0;     // bytes for static arrays
  std::size_t dynamic = 0;   // bytes of dynamic memory; they begin at `limit`
};
inline constinit thread_local shared_state current_shared{};

/// Whether p points into the running block's shared memory. One thread runs a block, so that
/// atomics on it need no bus lock, and what lies between its numbers may be written back unchanged.
SIMT_INLINE bool in_shared_memory(void const volatile* p) {
  auto const& s = current_shared;
  auto const offset =
      reinterpret_cast<std::uintptr_t>(p) - reinterpret_cast<std::uintptr_t>(s.base);
  return offset < s.limit + s.dynamic;
}

}  // namespace simt::inline SIMT_ABI::detail
