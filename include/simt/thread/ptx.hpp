#pragma once
// SPDX-License-Identifier: MIT

// Words for what PTX has and CUDA has not: the .cu step writes asm statements with these.

#include <simt/config.hpp>

#include <oneapi/tbb/task_arena.h>

#include <time.h>

#include <algorithm>

namespace simt::inline SIMT_ABI {

namespace detail {
inline constinit thread_local unsigned ptx_carry = 0;
}  // namespace detail

namespace cuda {

/// Keeps the carry, 0 or 1, that the last instruction of an asm statement with `.cc` left: `add.cc`
/// in one, `addc` in the next. Instructions of one statement have a variable of their own.
/// - Source:  PTX ISA 8.0, 9.7.2 (Extended-Precision Integer Arithmetic Instructions): the flag is
///            not kept across calls, so one for what an OS thread runs is enough
inline void simt_keep_carry(unsigned carry) noexcept { simt::detail::ptx_carry = carry; }
/// Gives the carry that an earlier asm statement left.
[[nodiscard]] inline unsigned simt_kept_carry() noexcept { return simt::detail::ptx_carry; }

/// Gives `%globaltimer`, a time that all threads share.
/// - Units:   nanoseconds since 1970
/// - Source:  PTX ISA 8.0, 10.23 (%globaltimer)
[[nodiscard]] inline unsigned long long simt_global_timer() noexcept {
  timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return static_cast<unsigned long long>(now.tv_sec) * 1'000'000'000 +
         static_cast<unsigned long long>(now.tv_nsec);
}

/// Gives `%smid`, the multiprocessor that the thread is on: a device has one for each of its
/// workers.
/// - Source:  PTX ISA 8.0, 10.9 (%smid)
[[nodiscard]] inline unsigned simt_multiprocessor() noexcept {
  int const slot = tbb::this_task_arena::current_thread_index();
  int const workers = tbb::this_task_arena::max_concurrency();
  return static_cast<unsigned>(std::clamp(slot, 0, workers - 1));
}

}  // namespace cuda
}  // namespace simt::inline SIMT_ABI
