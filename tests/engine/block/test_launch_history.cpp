// SPDX-License-Identifier: MIT
#include <simt/engine/detail/launch_history.hpp>

#include <doctest/doctest.h>

using simt::detail::launch_history;
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

TEST_CASE("launch_history: small grids run the way that took less time, whatever the estimate says") {
  for (bool const estimate : {false, true})
    for (bool const one_is_faster : {false, true}) {
      launch_history h;
      int ones = 0;
      for (int launch = 0; launch < 1280; ++launch) {
        bool const one = h.prefers_one_thread(64, estimate);
        if (launch < 4) CHECK(one == estimate);
        h.learn_grid(one, one == one_is_faster ? 8'000 : 20'000);
        ones += one;
      }
      // Two of 128 try the other way, and the first four went by the estimate.
      CHECK(ones >= (one_is_faster ? 1280 - 20 - 4 : 20));
      CHECK(ones <= (one_is_faster ? 1280 - 20 : 20 + 4));
      // Another grid is another matter.
      CHECK(h.prefers_one_thread(65, estimate) == estimate);
    }
}
