// SPDX-License-Identifier: MIT
#include <simt/engine/block.hpp>
#include <simt/engine/grid.hpp>

#include <doctest/doctest.h>

#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

using simt::barrier_op;
using simt::block;
using simt::dim3;
using simt::launch_info;
using simt::run_grid;
using simt::warp_request;

namespace {

launch_info shape(dim3 grid, unsigned threads, unsigned width, char const* name = "test") {
  launch_info info;
  info.kernel = name;
  info.grid = grid;
  info.block = dim3(threads);
  info.threads = threads;
  info.gang_width = width;
  info.gangs = (threads + width - 1) / width;
  return info;
}

bool contains(std::string const& text, char const* part) {
  return text.find(part) != std::string::npos;
}

// Counts what is alive, to see that unwinding runs destructors.
struct tracked {
  explicit tracked(std::atomic<int>& c) : count(c) { ++count; }
  ~tracked() { --count; }
  tracked(tracked const&) = delete;
  tracked& operator=(tracked const&) = delete;
  std::atomic<int>& count;
};

void ballot(warp_request* const (&lanes)[32], std::uint32_t participants) {
  std::uint64_t bits = 0;
  for (unsigned i = 0; i < 32; ++i)
    if ((participants >> i & 1) != 0 && lanes[i]->in != 0) bits |= std::uint64_t{1} << i;
  for (warp_request* lane : lanes)
    if (lane != nullptr) {
      lane->out = bits;
      lane->extra = reinterpret_cast<void*>(static_cast<std::uintptr_t>(participants));
    }
}

std::uint64_t explicit_ballot(block& b, std::uint32_t mask, bool predicate, int kind = 1) {
  warp_request r;
  r.mask = mask;
  r.explicit_mask = true;
  r.kind = kind;
  r.in = predicate;
  b.warp_collective(r, &ballot);
  return r.out;
}

std::uint64_t legacy_ballot(block& b, int line, bool predicate = true) {
  warp_request r;
  r.kind = 2;
  r.site_line = line;
  r.in = predicate;
  b.warp_collective(r, &ballot);
  return r.out;
}

}  // namespace

TEST_CASE("[SYNC-001] barrier: what was written before it is seen by all gangs after it") {
  for (unsigned const gangs : {1U, 2U, 3U, 31U, 64U, 65U, 1000U, 1024U}) {
    CAPTURE(gangs);
    int const blocks = 5;
    std::vector<unsigned> wrong(blocks, 99);
    run_grid(shape(blocks, gangs, 1), [&](block& b, unsigned g) {
      auto* const tile = reinterpret_cast<unsigned*>(b.shared());
      if (g == 0) wrong[b.index().x] = 0;
      for (unsigned step = 1; step <= 4; ++step) {
        tile[g] = g * step + b.index().x;
        b.barrier();
        unsigned const other = (g + step) % gangs;
        if (tile[other] != other * step + b.index().x) ++wrong[b.index().x];
        b.barrier();
      }
    });
    CHECK(wrong == std::vector<unsigned>(blocks, 0));
  }
}

TEST_CASE("[SYNC-001] barrier: gangs go on in order after it, one at a time") {
  std::vector<unsigned> order;
  run_grid(shape(1, 9, 1), [&](block& b, unsigned g) {
    for (int i = 0; i < 3; ++i) {
      order.push_back(g);
      CHECK(b.current_gang() == g);
      b.barrier();
    }
  });
  REQUIRE(order.size() == 27);
  for (unsigned i = 0; i < 27; ++i) CHECK(order[i] == i % 9);
}

TEST_CASE("[SYNC-002][SYNC-003][SYNC-004] barrier: count, all, any reach every gang") {
  for (unsigned const gangs : {1U, 4U, 33U}) {
    CAPTURE(gangs);
    std::vector<long> got(gangs * 6, -1);
    run_grid(shape(1, gangs, 1), [&](block& b, unsigned g) {
      long* out = &got[g * 6];
      out[0] = b.barrier(g, barrier_op::count);
      out[1] = b.barrier(g + 1, barrier_op::all);
      out[2] = b.barrier(g, barrier_op::all);
      out[3] = b.barrier(0, barrier_op::any);
      out[4] = b.barrier(g == gangs - 1 ? 5 : 0, barrier_op::any);
      b.barrier();
      out[5] = b.barrier(1, barrier_op::count);
    });
    for (unsigned g = 0; g < gangs; ++g) {
      CHECK(got[g * 6 + 0] == static_cast<long>(gangs * (gangs - 1) / 2));
      CHECK(got[g * 6 + 1] == 1);
      CHECK(got[g * 6 + 2] == 0);
      CHECK(got[g * 6 + 3] == 0);
      CHECK(got[g * 6 + 4] == 1);
      CHECK(got[g * 6 + 5] == static_cast<long>(gangs));
    }
  }
}

