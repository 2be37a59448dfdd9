// SPDX-License-Identifier: MIT
#include "thread/run.hpp"

#include <doctest/doctest.h>

#include <oneapi/tbb/task_arena.h>
#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

// Barriers, fences and threads that wait for one another in thread kernels.
// LABELS: isa
namespace {

__global__ void reduce(int const* in, int* out) {
  SIMT_CUDA_SHARED(s, int[256]);
  unsigned const t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned d = blockDim.x / 2; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}

// One barrier where `shape` says, between a write and a neighbour's read.
enum shape {
  plain,
  in_loop,
  in_nested_loop,
  in_uniform_if,
  in_else,
  in_do,
  in_switch,
  two_lines,
  in_while_with_break,
  in_for_with_continue,
  in_function,
  after_return,
  shapes
};
__device__ void barrier_in_function(int depth) {
  if (depth == 0)
    __syncthreads();
  else
    barrier_in_function(depth - 1);
}
__global__ void barrier_shape(int which, int turns, int* out) {
  SIMT_CUDA_SHARED(s, int[64]);
  unsigned const t = threadIdx.x, n = blockDim.x;
  int value = static_cast<int>(t);
  auto const store = [&] { s[t] = value; };
  auto const load = [&] { value = s[(t + 1) % n] + 1; };
  switch (which) {
    case plain:
      store();
      __syncthreads();
      load();
      break;
    case in_loop:
      for (int i = 0; i < turns; ++i) {
        store();
        __syncthreads();
        load();
        __syncthreads();
      }
      break;
    case in_nested_loop:
      for (int i = 0; i < turns; ++i)
        for (int j = 0; j < i; ++j) {
          store();
          __syncthreads();
          load();
          __syncthreads();
        }
      break;
    case in_uniform_if:
      store();
      if (turns > 0) __syncthreads();
      load();
      break;
    case in_else:
      store();
      if (turns < 0)
        value = -1;
      else
        __syncthreads();
      load();
      break;
    case in_do: {
      int i = 0;
      do {
        store();
        __syncthreads();
        load();
        __syncthreads();
      } while (++i < turns);
      break;
    }
    case in_switch:
      store();
      switch (turns) {
        case 3:
          __syncthreads();
          [[fallthrough]];
        default:
          __syncthreads();
      }
      load();
      break;
    case two_lines:  // hardware counts arrivals, not lines
      store();
      if (t % 2 == 0)
        __syncthreads();
      else
        __syncthreads();
      load();
      break;
    case in_while_with_break:
      for (int i = 0;; ++i) {
        store();
        __syncthreads();
        load();
        __syncthreads();
        if (i == turns) break;
      }
      break;
    case in_for_with_continue:
      for (int i = 0; i < turns; ++i) {
        if (i % 2 == 0) continue;
        store();
        __syncthreads();
        load();
        __syncthreads();
      }
      break;
    case in_function:
      store();
      barrier_in_function(3);
      load();
      break;
    case after_return:
      store();
      if (t >= n / 2) return;  // no longer counted
      __syncthreads();
      load();
      break;
  }
  out[t] = value;
}
int expected_turns(int which, int turns) {
  switch (which) {
    case in_loop:
    case in_do:
      return turns;
    case in_nested_loop:
      return turns * (turns - 1) / 2;
    case in_while_with_break:
      return turns + 1;
    case in_for_with_continue:
      return turns / 2;
    default:
      return 1;
  }
}

__global__ void votes(int pattern, int* out) {
  int const t = static_cast<int>(threadIdx.x);
  int const p = pattern == 0 ? 0 : pattern == 1 ? 1 : pattern == 2 ? t & 1 : t == 5 ? 256 : 0;
  int const c = __syncthreads_count(p);
  int const a = __syncthreads_and(p);
  int const o = __syncthreads_or(p);
  out[t] = c * 4 + (a != 0) * 2 + (o != 0);
}

__global__ void locals_survive(int* out) {
  int local[20];
  for (int i = 0; i < 20; ++i) local[i] = static_cast<int>(threadIdx.x) * i;
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < 20; ++i) {
    sum += local[i];
    if (i % 4 == 0) __syncthreads();
  }
  out[threadIdx.x + blockDim.x * threadIdx.y] = sum + static_cast<int>(threadIdx.y) * 100000;
}

