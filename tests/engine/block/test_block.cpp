// SPDX-License-Identifier: MIT
#include <simt/engine/block.hpp>

#include "launches.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <exception>
#include <memory>
#include <stdexcept>
#include <vector>

using engine_test::legacy_ballot;
using engine_test::shape;
using engine_test::tracked;
using simt::block;
using simt::launch_info;
using simt::run_grid;

TEST_CASE("wait_in_meeting: gangs wait for those that they meet, others go on") {
  std::vector<int> seen(96, 0);
  run_grid(shape(1, 96, 1), [&](block& b, unsigned g) {
    auto& sum = *reinterpret_cast<int*>(b.shared());
    if (g == 0) sum = 0;
    b.barrier();
    for (int turn = 1; turn <= 3; ++turn) {
      unsigned const first = g < 48 ? 0 : 48;
      auto& come = reinterpret_cast<unsigned*>(b.shared())[1 + first];
      if (g == first) come = 0;
      b.barrier();
      if (++come == 48) {
        sum += turn;
        b.wake(first, first + 48);
      } else {
        b.wait_in_meeting(first, first + 48);
      }
      b.barrier();
      seen[g] += sum;
    }
  });
  CHECK(seen == std::vector<int>(96, 2 + 6 + 12));
}

TEST_CASE("[HIER-003] shared memory: aligned, as large as asked, one per block") {
  launch_info info = shape(7, 4, 1);
  info.shared_bytes = 48 * 1024;
  std::vector<int> ok(7, 0);
  run_grid(info, [&](block& b, unsigned g) {
    auto const last = info.shared_bytes + block::shared_slack - 4;
    if (g == 0) {
      b.shared()[0] = static_cast<std::byte>(b.linear());
      b.shared()[last] = static_cast<std::byte>(b.linear() + 1);
    }
    b.barrier();
    if (g == 3)
      ok[b.linear()] = reinterpret_cast<std::uintptr_t>(b.shared()) % 64 == 0 &&
                       b.shared()[0] == static_cast<std::byte>(b.linear()) &&
                       b.shared()[last] == static_cast<std::byte>(b.linear() + 1);
  });
  CHECK(ok == std::vector<int>(7, 1));
}

TEST_CASE("yield: gangs that wait for one another in spin loops all progress") {
  std::vector<int> order;
  int turn = 63;
  run_grid(shape(1, 64, 1), [&](block& b, unsigned g) {
    while (turn != static_cast<int>(g)) b.yield();  // from the last to the first
    order.push_back(static_cast<int>(g));
    --turn;
  });
  REQUIRE(order.size() == 64);
  for (int i = 0; i < 64; ++i) CHECK(order[static_cast<std::size_t>(i)] == 63 - i);
}

TEST_CASE("yield: a spin loop waits for a thread that is in a warp function") {
  bool flag = false;
  unsigned through = 0;
  run_grid(shape(1, 64, 1), [&](block& b, unsigned g) {
    if (g < 32) {
      while (!flag) b.yield();
    } else if (g % 2 == 0) {
      legacy_ballot(b, 5);
      flag = true;
    }
    ++through;
  });
  CHECK(through == 64);
}

TEST_CASE("[HIER-009] yield: blocks may wait for blocks of lower number") {
  std::vector<std::atomic<int>> done(200);
  run_grid(shape(200, 4, 1), [&](block& b, unsigned g) {
    auto const n = b.linear();
    if (n > 0 && g == 0)
      while (done[n - 1].load() == 0) b.yield();
    b.barrier();
    if (g == 3) done[n] = 1;
  });
  for (auto const& d : done) CHECK(d.load() == 1);
}

TEST_CASE("exception: gangs that have not begun when it is thrown never begin") {
  for (unsigned const thrower : {0U, 1U, 20U}) {
    CAPTURE(thrower);
    std::atomic<int> alive{0}, began{0};
    CHECK_THROWS_AS(run_grid(shape(2, 64, 1),
                             [&](block& b, unsigned g) {
                               tracked const t(alive);
                               if (b.linear() == 1) {
                                 ++began;
                                 if (g == thrower) throw std::runtime_error("here");
                               }
                               b.barrier();
                             }),
                    std::runtime_error);
    CHECK(alive == 0);
    CHECK(began == static_cast<int>(thrower) + 1);
  }
}

