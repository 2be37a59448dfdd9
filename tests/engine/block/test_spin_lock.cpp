// SPDX-License-Identifier: MIT
#include <simt/engine/detail/spin_lock.hpp>

#include <doctest/doctest.h>

#include <mutex>
#include <thread>
#include <vector>

TEST_CASE("spin_lock: one thread at a time, each sees what the one before it wrote") {
  simt::detail::spin_lock lock;
  int count = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 10'000; ++i) {
        std::scoped_lock const hold(lock);
        ++count;
        simt::detail::spin_pause();
      }
    });
  for (auto& t : threads) t.join();
  CHECK(count == 40'000);
}