// Threads that wait for each other through memory.
__global__ void lock_of_block(int* counter) {
  SIMT_CUDA_SHARED(lock, int);
  if (threadIdx.x == 0) lock = 0;
  __syncthreads();
  bool done = false;
  while (!done) {
    if (atomicCAS(&lock, 0, 1) == 0) {
      *counter += 1;
      __threadfence();
      atomicExch(&lock, 0);
      done = true;
    }
  }
}
__global__ void chain(int volatile* flags, int* out) {  // each waits for the thread above it
  unsigned const t = threadIdx.x;
  if (t + 1 < blockDim.x)
    while (flags[t + 1] == 0) __threadfence();
  out[t] = t + 1 < blockDim.x ? out[t + 1] + 1 : 0;
  __threadfence();
  flags[t] = 1;
}
__global__ void atomic_flag(unsigned* flag, int* out) {
  SIMT_CUDA_SHARED(data, int);
  if (threadIdx.x == blockDim.x - 1) {
    data = 42;
    __threadfence_block();
    atomicExch(flag, 1u);
  } else {
    while (atomicAdd(flag, 0u) == 0) {
    }
  }
  out[threadIdx.x] = data;
}
__device__ unsigned finished;
__global__ void last_block(int const* in, int* partial, int* out) {
  SIMT_CUDA_SHARED(is_last, bool);
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = in[blockIdx.x];
    __threadfence();
    is_last = atomicInc(&finished, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last && threadIdx.x == 0) {
    int sum = 0;
    for (unsigned i = 0; i < gridDim.x; ++i) sum += partial[i];
    *out = sum;
    finished = 0;
  }
}
__global__ void lower_blocks(int volatile* done) {
  if (blockIdx.x > 0)
    while (done[blockIdx.x - 1] == 0) __threadfence();
  __threadfence();
  done[blockIdx.x] = static_cast<int>(blockIdx.x) + 1;
}

__global__ void half_waits(unsigned* out) {
  unsigned who = 0;
  if (threadIdx.x < 16) {
    __syncthreads();
  } else {
    who = __ballot_sync(0xffffffffu, 1);  // for lanes that stand at the barrier
  }
  out[blockIdx.x * 32 + threadIdx.x] = who;
}

}  // namespace

TEST_CASE("[SYNC-001] reductions") {
  std::vector<int> in(256 * 9), out(9);
  std::iota(in.begin(), in.end(), 1);
  run_threads(9, 256, 0, KERNEL(reduce), in.data(), out.data());
  for (int b = 0; b < 9; ++b)
    CHECK(out[static_cast<std::size_t>(b)] == 256 * 256 * b + 256 * 257 / 2);
}

TEST_CASE("[SYNC-001] wherever a barrier stands") {
  for (int which = 0; which < shapes; ++which)
    for (unsigned n : {1u, 2u, 33u, 64u})
      for (int turns : {1, 3, 6}) {
        CAPTURE(which);
        CAPTURE(n);
        CAPTURE(turns);
        std::vector<int> out(n, -1);
        run_threads(2, n, 0, KERNEL(barrier_shape), which, turns, out.data());
        int const steps = expected_turns(which, turns);
        for (unsigned t = 0; t < n; ++t) {
          if (which == after_return && t >= n / 2)
            CHECK(out[t] == -1);
          else
            CHECK(out[t] == static_cast<int>((t + static_cast<unsigned>(steps)) % n) + steps);
        }
      }
}

TEST_CASE("[SYNC-001] kernels take turns on the stacks that others have left") {
  std::vector<int> in(256 * 4, 1), sums(4), counts(70), locals(64);
  tbb::task_arena one(1);  // and so the same stacks
  one.execute([&] {
    for (int round = 0; round < 3; ++round) {
      run_threads(4, 256, 0, KERNEL(reduce), in.data(), sums.data());
      run_threads(3, 70, 0, KERNEL(votes), 2, counts.data());
      run_threads(2, simt::dim3(16, 4), 0, KERNEL(locals_survive), locals.data());
      CHECK(sums == std::vector<int>(4, 256));
      CHECK(counts == std::vector<int>(70, 35 * 4 + 1));
      for (int i = 0; i < 64; ++i)
        CHECK(locals[static_cast<std::size_t>(i)] == i % 16 * 190 + i / 16 * 100000);
      std::fill(sums.begin(), sums.end(), 0);
      std::fill(counts.begin(), counts.end(), 0);
      std::fill(locals.begin(), locals.end(), 0);
    }
  });
}

