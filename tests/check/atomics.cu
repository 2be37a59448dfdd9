// SPDX-License-Identifier: MIT
// Flags, locks and rings by atomics that have an order (cuda::atomic, __nv_atomic_*), by libcu++'s barriers, pipelines,
// latches and semaphores, and by fences beside relaxed atomics.
// usage: atomics         lists the cases: name, kind, block, thread (- where it does not matter)
//        atomics CASE    runs one
// The line that a finding names ends in `// BUG case`, the other one's in `// OTHER case`.
#include "cases.hpp"
#include "device_array.hpp"

#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/semaphore>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

#define LIST(X) \
  X(flag_stored_relaxed, grid_race, "-", "-") \
  X(flag_loaded_relaxed, grid_race, "-", "-") \
  X(flag_before_data, grid_race, "-", "-") \
  X(variable_flag_relaxed, grid_race, "-", "-") \
  X(nv_flag_relaxed, grid_race, "-", "-") \
  X(ticket_relaxed, grid_race, "-", "-") \
  X(unlocked_relaxed, grid_race, "-", "-") \
  X(fence_behind_flag, grid_race, "-", "-") \
  X(released_elsewhere, grid_race, "-", "-") \
  X(barrier_not_awaited, race, "0,0,0", "-") \
  X(barrier_awaited_by_half, race, "0,0,0", "-") \
  X(latch_counted_early, race, "0,0,0", "-") \
  X(semaphore_missing, race, "0,0,0", "-") \
  X(ring_not_awaited, race, "0,0,0", "-") \
  X(right_flag, none, "-", "-") \
  X(right_variable_flag, none, "-", "-") \
  X(right_nv_flag, none, "-", "-") \
  X(right_flag_by_fences, none, "-", "-") \
  X(right_ticket, none, "-", "-") \
  X(right_lock, none, "-", "-") \
  X(right_chain, none, "-", "-") \
  X(right_leader_reads_flag, none, "-", "-") \
  X(right_barrier, none, "-", "-") \
  X(right_barrier_roles, none, "-", "-") \
  X(right_latch, none, "-", "-") \
  X(right_semaphore, none, "-", "-") \
  X(right_ring, none, "-", "-") \
  X(right_pipeline, none, "-", "-")

using device_int = cuda::atomic<int, cuda::thread_scope_device>;
using block_barrier = cuda::barrier<cuda::thread_scope_block>;
constexpr auto relaxed = cuda::std::memory_order_relaxed, acquire = cuda::std::memory_order_acquire,
               release = cuda::std::memory_order_release, acq_rel = cuda::std::memory_order_acq_rel;

// One block hands data to another.
enum way { right, store_relaxed, load_relaxed, too_early };
template <way w>
__global__ void k_flag(int* data, device_int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    if (w == too_early) flag->store(1, release);
    *data = 42;  // OTHER flag_stored_relaxed, flag_loaded_relaxed, flag_before_data
    if (w != too_early) flag->store(1, w == store_relaxed ? relaxed : release);
  } else {
    while (flag->load(w == load_relaxed ? relaxed : acquire) == 0) {
    }
    *out = *data;  // BUG flag_stored_relaxed, flag_loaded_relaxed, flag_before_data
  }
}
template <way w>
void run_flag() {
  array_of<int> data(1), out(1), flag(1);
  k_flag<w><<<2, 32>>>(data, reinterpret_cast<device_int*>(flag.p), out);
  cudaDeviceSynchronize();
}
void flag_stored_relaxed() { run_flag<store_relaxed>(); }
void flag_loaded_relaxed() { run_flag<load_relaxed>(); }
void flag_before_data() { run_flag<too_early>(); }
void right_flag() { run_flag<right>(); }

// The same by a variable of the program's.
__device__ device_int ready{0};
__device__ int message;
template <bool ordered>
__global__ void k_variable_flag(int* out) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      message = 7;  // OTHER variable_flag_relaxed
      ready.store(1, ordered ? release : relaxed);
    }
  } else if (threadIdx.x == 0) {
    while (ready.load(acquire) == 0) {
    }
    *out = message;  // BUG variable_flag_relaxed
  }
}
void variable_flag_relaxed() {
  array_of<int> out(1);
  k_variable_flag<false><<<2, 32>>>(out);
  cudaDeviceSynchronize();
}
void right_variable_flag() {
  array_of<int> out(1);
  k_variable_flag<true><<<2, 32>>>(out);
  cudaDeviceSynchronize();
}

// By the compiler's functions.
template <bool ordered>
__global__ void k_nv_flag(int* data, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *data = 42;  // OTHER nv_flag_relaxed
    __nv_atomic_store_n(flag, 1, ordered ? __NV_ATOMIC_RELEASE : __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  } else {
    while (__nv_atomic_load_n(flag, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE) == 0) {
    }
    *out = *data;  // BUG nv_flag_relaxed
  }
}
template <bool ordered>
void run_nv_flag() {
  array_of<int> data(1), flag(1), out(1);
  k_nv_flag<ordered><<<2, 32>>>(data, flag, out);
  cudaDeviceSynchronize();
}
void nv_flag_relaxed() { run_nv_flag<false>(); }
void right_nv_flag() { run_nv_flag<true>(); }