TEST_CASE("[SYNC-001] barrier: gangs that have returned do not count, lines do not matter") {
  // Gang g leaves after g % 5 barriers; the even and the odd ones meet from different lines.
  std::vector<long> seen(64 * 5, -1);
  run_grid(shape(1, 64, 1), [&](block& b, unsigned g) {
    for (unsigned i = 0; i < g % 5; ++i) {
      if (g % 2 == 0)
        seen[g * 5 + i] = b.barrier(1, barrier_op::count);
      else
        seen[g * 5 + i] = b.barrier(1, barrier_op::count);
    }
  });
  long left[5] = {0, 0, 0, 0, 0};
  for (unsigned g = 0; g < 64; ++g)
    for (unsigned i = 0; i < g % 5; ++i) ++left[i];
  for (unsigned g = 0; g < 64; ++g)
    for (unsigned i = 0; i < g % 5; ++i) CHECK(seen[g * 5 + i] == left[i]);
}

TEST_CASE("[SYNC-001] barrier: in loops, under branches, and after an early return of most gangs") {
  // The shapes that break compilers which split kernels at barriers.
  std::vector<unsigned> sum(8, 0);
  run_grid(shape(8, 128, 1), [&](block& b, unsigned g) {
    auto* const tile = reinterpret_cast<unsigned*>(b.shared());
    unsigned const n = 2 + b.index().x;
    for (unsigned i = 0; i < n; ++i) {
      for (unsigned d = 64; d > 0; d /= 2) {
        if (i == 0 && d == 64) {
          tile[g] = 1;
          b.barrier();
        }
        if (g < d) tile[g] += tile[g + d];
        b.barrier();
      }
      if (i + 1 < n) {
        tile[g] = 1;
        b.barrier();
      }
    }
    if (g >= 3) return;
    b.barrier();
    if (g == 2) return;
    b.barrier();
    if (g == 0) sum[b.index().x] = tile[0];
  });
  CHECK(sum == std::vector<unsigned>(8, 128));
}

TEST_CASE(
    "[SYNC-001][SYNC-002] barrier: rounds in which some gangs return, yield or meet between") {
  // Which gangs are left after each round: all, a front, a back, a middle part, and with holes.
  // What happens between barriers takes the block out of the plain round from gang to gang, and
  // back.
  auto const rounds_of = [](unsigned kind, unsigned g, unsigned gangs) -> unsigned {
    switch (kind) {
      case 0:
        return 6;
      case 1:
        return g < gangs / 3 ? 6 : 2;
      case 2:
        return g < gangs / 3 ? 2 : 6;
      case 3:
        return g < gangs / 4 ? 1 : g < gangs / 2 ? 6 : 3;
      case 4:
        return 2 + g % 5;
      default:
        return g * 7 % 11 == 3 ? 0 : 4;
    }
  };
  // ThreadSanitizer knows 8128 fibers at a time: those of every worker count.
  for (unsigned const gangs : {2U, 33U, 64U, 65U, 200U, SIMT_TSAN ? 300U : 1024U}) {
    CAPTURE(gangs);
    long sums[6][6] = {};
    for (unsigned kind = 0; kind < 6; ++kind)
      for (unsigned g = 0; g < gangs; ++g)
        for (unsigned i = 0; i < rounds_of(kind, g, gangs); ++i) sums[kind][i] += g;
    std::vector<std::uint8_t> right(std::size_t{18} * gangs, 0);
    run_grid(shape(18, gangs, 1), [&](block& b, unsigned g) {
      unsigned const kind = b.index().x % 6;
      unsigned const rounds = rounds_of(kind, g, gangs);
      bool good = true;
      for (unsigned i = 0; i < rounds; ++i) {
        if (b.index().x >= 6 && (g + i) % 9 == 2) b.yield();
        if (b.index().x >= 12 && g / 32 == i % 3 && gangs >= 64 && g < 64)
          good = good && (explicit_ballot(b, ~0U, true) >> (g % 32) & 1) == 1;
        if (i % 3 == 0) good = good && b.barrier(long{g}, barrier_op::count) == sums[kind][i];
        if (i % 3 == 1) good = good && b.barrier(1, barrier_op::all) == 1;
        if (i % 3 == 2) b.barrier();
      }
      right[std::size_t{b.index().x} * gangs + g] = good;
    });
    bool all = true;
    for (std::uint8_t const r : right) all = all && r != 0;
    CHECK(all);
  }
}

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

