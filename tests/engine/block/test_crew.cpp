// SPDX-License-Identifier: MIT
#include <simt/engine/detail/crew.hpp>

#include <doctest/doctest.h>

#include <atomic>

TEST_CASE("crew: waits for all threads, those that they have added as well") {
  std::atomic<int> ran{0};
  {
    simt::detail::crew c;
    for (int i = 0; i < 3; ++i)
      CHECK(c.add([&] {
        c.add([&] { ++ran; });
        ++ran;
      }));
    c.join();
    CHECK(ran == 6);
    c.join();  // nobody is left
    CHECK(c.add([&] { ++ran; }));
  }
  CHECK(ran == 7);
}
