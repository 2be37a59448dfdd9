// SPDX-License-Identifier: MIT
#include <simt/engine/detail/block_queue.hpp>

#include <doctest/doctest.h>

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

using simt::detail::block_queue;

TEST_CASE("block_queue: consecutive blocks to the end, those that were given back first") {
  block_queue q(10);
  CHECK(q.left() == 10);
  std::uint64_t count = 4;
  CHECK(q.take(count) == 0);
  CHECK(count == 4);
  CHECK(q.put(1, 4));
  CHECK(q.left() == 9);
  count = 2;
  CHECK(q.take(count) == 1);
  CHECK(count == 2);
  CHECK(q.any());
  std::uint64_t sum = 0, blocks = 0;
  for (;;) {
    count = 4;
    std::uint64_t const first = q.take(count);
    if (count == 0) break;
    blocks += count;
    for (std::uint64_t b = first; b < first + count; ++b) sum += b;
  }
  CHECK(blocks == 7);
  CHECK(sum == 3 + 4 + 5 + 6 + 7 + 8 + 9);
  CHECK_FALSE(q.any());
  CHECK(q.left() == 0);
  block_queue one(1);
  one.take_only_one();
  CHECK_FALSE(one.any());
}

TEST_CASE(
    "block_queue: a slab's owner takes its blocks in order, thieves the last ones of others") {
  block_queue q(103);
  std::uint64_t count = 5;
  unsigned later = 0;
  CHECK(q.take(count) == 0);
  REQUIRE(q.split(4));  // the first slab has lost what was taken: 5..24, 25..50, 51..76, 77..102
  CHECK(q.left() == 0);
  CHECK(q.any());
  count = 10;
  CHECK(q.take(count, 0, {}, later) == 5);
  CHECK(q.take(count, 0, {}, later) == 15);
  CHECK(count == 6);  // half of what is left
  CHECK(later == block_queue::nowhere);
  count = 10;
  CHECK(q.take(count, block_queue::nowhere, {}, later) == 41);
  CHECK(count == 10);
  CHECK(q.take_lowest(count) == 21);
  CHECK(count == 1);
  CHECK(q.put(16, 19));
  CHECK(q.take_lowest(count) == 16);
  count = 9;
  CHECK(q.take(count, 1, {}, later) == 17);
  CHECK(count == 2);
  // 22..24 of who has come, 25..40, 51..76 and 77..102 of who has not.
  block_queue::manners const polite{4, true};
  count = 9;
  while (q.take(count, 0, {}, later) < 25) count = 9;
  CHECK(count == 9);  // 22..24 are taken, and the last ones of 51..76
  count = 9;
  q.take(count, block_queue::nowhere, polite, later);
  CHECK(count == 0);
  CHECK(later != block_queue::nowhere);  // nobody has come for three of them
  for (unsigned home = 1; home < 4; ++home) {
    count = 1;
    CHECK(q.take(count, home, polite, later) == (home == 1 ? 25U : home == 2 ? 51U : 77U));
  }
  std::uint64_t rest = 0;
  for (;; rest += count) {
    count = 9;
    q.take(count, block_queue::nowhere, polite, later);
    CHECK(later == block_queue::nowhere);
    if (count == 0) break;
  }
  CHECK(q.any());  // less than four in each, which their owners take
  CHECK(rest < 15 + 16 + 25);
  CHECK(rest >= 15 + 16 + 25 - 3 * 3);
  for (;; rest += count) {
    count = 9;
    q.take(count, block_queue::nowhere, {}, later);
    if (count == 0) break;
  }
  CHECK(rest == 15 + 16 + 25);
  CHECK_FALSE(q.any());
  q.take_lowest(count);
  CHECK(count == 0);
}

TEST_CASE("block_queue: a thief that waits for an owner takes what others can spare meanwhile") {
  block_queue q(100);
  REQUIRE(q.split(3));  // 0..32, 33..65, 66..99
  unsigned later = block_queue::nowhere;
  std::uint64_t count = 1;
  CHECK(q.take(count, 1, {}, later) == 33);
  count = 8;
  CHECK(q.take(count, block_queue::nowhere, {4, true}, later) == 58);
  CHECK(count == 8);
  CHECK(later == block_queue::nowhere);  // though nobody has come for the other two
}

TEST_CASE(
    "block_queue: the slabs of a grid are the same each time, and too large a grid has none") {
  for (std::uint64_t const begun : {std::uint64_t{0}, std::uint64_t{30}}) {
    block_queue q(90);
    std::uint64_t count = begun;
    unsigned later = block_queue::nowhere;
    if (begun != 0) q.take(count);
    REQUIRE(q.split(3));
    count = 1;
    CHECK(q.take(count, 1, {}, later) == 30);
    CHECK(q.take(count, 2, {}, later) == 60);
  }
  CHECK_FALSE(block_queue(std::uint64_t{1} << 40).split(2));
}

