// SPDX-License-Identifier: MIT
// Pieces of programs, each with one mistake or none: tiles that are loaded ahead, locks, the last block, dynamic
// shared memory in parts, asynchronous copies, groups, graphs, child kernels, managed memory, printf.
// usage: pieces          lists the cases: name, kind, block, thread (- where it does not matter)
//        pieces CASE     runs one
// The line that a finding names ends in `// BUG case`, the other one's in `// OTHER case`.
#include "cases.hpp"
#include "device_array.hpp"

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

#define LIST(X) \
  X(stage_not_waited, race, "0,0,0", "-") \
  X(last_turn_loads_behind, memory, "0,0,0", "-") \
  X(parts_overlap, race, "0,0,0", "-") \
  X(third_part_behind, memory, "0,0,0", "-") \
  X(lock_released_plainly, grid_race, "-", "-") \
  X(last_block_without_fence, grid_race, "-", "-") \
  X(histogram_merged_early, race, "0,0,0", "-") \
  X(warp_sums_read_early, race, "0,0,0", "-") \
  X(ballot_after_return, barrier, "0,0,0", "-") \
  X(tile_shuffle_in_branch, barrier, "0,0,0", "-") \
  X(sync_of_half_tile, barrier, "0,0,0", "-") \
  X(lambda_off_by_one, memory, "3,0,0", "7,0,0") \
  X(functor_member_behind, memory, "0,0,0", "31,0,0") \
  X(matrix_rows_swapped, memory, "-", "-") \
  X(volume_edge_before, memory, "0,0,0", "0,0,0") \
  X(graph_kernel_behind, memory, "0,0,0", "16,0,0") \
  X(managed_list_broken, memory, "0,0,0", "0,0,0") \
  X(printf_of_unwritten, uninitialised, "0,0,0", "5,0,0") \
  X(partly_filled_by_graph, uninitialised, "0,0,0", "24,0,0") \
  X(queue_written_twice, grid_race, "-", "-") \
  X(transpose_in_place, grid_race, "-", "-") \
  X(prefix_of_neighbour_block, grid_race, "-", "-") \
  X(right_two_stages, none, "-", "-") \
  X(right_parts, none, "-", "-") \
  X(right_lock, none, "-", "-") \
  X(right_last_block, none, "-", "-") \
  X(right_shared_histogram, none, "-", "-") \
  X(right_warp_sums, none, "-", "-") \
  X(right_tiles_of_8, none, "-", "-") \
  X(right_lambda, none, "-", "-") \
  X(right_functor, none, "-", "-") \
  X(right_rows, none, "-", "-") \
  X(right_graph, none, "-", "-") \
  X(right_child_of_global, none, "-", "-") \
  X(right_managed_list, none, "-", "-") \
  X(right_printf, none, "-", "-") \
  X(right_queue, none, "-", "-") \
  X(right_grid_sync, none, "-", "-") \
  X(right_reduce_group, none, "-", "-") \
  X(right_ping_pong, none, "-", "-") \
  X(right_coalesced_append, none, "-", "-") \
  X(right_block_scan, none, "-", "-")

// Tiles that are loaded ahead into one of two buffers.
template <int Size, bool Waits, bool Guards>
__global__ void k_stages(float const* in, float* out, int tiles) {
  __shared__ float buffer[2][Size];
  int const t = threadIdx.x;
  buffer[0][t] = in[t];  // OTHER stage_not_waited
  float sum = 0;
  for (int i = 0; i < tiles; ++i) {
    if (Waits) __syncthreads();
    if (!Guards || i + 1 < tiles) {
      float const next = in[(i + 1) * Size + t];  // BUG last_turn_loads_behind
      buffer[(i + 1) % 2][t] = next;
    }
    sum += buffer[i % 2][Size - 1 - t];  // BUG stage_not_waited
    if (Waits) __syncthreads();
  }
  out[t] = sum;
}
void stage_not_waited() {
  array_of<float> in(4 * 64), out(64);
  k_stages<64, false, true><<<1, 64>>>(in, out, 1);
}
void last_turn_loads_behind() {
  array_of<float> in(4 * 64), out(64);
  k_stages<64, true, false><<<1, 64>>>(in, out, 4);
}
void right_two_stages() {
  array_of<float> in(4 * 64), out(64);
  k_stages<64, true, true><<<1, 64>>>(in, out, 4);
}