TEST_CASE("exception: from any gang, before and after barriers, reaches the launch unchanged") {
  struct custom {
    int value;
  };
  for (unsigned const gangs : {1U, 2U, 64U, 65U})
    for (unsigned const thrower : {0U, gangs / 2, gangs - 1})
      for (int const barriers : {0, 1, 3}) {
        CAPTURE(gangs);
        CAPTURE(thrower);
        CAPTURE(barriers);
        std::atomic<int> alive{0};
        int caught = 0;
        try {
          run_grid(shape(20, gangs, 1), [&](block& b, unsigned g) {
            tracked const t(alive);
            auto const owned = std::make_unique<int>(3);
            for (int i = 0; i < barriers; ++i) b.barrier();
            if (b.linear() == 11 && g == thrower) throw custom{41 + *owned - 2};
            b.barrier();
          });
        } catch (custom const& c) {
          caught = c.value;
        }
        CHECK(caught == 42);
        CHECK(alive == 0);
      }
}

TEST_CASE("exception: a gang that swallows everything does not hang the unwinding") {
  int swallowed = 0;
  CHECK_THROWS_AS(run_grid(shape(1, 8, 1),
                           [&](block& b, unsigned g) {
                             for (int i = 0; i < 3; ++i) {
                               try {
                                 b.barrier();
                               } catch (...) {
                                 ++swallowed;
                               }
                               if (g == 5) throw std::range_error("five");
                             }
                           }),
                  std::range_error);
  CHECK(swallowed > 0);
}

TEST_CASE("exception: destructors that wait while the stack unwinds do not throw") {
  struct waits {
    block& b;
    int& count;
    ~waits() {
      if (b.current_gang() == 2 || std::uncaught_exceptions() == 0) return;
      b.barrier();
      b.yield();
      ++count;
    }
  };
  int count = 0;
  CHECK_THROWS_AS(run_grid(shape(1, 8, 1),
                           [&](block& b, unsigned g) {
                             waits const w{b, count};
                             b.barrier();
                             if (g == 2) throw std::range_error("two");
                             b.barrier();
                           }),
                  std::range_error);
  CHECK(count == 7);
}

TEST_CASE("exception: handled inside a gang across barriers, each gang its own") {
  std::vector<int> got(32, -1);
  run_grid(shape(1, 32, 1), [&](block& b, unsigned g) {
    try {
      throw static_cast<int>(g);
    } catch (int) {
      b.barrier();
      try {
        b.barrier();
        throw;
      } catch (int v) {
        got[g] = v;
      }
    }
  });
  for (int g = 0; g < 32; ++g) CHECK(got[static_cast<std::size_t>(g)] == g);
}

TEST_CASE("nested launch: a suspended block keeps its shared memory and its barrier") {
  std::atomic<int> wrong{0};
  std::atomic<int> inner_runs{0};
  run_grid(shape(6, 8, 1, "outer"), [&](block& b, unsigned g) {
    auto* const mine = reinterpret_cast<unsigned*>(b.shared());
    mine[g] = g + 100;
    b.barrier();
    run_grid(shape(40, 4, 1, "inner"), [&](block& in, unsigned h) {
      reinterpret_cast<unsigned*>(in.shared())[h] = h;
      in.barrier();
      if (reinterpret_cast<unsigned*>(in.shared())[3 - h] != 3 - h) ++wrong;
      if (block::current() != &in) ++wrong;
      ++inner_runs;
    });
    if (block::current() != &b || b.current_gang() != g) ++wrong;
    b.barrier();
    if (mine[7 - g] != 107 - g) ++wrong;
  });
  CHECK(wrong == 0);
  CHECK(inner_runs == 6 * 8 * 40 * 4);
  CHECK(block::current() == nullptr);
}

TEST_CASE("nested launch: its error passes through the outer kernel") {
  std::atomic<int> handled{0};
  run_grid(shape(3, 4, 1), [&](block& b, unsigned) {
    b.barrier();
    try {
      run_grid(shape(30, 2, 1), [&](block& in, unsigned h) {
        in.barrier();
        if (in.linear() == 13 && h == 1) throw std::out_of_range("inner");
      });
    } catch (std::out_of_range const&) {
      ++handled;
    }
    b.barrier();
  });
  CHECK(handled == 12);
  CHECK_THROWS_AS(run_grid(shape(3, 4, 1),
                           [&](block& b, unsigned) {
                             b.barrier();
                             run_grid(shape(30, 2, 1),
                                      [&](block&, unsigned) { throw std::out_of_range("x"); });
                           }),
                  std::out_of_range);
}
