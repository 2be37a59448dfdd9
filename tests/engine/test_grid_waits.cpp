// SPDX-License-Identifier: MIT
#include <simt/engine/grid.hpp>

#include <doctest/doctest.h>

#include <oneapi/tbb/task_arena.h>

#include <atomic>
#include <vector>

// Blocks that wait for others of their grid. LABELS: isa
namespace {

simt::launch_info shape(unsigned blocks, unsigned threads) {
  simt::launch_info info;
  info.kernel = "waits";
  info.grid = simt::dim3(blocks);
  info.block = simt::dim3(threads);
  info.threads = info.gangs = threads;
  return info;
}

}  // namespace

TEST_CASE("grid_waits: blocks that wait let those begin that have not") {
  for (int const workers : {1, 2}) {
    tbb::task_arena arena(workers);
    for (unsigned const threads : {1u, 3u})
      arena.execute([&] {
        constexpr unsigned blocks = 40;
        std::atomic<unsigned> come{0}, gone{0};
        simt::run_grid(shape(blocks, threads), [&](simt::block& b, unsigned gang) {
          if (gang == 0) ++come;
          while (come != blocks) b.yield();
          if (gang == 0) ++gone;
        });
        CHECK(gone == blocks);
      });
  }
}

TEST_CASE("grid_waits: blocks of a task that waits are run by others, each of them once") {
  // Cheap blocks, so that a thread takes many at once; one in the middle waits for all others.
  constexpr unsigned blocks = 20000, waits = 3000;
  std::vector<std::atomic<int>> runs(blocks);
  std::atomic<unsigned> done{0};
  for (int again = 1; again <= 3; ++again) {
    done = 0;
    simt::run_grid(shape(blocks, 1), [&](simt::block& b, unsigned) {
      auto const i = b.linear();
      if (i == waits)
        while (done != blocks - 1) b.yield();
      ++runs[i];
      ++done;
    });
    bool ok = done == blocks;
    for (auto const& r : runs) ok = ok && r == again;
    CHECK(ok);
  }
}

TEST_CASE("grid_waits: a loop in which gangs meet waits for other blocks, too") {
  constexpr unsigned blocks = 12;
  std::atomic<unsigned> come{0};
  simt::run_grid(shape(blocks, 4), [&](simt::block& b, unsigned gang) {
    if (gang == 0) ++come;
    while (b.barrier(come == blocks, simt::barrier_op::any) == 0) b.yield_in_loop();
  });
  CHECK(come == blocks);
}

TEST_CASE("grid_waits: an error ends blocks that wait") {
  constexpr unsigned blocks = 8;
  CHECK_THROWS_AS(simt::run_grid(shape(blocks, 2),
                                 [&](simt::block& b, unsigned gang) {
                                   if (b.linear() == blocks - 1 && gang == 1) throw 7;
                                   for (;;) b.yield();
                                 }),
                  int);
}

TEST_CASE("grid_waits: seconds in which all blocks that run have said that they wait") {
  simt::detail::idle_census census;
  std::int64_t a = -1, b = -1;
  CHECK(census.count(5, a, 2) == 0);
  CHECK(census.count(5, a, 2) == 0);  // said already
  CHECK(census.count(5, b, 2) == 0);
  CHECK(census.count(6, a, 2) == 1);
  CHECK(census.count(6, b, 2) == 1);
  CHECK(census.count(7, a, 2) == 2);
  CHECK(census.count(8, a, 2) == 0);  // b has not said so in second 7
  CHECK(census.count(8, b, 2) == 0);
  CHECK(census.count(10, a, 2) == 0);  // nobody in second 9
}
