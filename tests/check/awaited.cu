// SPDX-License-Identifier: MIT
// Copies to shared memory by libcu++'s pipelines and barriers that a thread has not waited for, and correct ones.
// usage: awaited         lists the cases: name, kind, block, thread (- where it does not matter)
//        awaited CASE    runs one
// The line that a finding names ends in `// BUG case`, the other one's in `// OTHER case`.
#include "cases.hpp"
#include "device_array.hpp"
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_runtime.h>

#include <utility>

namespace cg = cooperative_groups;
#define LIST(X) \
  X(own_not_awaited, race, "0,0,0", "0,0,0") \
  X(own_barrier_for_wait, race, "0,0,0", "-") \
  X(own_waits_too_early, race, "0,0,0", "-") \
  X(prior_one_too_many, race, "0,0,0", "-") \
  X(block_not_awaited, race, "0,0,0", "-") \
  X(barrier_copy_not_awaited, race, "0,0,0", "-") \
  X(barrier_copy_arrived_only, race, "0,0,0", "-") \
  X(right_own, none, "-", "-") \
  X(right_own_two_stages, none, "-", "-") \
  X(right_prior, none, "-", "-") \
  X(right_block, none, "-", "-") \
  X(right_roles, none, "-", "-") \
  X(right_barrier_copy, none, "-", "-")
template <int way>
__global__ void k_own(int const* in, int* out) {
  __shared__ int tile[64];
  int const t = threadIdx.x;
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(&tile[t], &in[t], sizeof(int), pipe);  // OTHER own_not_awaited, own_barrier_for_wait
  pipe.producer_commit();
  if (way == 0) {
    int v = tile[t];  // BUG own_not_awaited
    out[t] = v;
  }
  if (way == 2) pipe.consumer_wait();
  __syncthreads();
  if (way != 0) out[t] = tile[63 - t];  // BUG own_barrier_for_wait
  pipe.consumer_release();
}
void own_not_awaited() {
  array_of<int> x(64), out(64);
  k_own<0><<<1, 64>>>(x, out);
}
void own_barrier_for_wait() {
  array_of<int> x(64), out(64);
  k_own<1><<<1, 64>>>(x, out);
}
void right_own() {
  array_of<int> x(64), out(64);
  k_own<2><<<1, 64>>>(x, out);
}
template <int ahead>
__global__ void k_stages(int const* in, int* out, int n) {
  __shared__ int tile[2][64];
  int const t = threadIdx.x;
  auto pipe = cuda::make_pipeline();
  auto load = [&](int k) {
    pipe.producer_acquire();
    if (k < n) cuda::memcpy_async(&tile[k % 2][t], &in[k * 64 + t], cuda::aligned_size_t<4>(4), pipe);  // OTHER own_waits_too_early
    pipe.producer_commit();
  };
  load(0);
  for (int k = 0; k < n; ++k) {
    load(k + 1);
    if (ahead == 0) pipe.consumer_wait();
    __syncthreads();
    out[k * 64 + t] = tile[k % 2][63 - t];  // BUG own_waits_too_early
    __syncthreads();
    if (ahead == 1) pipe.consumer_wait();
    pipe.consumer_release();
  }
}
void own_waits_too_early() {
  array_of<int> x(256), out(256);
  k_stages<1><<<1, 64>>>(x, out, 4);
}
void right_own_two_stages() {
  array_of<int> x(256), out(256);
  k_stages<0><<<1, 64>>>(x, out, 4);
}
template <int prior>
__global__ void k_prior(int const* in, int* out) {
  __shared__ int a[64], b[64];
  int const t = threadIdx.x;
  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
  cuda::memcpy_async(a + t, in + t, sizeof(int), pipe);
  pipe.producer_commit();
  cuda::memcpy_async(b + t, in + 64 + t, sizeof(int), pipe);  // OTHER prior_one_too_many
  pipe.producer_commit();
  cuda::pipeline_consumer_wait_prior<1>(pipe);
  out[t] = a[t];
  cuda::pipeline_consumer_wait_prior<prior>(pipe);
  out[t] += b[t];  // BUG prior_one_too_many
  cuda::pipeline_consumer_wait_prior<0>(pipe);
}
void prior_one_too_many() {
  array_of<int> x(128), out(64);
  k_prior<1><<<1, 64>>>(x, out);
}
void right_prior() {
  array_of<int> x(128), out(64);
  k_prior<0><<<1, 64>>>(x, out);
}
template <bool waits>
__global__ void k_block(int const* in, int* out, int n) {
  __shared__ int tile[2][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  int const t = threadIdx.x;
  for (int k = 0, fetched = 0; k < n; ++k) {
    for (; fetched < n && fetched < k + 2; ++fetched) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, tile[fetched % 2], in + fetched * 64, cuda::aligned_size_t<16>(256), pipe);  // OTHER block_not_awaited
      pipe.producer_commit();
    }
    if (waits) pipe.consumer_wait();
    out[k * 64 + t] = tile[k % 2][waits ? 63 - t : t];  // BUG block_not_awaited
    block.sync();
    pipe.consumer_release();
  }
}
void block_not_awaited() {
  array_of<int> x(256), out(256);
  k_block<false><<<1, 64>>>(x, out, 4);
}
void right_block() {
  array_of<int> x(256), out(256);
  k_block<true><<<1, 64>>>(x, out, 4);
}
__global__ void k_roles(int const* in, int* out, int n) {
  __shared__ int tile[2][32];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cg::this_thread_block();
  bool const produces = threadIdx.x < 32;
  auto pipe = cuda::make_pipeline(block, &state, produces ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
  int const t = threadIdx.x % 32;
  for (int k = 0; k < n; ++k) {
    if (produces) {
      pipe.producer_acquire();
      cuda::memcpy_async(&tile[k % 2][t], &in[k * 32 + t], sizeof(int), pipe);
      pipe.producer_commit();
    } else {
      pipe.consumer_wait();
      out[k * 32 + t] = tile[k % 2][31 - t];
      pipe.consumer_release();
    }
  }
}
void right_roles() {
  array_of<int> x(256), out(256);
  k_roles<<<1, 64>>>(x, out, 8);
}
template <int way>
__global__ void k_barrier(int const* in, int* out) {
  __shared__ int tile[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  auto block = cg::this_thread_block();
  int const t = threadIdx.x;
  if (t == 0) init(&bar, blockDim.x);
  block.sync();
  cuda::memcpy_async(block, tile, in, sizeof(tile), bar);  // OTHER barrier_copy_not_awaited, barrier_copy_arrived_only
  if (way == 0) {
    int v = tile[t];  // BUG barrier_copy_not_awaited
    out[t] = v;
    bar.arrive_and_wait();
  }
  if (way == 1) {
    auto token = bar.arrive();
    int v = tile[t];  // BUG barrier_copy_arrived_only
    out[t] = v;
    bar.wait(std::move(token));
  }
  if (way == 2) {
    bar.arrive_and_wait();
    out[t] = tile[63 - t];
  }
}
void barrier_copy_not_awaited() {
  array_of<int> x(64), out(64);
  k_barrier<0><<<1, 64>>>(x, out);
}
void barrier_copy_arrived_only() {
  array_of<int> x(64), out(64);
  k_barrier<1><<<1, 64>>>(x, out);
}
void right_barrier_copy() {
  array_of<int> x(64), out(64);
  k_barrier<2><<<1, 64>>>(x, out);
}
int main(int argc, char** argv) {
  run_case(argc, argv, {LIST(CASE)});
  cudaDeviceSynchronize();
}
