// SPDX-License-Identifier: MIT
#include <simt/engine/detail/on_demand.hpp>

#include <doctest/doctest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace {

std::atomic<int> begun{0}, ended{0};

struct counted {
  counted() { ++begun; }
  counted(counted const&) = delete;
  counted& operator=(counted const&) = delete;
  ~counted() { ++ended; }
  std::atomic<int> value{7};
};

}  // namespace

TEST_CASE("on_demand: nothing is made unless somebody asks for it") {
  begun = ended = 0;
  {
    simt::detail::on_demand<counted> const none;
    CHECK(none.made() == nullptr);
  }
  CHECK(begun == 0);
  CHECK(ended == 0);
}

TEST_CASE("on_demand: all threads get the same one, which ends with its owner") {
  begun = ended = 0;
  {
    simt::detail::on_demand<counted> one;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
      threads.emplace_back([&] {
        for (int k = 0; k < 100; ++k) ++one.get()->value;
      });
    for (auto& t : threads) t.join();
    REQUIRE(one.made() != nullptr);
    CHECK(one.get() == one.made());
    CHECK(one.made()->value == 407);
    CHECK(begun - ended == 1);
  }
  CHECK(begun == ended);
}