TEST_CASE("[HIER-005] warp_collective: an explicit mask completes with its lanes, warps apart") {
  std::vector<std::uint64_t> got(100, 0);
  run_grid(shape(1, 100, 1), [&](block& b, unsigned g) {
    for (int i = 0; i < 3; ++i) got[g] = explicit_ballot(b, ~0U, g % 3 == 0);
  });
  for (unsigned g = 0; g < 100; ++g) {
    std::uint64_t expected = 0;
    for (unsigned i = 0; i < 32; ++i) {
      unsigned const t = g / 32 * 32 + i;
      if (t < 100 && t % 3 == 0) expected |= std::uint64_t{1} << i;
    }
    CHECK(got[g] == expected);
  }
}

TEST_CASE("warp_collective: two halves of a warp work apart, returned lanes do not take part") {
  std::vector<std::uint64_t> got(32, 0);
  run_grid(shape(1, 32, 1), [&](block& b, unsigned g) {
    if (g % 8 == 7) return;
    std::uint32_t const mask = g < 16 ? 0x0000ffffU : 0xffff0000U;
    for (int i = 0; i < (g < 16 ? 5 : 2); ++i) got[g] = explicit_ballot(b, mask, true);
  });
  for (unsigned g = 0; g < 32; ++g)
    CHECK(got[g] == (g % 8 == 7 ? 0U : g < 16 ? 0x00007f7fU : 0x7f7f0000U));
}

TEST_CASE("warp_collective: a lane that returns late completes those that wait for it") {
  std::vector<std::uint64_t> got(32, 0);
  run_grid(shape(1, 32, 1), [&](block& b, unsigned g) {
    if (g == 5) {
      for (int i = 0; i < 10; ++i) b.yield();
      return;
    }
    got[g] = explicit_ballot(b, ~0U, true);
  });
  for (unsigned g = 0; g < 32; ++g) CHECK(got[g] == (g == 5 ? 0U : 0xffffffdfU));
}

TEST_CASE("warp_collective: implicit forms meet at their line, a branch reconverges") {
  std::vector<std::uint64_t> inside(64, 0);
  std::vector<std::uint64_t> after(64, 0);
  run_grid(shape(1, 64, 1), [&](block& b, unsigned g) {
    if (g % 4 == 1) inside[g] = legacy_ballot(b, 10);
    if (g % 4 == 2)
      for (unsigned i = 0; i < g / 4; ++i) inside[g] = legacy_ballot(b, 11);
    after[g] = legacy_ballot(b, 12);
    b.barrier();
  });
  for (unsigned g = 0; g < 64; ++g) {
    CHECK(after[g] == 0xffffffffU);
    if (g % 4 == 1) CHECK(inside[g] == 0x22222222U);
  }
  // The last turn of a loop is its longest lane's alone.
  CHECK(inside[30] == 1U << 30);
  CHECK(inside[62] == 1U << 30);
}

TEST_CASE("warp_collective: implicit forms complete while other threads wait at the barrier") {
  std::vector<std::uint64_t> got(64, 0);
  run_grid(shape(1, 64, 1), [&](block& b, unsigned g) {
    if (g < 3 || g == 40) got[g] = legacy_ballot(b, 1);
    b.barrier();
  });
  CHECK(got[0] == 7U);
  CHECK(got[2] == 7U);
  CHECK(got[40] == 1U << 8);
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

TEST_CASE("[SYNC-001] barrier: later blocks, whose gangs have stacks from the start") {
  // What a later block's gangs do before their first barrier, after a block that needed all stacks.
  enum act { wait, leave, meet, give_way };
  for (unsigned const gangs : {2U, 33U, 256U, 1024U})
    for (act const odd : {wait, leave, meet, give_way})
      for (unsigned const every : {2U, 3U, 7U}) {
        CAPTURE(gangs);
        CAPTURE(odd);
        CAPTURE(every);
        std::atomic<long> sum{0}, wrong{0};
        run_grid(shape(8, gangs, 1), [&](block& b, unsigned g) {
          if (b.linear() % 2 == 1 && g % every == 1) {
            if (odd == leave) return;
            if (odd == meet && legacy_ballot(b, 1) == 0) ++wrong;
            if (odd == give_way) b.yield();
          }
          long const come = b.barrier(1, barrier_op::count);
          long expected = gangs;
          if (odd == leave && b.linear() % 2 == 1)
            for (unsigned i = 0; i < gangs; ++i) expected -= i % every == 1;
          wrong += come != expected;
          sum += come;
          b.barrier();
        });
        CHECK(wrong == 0);
        CHECK(sum > 0);
      }
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