// By fences on both sides; a fence behind the flag is none.
template <bool in_front>
__global__ void k_fences(int* data, device_int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *data = 42;  // OTHER fence_behind_flag
    if (in_front) cuda::atomic_thread_fence(release, cuda::thread_scope_device);
    flag->store(1, relaxed);
    if (!in_front) cuda::atomic_thread_fence(release, cuda::thread_scope_device);
  } else {
    while (flag->load(relaxed) == 0) {
    }
    cuda::atomic_thread_fence(acquire, cuda::thread_scope_device);
    *out = *data;  // BUG fence_behind_flag
  }
}
template <bool in_front>
void run_fences() {
  array_of<int> data(1), flag(1), out(1);
  k_fences<in_front><<<2, 32>>>(data, reinterpret_cast<device_int*>(flag.p), out);
  cudaDeviceSynchronize();
}
void fence_behind_flag() { run_fences<false>(); }
void right_flag_by_fences() { run_fences<true>(); }

// A release is its own flag's alone.
__global__ void k_elsewhere(int* data, device_int* flags, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *data = 42;  // OTHER released_elsewhere
    flags[1].store(1, release);
    flags[0].store(1, relaxed);
  } else {
    while (flags[0].load(acquire) == 0) {
    }
    *out = *data;  // BUG released_elsewhere
  }
}
void released_elsewhere() {
  array_of<int> data(1), flags(2), out(1);
  k_elsewhere<<<2, 32>>>(data, reinterpret_cast<device_int*>(flags.p), out);
}

// The last block adds what all have left.
template <bool ordered>
__global__ void k_ticket(int const* x, int* sums, device_int* done, int* out) {
  __shared__ bool last;
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  int const sum = __reduce_add_sync(0xffffffff, x[i]);
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = sum;  // OTHER ticket_relaxed
    last = done->fetch_add(1, ordered ? acq_rel : relaxed) == int(gridDim.x) - 1;
  }
  __syncthreads();
  if (!last) return;
  if (threadIdx.x < gridDim.x)
    atomicAdd(out, sums[threadIdx.x]);  // BUG ticket_relaxed
}
template <bool ordered>
void run_ticket() {
  array_of<int> x(256), sums(8), done(1), out(1);
  k_ticket<ordered><<<8, 32>>>(x, sums, reinterpret_cast<device_int*>(done.p), out);
}
void ticket_relaxed() { run_ticket<false>(); }
void right_ticket() { run_ticket<true>(); }

// A lock.
template <bool ordered>
__global__ void k_lock(device_int* lock, int* count) {
  if (threadIdx.x != 0) return;
  int free = 0;
  while (!lock->compare_exchange_weak(free, 1, acquire)) free = 0;
  *count = *count + 1;  // BUG unlocked_relaxed
  lock->store(0, ordered ? release : relaxed);
}
template <bool ordered>
void run_lock() {
  array_of<int> lock(1), count(1);
  k_lock<ordered><<<6, 32>>>(reinterpret_cast<device_int*>(lock.p), count);
}
void unlocked_relaxed() { run_lock<false>(); }
void right_lock() { run_lock<true>(); }

// Block by block, each knows of all before; a thread reads the flag for its block.
__global__ void k_chain(int* sums, device_int* turn) {
  if (threadIdx.x == 0) {
    while (turn->load(acquire) != int(blockIdx.x)) {
    }
    for (int i = 0; i < int(blockIdx.x); ++i) sums[blockIdx.x] += sums[i] + 1;
    turn->store(blockIdx.x + 1, release);
  }
}
void right_chain() {
  array_of<int> sums(6), turn(1);
  k_chain<<<6, 32>>>(sums, reinterpret_cast<device_int*>(turn.p));
}
__global__ void k_leader(int* data, device_int* flag, int* out) {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) flag->store(1, release);
  } else {
    if (threadIdx.x == 0)
      while (flag->load(acquire) == 0) {
      }
    __syncthreads();
    out[threadIdx.x] = data[63 - threadIdx.x];
  }
}
void right_leader_reads_flag() {
  array_of<int> data(64), out(64), flag(1);
  k_leader<<<2, 64>>>(data, reinterpret_cast<device_int*>(flag.p), out);
}

