// SPDX-License-Identifier: MIT
#include <simt/builtins/clock.hpp>

#include <doctest/doctest.h>

TEST_CASE("clock: a later reading is no smaller, and in the end larger") {
  long long const first = simt::clock64();
  long long last = first;
  for (int i = 0; i < 1000000 && last == first; ++i) {
    long long const now = simt::detail::clock_functions::clock64();
    CHECK(now >= last);
    last = now;
  }
  CHECK(last > first);
}
