// SPDX-License-Identifier: MIT
#include <simt/engine/clock.hpp>

#include <doctest/doctest.h>

#include <time.h>

#include <cstdint>

TEST_CASE("clock_nanoseconds: counts the nanoseconds of the clock that never goes back") {
  auto const now = [] {
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return static_cast<std::int64_t>(t.tv_sec) * 1000000000 + t.tv_nsec;
  };
  for (int i = 0; i < 100; ++i) {
    std::int64_t const before = now(), read = simt::detail::clock_nanoseconds(), after = now();
    CHECK(before <= read);
    CHECK(read <= after);
  }
}
