// SPDX-License-Identifier: MIT
#include <simt/engine/barrier.hpp>

#include "launches.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <cstdint>
#include <vector>

using engine_test::explicit_ballot;
using engine_test::legacy_ballot;
using engine_test::shape;
using simt::barrier_op;
using simt::block;
using simt::run_grid;

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
