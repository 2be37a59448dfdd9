#pragma once
// SPDX-License-Identifier: MIT

#include <simt/check/hooks.hpp>
#include <simt/simd/vector.hpp>

#include <cstdint>
#include <type_traits>

namespace simt::inline SIMT_ABI::detail {

/// The 16 bytes that one atomic function reads or writes as one value.
__extension__ typedef unsigned __int128 wide_bits;

/// True if atomic functions take a T as 16 bytes.
template <class T>
inline constexpr bool wide_atomic = sizeof(T) == 16 && std::is_trivially_copyable_v<T>;

/// Stores `desired` where the 16 bytes at p are `expected`; gives what was there.
/// - Shape:   p is a multiple of 16, and memory that may be written
/// - Order:   sequentially consistent
SIMT_INLINE wide_bits swap_wide_if(void* p, wide_bits expected, wide_bits desired) noexcept {
#if SIMT_CHECK
  simt_check_atomic(p, sizeof(wide_bits), true);
#endif
#if defined(__x86_64__) && (!defined(__SANITIZE_THREAD__) || SIMT_CHECK)
  // Why: without -mcx16 g++ 12 and clang 14 call a library that nobody links; processors have had
  // the instruction since 2006.
  auto low = static_cast<std::uint64_t>(expected);
  auto high = static_cast<std::uint64_t>(expected >> 64);
  __asm__ __volatile__("lock cmpxchg16b (%2)"
                       : "+a"(low), "+d"(high)
                       : "r"(p), "b"(static_cast<std::uint64_t>(desired)),
                         "c"(static_cast<std::uint64_t>(desired >> 64))
                       : "memory", "cc");
  return static_cast<wide_bits>(high) << 64 | low;
#else
  typedef wide_bits aliased __attribute__((may_alias));
  return __sync_val_compare_and_swap(static_cast<aliased*>(p), expected, desired);
#endif
}

SIMT_INLINE wide_bits load_wide(void* p) noexcept { return swap_wide_if(p, 0, 0); }

/// Stores `next`; gives what was there.
SIMT_INLINE wide_bits exchange_wide(void* p, wide_bits next) noexcept {
  wide_bits seen = 0;
  for (;;) {
    wide_bits const there = swap_wide_if(p, seen, next);
    if (there == seen) return there;
    seen = there;
  }
}

}  // namespace simt::inline SIMT_ABI::detail
