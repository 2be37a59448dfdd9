// SPDX-License-Identifier: MIT
#include <simt/engine/warp_rendezvous.hpp>

#include "launches.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

using engine_test::explicit_ballot;
using engine_test::legacy_ballot;
using engine_test::shape;
using simt::block;
using simt::run_grid;

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

TEST_CASE(
    "warp_collective: groups narrower than a warp are complete without the rest of the mask") {
  static_assert(simt::detail::segments_of(1u << 9, 8) == 0xff00u);
  static_assert(simt::detail::segments_of(0x10001u, 16) == ~0u);
  static_assert(simt::detail::segments_of(4, 32) == ~0u && simt::detail::segments_of(0, 4) == 0);
  // Each group of eight goes round its loop as often as its number says; all meet behind.
  std::vector<unsigned> seen(32, 0);
  auto const complete = [](simt::warp_request* const(&lanes)[32], std::uint32_t participants) {
    for (auto* const r : lanes)
      if (r != nullptr) r->out = participants;
  };
  run_grid(shape(1, 32, 1), [&](block& b, unsigned g) {
    auto const meet = [&](int kind, int width) {
      simt::warp_request r;
      r.mask = ~0u;
      r.explicit_mask = true;
      r.kind = kind;
      r.width = width;
      b.warp_collective(r, complete);
      return static_cast<unsigned>(r.out);
    };
    for (unsigned i = 0; i < g / 8; ++i)
      if ((meet(1, 8) & 0xffu << g / 8 * 8) == 0xffu << g / 8 * 8) ++seen[g];
    if (meet(2, 32) == ~0u) seen[g] += 100;
  });
  for (unsigned g = 0; g < 32; ++g) CHECK(seen[g] == 100 + g / 8);
}
