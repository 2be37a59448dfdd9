// SPDX-License-Identifier: MIT

#include <simt/launch/detail/stream_core.hpp>

#include <doctest/doctest.h>

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

using simt::detail::stream_core;

TEST_CASE("[STREAM-009] a gate holds a stream back until another got there, and no thread waits") {
  // More streams wait than there are threads; the one that they wait for comes last.
  constexpr int count = 64;
  auto const producer = std::make_shared<stream_core>();
  std::atomic<bool> go{false};
  std::atomic<int> produced{0};
  std::atomic<int> early{0};
  std::vector<std::shared_ptr<stream_core>> waiting;
  std::uint64_t const ticket = producer->enqueue([&] {
    while (!go) std::this_thread::yield();
    produced = 1;
  });
  for (int i = 0; i < count; ++i) {
    waiting.push_back(std::make_shared<stream_core>());
    waiting.back()->enqueue_gate(producer, ticket);
    waiting.back()->enqueue([&] {
      if (produced == 0) ++early;
      ++produced;
    });
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  CHECK(produced == 0);
  CHECK(!waiting[0]->idle());
  go = true;
  for (auto const& w : waiting) w->wait();
  CHECK(early == 0);
  CHECK(produced == count + 1);
  producer->wait();
}

TEST_CASE(
    "[STREAM-009] a thread that waits for a gated stream does the work in front of the gate") {
  auto const a = std::make_shared<stream_core>();
  auto const b = std::make_shared<stream_core>();
  auto const c = std::make_shared<stream_core>();
  std::vector<int> order;
  for (int turn = 0; turn < 200; ++turn) {
    order.clear();
    auto const first = a->enqueue([&] { order.push_back(1); });
    b->enqueue_gate(a, first);
    auto const second = b->enqueue([&] { order.push_back(2); });
    c->enqueue_gate(b, second);
    c->enqueue([&] { order.push_back(3); });
    c->wait();
    REQUIRE(order == std::vector<int>{1, 2, 3});
  }
}

TEST_CASE("[STREAM-009] gates behind gates, both ways, with exceptions between") {
  auto const a = std::make_shared<stream_core>();
  auto const b = std::make_shared<stream_core>();
  unsigned long sum = 0;
  for (int turn = 0; turn < 2000; ++turn) {
    auto const x = a->enqueue([&] { sum = sum * 3 + 1; });
    b->enqueue_gate(a, x);
    auto const y = b->enqueue([&] {
      sum = sum * 5 + 2;
      throw std::runtime_error("a test's");
    });
    a->enqueue_gate(b, y);
    if (turn % 64 == 0) a->wait();
  }
  a->wait();
  b->wait();
  unsigned long wanted = 0;
  for (int turn = 0; turn < 2000; ++turn) {
    wanted = wanted * 3 + 1;
    wanted = wanted * 5 + 2;
    if (turn == 0) CHECK(wanted == 7);
  }
  CHECK(sum == wanted);
  CHECK(b->take_error() != nullptr);
  CHECK(a->take_error() == nullptr);
}

TEST_CASE("[STREAM-009] a stream that is gone still opens the gates of others") {
  auto b = std::make_shared<stream_core>();
  std::atomic<bool> go{false};
  std::atomic<int> ran{0};
  {
    auto const a = std::make_shared<stream_core>();
    auto const x = a->enqueue([&] {
      while (!go) std::this_thread::yield();
    });
    b->enqueue_gate(a, x);
  }
  b->enqueue([&] { ++ran; });
  go = true;
  b->wait();
  CHECK(ran == 1);
}

TEST_CASE(
    "a stream with a thread of its own: in order, one at a time, also where all workers wait") {
  auto const core = std::make_shared<stream_core>(stream_core::own_thread{});
  std::vector<int> order;
  std::atomic<bool> go{false};
  std::thread::id const here = std::this_thread::get_id();
  bool elsewhere = false;
  auto const first = core->enqueue([&] {
    elsewhere = std::this_thread::get_id() != here;
    while (!go) std::this_thread::yield();
    order.push_back(0);
  });
  for (int i = 1; i <= 1000; ++i) core->enqueue([&, i] { order.push_back(i); });
  CHECK(!core->run_now([]() noexcept {}));
  go = true;
  while (!core->reached(first)) std::this_thread::yield();
  core->wait();
  CHECK(elsewhere);
  REQUIRE(order.size() == 1001);
  for (int i = 0; i <= 1000; ++i) REQUIRE(order[static_cast<std::size_t>(i)] == i);
  bool ran = false;
  // Its thread may not have left yet.
  while (!core->run_now([&]() noexcept { ran = true; })) std::this_thread::yield();
  CHECK(ran);
}

TEST_CASE("blocks that wait for another stream's grid: its work begins, whoever has the workers") {
  // All workers, and who waits, are in the first grid before the second one comes.
  for (bool const shared : {false, true})
    for (unsigned const workers : {1u, 2u, 5u}) {
      CAPTURE(workers);
      tbb::global_control const allowed(tbb::global_control::max_allowed_parallelism, workers);
      simt::detail::shared_arena arena(
          tbb::task_arena::constraints{}.set_max_concurrency(static_cast<int>(workers)),
          workers > 1);
      auto const make = [&] {
        return shared ? std::make_shared<stream_core>(arena) : std::make_shared<stream_core>();
      };
      auto const a = make(), b = make();
      std::atomic<unsigned> begun{0}, ended{0};
      std::atomic<bool> set{false};
      simt::launch_info info;
      info.kernel = "test";
      info.grid = simt::dim3(8 * workers);
      a->enqueue([&] {
        simt::run_grid(info, [&](simt::block& block, unsigned) {
          if (++begun == info.grid.x)
            b->enqueue([&] {
              simt::launch_info one = info;
              one.grid = simt::dim3(1);
              simt::run_grid(one, [&](simt::block&, unsigned) { set = true; });
            });
          while (!set) block.yield();
          ++ended;
        });
      });
      a->wait();
      CHECK(ended == info.grid.x);
      b->wait();
    }
}

#if !SIMT_CHECK
TEST_CASE("[PRIO-003] a stream of a higher priority gets the workers at the ends of their blocks") {
  // More workers than processors: all are in the first grid when the second one comes.
  constexpr unsigned workers = 16;
  constexpr unsigned low_blocks = 400, high_blocks = 48;
  tbb::global_control const allowed(tbb::global_control::max_allowed_parallelism, workers);
  simt::detail::shared_arena arena(tbb::task_arena::constraints{}.set_max_concurrency(workers),
                                   false);
  auto const low = std::make_shared<stream_core>(arena);
  auto const high = std::make_shared<stream_core>(arena, 2u);
  std::atomic<unsigned> low_begun{0}, high_begun{0}, late{0};
  std::atomic<bool> queued{false};
  simt::launch_info info;
  info.kernel = "test";
  // Longer than what a thread takes at a time.
  auto const work = [] {
    auto const end = simt::detail::clock_nanoseconds() + 200'000;
    while (simt::detail::clock_nanoseconds() < end) {
    }
  };
  low->enqueue([&] {
    info.grid = simt::dim3(low_blocks);
    simt::run_grid(info, [&](simt::block&, unsigned) {
      // Those that begin while blocks of the other grid have not.
      if (queued && high_begun < high_blocks) ++late;
      if (++low_begun == 32) {
        high->enqueue([&] {
          auto other = info;
          other.grid = simt::dim3(high_blocks);
          simt::run_grid(other, [&](simt::block&, unsigned) {
            ++high_begun;
            work();
          });
        });
        queued = true;
      }
      work();
    });
  });
  low->wait();
  high->wait();
  CHECK(low_begun == low_blocks);
  CHECK(high_begun == high_blocks);
  // Who had looked before the other grid came begins one more block, or the chunk of a first look.
  CHECK(late <= workers);
}
#endif