// Dynamic shared memory in parts, of which the second begins at `at`.
__global__ void k_parts(int const* in, int* out, int n, int at) {
  extern __shared__ int parts[];
  int* const keys = parts;
  int* const values = parts + at;
  keys[threadIdx.x] = in[threadIdx.x];  // OTHER parts_overlap
  values[threadIdx.x] = 2 * in[threadIdx.x] + 1;  // BUG third_part_behind, parts_overlap
  int const mine = keys[threadIdx.x];  // BUG parts_overlap
  __syncthreads();
  out[threadIdx.x] = mine + values[n - 1 - threadIdx.x];  // BUG third_part_behind
}
void parts_overlap() {
  array_of<int> in(64), out(64);
  k_parts<<<1, 64, 2 * 64 * sizeof(int)>>>(in, out, 64, 32);
}
void third_part_behind() {
  array_of<int> in(64), out(64);
  k_parts<<<1, 64, (64 + 32) * sizeof(int)>>>(in, out, 64, 64);
}
void right_parts() {
  array_of<int> in(64), out(64);
  k_parts<<<1, 64, 2 * 64 * sizeof(int)>>>(in, out, 64, 64);
}

// One thread of each block adds under a lock.
template <bool ByAtomic>
__global__ void k_lock(int* lock, int* sum) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {}  // OTHER lock_released_plainly
  if (ByAtomic) __threadfence();
  *sum += blockIdx.x;  // BUG lock_released_plainly
  if (ByAtomic) __threadfence();
  if (ByAtomic)
    atomicExch(lock, 0);
  else
    *lock = 0;  // BUG lock_released_plainly
}
void lock_released_plainly() {
  array_of<int> lock(1), sum(1);
  k_lock<false><<<4, 32>>>(lock, sum);
}
void right_lock() {
  array_of<int> lock(1), sum(1);
  k_lock<true><<<4, 32>>>(lock, sum);
}

// The block that ends last adds up what the others have left.
template <bool Fence>
__global__ void k_last(float const* in, float* partial, unsigned* ticket, float* out) {
  __shared__ bool last;
  __shared__ float sums[64];
  sums[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    float sum = 0;
    for (int i = 0; i < 64; ++i) sum += sums[i];
    partial[blockIdx.x] = sum;  // OTHER last_block_without_fence
    if (Fence) __threadfence();
    last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    float all = 0;
    for (int b = 0; b < gridDim.x; ++b) all += partial[b];  // BUG last_block_without_fence
    *out = all;
  }
}
void last_block_without_fence() {
  array_of<float> in(4 * 64), partial(4), out(1);
  array_of<unsigned> ticket(1);
  k_last<false><<<4, 64>>>(in, partial, ticket, out);
}
void right_last_block() {
  array_of<float> in(4 * 64), partial(4), out(1);
  array_of<unsigned> ticket(1);
  k_last<true><<<4, 64>>>(in, partial, ticket, out);
}

template <bool Waits>
__global__ void k_histogram(unsigned char const* in, unsigned* out, int n) {
  __shared__ unsigned bins[16];
  if (threadIdx.x < 16) bins[threadIdx.x] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&bins[in[i] & 15], 1u);  // OTHER histogram_merged_early
  if (Waits) __syncthreads();
  if (threadIdx.x < 16) atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);  // BUG histogram_merged_early
}
void histogram_merged_early() {
  array_of<unsigned char> in(1000);
  array_of<unsigned> out(16);
  k_histogram<false><<<1, 128>>>(in, out, 1000);
}
void right_shared_histogram() {
  array_of<unsigned char> in(1000);
  array_of<unsigned> out(16);
  k_histogram<true><<<4, 128>>>(in, out, 1000);
}

