// SPDX-License-Identifier: MIT
// Warp functions without a mask, which whoever runs there calls: threads of other ways take no part,
// although they call the same functions, on the same line, or behind the branch. As an H200 does.
#include <cooperative_groups.h>

#include "progress.cuh"

#include <cstdio>

namespace {

constexpr unsigned full = 0xffffffffu;
constexpr int threads = 32;

__device__ int taken(int* counter) {
  auto const here = cooperative_groups::coalesced_threads();
  int base = 0;
  if (here.thread_rank() == 0) base = atomicAdd(counter, (int)here.size());
  return here.shfl(base, 0) + here.thread_rank();
}
__device__ int counted(int* counter) {
  unsigned const here = __activemask();
  int const leader = __ffs(here) - 1, lane = threadIdx.x & 31;
  int base = 0;
  if (lane == leader) base = atomicAdd(counter, __popc(here));
  return __shfl_sync(here, base, leader) + __popc(here & ((1u << lane) - 1));
}
__device__ int beside() { return __popc(__activemask()); }

// Both sides of a branch.
__global__ void parted(int* out, int* n) {
  if (threadIdx.x % 3 == 0)
    out[taken(n)] = threadIdx.x;
  else
    out[31 - taken(n + 1)] = threadIdx.x;
}
__global__ void parted_by_mask(int* out, int* n) {
  int const at = threadIdx.x % 3 == 0 ? counted(n) : 31 - counted(n + 1);
  out[at] = threadIdx.x;
}
// A case each.
__global__ void cases(int* out, int*) {
  switch (threadIdx.x & 3) {
    case 0: out[threadIdx.x] = beside(); break;
    case 1:
    case 2: out[threadIdx.x] = 100 + beside(); break;
    default: out[threadIdx.x] = 200 + beside();
  }
}
// On one line, and behind the branch.
__global__ void on_one_line(int* out, int*) {
  unsigned r = 0;
  // clang-format off
  if (threadIdx.x < 5) { r = __popc(__activemask()); } else { r = 100 * __popc(__activemask()); }
  // clang-format on
  out[threadIdx.x] = r;
}
__global__ void behind(int* out, int*) {
  int r = 0;
  if (threadIdx.x & 1) r = beside();
  for (int i = 0; i < (threadIdx.x & 3); ++i) r += 100 * beside();
  out[threadIdx.x] = r + 10000 * beside();
}
__global__ void left(int* out, int*) {
  if (threadIdx.x < 7) {
    out[threadIdx.x] = beside();
    return;
  }
  out[threadIdx.x] = 100 * beside();
}
// A mask of some, then of all.
__global__ void then_all(int* out, int*) {
  unsigned r = 7;
  if (threadIdx.x & 1) {
    unsigned const here = __activemask();
    r = __popc(__ballot_sync(here, threadIdx.x > 8));
  }
  out[threadIdx.x] = r + 100 * __popc(__ballot_sync(full, r == 7));
}

}  // namespace

int run_active() {
  int *n, *out, wrong = 0;
  cudaMallocManaged(&n, 2 * sizeof(int));
  cudaMallocManaged(&out, threads * sizeof(int));
  auto const check = [&](char const* name, auto* kernel, auto const& value) {
    n[0] = n[1] = 0;
    kernel<<<1, threads>>>(out, n);
    bool ok = cudaDeviceSynchronize() == cudaSuccess;
    for (int i = 0; i < threads && ok; ++i) ok = out[i] == value(i);
    if (!ok) std::printf("%s: wrong\n", name);
    wrong += !ok;
  };
  auto const in_order = [](int i) { return i < 11 ? 3 * i : (31 - i) + (31 - i) / 2 + 1; };
  check("parted", parted, in_order);
  check("parted_by_mask", parted_by_mask, in_order);
  check("cases", cases, [](int i) { return (i & 3) == 0 ? 8 : (i & 3) == 3 ? 208 : 116; });
  check("on_one_line", on_one_line, [](int i) { return i < 5 ? 5 : 2700; });
  check("behind", behind, [](int i) {
    int const turns[] = {0, 24, 24 + 16, 24 + 16 + 8};
    return (i & 1) * 16 + 100 * turns[i & 3] + 320000;
  });
  check("left", left, [](int i) { return i < 7 ? 7 : 2500; });
  check("then_all", then_all, [](int i) { return 1600 + (i & 1 ? 12 : 7); });
  cudaFree(n);
  cudaFree(out);
  return wrong;
}
