// SPDX-License-Identifier: MIT
// Kernels that launch kernels: what a child may count on, what its parent may, and what siblings may not, each
// with one mistake or none.
// usage: children          lists the cases: name, kind, block, thread (- where it does not matter)
//        children CASE     runs one
// The line that a finding names ends in `// BUG case`, the other one's in `// OTHER case`.
#include "cases.hpp"
#include "device_array.hpp"

#include <cuda_runtime.h>

#define LIST(X) \
  X(parent_reads_early, grid_race, "0,0,0", "0,0,0") \
  X(parent_writes_behind_launch, grid_race, "0,0,0", "0,0,0") \
  X(others_of_block_not_waited, grid_race, "-", "-") \
  X(sync_without_barrier, grid_race, "0,0,0", "-") \
  X(other_block_meets_child, grid_race, "-", "-") \
  X(two_streams_one_place, grid_race, "-", "-") \
  X(two_blocks_one_place, grid_race, "-", "-") \
  X(grandchild_not_waited, grid_race, "0,0,0", "0,0,0") \
  X(parent_adds_meanwhile, grid_race, "0,0,0", "0,0,0") \
  X(forgotten_and_read, grid_race, "0,0,0", "0,0,0") \
  X(event_of_other_stream, grid_race, "-", "-") \
  X(child_gets_local, memory, "0,0,0", "0,0,0") \
  X(right_written_before, none, "-", "-") \
  X(right_barrier_before, none, "-", "-") \
  X(right_sync, none, "-", "-") \
  X(right_sync_and_barrier, none, "-", "-") \
  X(right_one_stream, none, "-", "-") \
  X(right_event, none, "-", "-") \
  X(right_sync_between_streams, none, "-", "-") \
  X(right_tail, none, "-", "-") \
  X(right_next_launch, none, "-", "-") \
  X(right_each_its_own, none, "-", "-") \
  X(right_recursion, none, "-", "-") \
  X(right_all_add, none, "-", "-") \
  X(right_own_launch_of_each_thread, none, "-", "-") \
  X(right_grandchild, none, "-", "-") \
  X(right_children_of_launches, none, "-", "-") \
  X(right_copy_between, none, "-", "-")

__global__ void k_set(int* x, int value) {
  x[threadIdx.x] = value;  // OTHER others_of_block_not_waited, other_block_meets_child
}
__global__ void k_put(int* x, int value) {
  x[threadIdx.x] = value;  // BUG two_streams_one_place, two_blocks_one_place, event_of_other_stream
}
__global__ void k_add(int* x) {
  atomicAdd(x, 1);  // OTHER parent_adds_meanwhile
}
__global__ void k_double(int* x) {
  x[threadIdx.x] *= 2;
}
__global__ void k_copy(int const* from, int* to) {
  to[threadIdx.x] = from[threadIdx.x];  // OTHER parent_reads_early, parent_writes_behind_launch, sync_without_barrier, grandchild_not_waited, forgotten_and_read
}

__global__ void k_reads_early(int* x, int* out) {
  k_copy<<<1, 32>>>(x, x + 32);
  out[0] = x[32];  // BUG parent_reads_early
}
void parent_reads_early() {
  array_of<int> x(64), out(1);
  k_reads_early<<<1, 1>>>(x, out);
  cudaDeviceSynchronize();
}

__global__ void k_writes_behind(int* x) {
  k_copy<<<1, 32>>>(x, x + 32);
  x[0] = 1;  // BUG parent_writes_behind_launch
}
void parent_writes_behind_launch() {
  array_of<int> x(64);
  k_writes_behind<<<1, 1>>>(x);
  cudaDeviceSynchronize();
}

__global__ void k_no_barrier(int* x) {
  x[threadIdx.x] = threadIdx.x;  // BUG others_of_block_not_waited
  if (threadIdx.x == 0) k_set<<<1, 64>>>(x, 7);
}
void others_of_block_not_waited() {
  array_of<int> x(64);
  k_no_barrier<<<1, 64>>>(x);
  cudaDeviceSynchronize();
}

__global__ void k_sync_only(int* x, int* out) {
  if (threadIdx.x == 0) {
    k_copy<<<1, 64>>>(x, x + 64);
    cudaDeviceSynchronize();
  }
  out[threadIdx.x] = x[64 + threadIdx.x];  // BUG sync_without_barrier
}
void sync_without_barrier() {
  array_of<int> x(128), out(64);
  k_sync_only<<<1, 64>>>(x, out);
  cudaDeviceSynchronize();
}

