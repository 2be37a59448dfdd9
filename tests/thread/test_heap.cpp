// SPDX-License-Identifier: MIT
#include "thread/run.hpp"

#include <simt/runtime/device.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

namespace {

__global__ void allocates(int** kept) {
  auto* const p = static_cast<int*>(simt::cuda::device_malloc(threadIdx.x * sizeof(int) + 1));
  for (unsigned i = 0; i < threadIdx.x; ++i) p[i] = static_cast<int>(threadIdx.x);
  kept[threadIdx.x] = p;
}
__global__ void frees(int** kept, int* sums) {
  unsigned const t = blockDim.x - 1 - threadIdx.x;  // another thread's
  int sum = 0;
  for (unsigned i = 0; i < t; ++i) sum += kept[t][i];
  sums[t] = sum;
  simt::cuda::device_free(kept[t]);
  simt::cuda::device_free(nullptr);
}
__global__ void exhausts(int* got) {
  void* blocks[64];
  int n = 0;
  while (n < 64 && (blocks[n] = simt::cuda::device_malloc(1u << 20)) != nullptr) ++n;
  *got = n;
  for (int i = 0; i < n; ++i) simt::cuda::device_free(blocks[i]);
}

}  // namespace

TEST_CASE("[HEAP-001][HEAP-002] allocations outlive their kernel") {
  std::vector<int*> kept(50);
  std::vector<int> sums(50);
  run_threads(1, 50, 0, KERNEL(allocates), kept.data());
  for (int* const p : kept) CHECK(reinterpret_cast<std::uintptr_t>(p) % 16 == 0);
  run_threads(1, 50, 0, KERNEL(frees), kept.data(), sums.data());
  for (int i = 0; i < 50; ++i) CHECK(sums[static_cast<std::size_t>(i)] == i * i);
}

TEST_CASE("[HEAP-005][HEAP-009] the heap's limit") {
  int got = 0;
  run_threads(1, 1, 0, KERNEL(exhausts), &got);
  CHECK(got == 7);  // of 8 MiB, with a header each
  CHECK(simt::set_limit(2, std::size_t{32} << 20) == simt::error_code::success);
  run_threads(1, 1, 0, KERNEL(exhausts), &got);
  CHECK(got == 31);
  CHECK(simt::set_limit(2, std::size_t{8} << 20) == simt::error_code::success);
}

TEST_CASE("[HEAP-007] free of what is not of the heap") {
  alignas(16) int other[8] = {};
  CHECK_THROWS_AS(run_threads(
                      1, 1, 0, [](int* p) { simt::cuda::device_free(p); }, other + 4),
                  simt::device_fault);
}
