// SPDX-License-Identifier: MIT
#include <simt/engine/grid.hpp>

#include <doctest/doctest.h>
#include <support/tasks.hpp>

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <unistd.h>
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using simt::block;
using simt::dim3;
using simt::launch_info;
using simt::run_grid;

namespace {

launch_info shape(dim3 grid, unsigned threads, unsigned width, char const* name = "test") {
  launch_info info;
  info.kernel = name;
  info.grid = grid;
  info.block = dim3(threads);
  info.threads = threads;
  info.gang_width = width;
  info.gangs = (threads + width - 1) / width;
  return info;
}

}  // namespace

TEST_CASE("[HIER-001][HIER-002][HIER-009] run_grid: every gang of every block once") {
  for (dim3 const grid : {dim3(1), dim3(7, 3, 5), dim3(1, 1, 9), dim3(1000), dim3(1, 300, 2)})
    for (unsigned const threads : {1U, 33U, 256U}) {
      launch_info const info = shape(grid, threads, 32);
      std::vector<std::atomic<int>> hits(grid.count() * info.gangs);
      std::atomic<int> wrong{0};
      run_grid(info, [&](block& b, unsigned g) {
        auto const i = b.index();
        if (b.linear() != i.x + grid.x * (i.y + std::uint64_t{grid.y} * i.z)) ++wrong;
        if (i.x >= grid.x || i.y >= grid.y || i.z >= grid.z || g != b.current_gang()) ++wrong;
        ++hits[b.linear() * info.gangs + g];
      });
      CHECK(wrong == 0);
      CHECK(std::all_of(hits.begin(), hits.end(), [](auto const& h) { return h == 1; }));
    }
}

TEST_CASE("[HIER-009] run_grid: a thread takes its blocks in ascending order, again at each launch") {
  std::mutex lock;
  std::vector<std::pair<std::thread::id, std::uint64_t>> order;
  auto const kernel = [&](block& b, unsigned) {
    for (int i = 0; i < 2000; ++i) asm volatile("");
    std::scoped_lock const hold(lock);
    order.emplace_back(std::this_thread::get_id(), b.linear());
  };
  for (int launch = 0; launch < 20; ++launch) {
    order.clear();
    run_grid(shape(500, 1, 1), kernel);
    REQUIRE(order.size() == 500);
    std::vector<int> times(500);
    for (auto const& [thread, b] : order) ++times[b];
    CHECK(std::all_of(times.begin(), times.end(), [](int n) { return n == 1; }));
    std::stable_sort(order.begin(), order.end(),
                     [](auto const& a, auto const& b) { return a.first < b.first; });
    // Nothing is known at the first launch: all take from one counter. Later a thread that helps
    // another goes on there, from the end: few times, each with half of what is left.
    int back = 0;
    for (std::size_t i = 1; i < order.size(); ++i)
      back += order[i].first == order[i - 1].first && order[i].second < order[i - 1].second;
    CHECK(back <= (launch == 0 ? 0 : 250));
  }
}

TEST_CASE("[HIER-009] run_grid: every block once at every launch, with more workers than processors") {
  tbb::global_control const allowed(tbb::global_control::max_allowed_parallelism, 16);
  tbb::task_arena arena(16);
  for (unsigned const blocks : {64U, 256U, 1024U, 4096U}) {
    std::vector<int> times(blocks * 64);
    auto const kernel = [&](block& b, unsigned) {
      for (unsigned i = 0; i < 64; ++i) ++times[b.linear() * 64 + i];
    };
    int wrong = 0;
    arena.execute([&] {
      for (int launch = 1; launch <= 300; ++launch) {
        run_grid(shape(blocks, 1, 1), kernel);
        wrong += !std::all_of(times.begin(), times.end(), [&](int n) { return n == launch; });
      }
    });
    CHECK(wrong == 0);
  }
}

