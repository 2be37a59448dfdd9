// SPDX-License-Identifier: MIT
#include <simt/thread/waiting_loop.hpp>

#include "thread/run.hpp"

#include <doctest/doctest.h>

#include <vector>

// Loops as the .cu step writes them.
namespace {

/// Each thread but the last waits for the one behind it.
__global__ void chain(int volatile* flag, int* order) {
  unsigned const i = threadIdx.x;
  if (i + 1 < blockDim.x)
    for (simt::cuda::waiting_loop w; w.once();)
      while (w.turn() && flag[i + 1] == 0) {
      }
  order[flag[blockDim.x]] = static_cast<int>(i);
  flag[blockDim.x] = flag[blockDim.x] + 1;
  flag[i] = 1;
}

constexpr int turns_of(int n) {
  int turns = 0;
  for (simt::cuda::waiting_loop w; w.once();)
    while (w.turn() && turns < n) ++turns;
  return turns;
}
static_assert(turns_of(1000) == 1000);

}  // namespace

TEST_CASE("waiting_loop: threads that wait for one another all end, in the order of their waits") {
  for (int threads : {2, 5, 33}) {
    std::vector<int> flag(static_cast<std::size_t>(threads) + 1), order(flag.size() - 1, -1);
    run_threads(1, static_cast<unsigned>(threads), 0, KERNEL(chain), flag.data(), order.data());
    bool right = true;
    for (int i = 0; i < threads; ++i)
      right = right && order[static_cast<std::size_t>(i)] == threads - 1 - i;
    CAPTURE(threads);
    CHECK(right);
  }
}

TEST_CASE("waiting_loop: in host code it only counts") { CHECK(turns_of(100000) == 100000); }