// Sums of warps by shuffles, then of those sums by the first warp.
__device__ float warp_sum(float v) {
  for (int by = 16; by > 0; by /= 2) v += __shfl_down_sync(~0u, v, by);
  return v;
}
template <bool Waits>
__global__ void k_block_sum(float const* in, float* out) {
  __shared__ float of_warp[32];
  float v = warp_sum(in[threadIdx.x]);
  int const lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (lane == 0) of_warp[warp] = v;  // OTHER warp_sums_read_early
  if (Waits) __syncthreads();
  if (warp == 0) {
    v = lane < blockDim.x / 32 ? of_warp[lane] : 0;  // BUG warp_sums_read_early
    v = warp_sum(v);
    if (lane == 0) *out = v;
  }
}
void warp_sums_read_early() {
  array_of<float> in(256), out(1);
  k_block_sum<false><<<1, 256>>>(in, out);
}
void right_warp_sums() {
  array_of<float> in(256), out(1);
  k_block_sum<true><<<1, 256>>>(in, out);
}

__global__ void k_ballot(int const* in, int* out, int n) {
  int const t = threadIdx.x;
  if (t >= n) return;
  unsigned const mask = __ballot_sync(~0u, in[t] > 0);
  int const from = __shfl_sync(~0u, in[t], 31);  // BUG ballot_after_return
  out[t] = mask + from;
}
void ballot_after_return() {
  array_of<int> in(32), out(32);
  k_ballot<<<1, 32>>>(in, out, 20);
}

template <bool All>
__global__ void k_tiles(int* out) {
  auto const tile = cg::tiled_partition<8>(cg::this_thread_block());
  int v = threadIdx.x;
  if (All || tile.thread_rank() < 4) v += tile.shfl_down(v, 1);  // BUG tile_shuffle_in_branch
  out[threadIdx.x] = v;
}
void tile_shuffle_in_branch() {
  array_of<int> out(32);
  k_tiles<false><<<1, 32>>>(out);
}
void right_tiles_of_8() {
  array_of<int> out(64);
  k_tiles<true><<<1, 64>>>(out);
}
__global__ void k_half_tile(int* out) {
  auto const tile = cg::tiled_partition<16>(cg::this_thread_block());
  if (tile.thread_rank() < 8)
    tile.sync();  // BUG sync_of_half_tile
  out[threadIdx.x] = 1;
}
void sync_of_half_tile() {
  array_of<int> out(32);
  k_half_tile<<<1, 32>>>(out);
}

template <class F>
__global__ void k_each(int n, F f) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) f(i);
}
void lambda_off_by_one() {
  array_of<int> x(32);
  int* const p = x;
  k_each<<<4, 8>>>(32, [=] __device__(int i) {
    p[i + 1] = i;  // BUG lambda_off_by_one
  });
}
void right_lambda() {
  array_of<int> x(33);
  int* const p = x;
  k_each<<<5, 8>>>(32, [=] __device__(int i) { p[i + 1] = i; });
}

struct scale_to {
  float const* from;
  float* to;
  int shift;
  __device__ void operator()(int i) const {
    to[i] = 2 * from[i + shift];  // BUG functor_member_behind
  }
};
void functor_member_behind() {
  array_of<float> x(32), y(32);
  k_each<<<1, 32>>>(32, scale_to{x, y, 1});
}
void right_functor() {
  array_of<float> x(32), y(32);
  k_each<<<2, 32>>>(32, scale_to{x, y, 0});
}

