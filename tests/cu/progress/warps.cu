// SPDX-License-Identifier: MIT
// Loops of lane kernels in which threads wait for one another, for other warps or other blocks, or
// follow what others write: none waits for a thread of its warp that is held up elsewhere. (The unit
// tests of spin_loops see to it that each is a lane kernel.)
#include "progress.cuh"

#include <cstdio>

namespace {

constexpr int blocks = 6, threads = 112, all = blocks * threads;

// Each thread goes on when the one below it has: lane after lane, warp after warp, block after block.
__global__ void in_order(volatile int* done, volatile int* out) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  bool waits = true;
  do {
    if (i == 0 || done[i - 1] != 0) {
      out[i] = i == 0 ? 1 : out[i - 1] + i;
      __threadfence();
      done[i] = 1;
      waits = false;
    }
  } while (waits);
}
__global__ void in_turn(int* next, volatile int* serving, volatile int* out) {
  int const mine = atomicAdd(next, 1);
  for (bool again = true; again;) {
    if (*serving != mine) continue;
    out[mine] = mine == 0 ? 1 : out[mine - 1] + mine;
    __threadfence();
    *serving = mine + 1;
    again = false;
  }
}
__global__ void under_lock(int* lock, int* out) {
  while (true) {
    if (atomicExch(lock, 1) == 0) {
      int const n = *(volatile int*)out;
      out[1 + n] = n;
      *(volatile int*)out = n + 1;
      __threadfence();
      atomicExch(lock, 0);
      return;
    }
  }
}
// One thread of each warp hands on what it gets, from the last warp to the first.
__global__ void relay(volatile int* flag, int* out) {
  int const lane = threadIdx.x % 32;
  int const warps = (blockDim.x + 31) / 32, warp = threadIdx.x / 32;
  int const at = (blockIdx.x + 1) * warps - 1 - warp;
  if (lane == 0) {
    if (at > 0)
      while (flag[at - 1] == 0) {
      }
    out[at] = at == 0 ? 1 : flag[at - 1] + 1;
    __threadfence();
    flag[at] = out[at];
  }
}
__global__ void set_before(volatile int* flag, int* out) {
  if (threadIdx.x == 77) flag[blockIdx.x] = 1;
  while (flag[blockIdx.x] == 0) {
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
// A tree of numbers, whose places are taken one by one: -1 is free, -2 is somebody at work.
__global__ void build(int* left, int* right, int* count) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  int const key = i * 173 % all;
  int at = 0;
  bool done = key == 0;
  while (!done) {
    int* const next = key < at ? left + at : right + at;
    int const child = *(volatile int*)next;
    if (child >= 0) {
      at = child;
    } else if (child == -1 && atomicCAS(next, -1, -2) == -1) {
      left[key] = -1;
      right[key] = -1;
      __threadfence();
      atomicAdd(count, 1);
      *(volatile int*)next = key;
      done = true;
    }
  }
}
__global__ void insert(int* table, int size, int* fresh) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  int const key = i % 100 + 1;
  int slot = key * 7 % size;
  while (true) {
    int const was = atomicCAS(&table[slot], 0, key);
    if (was == 0) atomicAdd(fresh, 1);
    if (was == 0 || was == key) return;
    slot = (slot + 1) % size;
  }
}
__device__ int root_of(int* parent, int x) {
  int up = *(volatile int*)(parent + x);
  while (up != x) {
    x = up;
    up = *(volatile int*)(parent + x);
  }
  return x;
}
// Numbers that are one another's seventh neighbours, and those of 5 in 6, are of one set.
__global__ void join(int* parent) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 7 >= all || i % 6 == 5) return;
  int a = root_of(parent, i), b = root_of(parent, i + 7);
  bool again;
  do {
    again = false;
    if (a != b) {
      int was;
      if (a < b) {
        if ((was = atomicCAS(&parent[b], b, a)) != b) {
          b = was;
          again = true;
        }
      } else {
        if ((was = atomicCAS(&parent[a], a, b)) != a) {
          a = was;
          again = true;
        }
      }
    }
  } while (again);
}
__global__ void find(int* parent, int* out) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = root_of(parent, i);
}
__global__ void greatest_divisor(int* pairs, int* out) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  int a = pairs[2 * i], b = pairs[2 * i + 1];
  while (b != 0) {
    int const rest = a % b;
    a = b;
    b = rest;
    pairs[2 * i] = a;
  }
  out[i] = a;
}

int divisor(int a, int b) { return b == 0 ? a : divisor(b, a % b); }

}  // namespace

int run_warps() {
  int *cells, *out;
  cudaMallocManaged(&cells, 4 * all * sizeof(int));
  cudaMallocManaged(&out, 2 * all * sizeof(int));
  int wrong = 0;
  auto const reset = [&](int value) {
    for (int i = 0; i < 4 * all; ++i) cells[i] = value;
    for (int i = 0; i < 2 * all; ++i) out[i] = 0;
  };
  auto const check = [&](char const* name, int n, auto const& value) {
    bool ok = cudaDeviceSynchronize() == cudaSuccess;
    for (int i = 0; i < n && ok; ++i) ok = out[i] == value(i);
    if (!ok) std::printf("%s: wrong\n", name);
    wrong += !ok;
  };
  auto const sum = [](int i) { return 1 + i * (i + 1) / 2; };
  reset(0);
  in_order<<<blocks, threads>>>(cells, out);
  check("in_order", all, sum);
  reset(0);
  in_turn<<<blocks, threads>>>(cells, cells + 1, out);
  check("in_turn", all, sum);
  reset(0);
  under_lock<<<blocks, threads>>>(cells, out);
  check("under_lock", all + 1, [](int i) { return i == 0 ? all : i - 1; });
  reset(0);
  relay<<<blocks, threads>>>(cells, out);
  check("relay", blocks * 4, [](int i) { return i + 1; });
  reset(0);
  set_before<<<blocks, threads>>>(cells, out);
  check("set_before", all, [](int) { return 1; });
  reset(-1);
  build<<<blocks, threads>>>(cells, cells + all, out + all);
  // From left to right: all numbers in order.
  auto const walk = [&](auto const& self, int at, int& n) -> void {
    if (at < 0) return;
    self(self, cells[at], n);
    out[n++] = at;
    self(self, cells[all + at], n);
  };
  bool const built = cudaDeviceSynchronize() == cudaSuccess && out[all] == all - 1;
  int visited = 0;
  if (built) walk(walk, 0, visited);
  check("build", all, [&](int i) { return built && visited == all ? i : -1; });
  reset(0);
  insert<<<blocks, threads>>>(cells, 128, out);
  check("insert", 1, [](int) { return 100; });
  reset(0);
  for (int i = 0; i < all; ++i) cells[i] = i;
  join<<<blocks, threads>>>(cells);
  find<<<blocks, threads>>>(cells, out);
  check("join", all, [](int i) {
    while (i >= 7 && (i - 7) % 6 != 5) i -= 7;
    return i;
  });
  reset(0);
  for (int i = 0; i < 2 * all; ++i) cells[i] = i * 37 % 360 + 1;
  greatest_divisor<<<blocks, threads>>>(cells, out);
  check("greatest_divisor", all, [](int i) {
    return divisor(2 * i * 37 % 360 + 1, (2 * i + 1) * 37 % 360 + 1);
  });
  cudaFree(cells);
  cudaFree(out);
  return wrong;
}
