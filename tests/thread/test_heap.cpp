// SPDX-License-Identifier: MIT
#include "thread/run.hpp"

#include <simt/runtime/device.hpp>
#include <simt/runtime/detail/heap_table.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <cstring>
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

// As the .cu step writes new and delete of device code.
struct first {
  int a = 1;
  virtual ~first() = default;
};
struct second {
  int b = 2;
  virtual ~second() = default;
};
struct owner : first, second {
  int* values = new (simt::cuda::device_heap) int[3]{7, 8, 9};
  owner() = default;
  owner(owner const&) = delete;
  owner& operator=(owner const&) = delete;
  ~owner() override { simt::cuda::device_delete_all->*values; }
};
struct alignas(64) wide {
  float f[16];
};
struct counted {
  int* ended = nullptr;
  counted() = default;
  counted(counted const&) = delete;
  counted& operator=(counted const&) = delete;
  ~counted() { ++*ended; }
};
struct megabyte {
  char c[1u << 20];
  megabyte() { c[0] = 1; }
};
__global__ void objects(int* out) {
  second* const base = new (simt::cuda::device_heap) owner;
  out[0] = base->b + static_cast<owner*>(base)->values[2];
  simt::cuda::device_delete->*base;
  auto* const all = new (simt::cuda::device_heap) counted[5];
  for (int i = 0; i < 5; ++i) all[i].ended = &out[1];
  simt::cuda::device_delete_all->*all;
  auto* const w = new (simt::cuda::device_heap) wide();
  out[2] = reinterpret_cast<std::uintptr_t>(w) % 64 == 0 && w->f[5] == 0;
  simt::cuda::device_delete->*w;
  simt::cuda::device_delete->*static_cast<int*>(nullptr);
  simt::cuda::device_delete_all->*static_cast<counted*>(nullptr);
}
__global__ void exhausts_by_new(int* got) {
  megabyte* all[64];
  int n = 0;
  while (n < 64 && (all[n] = new (simt::cuda::device_heap) megabyte) != nullptr) ++n;
  *got = n;
  if (simt::cuda::device_malloc(1u << 20) != nullptr) *got = -1;
  for (int i = 0; i < n; ++i) simt::cuda::device_delete->*all[i];
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

TEST_CASE("[HEAP-008] new and delete of device code") {
  int out[3] = {};
  std::size_t const before = simt::detail::heap_used;
  run_threads(1, 1, 0, KERNEL(objects), out);
  CHECK(out[0] == 11);
  CHECK(out[1] == 5);
  CHECK(out[2] == 1);
  // All of it has been given back, also where a pointer was to a base or behind an array's number.
  CHECK(simt::detail::heap_used == before);
  int got = 0;
  for (int turn = 0; turn < 3; ++turn) {
    run_threads(1, 1, 0, KERNEL(exhausts_by_new), &got);
    CHECK(got == 7);
  }
}

TEST_CASE("[HEAP-003][HEAP-004] memcpy and memset of a thread") {
  std::vector<unsigned char> bytes(64, 1);
  run_threads(
      1, 8, 0,
      [](unsigned char* all) {
        unsigned char* const mine = all + threadIdx.x * 8;
        unsigned char const from[3] = {5, 6, 7};
        if (memset(mine, 0x1ff, 4) != mine || memcpy(mine + 4, from, 3) != mine + 4) mine[0] = 0;
      },
      bytes.data());
  for (std::size_t i = 0; i < 64; i += 8)
    CHECK(std::vector<unsigned char>(bytes.begin() + long(i), bytes.begin() + long(i) + 8) ==
          std::vector<unsigned char>{255, 255, 255, 255, 5, 6, 7, 1});
}

TEST_CASE("[HEAP-007] free of what is not of the heap") {
  alignas(16) int other[8] = {};
  CHECK_THROWS_AS(run_threads(
                      1, 1, 0, [](int* p) { simt::cuda::device_free(p); }, other + 4),
                  simt::device_fault);
}
