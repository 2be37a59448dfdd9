#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

#include <time.h>

#include <cstdint>

namespace simt::inline SIMT_ABI::detail {

/// Reads a clock that never goes back.
/// - Units:   nanoseconds since some moment
/// Why: not std::chrono's, since <chrono> is 1,600 lines of calendars to parse in C++20 (g++ 12),
/// in each file that launches a kernel.
inline std::int64_t clock_nanoseconds() noexcept {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

}  // namespace simt::inline SIMT_ABI::detail
