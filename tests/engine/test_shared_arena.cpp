// SPDX-License-Identifier: MIT
#include <simt/engine/detail/shared_arena.hpp>
#include <simt/engine/grid.hpp>

#include <doctest/doctest.h>

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <atomic>
#include <stdexcept>
#include <thread>

using simt::detail::arena_of_grids;
using simt::detail::arena_scope;
using simt::detail::shared_arena;

namespace {

tbb::task_arena::constraints threads(int count) {
  return tbb::task_arena::constraints{}.set_max_concurrency(count);
}

}  // namespace

TEST_CASE("shared_arena: a guest does not wait for workers that do not leave") {
  // More workers than the arena has slots, all of which wait for the guest.
  constexpr int slots = 4;
  tbb::global_control const allowed(tbb::global_control::max_allowed_parallelism, 3 * slots);
  shared_arena arena(threads(slots), true);
  std::atomic<int> waiting{0}, left{0};
  std::atomic<bool> go{false};
  for (int i = 0; i < slots; ++i)
    arena.workers.enqueue([&] {
      ++waiting;
      while (!go) std::this_thread::yield();
      ++left;
    });
  while (waiting < slots - 1) std::this_thread::yield();
  bool inside = false;
  CHECK(arena.be_guest([&] {
    inside = tbb::this_task_arena::max_concurrency() == slots;
    go = true;
  }));
  CHECK(inside);
  while (left < slots) std::this_thread::yield();
}

TEST_CASE("shared_arena: one guest at a time, none where there is no place, again after an error") {
  shared_arena arena(threads(2), true);
  shared_arena without(threads(2), false);
  auto const nothing = [] {};
  CHECK(!without.be_guest(nothing));
  bool other = true;
  CHECK(arena.be_guest([&] { std::thread([&] { other = arena.be_guest(nothing); }).join(); }));
  CHECK(!other);
  bool const threw = [&] {
    try {
      return !arena.be_guest([] { throw std::runtime_error("a test's"); });
    } catch (std::runtime_error const&) {
      return true;
    }
  }();
  CHECK(threw);
  CHECK(arena.be_guest(nothing));
}

TEST_CASE("shared_arena: grids that a thread shares run in the arena that it prefers") {
  constexpr int slots = 3;
  tbb::global_control const allowed(tbb::global_control::max_allowed_parallelism, slots);
  shared_arena arena(threads(slots), true);
  simt::launch_info info;
  info.kernel = "test";
  info.grid = simt::dim3(64);
  std::atomic<unsigned> blocks{0}, elsewhere{0};
  auto const run = [&] {
    simt::run_grid(info, [&](simt::block&, unsigned) {
      ++blocks;
      if (tbb::this_task_arena::max_concurrency() != slots) ++elsewhere;
      // Longer than what one thread does alone.
      auto const end = simt::detail::clock_nanoseconds() + 100'000;
      while (simt::detail::clock_nanoseconds() < end) {
      }
    });
  };
  tbb::task_arena own(2);
  own.execute([&] {
    arena_scope const scope(&arena);
    CHECK(arena_of_grids == &arena);
    run();
    // In the place of a guest who is there already, and without one:
    CHECK(arena.be_guest([&] { CHECK(tbb::this_task_arena::max_concurrency() == slots); }));
  });
  CHECK(arena_of_grids == nullptr);
  CHECK(blocks == 64);
  // (What one thread tries first, it tries where it is.)
  CHECK(elsewhere == 0);
}