TEST_CASE("[SYNC-002][SYNC-003][SYNC-004] barriers that count") {
  std::vector<int> out(70);
  for (int pattern = 0; pattern < 4; ++pattern) {
    run_threads(1, 70, 0, KERNEL(votes), pattern, out.data());
    int const count = pattern == 0 ? 0 : pattern == 1 ? 70 : pattern == 2 ? 35 : 1;
    for (int v : out) CHECK(v == count * 4 + (pattern == 1) * 2 + (pattern != 0));
  }
}

TEST_CASE("[QUAL-013] local arrays survive barriers") {
  std::vector<int> out(64);
  run_threads(1, simt::dim3(16, 4), 0, KERNEL(locals_survive), out.data());
  for (int i = 0; i < 64; ++i)
    CHECK(out[static_cast<std::size_t>(i)] == i % 16 * 190 + i / 16 * 100000);
}

TEST_CASE("[SYNC-005][ATOM-001][QUAL-014] threads that wait on each other progress") {
  int count = 0;
  run_threads(1, 100, 0, KERNEL(lock_of_block), &count);
  CHECK(count == 100);
  std::vector<int> flags(50), out(50);
  run_threads(1, 50, 0, KERNEL(chain), flags.data(), out.data());
  for (int i = 0; i < 50; ++i) CHECK(out[static_cast<std::size_t>(i)] == 49 - i);
  unsigned flag = 0;
  run_threads(1, 50, 0, KERNEL(atomic_flag), &flag, out.data());
  for (int v : out) CHECK(v == 42);
}

TEST_CASE("[SYNC-006][SYNC-010] the last block and lower-numbered blocks") {
  std::vector<int> in(500), partial(500);
  std::iota(in.begin(), in.end(), 0);
  int out = 0;
  run_threads(500, 32, 0, KERNEL(last_block), in.data(), partial.data(), &out);
  CHECK(out == 500 * 499 / 2);
  std::vector<int> done(300);
  run_threads(300, 1, 0, KERNEL(lower_blocks), done.data());
  CHECK(done[299] == 300);
}

// An H100 hangs here; checked builds tell of the threads that do not come.
TEST_CASE("[SYNC-001] a warp function does not wait for threads that wait at a barrier") {
  std::vector<unsigned> out(96, 1);
  run_threads(3, 32, 0, KERNEL(half_waits), out.data());
  for (std::size_t i = 0; i < out.size(); ++i) CHECK(out[i] == (i % 32 < 16 ? 0 : 0xffff0000));
}

namespace {

void warp_and_barrier(int* out) {
  int const me = static_cast<int>(simt::cuda::threadIdx.x);
  int sum = 0;
  for (int turn = 0; turn < 3; ++turn) {
    sum += __shfl_xor_sync(0xffffffffu, me, 1 + turn);
    __syncthreads();
  }
  out[me] = sum;
}

}  // namespace

TEST_CASE("[SYNC-001] the largest block meets at barriers between warp functions") {
  for (int threads : {992, 1024}) {
    std::vector<int> out(1024, -1);
    run_threads(1, static_cast<unsigned>(threads), 0, KERNEL(warp_and_barrier), out.data());
    bool same = true;
    for (int t = 0; t < threads; ++t)
      same = same && out[static_cast<std::size_t>(t)] == (t ^ 1) + (t ^ 2) + (t ^ 3);
    CHECK(same);
  }
}

