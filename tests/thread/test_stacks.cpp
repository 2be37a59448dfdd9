// SPDX-License-Identifier: MIT
#include "thread/run.hpp"

#include <doctest/doctest.h>
#include <sys/resource.h>
#include <tbb/task_arena.h>

#include <cstddef>
#include <vector>

#if !SIMT_ASAN && !SIMT_TSAN  // whose own memory counts, too

namespace {

/// The most that was ever resident.
std::size_t peak_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
}

__global__ void rotates(int* sums) {
  int const i = static_cast<int>(threadIdx.x);
  int own[16];  // alive at every barrier
  for (int k = 0; k < 16; ++k) own[k] = i + k;
  int sum = 0;
  for (int turn = 0; turn < 100; ++turn) {
    sum += own[turn % 16];
    __syncthreads();
  }
  sums[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

}  // namespace

TEST_CASE("threads that wait: 1024 in a block need less than 80 MB a worker") {
  int const workers = tbb::this_task_arena::max_concurrency();
  int const blocks = 8 * workers;
  std::vector<int> sums(static_cast<std::size_t>(blocks) * 1024);
  std::size_t const before = peak_bytes();
  run_threads(blocks, 1024, 0, KERNEL(rotates), sums.data());
  std::size_t const a_worker =
      (peak_bytes() - before) / static_cast<std::size_t>(workers) / 1024;  // KiB
  MESSAGE("KiB a worker: ", a_worker);
  CHECK(a_worker < 80 * 1024);
  // 100 i, and six times 0..15 with 0..3 once more.
  int wrong = 0;
  for (std::size_t i = 0; i < sums.size(); ++i)
    wrong += sums[i] != 100 * static_cast<int>(i % 1024) + 6 * 120 + 6;
  CHECK(wrong == 0);
}

#endif
