#pragma once
// SPDX-License-Identifier: MIT

#include <simt/check/hooks.hpp>
#include <simt/config.hpp>

#include <cstddef>
#include <cstdint>

#if SIMT_ASAN
#include <sanitizer/asan_interface.h>
#endif

namespace simt::inline SIMT_ABI::detail {

/// Under the address sanitizer each array has as many bytes behind it as it is long, which nobody
/// may touch: offsets count twice.
inline constexpr std::size_t shared_spread = SIMT_ASAN || SIMT_CHECK ? 2 : 1;

/// Says where the running gang's shared memory lies. Static arrays are handed out in the order of
/// their declarations, so that all gangs of a block get the same addresses; dynamic memory follows.
struct shared_state {
  std::byte* base = nullptr;
  std::size_t used = 0;      // by the arrays declared so far
  std::size_t limit = 0;     // bytes for static arrays
  std::size_t dynamic = 0;   // bytes of dynamic memory; they begin behind those

  /// The static array in front of which `offset` bytes are taken.
  [[nodiscard]] SIMT_INLINE std::byte* array(std::size_t offset) const {
    return base + shared_spread * offset;
  }
  [[nodiscard]] SIMT_INLINE std::byte* dynamic_memory() const { return array(limit); }
};
inline constinit thread_local shared_state current_shared{};

/// Lets the address sanitizer report every access to shared memory but those to dynamic memory and
/// to arrays that open_shared() names. The block takes the memory back when it ends.
SIMT_INLINE void close_shared([[maybe_unused]] shared_state const& s) {
#if SIMT_ASAN
  __asan_poison_memory_region(s.base, shared_spread * s.limit);
  __asan_poison_memory_region(s.dynamic_memory() + s.dynamic, s.dynamic + 2048);
#endif
}
/// Lets the array of that many bytes be accessed from now on, by all gangs of the block.
SIMT_INLINE void open_shared([[maybe_unused]] void* array, [[maybe_unused]] std::size_t bytes) {
#if SIMT_ASAN
  __asan_unpoison_memory_region(array, bytes);
#elif SIMT_CHECK
  simt_check_shared_array(array, bytes);
#endif
}

/// Returns true if p points into the running block's shared memory. One thread runs a block:
/// atomics on it need no bus lock, and what lies between its numbers may be written back unchanged.
SIMT_INLINE bool in_shared_memory(void const volatile* p) {
  auto const& s = current_shared;
  auto const offset =
      reinterpret_cast<std::uintptr_t>(p) - reinterpret_cast<std::uintptr_t>(s.base);
  return offset < shared_spread * s.limit + s.dynamic;
}
/// The same of a pointer that indices are added to: also right behind the block's memory.
SIMT_INLINE bool is_moved_in_shared_memory(void const volatile* p) {
  return in_shared_memory(p) || in_shared_memory(static_cast<char const volatile*>(p) - 1);
}

}  // namespace simt::inline SIMT_ABI::detail