namespace {

/// Every function once a thread, on a place of its own kind.
__global__ void scoped_functions(int* i, unsigned* u, long long* l, double* d, int* wrong) {
  constexpr int order = __NV_ATOMIC_RELAXED, scope = __NV_THREAD_SCOPE_DEVICE;
  int const t = static_cast<int>(threadIdx.x);
  __nv_atomic_add(&i[0], t, order);
  int const before = __nv_atomic_fetch_sub(&i[1], 1, order, scope);
  if (before > 0 || before <= -256) __nv_atomic_add(wrong, 1, order);
  __nv_atomic_fetch_min(&l[0], -5LL * t, __NV_ATOMIC_ACQ_REL, scope);
  __nv_atomic_max(&l[1], 5LL * t, __NV_ATOMIC_SEQ_CST, scope);
  __nv_atomic_fetch_or(&u[0], 1u << (t % 32), order, __NV_THREAD_SCOPE_BLOCK);
  __nv_atomic_and(&u[1], ~(1u << (t % 32)), order);
  __nv_atomic_fetch_xor(&u[2], 1u << (t % 32), order);
  __nv_atomic_fetch_add(&d[0], 0.5, order, scope);
  __nv_atomic_max(&d[1], 0.25 * t, order);
  // As libraries add what the hardware cannot: with compare and exchange in a loop.
  double seen = __nv_atomic_load_n(&d[2], order, scope);
  while (!__nv_atomic_compare_exchange_n(&d[2], &seen, seen + 2, false, __NV_ATOMIC_RELEASE, order,
                                         __NV_THREAD_SCOPE_SYSTEM)) {
  }
}

__global__ void scoped_values(short* s, unsigned char* c, double* out) {
  short value = 7, result = 0;
  __nv_atomic_store(&s[0], &value, __NV_ATOMIC_RELEASE);
  __nv_atomic_load(&s[0], &result, __NV_ATOMIC_ACQUIRE);
  out[0] = result;
  value = 9;
  __nv_atomic_exchange(&s[0], &value, &result, __NV_ATOMIC_ACQ_REL);
  out[1] = result;
  out[2] = __nv_atomic_exchange_n(&s[0], 11, __NV_ATOMIC_ACQ_REL);
  short expected = 1, desired = 2;
  out[3] = __nv_atomic_compare_exchange(&s[0], &expected, &desired, false, __NV_ATOMIC_ACQ_REL,
                                        __NV_ATOMIC_ACQUIRE);
  out[4] = expected;
  out[5] = __nv_atomic_compare_exchange(&s[0], &expected, &desired, false, __NV_ATOMIC_ACQ_REL,
                                        __NV_ATOMIC_ACQUIRE);
  out[6] = s[0];
  __nv_atomic_store_n(&c[0], 200, __NV_ATOMIC_RELAXED);
  out[7] =
      __nv_atomic_load_n(static_cast<unsigned char const volatile*>(&c[0]), __NV_ATOMIC_RELAXED);
}

/// Threads in their order: each waits for the one above it, so all but the last wait for long.
__global__ void scoped_turns(int* turn, int* order) {
  int const t = static_cast<int>(threadIdx.x), last = static_cast<int>(blockDim.x) - 1;
  while (__nv_atomic_load_n(turn, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_BLOCK) != last - t) {
  }
  order[last - t] = t;
  __nv_atomic_thread_fence(__NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_BLOCK);
  __nv_atomic_store_n(turn, last - t + 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_BLOCK);
}

}  // namespace

TEST_CASE("host code that calls what needs a thread is told so, by the function's name") {
  auto const text_of = [](auto const& call) {
    try {
      call();
    } catch (simt::error const& e) {
      return std::string(e.what());
    }
    return std::string("nothing thrown");
  };
  CHECK(text_of([] { simt::cuda::__syncthreads(); }) ==
        "simt: __syncthreads needs a thread of a kernel: host code called it");
  CHECK(text_of([] {
          static_cast<void>(simt::cuda::__syncthreads_or(1));
        }).find("__syncthreads_or needs a thread of a kernel") != std::string::npos);
  CHECK(text_of([] {
          static_cast<void>(simt::cuda::__shfl_sync(~0u, 1, 0));
        }).find("a warp function needs a thread of a kernel") != std::string::npos);
}

TEST_CASE("__nv_atomic functions: sums, bounds and bits of all threads") {
  int i[2] = {}, wrong = 0;
  unsigned u[3] = {0, ~0u, 5};
  long long l[2] = {};
  double d[3] = {};
  run_threads(4, 64, 0, KERNEL(scoped_functions), i, u, l, d, &wrong);
  CHECK(i[0] == 4 * 64 * 63 / 2);
  CHECK(i[1] == -256);
  CHECK(l[0] == -315);
  CHECK(l[1] == 315);
  CHECK(u[0] == ~0u);
  CHECK(u[1] == 0);
  CHECK(u[2] == 5);
  CHECK(d[0] == 128);
  CHECK(d[1] == 15.75);
  CHECK(d[2] == 512);
  CHECK(wrong == 0);
}

TEST_CASE("__nv_atomic functions: load, store, exchange, compare and exchange of small types") {
  short s[1] = {};
  unsigned char c[1] = {};
  double out[8] = {};
  run_threads(1, 1, 0, KERNEL(scoped_values), s, c, out);
  CHECK(std::vector<double>(out, out + 8) == std::vector<double>{7, 7, 9, 0, 11, 1, 2, 200});
}

TEST_CASE("__nv_atomic functions: threads of a block that wait for one another progress") {
  int turn = 0;
  std::vector<int> order(40, -1);
  run_threads(1, 40, 0, KERNEL(scoped_turns), &turn, order.data());
  for (int k = 0; k < 40; ++k) CHECK(order[std::size_t(k)] == 39 - k);
}
