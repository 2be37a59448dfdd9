#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>
#include <simt/engine/clock.hpp>

#include <cstdint>

namespace simt::inline SIMT_ABI {
namespace detail {

SIMT_INLINE long long read_clock() {
#if defined(__x86_64__) || defined(__i386__)
  return static_cast<long long>(__builtin_ia32_rdtsc());
#elif defined(__aarch64__)
  std::uint64_t t;
  asm volatile("mrs %0, cntvct_el0" : "=r"(t));
  return static_cast<long long>(t);
#else
  return clock_nanoseconds();
#endif
}

/// The clocks as members of a gang.
struct clock_functions {
  SIMT_INLINE static long long clock64() { return read_clock(); }
  SIMT_INLINE static long clock() { return static_cast<long>(read_clock()); }
};

}  // namespace detail

/// Gives a counter of time: clock cycles at a constant rate where the machine has such a counter.
/// - CUDA:    long long clock64(); clock_t clock()
/// - Shape:   uniform: the threads of a gang run at once
/// - Units:   ticks of the time stamp counter (x86-64), of the virtual counter (AArch64), else
///            nanoseconds
/// - Source:  CUDA C Programming Guide 8.0, B.11 (Time Function)
SIMT_INLINE long long clock64() { return detail::read_clock(); }

}  // namespace simt::inline SIMT_ABI