__global__ void k_of_one_block(int* x) {
  if (blockIdx.x == 0)
    k_set<<<1, 32>>>(x, 7);
  else
    x[3] = 1;  // BUG other_block_meets_child
}
void other_block_meets_child() {
  array_of<int> x(32);
  k_of_one_block<<<2, 1>>>(x);
  cudaDeviceSynchronize();
}

__global__ void k_two_streams(int* x) {
  cudaStream_t s, t;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
  k_put<<<1, 32, 0, s>>>(x, 1);
  k_put<<<1, 32, 0, t>>>(x, 2);
  cudaStreamDestroy(s);
  cudaStreamDestroy(t);
}
void two_streams_one_place() {
  array_of<int> x(32);
  k_two_streams<<<1, 1>>>(x);
  cudaDeviceSynchronize();
}

__global__ void k_gives_local(int* out) {
  int own[32] = {};
  if (out[0] == 0) k_copy<<<1, 32>>>(own, out);  // BUG child_gets_local
}
void child_gets_local() {
  array_of<int> out(32);
  k_gives_local<<<1, 1>>>(out);
  cudaDeviceSynchronize();
}

__global__ void k_each_launches(int* x, int step) { k_put<<<1, 32>>>(x + blockIdx.x * step, blockIdx.x); }
void two_blocks_one_place() {
  array_of<int> x(64);
  k_each_launches<<<2, 1>>>(x, 0);
  cudaDeviceSynchronize();
}
void right_each_its_own() {
  array_of<int> x(64);
  k_each_launches<<<2, 1>>>(x, 32);
  cudaDeviceSynchronize();
}

__global__ void k_middle(int* x) { k_copy<<<1, 32>>>(x, x + 32); }
__global__ void k_grandchild(int* x, int* out, bool waits) {
  k_middle<<<1, 1>>>(x);
  if (waits) cudaDeviceSynchronize();
  out[0] = x[32];  // BUG grandchild_not_waited
}
void grandchild_not_waited() {
  array_of<int> x(64), out(1);
  k_grandchild<<<1, 1>>>(x, out, false);
  cudaDeviceSynchronize();
}
void right_grandchild() {
  array_of<int> x(64), out(1);
  k_grandchild<<<1, 1>>>(x, out, true);
  cudaDeviceSynchronize();
}

__global__ void k_adds_meanwhile(int* x) {
  k_add<<<4, 32>>>(x);
  *x += 1;  // BUG parent_adds_meanwhile
}
void parent_adds_meanwhile() {
  array_of<int> x(1);
  k_adds_meanwhile<<<1, 1>>>(x);
  cudaDeviceSynchronize();
}
__global__ void k_all_add(int* x) {
  k_add<<<4, 32>>>(x);
  atomicAdd(x, 1);
}
void right_all_add() {
  array_of<int> x(1);
  k_all_add<<<2, 32>>>(x);
  cudaDeviceSynchronize();
}

__global__ void k_forgets(int* x, int* out) {
  k_copy<<<1, 32, 0, cudaStreamFireAndForget>>>(x, x + 32);
  out[0] = x[40];  // BUG forgotten_and_read
}
void forgotten_and_read() {
  array_of<int> x(64), out(1);
  k_forgets<<<1, 1>>>(x, out);
  cudaDeviceSynchronize();
}

__global__ void k_events(int* x, bool of_first) {
  cudaStream_t s, t;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
  cudaEvent_t e;
  cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
  k_put<<<1, 32, 0, s>>>(x, 1);
  cudaEventRecord(e, of_first ? s : t);
  cudaStreamWaitEvent(t, e, 0);
  k_put<<<1, 32, 0, t>>>(x, 2);
}
void event_of_other_stream() {
  array_of<int> x(32);
  k_events<<<1, 1>>>(x, false);
  cudaDeviceSynchronize();
}
void right_event() {
  array_of<int> x(32);
  k_events<<<1, 1>>>(x, true);
  cudaDeviceSynchronize();
}

__global__ void k_written_before(int* x) {
  for (int i = 0; i < 32; ++i) x[i] = i;
  k_double<<<1, 32>>>(x);
}
void right_written_before() {
  array_of<int> x(32);
  k_written_before<<<1, 1>>>(x);
  cudaDeviceSynchronize();
}

__global__ void k_barrier_before(int* x) {
  x[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) k_double<<<1, 64>>>(x);
}
void right_barrier_before() {
  array_of<int> x(64);
  k_barrier_before<<<1, 64>>>(x);
  cudaDeviceSynchronize();
}

__global__ void k_sync(int* x) {
  x[0] = 1;
  k_double<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  x[0] += 5;
  k_double<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  x[1] = x[0];
}
void right_sync() {
  array_of<int> x(32);
  k_sync<<<1, 1>>>(x);
  cudaDeviceSynchronize();
}