// Barriers of libcu++.
enum waiting { all_wait, nobody_waits, half_wait };
template <waiting w>
__global__ void k_barrier(int const* x, int* out) {
  __shared__ int s[128];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ block_barrier b;
  int const t = threadIdx.x;
  if (t == 0) init(&b, 128);
  __syncthreads();
  for (int k = 0; k < 3; ++k) {
    s[t] = x[t] + k;  // OTHER barrier_not_awaited, barrier_awaited_by_half
    if (w == nobody_waits)
      (void)b.arrive();
    else if (w == half_wait && t >= 64)
      (void)b.arrive();
    else
      b.arrive_and_wait();
    out[t] = s[(t + 40) % 128];  // BUG barrier_not_awaited, barrier_awaited_by_half
    __syncthreads();
  }
}
template <waiting w>
void run_barrier() {
  array_of<int> x(128), out(128);
  k_barrier<w><<<1, 128>>>(x, out);
}
void barrier_not_awaited() { run_barrier<nobody_waits>(); }
void barrier_awaited_by_half() { run_barrier<half_wait>(); }
void right_barrier() { run_barrier<all_wait>(); }

// One warp makes what another uses, with two barriers.
__global__ void k_roles(int* out) {
  __shared__ int s[32];
  __shared__ block_barrier full, empty;
  int const t = threadIdx.x;
  if (t == 0) {
    init(&full, 64);
    init(&empty, 64);
  }
  __syncthreads();
  if (t < 32) {
    for (int k = 0; k < 4; ++k) {
      if (k > 0) empty.arrive_and_wait();
      s[t] = t * k;
      (void)full.arrive();
    }
  } else {
    for (int k = 0; k < 4; ++k) {
      full.arrive_and_wait();
      out[k * 32 + t - 32] = s[63 - t];
      if (k < 3) (void)empty.arrive();
    }
  }
}
void right_barrier_roles() {
  array_of<int> out(128);
  k_roles<<<1, 64>>>(out);
}

template <bool early>
__global__ void k_latch(int* out) {
  __shared__ int s[64];
  __shared__ cuda::latch<cuda::thread_scope_block> l;
  int const t = threadIdx.x;
  if (t == 0) new (&l) cuda::latch<cuda::thread_scope_block>(64);
  __syncthreads();
  if (early) l.count_down();
  s[t] = t;  // OTHER latch_counted_early
  if (!early) l.count_down();
  l.wait();
  out[t] = s[63 - t];  // BUG latch_counted_early
}
void latch_counted_early() {
  array_of<int> out(64);
  k_latch<true><<<1, 64>>>(out);
}
void right_latch() {
  array_of<int> out(64);
  k_latch<false><<<1, 64>>>(out);
}

template <bool waits>
__global__ void k_semaphore(int* out) {
  __shared__ int s[1];
  __shared__ cuda::binary_semaphore<cuda::thread_scope_block> mine;
  int const t = threadIdx.x;
  if (t == 0) {
    new (&mine) cuda::binary_semaphore<cuda::thread_scope_block>(1);
    s[0] = 0;
  }
  __syncthreads();
  if (waits) mine.acquire();
  s[0] = s[0] + 1 + t;  // BUG semaphore_missing
  if (waits) mine.release();
  __syncthreads();
  out[t] = s[0];
}
void semaphore_missing() {
  array_of<int> out(64);
  k_semaphore<false><<<1, 64>>>(out);
}
void right_semaphore() {
  array_of<int> out(64);
  k_semaphore<true><<<1, 64>>>(out);
}

// A ring of two places between a maker and a user.
template <bool waits>
__global__ void k_ring(int* out) {
  __shared__ int ring[2];
  __shared__ cuda::atomic<int, cuda::thread_scope_block> made, used;
  int const t = threadIdx.x;
  if (t == 0) {
    made.store(0, relaxed);
    used.store(0, relaxed);
  }
  __syncthreads();
  if (t == 0) {
    for (int k = 0; k < 8; ++k) {
      while (k - used.load(acquire) >= 2) {
      }
      ring[k % 2] = k;  // BUG ring_not_awaited
      made.store(k + 1, release);
    }
  } else if (t == 32) {
    for (int k = 0; k < 8; ++k) {
      while (waits && made.load(acquire) <= k) {
      }
      out[k] = ring[k % 2];  // BUG ring_not_awaited
      used.store(k + 1, release);
    }
  }
}
void ring_not_awaited() {
  array_of<int> out(8);
  k_ring<false><<<1, 64>>>(out);
}
void right_ring() {
  array_of<int> out(8);
  k_ring<true><<<1, 64>>>(out);
}

// A pipeline of the block's, of two stages.
__global__ void k_pipeline(int const* x, int* out, int n) {
  auto const block = cg::this_thread_block();
  __shared__ int s[2][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto pipe = cuda::make_pipeline(block, &state);
  int const t = threadIdx.x;
  for (int k = 0, next = 0; k < n; ++k) {
    for (; next < n && next < k + 2; ++next) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, s[next % 2], x + next * 64, sizeof(int) * 64, pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    out[k * 64 + t] = s[k % 2][63 - t];
    pipe.consumer_release();
  }
}
void right_pipeline() {
  array_of<int> x(256), out(256);
  k_pipeline<<<1, 64>>>(x, out, 4);
}

int main(int argc, char** argv) {
  run_case(argc, argv, {LIST(CASE)});
  cudaDeviceSynchronize();
}
