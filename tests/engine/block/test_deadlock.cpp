// SPDX-License-Identifier: MIT
#include <simt/engine/deadlock.hpp>

#include "launches.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <exception>

using engine_test::contains;
using engine_test::explicit_ballot;
using engine_test::shape;
using engine_test::tracked;
using simt::block;
using simt::dim3;
using simt::run_grid;

TEST_CASE("wait_in_meeting: one that cannot come about is an error with names") {
  std::atomic<int> alive{0};
  try {
    run_grid(shape(1, 96, 1, "apart"), [&](block& b, unsigned g) {
      tracked const t(alive);
      if (g == 20) return;
      if (g == 30)
        b.barrier();
      else
        b.wait_in_meeting(g / 48 * 48, g / 48 * 48 + 48);
    });
    FAIL("no error");
  } catch (simt::barrier_error const& e) {
    CHECK(e.kernel() == "apart");
    CHECK(e.thread_index() == simt::uint3{0, 0, 0});
    CHECK(contains(e.what(), "at a barrier: threads 30"));
    CHECK(contains(e.what(), "in a group's function: threads 0-19, 21-29, 31-95"));
    CHECK(contains(e.what(), "waits for threads 30 and for threads that have returned: 20"));
  }
  CHECK(alive == 0);
}

TEST_CASE("deadlock: named with kernel, block and threads, everything unwound, next launch works") {
  for (int round = 0; round < 3; ++round) {
    std::atomic<int> alive{0};
    bool swallowed = false;
    try {
      run_grid(shape(dim3(2, 2), 64, 1, "stuck"), [&](block& b, unsigned g) {
        tracked const t(alive);
        if (b.index().x == 1 && b.index().y == 1) {
          try {
            if (g == 7)
              explicit_ballot(b, 0x180, true);  // waits for lane 8, which waits at the barrier
            else
              b.barrier();
          } catch (std::exception const&) {
            swallowed = true;
          }
        }
      });
      FAIL("no error");
    } catch (simt::barrier_error const& e) {
      CHECK(e.kernel() == "stuck");
      CHECK(e.block_index() == simt::uint3{1, 1, 0});
      CHECK(e.thread_index() == simt::uint3{7, 0, 0});
      CHECK(contains(e.what(), "0-6, 8-63"));
      CHECK(contains(e.what(), "thread 7 waits for threads 8"));
    }
    CHECK_FALSE(swallowed);
    CHECK(alive == 0);
    std::atomic<int> ran{0};
    run_grid(shape(2, 64, 1), [&](block& b, unsigned) {
      b.barrier();
      ++ran;
    });
    CHECK(ran == 128);
  }
}

TEST_CASE("deadlock: lanes of one warp in different functions, and a mask without its caller") {
  CHECK_THROWS_AS(run_grid(shape(1, 32, 1),
                           [](block& b, unsigned g) { explicit_ballot(b, ~0U, true, g == 3); }),
                  simt::barrier_error);
  CHECK_THROWS_AS(
      run_grid(shape(1, 32, 1), [](block& b, unsigned) { explicit_ballot(b, 6, true); }),
      simt::barrier_error);
}