namespace {

/// Takes and gives back blocks from four threads: each is to come once.
void take_all(block_queue& q, std::uint64_t total, unsigned slabs) {
  std::vector<std::atomic<int>> ran(total);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, home = slabs != 0 ? unsigned(t) % slabs : block_queue::nowhere] {
      for (std::uint64_t turn = 0;; ++turn) {
        std::uint64_t count = 7;
        unsigned later = block_queue::nowhere;
        std::uint64_t const first = turn % 5 == 4 ? q.take_lowest(count)
                                    : slabs != 0  ? q.take(count, home, {3, turn % 2 == 0}, later)
                                                  : q.take(count);
        if (later != block_queue::nowhere && count == 0) continue;
        if (count == 0) return;
        std::uint64_t end = first + count;
        if (turn % 3 == 0 && count > 1 && q.put(first + 1, end)) end = first + 1;
        for (std::uint64_t b = first; b < end; ++b) ++ran[b];
      }
    });
  for (auto& t : threads) t.join();
  std::uint64_t count = 1;
  while (q.any()) {  // given back when the others had looked already
    count = 1;
    std::uint64_t const b = q.take_lowest(count);
    if (count != 0) ++ran[b];
  }
  int wrong = 0;
  for (auto const& r : ran) wrong += r != 1;
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("block_queue: each block once, whoever takes and gives back") {
  block_queue counted(5000);
  take_all(counted, 5000, 0);
  for (unsigned const slabs : {1U, 3U, 4U, 64U}) {
    block_queue q(5000);
    REQUIRE(q.split(slabs));
    take_all(q, 5000, slabs);
  }
}

TEST_CASE("block_queue: slabs that are kept serve a queue after the other, laid out by who comes") {
  static block_queue::slab kept[3];
  std::uint64_t turn = 0;
  for (std::uint64_t const total : {std::uint64_t{30}, std::uint64_t{7}}) {
    block_queue q(total);
    REQUIRE(q.split(3, kept, ++turn));
    std::uint64_t taken = 0;
    std::uint64_t count = 100;
    unsigned later = block_queue::nowhere;
    for (unsigned home = 0; home < 3; ++home) {
      CHECK(q.any());
      if (home != 0) {
        CHECK_FALSE(kept[home].is_laid_out(turn));
        REQUIRE(kept[home].begin(turn));
        CHECK_FALSE(kept[home].begin(turn));
        q.lay_out(home, true);
      }
      CHECK(!q.is_taken(home));
      while (!q.is_taken(home)) {
        count = 100;
        std::uint64_t const first = q.take(count, home, {}, later);
        CHECK(first >= total * home / 3);
        taken += count;
        if (home == 0) break;  // others' are taken by their owners
      }
      if (home != 0) {
        CHECK(kept[home].is_busy(turn));
        kept[home].leave(turn);
        CHECK_FALSE(kept[home].is_busy(turn));
      }
    }
    for (count = 100; count != 0; taken += count) {
      count = 100;
      q.take(count, block_queue::nowhere, {}, later);
    }
    CHECK(taken == total);
    CHECK(!q.any());
    q.drop_slabs();
  }
}

TEST_CASE("block_queue: a slab whose owner does not come is another's after a while") {
  static block_queue::slab kept[3];
  block_queue q(30);
  REQUIRE(q.split(3, kept, 1));
  CHECK(q.any());
  std::uint64_t count = 100;
  unsigned later = block_queue::nowhere;
  for (std::uint64_t taken = 0; taken < 10; taken += count) {
    count = 100;
    CHECK(q.take(count, 0, {1, true}, later) == taken);
  }
  q.take(count, 0, {1, true}, later);
  CHECK(count == 0);
  CHECK(later != block_queue::nowhere);
  q.await_owner(1, 0);  // not for ever
  count = 100;
  CHECK(q.take(count, 0, {1, false}, later) >= 10);
  CHECK_FALSE(kept[1].begin(1));
  CHECK_FALSE(kept[2].begin(1));
  // Blocks that may wait for lower ones: the lowest first.
  block_queue next(30);
  REQUIRE(next.split(3, kept, 2));
  for (std::uint64_t k = 0; k < 30; ++k) CHECK(next.take_lowest(count) == k);
  CHECK_FALSE(next.any());
  // A turn that is skipped is nobody's.
  kept[2].skip(3);
  CHECK_FALSE(kept[2].begin(3));
  CHECK(kept[2].has_begun(3));
  CHECK_FALSE(kept[2].is_busy(3));
  CHECK_FALSE(kept[2].begin(2));  // an old turn
  constexpr std::uint64_t round = std::uint64_t{1} << block_queue::slab::turn_bits;
  kept[2].lay_out(0, 0, round - 1, false);
  CHECK(kept[2].begin(1));  // turns are counted round
}