TEST_CASE("[HIER-009] run_grid: every block once at every launch of small grids, for which workers wait") {
  tbb::global_control const allowed(tbb::global_control::max_allowed_parallelism, 16);
  tbb::task_arena arena(16);
  simt::detail::waiting_team::always = true;
  for (unsigned const blocks : {40U, 200U, 1000U}) {
    std::vector<int> times(blocks);
    std::vector<std::atomic<std::thread::id>> ran(blocks);
    auto const kernel = [&](block& b, unsigned) {
      // A grid takes 8 to 16 microseconds.
      for (unsigned i = 0; i < 20'000 / blocks; ++i) asm volatile("");
      ++times[b.linear()];
      ran[b.linear()].store(std::this_thread::get_id(), std::memory_order_relaxed);
    };
    int wrong = 0, by_others = 0;
    int launch = 0;
    arena.execute([&] {
      // Until others have had their part, which the system may put off.
      for (; launch < 2000 || (by_others == 0 && launch < 200'000); ++launch) {
        if (launch % 8 == 0) std::this_thread::yield();
        run_grid(shape(blocks, 1, 1), kernel);
        for (unsigned i = 0; i < blocks; ++i) {
          wrong += times[i] != launch + 1;
          by_others += ran[i].load(std::memory_order_relaxed) != std::this_thread::get_id();
        }
      }
    });
    CHECK(wrong == 0);
    CHECK(by_others > 0);
  }
  // An error in a member's block is the launch's.
  arena.execute([&] {
    for (unsigned launch = 0; launch < 500; ++launch)
      CHECK_THROWS_AS(run_grid(shape(100, 1, 1),
                               [&](block& b, unsigned) {
                                 for (unsigned i = 0; i < 300; ++i) asm volatile("");
                                 if (launch > 20 && b.linear() == 50 + launch % 50)
                                   throw std::runtime_error("here");
                                 if (launch <= 20 && b.linear() == 99) throw std::runtime_error("here");
                               }),
                      std::runtime_error);
  });
  simt::detail::waiting_team::always = false;
}

/// A small grid for which workers wait, whose blocks wait for one another at its last launch alone.
template <int Which>
void wait_at_last() {
  constexpr unsigned blocks = 60;
  std::atomic<unsigned> begun{0};
  int wrong = 0;
  for (int launch = 0; launch <= 600; ++launch) {
    begun = 0;
    std::atomic<unsigned> ended{0};
    run_grid(shape(blocks, 1, 1), [&](block& b, unsigned) {
      ++begun;
      for (unsigned i = 0; i < 200; ++i) asm volatile("");
      if (launch == 600 && b.linear() % 7 == Which)
        while (begun != blocks) b.yield();
      ++ended;
    });
    wrong += ended != blocks;
    // The next grid's blocks are its own, whoever still looks for this one's.
    std::vector<int> times(blocks);
    run_grid(shape(blocks, 1, 1), [&](block& b, unsigned) { ++times[b.linear()]; });
    wrong += std::count(times.begin(), times.end(), 1) != blocks;
  }
  CHECK(wrong == 0);
}

TEST_CASE("run_grid: blocks of a small grid, for which workers wait, may wait for one another") {
  tbb::global_control const allowed(tbb::global_control::max_allowed_parallelism, 8);
  tbb::task_arena arena(8);
  simt::detail::waiting_team::always = true;
  arena.execute([] {
    wait_at_last<0>();
    wait_at_last<3>();
    wait_at_last<6>();
  });
  simt::detail::waiting_team::always = false;
}

TEST_CASE("run_grid: grids whose blocks wait for lower ones end, at every launch") {
  constexpr unsigned blocks = 300;
  std::vector<std::atomic<int>> passed(blocks);
  auto const chain = [&](block& b, unsigned) {
    if (b.linear() != 0)
      while (passed[b.linear() - 1] == 0) b.yield();
    passed[b.linear()] = 1;
  };
  for (int launch = 0; launch < 10; ++launch) {
    for (auto& p : passed) p = 0;
    run_grid(shape(blocks, 1, 1), chain);
    CHECK(std::all_of(passed.begin(), passed.end(), [](auto const& p) { return p == 1; }));
  }
}

TEST_CASE("run_grid: more than 2^32 blocks are counted") {
  // Stops itself after a few: the index arithmetic is what counts.
  struct enough {};
  std::atomic<std::uint64_t> ran{0};
  CHECK_THROWS_AS(run_grid(shape(dim3(2147483647, 65535), 1, 1),
                           [&](block&, unsigned) {
                             if (++ran == 1000) throw enough{};
                           }),
                  enough);
  CHECK(ran >= 1000);
}

TEST_CASE("run_grid: after an exception blocks that have not begun do not start") {
  std::atomic<int> ran{0};
  CHECK_THROWS_AS(run_grid(shape(1000000, 1, 1),
                           [&](block& b, unsigned) {
                             ++ran;
                             if (b.linear() == 3) throw std::runtime_error("three");
                             for (int i = 0; i < 100; ++i) asm volatile("");
                           }),
                  std::runtime_error);
  CHECK(ran < 1000000);
}

TEST_CASE("run_grid: a block that waits for one that has failed is cancelled") {
  std::atomic<bool> flag{false};
  CHECK_THROWS_AS(run_grid(shape(2, 2, 1),
                           [&](block& b, unsigned) {
                             if (b.linear() == 0) throw std::runtime_error("zero");
                             while (!flag) b.yield();
                           }),
                  std::runtime_error);
}

TEST_CASE("run_grid: from several host threads at once") {
  std::atomic<int> wrong{0};
  std::vector<std::thread> hosts;
  for (int t = 0; t < 4; ++t)
    hosts.emplace_back([&wrong, t] {
      for (int round = 0; round < 50; ++round) {
        std::atomic<int> ran{0};
        try {
          run_grid(shape(30, 16, 1), [&](block& b, unsigned g) {
            b.barrier();
            ++ran;
            if (t == 3 && b.linear() == 20 && g == 4) throw t;
            b.barrier();
          });
          if (t == 3 || ran != 30 * 16) ++wrong;
        } catch (int v) {
          if (v != t) ++wrong;
        }
      }
    });
  for (auto& h : hosts) h.join();
  CHECK(wrong == 0);
}

TEST_CASE("run_grid: inside TBB tasks, in an arena of one thread, under global_control") {
  std::atomic<int> ran{0};
  auto const launch = [&] {
    run_grid(shape(20, 8, 1), [&](block& b, unsigned) {
      b.barrier();
      ++ran;
    });
  };
  simt_test::in_tasks(20, [&](int) { launch(); });
  CHECK(ran == 20 * 20 * 8);
  tbb::task_arena one(1);
  one.execute([&] {
    auto const id = std::this_thread::get_id();
    std::atomic<int> elsewhere{0};
    run_grid(shape(100, 1, 1), [&](block&, unsigned) {
      if (std::this_thread::get_id() != id) ++elsewhere;
    });
    CHECK(elsewhere == 0);
  });
  tbb::global_control const limit(tbb::global_control::max_allowed_parallelism, 1);
  ran = 0;
  launch();
  CHECK(ran == 160);
}

#if !SIMT_ASAN && !SIMT_TSAN  // which keep freed memory for a while

TEST_CASE("run_grid: many launches leave no memory behind") {
  auto const resident = [] {
    long total = 0;
    long pages = 0;
    if (std::FILE* file = std::fopen("/proc/self/statm", "r")) {
      if (std::fscanf(file, "%ld %ld", &total, &pages) != 2) pages = 0;
      std::fclose(file);
    }
    return pages * sysconf(_SC_PAGESIZE);
  };
  auto const launches = [](int n) {
    for (int i = 0; i < n; ++i) {
      try {
        run_grid(shape(3, 16, 1), [&](block& b, unsigned g) {
          b.barrier();
          if (i % 10 == 0 && g == 3) throw i;
          b.barrier();
        });
      } catch (int) {
      }
    }
  };
  launches(1000);
  long const before = resident();
  launches(10000);
  CHECK(resident() - before < 8L * 1024 * 1024);
}

#endif