__global__ void k_rows(float* m, int rows, int columns, bool swapped) {
  int const column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && column < columns) {
    int const at = swapped ? column * columns + row : row * columns + column;
    m[at] += 1;  // BUG matrix_rows_swapped
  }
}
void matrix_rows_swapped() {
  array_of<float> m(8 * 24);
  k_rows<<<dim3(3, 1), dim3(8, 8)>>>(m, 8, 24, true);
}
void right_rows() {
  array_of<float> m(8 * 24);
  k_rows<<<dim3(3, 1), dim3(8, 8)>>>(m, 8, 24, false);
}

struct volume {
  float* cells;
  int nx, ny, nz;
  __device__ float& at(int x, int y, int z) const { return cells[(z * ny + y) * nx + x]; }
};
__global__ void k_stencil(volume from, volume to) {
  int const x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  to.at(x, y, z) = from.at(x, y, z) -
                   from.at(x - 1, y, z);  // BUG volume_edge_before
}
void volume_edge_before() {
  array_of<float> a(4 * 4 * 4), b(4 * 4 * 4);
  k_stencil<<<1, dim3(4, 4, 4)>>>(volume{a, 4, 4, 4}, volume{b, 4, 4, 4});
}

// In graphs.
__global__ void k_add_one(int* x, int n) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += 1;  // BUG graph_kernel_behind, partly_filled_by_graph
}
void run_graph(int* x, int n, int filled) {
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaMemsetAsync(x, 0, filled * sizeof(int), s);
  k_add_one<<<1, 32, 0, s>>>(x, n);
  cudaStreamEndCapture(s, &graph);
  cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0);
  cudaGraphLaunch(exec, s);
  cudaGraphLaunch(exec, s);
  cudaStreamSynchronize(s);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(s);
}
void graph_kernel_behind() {
  array_of<int> x(16);
  run_graph(x, 32, 16);
}
void partly_filled_by_graph() {
  array_of<int> x(32, false);
  run_graph(x, 32, 24);
}
void right_graph() {
  array_of<int> x(32, false);
  run_graph(x, 32, 32);
}

// Children read what their parent has written before.
__global__ void k_reads(int const* from, int* to) { to[threadIdx.x] = from[threadIdx.x]; }
__global__ void k_makes_child(int* x, int* y) {
  x[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) k_reads<<<1, 32>>>(x, y);
}
void right_child_of_global() {
  array_of<int> x(32), y(32);
  k_makes_child<<<1, 32>>>(x, y);
  cudaDeviceSynchronize();
}

struct node {
  int value;
  node* next;
};
__global__ void k_list(node const* first, int* sum) {
  if (threadIdx.x != 0) return;
  for (node const* n = first; n != nullptr; n = n->next)
    *sum += n->value;  // BUG managed_list_broken
}
void sum_list(node* last) {
  node* nodes;
  cudaMallocManaged(&nodes, 4 * sizeof(node));
  for (int i = 0; i < 4; ++i) nodes[i] = {i, i < 3 ? nodes + i + 1 : last};
  array_of<int> sum(1);
  k_list<<<1, 32>>>(nodes, sum);
  cudaDeviceSynchronize();
  cudaFree(nodes);
}
void managed_list_broken() { sum_list(reinterpret_cast<node*>(8)); }
void right_managed_list() { sum_list(nullptr); }

__global__ void k_prints(int const* x, int only) {
  if (threadIdx.x == only) printf("%d\n", x[threadIdx.x]);  // BUG printf_of_unwritten
}
void printf_of_unwritten() {
  array_of<int> x(32, false);
  cudaMemset(x, 0, 5 * sizeof(int));
  k_prints<<<1, 32>>>(x, 5);
}
void right_printf() {
  array_of<int> x(32);
  k_prints<<<1, 32>>>(x, 5);
}

