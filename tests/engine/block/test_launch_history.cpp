// SPDX-License-Identifier: MIT
#include <simt/engine/detail/launch_history.hpp>

#include <doctest/doctest.h>

using simt::detail::grid_way;
using simt::detail::launch_history;
using simt::detail::way_times;
using simt::detail::worth_waking;

TEST_CASE("worth_waking: threads that cost more than they save stay asleep") {
  CHECK(worth_waking(1'000, 16, true) == 1);
  CHECK(worth_waking(20'000, 1, true) == 1);
  CHECK(worth_waking(1e9F, 16, true) == 16);
  CHECK(worth_waking(1e9F, 24, false) == 24);
  unsigned before = 1;
  for (float ns = 1'000; ns < 1e8F; ns *= 2) {
    unsigned const awake = worth_waking(ns, 16, true);
    CHECK(awake >= before);
    CHECK(awake >= worth_waking(ns, 16, false));
    before = awake;
  }
}

TEST_CASE("launch_history: the longest block of late and the usual one") {
  launch_history h;
  CHECK(h.longest_block() == 0);
  for (int i = 0; i < 50; ++i) h.learn(100);
  h.learn(100'000);  // the system gave the processor to somebody else
  CHECK(h.longest_block() == 100'000);
  CHECK(h.usual_block() < 120);
  for (int i = 0; i < 100; ++i) h.learn(100);
  CHECK(h.longest_block() == 100);
  for (int i = 0; i < 100; ++i) h.learn(800);
  CHECK(h.usual_block() == doctest::Approx(800).epsilon(0.01));
  CHECK_FALSE(h.waits());
  h.learn_that_blocks_wait();
  CHECK(h.waits());
}

TEST_CASE(
    "launch_history: small grids run the way that took less time, whatever the estimates say") {
  constexpr grid_way ways[] = {grid_way::alone, grid_way::team, grid_way::shared};
  for (grid_way const estimated : ways)
    for (grid_way const faster : ways) {
      way_times estimates{22'000, 22'000, 22'000};
      (estimated == grid_way::alone  ? estimates.alone
       : estimated == grid_way::team ? estimates.team
                                     : estimates.shared) = 15'000;
      launch_history h;
      int wins = 0;
      for (int launch = 0; launch < 8192; ++launch) {
        grid_way const way = h.choose(64, estimates);
        if (launch < 4) CHECK(way == estimated);
        h.learn_grid(64, way, way == faster ? 8'000 : 20'000);
        wins += way == faster;
      }
      CHECK(wins >= 8192 - 2 * 80);
      CHECK(h.gains_by_team(64) == (faster == grid_way::team));
      CHECK(h.alone(64, 1) >= 8'000);
      // Another grid is another matter.
      CHECK(h.alone(65, 1) == 1);
      CHECK_FALSE(h.gains_by_team(65));
      CHECK(h.choose(65, estimates) == estimated);
    }
}

TEST_CASE("launch_history: a way that is none is not tried") {
  constexpr float no_way = launch_history::no_way;
  launch_history h;
  for (int launch = 0; launch < 5000; ++launch) {
    CHECK(h.choose(8, {5'000, no_way, no_way}) == grid_way::alone);
    CHECK(h.choose_without_team({5'000, 1'000, no_way}) == grid_way::alone);
    h.learn_grid(8, grid_way::alone, 4'000);
  }
  h.learn_grid(9, grid_way::shared, 30'000);
  CHECK(h.was_shared_within(9, 60'000));
  CHECK_FALSE(h.was_shared_within(9, 20'000));
  CHECK_FALSE(h.was_shared_within(8, 60'000));
}