__global__ void k_sync_and_barrier(int* x, int* out) {
  for (int turn = 0; turn < 3; ++turn) {
    if (threadIdx.x == 0) {
      k_double<<<1, 64>>>(x);
      cudaDeviceSynchronize();
    }
    __syncthreads();
    out[threadIdx.x] += x[63 - threadIdx.x];
    __syncthreads();
  }
}
void right_sync_and_barrier() {
  array_of<int> x(64), out(64);
  k_sync_and_barrier<<<1, 64>>>(x, out);
  cudaDeviceSynchronize();
}

__global__ void k_one_stream(int* x) {
  cudaStream_t s;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  k_set<<<1, 32, 0, s>>>(x, 1);
  k_double<<<1, 32, 0, s>>>(x);
  k_copy<<<1, 32, 0, s>>>(x, x + 32);
  cudaStreamDestroy(s);
}
void right_one_stream() {
  array_of<int> x(64);
  k_one_stream<<<1, 1>>>(x);
  cudaDeviceSynchronize();
}

__global__ void k_sync_between(int* x) {
  cudaStream_t s, t;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
  k_set<<<1, 32, 0, s>>>(x, 1);
  cudaDeviceSynchronize();
  k_set<<<1, 32, 0, t>>>(x, 2);
}
void right_sync_between_streams() {
  array_of<int> x(32);
  k_sync_between<<<1, 1>>>(x);
  cudaDeviceSynchronize();
}

__global__ void k_tail(int* x) {
  x[threadIdx.x] = threadIdx.x;
  if (threadIdx.x == 0) {
    k_set<<<1, 32>>>(x + 64, 3);
    k_double<<<1, 96, 0, cudaStreamTailLaunch>>>(x);
  }
  x[threadIdx.x] += 1;
}
void right_tail() {
  array_of<int> x(96);
  k_tail<<<1, 64>>>(x);
  k_double<<<1, 96>>>(x);
  cudaDeviceSynchronize();
}

void right_next_launch() {
  array_of<int> x(64), out(64);
  k_barrier_before<<<1, 64>>>(x);
  k_copy<<<1, 64>>>(x, out);
  k_barrier_before<<<1, 64>>>(x);
  cudaDeviceSynchronize();
}

// A tree of launches, each of a part of its parent's numbers.
__global__ void k_halves(int* x, int n) {
  if (n == 1) {
    x[0] += 1;
    return;
  }
  x[n / 2] += x[0];
  cudaStream_t s;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  k_halves<<<1, 1>>>(x, n / 2);
  k_halves<<<1, 1, 0, s>>>(x + n / 2, n - n / 2);
  cudaDeviceSynchronize();
  x[0] += x[n - 1];
  cudaStreamDestroy(s);
}
void right_recursion() {
  array_of<int> x(13);
  cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 8);
  k_halves<<<1, 1>>>(x, 13);
  cudaDeviceSynchronize();
}

__global__ void k_own_launches(int* x, int* out) {
  int* const mine = x + threadIdx.x * 4;
  mine[0] = threadIdx.x;
  k_double<<<1, 4>>>(mine);
  cudaDeviceSynchronize();
  out[threadIdx.x] = mine[0];
}
void right_own_launch_of_each_thread() {
  array_of<int> x(160), out(40);
  k_own_launches<<<1, 40>>>(x, out);
  cudaDeviceSynchronize();
}

void right_children_of_launches() {
  array_of<int> x(64);
  cudaStream_t s, t;
  cudaStreamCreate(&s);
  cudaStreamCreate(&t);
  k_written_before<<<1, 1, 0, s>>>(x);
  k_written_before<<<1, 1, 0, t>>>(x + 32);
  k_written_before<<<1, 1, 0, s>>>(x);
  cudaStreamSynchronize(s);
  k_written_before<<<1, 1, 0, t>>>(x);
  cudaDeviceSynchronize();
  cudaStreamDestroy(s);
  cudaStreamDestroy(t);
}

__global__ void k_copy_between(int* x) {
  k_set<<<1, 32>>>(x, 1);
  cudaMemcpyAsync(x + 32, x, 32 * sizeof(int), cudaMemcpyDeviceToDevice, 0);
  k_double<<<1, 64>>>(x);
}
void right_copy_between() {
  array_of<int> x(64);
  k_copy_between<<<1, 1>>>(x);
  cudaDeviceSynchronize();
}

int main(int argc, char** argv) { run_case(argc, argv, {LIST(CASE)}); }
