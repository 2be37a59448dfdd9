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

TEST_CASE("block_queue: each block once, whoever takes and gives back") {
  constexpr std::uint64_t total = 5000;
  block_queue q(total);
  std::vector<std::atomic<int>> ran(total);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (std::uint64_t turn = 0;; ++turn) {
        std::uint64_t count = 7;
        std::uint64_t const first = q.take(count);
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
    std::uint64_t const b = q.take(count);
    if (count != 0) ++ran[b];
  }
  int wrong = 0;
  for (auto const& r : ran) wrong += r != 1;
  CHECK(wrong == 0);
}