// A list to which threads append.
template <bool Atomic>
__global__ void k_append(int const* in, int* count, int* out, int n) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || in[i] % 2 != 0) return;
  int const at = Atomic ? atomicAdd(count, 1) : (*count)++;  // BUG queue_written_twice
  out[at] = i;  // BUG queue_written_twice
}
void queue_written_twice() {
  array_of<int> in(128), count(1), out(128);
  k_append<false><<<2, 64>>>(in, count, out, 128);
}
void right_queue() {
  array_of<int> in(128), count(1), out(128);
  k_append<true><<<2, 64>>>(in, count, out, 128);
}

__global__ void k_transpose(float* m, int n) {
  int const x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < n) m[y * n + x] = m[x * n + y];  // BUG transpose_in_place
}
void transpose_in_place() {
  array_of<float> m(32 * 32);
  cudaMemset(m, 1, 32 * sizeof(float));
  k_transpose<<<dim3(4, 4), dim3(8, 8)>>>(m, 32);
}

__global__ void k_prefix(int* x, int n) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  int const before = i >= 32 ? x[i - 32] : 0;  // OTHER prefix_of_neighbour_block
  x[i] = before + i;  // BUG prefix_of_neighbour_block
}
void prefix_of_neighbour_block() {
  array_of<int> x(128);
  k_prefix<<<4, 32>>>(x, 128);
}

__global__ void k_two_steps(int* a, int* b, int n) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = i;
  cg::this_grid().sync();
  b[i] = a[n - 1 - i];
  cg::this_grid().sync();
  a[i] = b[(i + 1) % n];
}
void right_grid_sync() {
  array_of<int> a(128), b(128);
  int *pa = a, *pb = b, n = 128;
  void* arguments[] = {&pa, &pb, &n};
  cudaLaunchCooperativeKernel(reinterpret_cast<void*>(&k_two_steps), 4, 32, arguments, 0, nullptr);
}

__global__ void k_reduce_group(int const* in, int* out) {
  auto const block = cg::this_thread_block();
  auto const warp = cg::tiled_partition<32>(block);
  __shared__ int sums[4];
  int const sum = cg::reduce(warp, in[block.thread_rank()], cg::plus<int>());
  if (warp.thread_rank() == 0) sums[warp.meta_group_rank()] = sum;
  cg::sync(block);
  if (block.thread_rank() == 0) *out = sums[0] + sums[1] + sums[2] + sums[3];
}
void right_reduce_group() {
  array_of<int> in(128), out(1);
  k_reduce_group<<<1, 128>>>(in, out);
}

__global__ void k_step(float const* from, float* to, int n) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = 0.5f * (from[i > 0 ? i - 1 : 0] + from[i + 1 < n ? i + 1 : n - 1]);
}
void right_ping_pong() {
  array_of<float> a(100), b(100);
  float *from = a, *to = b;
  for (int turn = 0; turn < 5; ++turn) {
    k_step<<<4, 32>>>(from, to, 100);
    float* const next = from;
    from = to;
    to = next;
  }
}

__global__ void k_append_together(int const* in, int* count, int* out, int n) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] % 3 == 0) {
    auto const active = cg::coalesced_threads();
    int base = 0;
    if (active.thread_rank() == 0) base = atomicAdd(count, int(active.size()));
    base = active.shfl(base, 0);
    out[base + active.thread_rank()] = i;
  }
}
void right_coalesced_append() {
  array_of<int> in(128), count(1), out(128);
  k_append_together<<<2, 64>>>(in, count, out, 128);
}

__global__ void k_scan(int* x) {
  __shared__ int s[2][64];
  int const t = threadIdx.x;
  int now = 0;
  s[0][t] = x[t];
  __syncthreads();
  for (int by = 1; by < 64; by *= 2) {
    s[1 - now][t] = s[now][t] + (t >= by ? s[now][t - by] : 0);
    now = 1 - now;
    __syncthreads();
  }
  x[t] = s[now][t];
}
void right_block_scan() {
  array_of<int> x(64);
  k_scan<<<1, 64>>>(x);
}

int main(int argc, char** argv) {
  run_case(argc, argv, {LIST(CASE)});
  cudaDeviceSynchronize();
}
