// SPDX-License-Identifier: MIT
#include <simt/engine/stack_pool.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

using simt::detail::fiber;
using simt::detail::fiber_pool;

TEST_CASE("stack_pool: stacks do not overlap, have a guard below, and their tops are staggered") {
  fiber_pool pool(64 * 1024);
  std::vector<fiber*> all;
  std::set<std::uintptr_t> sets;
  for (int i = 0; i < 100; ++i) {
    fiber* const f = pool.take();
    REQUIRE(f != nullptr);
    CHECK(f->record.bytes >= 60 * 1024);
    CHECK(f->record.guard >= 4096);
    sets.insert(reinterpret_cast<std::uintptr_t>(f) % 4096 / 64);
    f->record.low[0] = std::byte{1};
    all.push_back(f);
  }
  std::set<std::byte*> lows;
  for (fiber* f : all) lows.insert(f->record.low);
  CHECK(lows.size() == 100);
  CHECK(sets.size() > 8);
  for (fiber* f : all) pool.put(*f);
}
