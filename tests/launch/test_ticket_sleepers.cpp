// SPDX-License-Identifier: MIT
#include <simt/launch/detail/ticket_sleepers.hpp>

#include <doctest/doctest.h>

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

TEST_CASE("ticket_sleepers: each thread sleeps until its ticket is told") {
  constexpr std::uint64_t last = 2000;
  simt::detail::ticket_sleepers sleepers;
  std::atomic<std::uint64_t> done{0};
  std::atomic<int> early{0};
  std::vector<std::thread> threads;
  for (std::uint64_t own = 1; own <= 4; ++own)
    threads.emplace_back([&, own] {
      for (std::uint64_t ticket = own; ticket <= last; ticket += own) {
        for (int turn = 0; done < ticket; ++turn)
          sleepers.sleep(ticket, turn, [&](std::uint64_t t) { return done >= t; });
        if (done < ticket) ++early;
      }
    });
  for (std::uint64_t i = 1; i <= last; ++i) {
    done = i;
    sleepers.tell(i);
    if (i % 64 == 0) std::this_thread::yield();
  }
  for (std::thread& t : threads) t.join();
  CHECK(early == 0);
}
