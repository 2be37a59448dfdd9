// SPDX-License-Identifier: MIT
#include <simt/launch/stream.hpp>

#include <doctest/doctest.h>
#include <support/tasks.hpp>

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

using simt::block;
using simt::run_grid;
using simt::stream;

namespace {

simt::launch_info shape(unsigned blocks, unsigned threads) {
  simt::launch_info info;
  info.kernel = "test";
  info.grid = simt::dim3(blocks);
  info.block = simt::dim3(threads);
  info.threads = threads;
  info.gangs = threads;
  return info;
}

// True when `done` comes true without anybody helping.
template <class F>
bool eventually(F const& done) {
  for (int i = 0; i < 20000; ++i) {
    if (done()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

}  // namespace

TEST_CASE("[STREAM-001] stream: work runs in the order of its coming") {
  stream s;
  std::vector<int> order;
  for (int i = 0; i < 10000; ++i) s.enqueue([&order, i] { order.push_back(i); });
  s.synchronize();
  CHECK(s.query());
  REQUIRE(order.size() == 10000);
  for (int i = 0; i < 10000; ++i) CHECK(order[static_cast<std::size_t>(i)] == i);
}

TEST_CASE("stream: work of all sizes, move-only, over-aligned; each is destroyed once") {
  std::atomic<int> alive{0};
  struct counted {
    std::atomic<int>* n;
    explicit counted(std::atomic<int>& c) : n(&c) { ++*n; }
    counted(counted&& o) noexcept : n(o.n) { ++*n; }
    ~counted() { --*n; }
  };
  struct alignas(64) wide {
    float v[16];
  };
  std::uint64_t sum = 0;
  bool aligned = true;
  {
    stream s;
    for (int i = 0; i < 500; ++i) {
      s.enqueue([&sum, p = std::make_unique<int>(i), c = counted(alive)] {
        sum += static_cast<std::uint64_t>(*p);
      });
      std::array<char, 1900> medium{};
      medium[1899] = 1;
      s.enqueue([&sum, medium] { sum += static_cast<std::uint64_t>(medium[1899]); });
      std::array<char, 5000> large{};
      large[4999] = 2;
      s.enqueue([&sum, large] { sum += static_cast<std::uint64_t>(large[4999]); });
      s.enqueue([&aligned, w = wide{}] {
        aligned = aligned && reinterpret_cast<std::uintptr_t>(&w) % 64 == 0;
      });
    }
  }
  CHECK(sum == 500 * 499 / 2 + 500 + 1000);
  CHECK(aligned);
  CHECK(alive == 0);
}

TEST_CASE("[HIER-010] stream: launches return before they are done") {
  stream s;
  std::atomic<bool> go{false};
  std::atomic<int> ran{0};
  s.enqueue([&] {
    while (!go) std::this_thread::yield();
  });
  s.enqueue([&] { run_grid(shape(50, 8), [&](block&, unsigned) { ++ran; }); });
  CHECK_FALSE(s.query());
  CHECK(ran == 0);
  go = true;
  s.synchronize();
  CHECK(ran == 400);
}

TEST_CASE("[STREAM-008] stream: work runs without anybody waiting") {
  auto const check = [] {
    std::atomic<int> ran{0};
    stream s;
    for (int i = 0; i < 20; ++i)
      s.enqueue([&] {
        run_grid(shape(20, 4), [&](block& b, unsigned) {
          b.barrier();
          ++ran;
        });
      });
    CHECK(eventually([&] { return s.query(); }));
    CHECK(ran == 20 * 20 * 4);
  };
  check();
  {
    tbb::global_control const limit(tbb::global_control::max_allowed_parallelism, 1);
    check();
  }
  tbb::task_arena one(1);
  one.execute(check);
  check();
}

TEST_CASE("[STREAM-007] synchronize: rethrows the first exception once, later work still runs") {
  stream s;
  std::atomic<int> ran{0};
  s.enqueue([&] { ++ran; });
  s.enqueue([] { throw std::range_error("first"); });
  s.enqueue([&] {
    run_grid(shape(10, 2), [](block& b, unsigned) {
      if (b.linear() == 3) throw std::logic_error("second");
    });
  });
  s.enqueue([&] { ++ran; });
  CHECK_THROWS_AS(s.synchronize(), std::range_error);
  CHECK(ran == 2);
  CHECK_NOTHROW(s.synchronize());
  s.enqueue([&] { throw 5; });
  CHECK_THROWS_AS(s.synchronize(), int);
}

TEST_CASE("[STREAM-004] stream: the destructor waits, moves keep the work") {
  std::atomic<int> ran{0};
  {
    stream a;
    for (int i = 0; i < 100; ++i) a.enqueue([&] { ++ran; });
    stream b(std::move(a));
    for (int i = 0; i < 100; ++i) b.enqueue([&] { ++ran; });
    stream c;
    c.enqueue([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      ++ran;
    });
    c = std::move(b);
    CHECK(ran >= 1);
    c.enqueue([&] { ++ran; });
  }
  CHECK(ran == 202);
}

TEST_CASE("stream: work may enqueue, wait for other streams, not for its own") {
  stream a;
  stream b;
  std::vector<int> order;
  std::atomic<bool> refused{false};
  a.enqueue([&] {
    order.push_back(1);
    a.enqueue([&] { order.push_back(3); });
    b.enqueue([&] { order.push_back(2); });
    b.synchronize();
    try {
      a.synchronize();
    } catch (simt::error const&) {
      refused = true;
    }
  });
  a.synchronize();
  a.synchronize();
  CHECK(order == std::vector<int>{1, 2, 3});
  CHECK(refused);
}

TEST_CASE("[STREAM-001] stream: several streams and several host threads at once") {
  std::atomic<int> wrong{0};
  stream shared;
  std::atomic<int> in_shared{0};
  std::atomic<int> shared_ran{0};
  std::vector<std::thread> hosts;
  for (int t = 0; t < 4; ++t)
    hosts.emplace_back([&] {
      stream own;
      int counter = 0;
      for (int i = 0; i < 300; ++i) {
        own.enqueue([&, i] {
          std::atomic<int> ran{0};
          run_grid(shape(7, 3), [&](block& b, unsigned) {
            b.barrier();
            ++ran;
          });
          if (ran != 21 || counter++ != i) ++wrong;
        });
        shared.enqueue([&] {
          if (in_shared.fetch_add(1) != 0) ++wrong;  // one at a time
          ++shared_ran;
          --in_shared;
        });
        if (i % 7 == 0) own.synchronize();
        if (i % 50 == 0) shared.synchronize();
      }
      own.synchronize();
      if (counter != 300) ++wrong;
    });
  for (auto& h : hosts) h.join();
  shared.synchronize();
  CHECK(wrong == 0);
  CHECK(shared_ran == 1200);
}

TEST_CASE("synchronize: a waiting thread helps with the grid that runs") {
  stream s;
  std::atomic<bool> begun{false};
  std::atomic<int> ran{0};
  for (int round = 0; round < 20; ++round) {
    begun = false;
    s.enqueue([&] {
      run_grid(shape(200, 2), [&](block& b, unsigned) {
        begun = true;
        for (int i = 0; i < 2000; ++i) asm volatile("");
        b.barrier();
        ++ran;
      });
    });
    while (!begun) std::this_thread::yield();
    s.synchronize();
  }
  CHECK(ran == 20 * 200 * 2);
}

TEST_CASE("stream: created, used and destroyed inside TBB tasks") {
  std::atomic<int> ran{0};
  simt_test::in_tasks(50, [&](int) {
    stream s;
    for (int i = 0; i < 10; ++i)
      s.enqueue([&] { run_grid(shape(5, 2), [&](block&, unsigned) { ++ran; }); });
  });
  CHECK(ran == 50 * 10 * 5 * 2);
}

TEST_CASE("stream: a million queued items fit, and are taken in order") {
  stream s;
  std::atomic<bool> go{false};
  std::uint64_t next = 0;
  std::uint64_t wrong = 0;
  s.enqueue([&] {
    while (!go) std::this_thread::yield();
  });
  for (std::uint64_t i = 0; i < 1000000; ++i)
    s.enqueue([&, i] {
      if (i != next++) ++wrong;
    });
  go = true;
  s.synchronize();
  CHECK(next == 1000000);
  CHECK(wrong == 0);
}
