// SPDX-License-Identifier: MIT
// Kernels with one mistake each in the ways that programs write them: other types, blocks of two dimensions,
// templates, device functions, groups, warp functions, dynamic shared memory, managed memory, streams, flags,
// structures. And correct ones that look like them.
// usage: mistakes        lists the cases: name, kind, block, thread (- where it does not matter)
//        mistakes CASE   runs one
// The line that a finding names ends in `// BUG case`, the other one's in `// OTHER case`.
#include "cases.hpp"
#include "device_array.hpp"

#include <cooperative_groups.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace cg = cooperative_groups;

#define LIST(X) \
  X(double_behind_matrix, memory, "0,1,0", "0,0,0") \
  X(short_from_template, memory, "1,0,0", "44,0,0") \
  X(byte_in_device_function, memory, "0,0,0", "63,0,0") \
  X(field_of_structure, memory, "0,0,0", "10,0,0") \
  X(long_misaligned, memory, "0,0,0", "0,0,0") \
  X(double2_misaligned, memory, "0,0,0", "1,0,0") \
  X(wide_load_behind_end, memory, "0,0,0", "7,0,0") \
  X(second_shared_array, memory, "0,0,0", "32,0,0") \
  X(shared_matrix_row, memory, "0,0,0", "0,16,0") \
  X(two_dynamic_arrays, memory, "0,0,0", "48,0,0") \
  X(managed_behind_end, memory, "0,0,0", "31,0,0") \
  X(offset_into_freed, memory, "0,0,0", "0,0,0") \
  X(null_field, memory, "0,0,0", "0,0,0") \
  X(host_variable, memory, "0,0,0", "0,0,0") \
  X(atomic_cas_behind_end, memory, "2,0,0", "0,0,0") \
  X(atomic_on_null, memory, "0,0,0", "0,0,0") \
  X(heap_use_after_free, memory, "0,0,0", "0,0,0") \
  X(device_variable_behind_end, memory, "0,0,0", "20,0,0") \
  X(constant_behind_end, memory, "0,0,0", "16,0,0") \
  X(negative_row, memory, "0,0,0", "-") \
  X(memset_in_kernel, memory, "0,0,0", "0,0,0") \
  X(huge_index, memory, "0,0,0", "5,0,0") \
  X(tile_of_transpose, race, "0,0,0", "-") \
  X(float2_neighbour, race, "0,0,0", "-") \
  X(bytes_of_a_word, none, "-", "-") \
  X(block_sum_read_early, race, "0,0,0", "-") \
  X(scan_in_place, race, "0,0,0", "-") \
  X(barrier_of_part_by_group, race, "0,0,0", "-") \
  X(dynamic_reversed, race, "0,0,0", "-") \
  X(broadcast_overwritten, race, "0,0,0", "-") \
  X(maximum_without_atomic, race, "0,0,0", "-") \
  X(atomic_and_plain, race, "0,0,0", "-") \
  X(race_in_device_function, race, "0,0,0", "-") \
  X(histogram_read_early, race, "0,0,0", "-") \
  X(warp_tree_without_sync, warp_race, "0,0,0", "-") \
  X(warp_half_synced, warp_race, "0,0,0", "-") \
  X(tile_sync_left_out, warp_race, "0,0,0", "-") \
  X(blocks_add_to_global, grid_race, "-", "-") \
  X(block_edges_overlap, grid_race, "-", "-") \
  X(threads_in_global, grid_race, "0,0,0", "-") \
  X(ticket_without_fence, grid_race, "-", "-") \
  X(grid_sync_left_out, grid_race, "-", "-") \
  X(field_by_all_blocks, grid_race, "-", "-") \
  X(volatile_shared_race, race, "0,0,0", "-") \
  X(uninit_struct_field, uninitialised, "0,0,0", "0,0,0") \
  X(uninit_heap, uninitialised, "0,0,0", "0,0,0") \
  X(uninit_dynamic_shared, uninitialised, "0,0,0", "-") \
  X(uninit_accumulator, uninitialised, "0,0,0", "0,0,0") \
  X(uninit_from_copied, uninitialised, "0,0,0", "-") \
  X(uninit_pitched_row, uninitialised, "0,0,0", "-") \
  X(uninit_last_bytes, uninitialised, "0,0,0", "15,0,0") \
  X(uninit_atomic_counter, uninitialised, "0,0,0", "0,0,0") \
  X(barrier_both_branches, barrier, "0,0,0", "-") \
  X(barrier_in_row, barrier, "0,0,0", "-") \
  X(barrier_in_while, barrier, "0,0,0", "-") \
  X(barrier_in_function, barrier, "0,0,0", "-") \
  X(group_sync_by_part, barrier, "0,0,0", "-") \
  X(ballot_without_caller, barrier, "0,0,0", "-") \
  X(shuffle_in_branch, barrier, "0,0,0", "-") \
  X(tile_shuffle_by_part, barrier, "0,0,0", "-") \
  X(syncwarp_by_half, barrier, "0,0,0", "-") \
  X(vote_masks_differ, barrier, "0,0,0", "-") \
  X(copy_wrong_direction, api, "-", "-") \
  X(leak_managed, api, "-", "-") \
  X(leak_host, api, "-", "-") \
  X(memset_too_large, api, "-", "-") \
  X(async_copy_too_large, api, "-", "-") \
  X(free_of_interior, api, "-", "-") \
  X(launch_too_many_threads, api, "-", "-") \
  X(launch_too_much_shared, api, "-", "-") \
  X(copy_2d_too_wide, api, "-", "-") \
  X(heap_double_free, memory, "0,0,0", "0,0,0") \
  X(heap_free_of_interior, memory, "0,0,0", "0,0,0") \
  X(array_of_thread, memory, "0,0,0", "0,0,0") \
  X(array_of_thread_in_function, memory, "0,0,0", "4,0,0") \
  X(pipeline_of_tiles, race, "0,0,0", "-") \
  X(fence_behind_ticket, grid_race, "-", "-") \
  X(grid_sync_of_one_block, barrier, "0,0,0", "-") \
  X(flag_never_set, barrier, "-", "-") \
  X(freed_in_another_stream, memory, "0,0,0", "0,0,0") \
  X(device_memory_on_host, api, "-", "-") \
  X(ok_graph_memset, none, "-", "-") \
  X(ok_flat_matrix, none, "-", "-") \
  X(ok_intended_race, none, "-", "-") \
  X(ok_async_copy, none, "-", "-") \
  X(ok_look_back, none, "-", "-") \
  X(ok_transpose, none, "-", "-") \
  X(ok_warp_tree, none, "-", "-") \
  X(ok_volatile_flag, none, "-", "-") \
  X(ok_cg_reduce, none, "-", "-") \
  X(ok_grid_sync, none, "-", "-") \
  X(ok_dynamic_parts, none, "-", "-") \
  X(ok_struct_padding, none, "-", "-") \
  X(ok_double_buffer, none, "-", "-") \
  X(ok_spin_lock, none, "-", "-") \
  X(ok_heap, none, "-", "-") \
  X(ok_streams, none, "-", "-") \
  X(ok_mask_of_branch, none, "-", "-") \
  X(ok_coalesced_group, none, "-", "-") \
  X(ok_constant_and_variable, none, "-", "-") \
  X(ok_local_array, none, "-", "-") \
  X(ok_volatile_partials, none, "-", "-") \
  X(ok_pitched, none, "-", "-") \
  X(ok_atomic_maximum, none, "-", "-") \
  X(ok_syncthreads_count, none, "-", "-") \
  X(ok_union_reuse, none, "-", "-") \
  X(ok_mapped, none, "-", "-") \
  X(ok_producer_consumer, none, "-", "-") \
  X(ok_early_return_then_warp, none, "-", "-") \
  X(ok_virtual, none, "-", "-") \
  X(ok_scan_chained, none, "-", "-")

// Memory.

__global__ void k_matrix(double* m, int rows, int columns) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < columns && y <= rows)
    m[y * columns + x] = x + y;  // BUG double_behind_matrix
}
void double_behind_matrix() {
  array_of<double> m(16 * 20);
  k_matrix<<<dim3(2, 3), dim3(16, 16)>>>(m, 16, 20);
}

template <class T>
__global__ void k_fill(T* x, T value, int n) {
  unsigned const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < unsigned(n)) {
    x[i] = value;  // BUG short_from_template
  }
}
void short_from_template() {
  array_of<short> x(300);
  k_fill<short><<<2, 256>>>(x, 3, 512);
}

__device__ int sum_of_three(unsigned char const* x, int i) {
  return x[i]
         + x[i + 1];  // BUG byte_in_device_function
}
__global__ void k_three(unsigned char const* x, int* out) {
  out[threadIdx.x] = sum_of_three(x, threadIdx.x);
}
void byte_in_device_function() {
  array_of<unsigned char> x(64);
  array_of<int> out(64);
  k_three<<<1, 64>>>(x, out);
}

struct particle {
  float x, y, z;
  int id;
};
__global__ void k_move(particle* p) {
  particle& mine = p[threadIdx.x];
  mine.y += 1;  // BUG field_of_structure
}
void field_of_structure() {
  array_of<particle> p(10);
  k_move<<<1, 11>>>(p);
}

__global__ void k_long(char* x, long long* out) {
  out[threadIdx.x] = *(long long*)(x + 8 * threadIdx.x + 4);  // BUG long_misaligned
}
void long_misaligned() {
  array_of<char> x(8 * 33);
  array_of<long long> out(32);
  k_long<<<1, 32>>>(x, out);
}

__global__ void k_double2(double const* x, double* out) {
  double2 const v = ((double2 const*)(x + threadIdx.x))[0];  // BUG double2_misaligned
  out[threadIdx.x] = v.x + v.y;
}
void double2_misaligned() {
  array_of<double> x(64), out(64);
  k_double2<<<1, 32>>>(x, out);
}

__global__ void k_wide(int4 const* x, int* out) {
  int4 const v = x[threadIdx.x];  // BUG wide_load_behind_end
  out[threadIdx.x] = v.x + v.y + v.z + v.w;
}
void wide_load_behind_end() {
  array_of<int> x(30), out(8);
  k_wide<<<1, 8>>>((int4*)x.p, out);
}

__global__ void k_two(int* out) {
  __shared__ int a[32];
  __shared__ int b[32];
  int const t = threadIdx.x;
  if (t < 32) b[t] = t;
  a[t] = t;  // BUG second_shared_array
  __syncthreads();
  out[t] = t < 32 ? a[t] + b[t] : 0;
}
void second_shared_array() {
  array_of<int> out(64);
  k_two<<<1, 64>>>(out);
}

__global__ void k_rows(float* out) {
  __shared__ float tile[16][17];
  tile[threadIdx.y][threadIdx.x] = 1;  // BUG shared_matrix_row
  __syncthreads();
  out[threadIdx.y * 16 + threadIdx.x] = tile[threadIdx.y % 16][threadIdx.x];
}
void shared_matrix_row() {
  array_of<float> out(16 * 17);
  k_rows<<<1, dim3(16, 17)>>>(out);
}

extern __shared__ unsigned char raw[];
__global__ void k_parts(int* out, int n) {
  int* const first = (int*)raw;
  double* const second = (double*)(first + n);
  first[threadIdx.x] = 1;
  second[threadIdx.x] = 2;  // BUG two_dynamic_arrays
  __syncthreads();
  out[threadIdx.x] = first[threadIdx.x];
}
void two_dynamic_arrays() {
  array_of<int> out(64);
  k_parts<<<1, 64, 64 * sizeof(int) + 48 * sizeof(double)>>>(out, 64);
}

__global__ void k_shift(float* x, float const* y) {
  x[threadIdx.x] =
      y[threadIdx.x + 1];  // BUG managed_behind_end
}
void managed_behind_end() {
  array_of<float> y(32);
  float* x;
  cudaMallocManaged(&x, 32 * sizeof(float));
  for (int i = 0; i < 32; ++i) x[i] = 0;
  k_shift<<<1, 32>>>(y, x);
  cudaDeviceSynchronize();
  cudaFree(x);
}

__global__ void k_read(int const* x, int* out) {
  out[threadIdx.x] = x[threadIdx.x];  // BUG offset_into_freed, uninit_from_copied
}
void offset_into_freed() {
  array_of<int> out(32);
  int* x;
  cudaMalloc(&x, 4096);
  cudaMemset(x, 0, 4096);
  cudaFree(x);
  k_read<<<1, 32>>>(x + 100, out);
}

struct view {
  int n;
  float* data;
};
__global__ void k_view(view v) {
  if (threadIdx.x < v.n) v.data[threadIdx.x] = 0;  // BUG null_field
}
void null_field() {
  view v{32, nullptr};
  k_view<<<1, 32>>>(v);
}

__global__ void k_count(int* counter) {
  atomicAdd(counter, 1);  // BUG host_variable
}
void host_variable() {
  int counter = 0;
  k_count<<<1, 32>>>(&counter);
  cudaDeviceSynchronize();
}

__global__ void k_cas(unsigned long long* x) {
  atomicCAS(x + blockIdx.x, 0ull, 1ull);  // BUG atomic_cas_behind_end
}
void atomic_cas_behind_end() {
  array_of<unsigned long long> x(2);
  k_cas<<<3, 1>>>(x);
}

__global__ void k_max(int* x) {
  atomicMax(x, 7);  // BUG atomic_on_null
}
void atomic_on_null() { k_max<<<1, 1>>>(nullptr); }

__global__ void k_heap_after(int* out) {
  int* p = (int*)malloc(16 * sizeof(int));
  p[0] = 3;
  free(p);
  out[0] = p[0];  // BUG heap_use_after_free
}
void heap_use_after_free() {
  array_of<int> out(1);
  k_heap_after<<<1, 1>>>(out);
}

__device__ int table[20];
__device__ int behind_table[64];  // what the launch writes over
__global__ void k_table() {
  table[threadIdx.x] = threadIdx.x;  // BUG device_variable_behind_end
}
void device_variable_behind_end() { k_table<<<1, 32>>>(); }

__constant__ float weights[16];
__global__ void k_weights(float* out) {
  out[threadIdx.x] = weights[threadIdx.x];  // BUG constant_behind_end
}
void constant_behind_end() {
  array_of<float> out(32);
  float h[16] = {};
  cudaMemcpyToSymbol(weights, h, sizeof h);
  k_weights<<<1, 17>>>(out);
}

__global__ void k_stencil(float const* in, float* out, int pitch) {
  int const x = threadIdx.x, y = threadIdx.y;
  float sum = 0;
  for (int dy = -1; dy <= 1; ++dy)
    sum += in[(y + dy) * pitch + x];  // BUG negative_row
  out[y * pitch + x] = sum;
}
void negative_row() {
  array_of<float> in(8 * 10), out(8 * 8);
  k_stencil<<<1, dim3(8, 8)>>>(in, out, 8);
}

__global__ void k_memset(char* x) {
  if (threadIdx.x == 0)
    memset(x, 0, 40);  // BUG memset_in_kernel
}
void memset_in_kernel() {
  array_of<char> x(32);
  k_memset<<<1, 32>>>(x);
}

__global__ void k_hash(int* x, unsigned seed) {
  unsigned const h = threadIdx.x == 5 ? 0x80000000u : threadIdx.x;
  x[h] = seed;  // BUG huge_index
}
void huge_index() {
  array_of<int> x(32);
  k_hash<<<1, 32>>>(x, 1);
}

// Races.

template <int N>
__global__ void k_transpose(float const* in, float* out, bool sync) {
  __shared__ float tile[N][N + 1];
  int const x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * N + x];       // OTHER tile_of_transpose
  if (sync) __syncthreads();
  out[y * N + x] = tile[x][y];      // BUG tile_of_transpose
}
void tile_of_transpose() {
  array_of<float> in(256), out(256);
  k_transpose<16><<<1, dim3(16, 16)>>>(in, out, false);
}
void ok_transpose() {
  array_of<float> in(256), out(256);
  k_transpose<16><<<1, dim3(16, 16)>>>(in, out, true);
}

__global__ void k_float2(float2* out) {
  __shared__ float2 s[128];
  int const t = threadIdx.x;
  s[t] = make_float2(t, t);             // OTHER float2_neighbour
  float const y = s[(t + 32) % 128].y;  // BUG float2_neighbour
  out[t] = make_float2(y, y);
}
void float2_neighbour() {
  array_of<float2> out(128);
  k_float2<<<1, 128>>>(out);
}

__global__ void k_bytes(char* out) {
  __shared__ char s[128];
  s[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = s[threadIdx.x];
}
void bytes_of_a_word() {
  array_of<char> out(128);
  k_bytes<<<1, 128>>>(out);
}

__device__ int block_sum(int v, int* warps) {
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(~0u, v, d);
  if (threadIdx.x % 32 == 0)
    warps[threadIdx.x / 32] = v;  // OTHER block_sum_read_early
  int sum = 0;
  for (int i = 0; i < blockDim.x / 32; ++i)
    sum += warps[i];  // BUG block_sum_read_early
  return sum;
}
__global__ void k_block_sum(int* out) {
  __shared__ int warps[32];
  out[threadIdx.x] = block_sum(threadIdx.x, warps);
}
void block_sum_read_early() {
  array_of<int> out(128);
  k_block_sum<<<1, 128>>>(out);
}

__global__ void k_scan(int* x) {
  __shared__ int s[256];
  int const t = threadIdx.x;
  s[t] = x[t];
  __syncthreads();
  for (int d = 1; d < 256; d *= 2) {
    if (t >= d) s[t] += s[t - d];  // BUG scan_in_place
    __syncthreads();
  }
  x[t] = s[t];
}
void scan_in_place() {
  array_of<int> x(256);
  k_fill<int><<<1, 256>>>(x, 1, 256);
  k_scan<<<1, 256>>>(x);
}

__global__ void k_group(int* out) {
  __shared__ int s[64];
  auto const tile = cg::tiled_partition<32>(cg::this_thread_block());
  int const t = threadIdx.x;
  s[t] = t;            // OTHER barrier_of_part_by_group
  tile.sync();
  out[t] = s[63 - t];  // BUG barrier_of_part_by_group
}
void barrier_of_part_by_group() {
  array_of<int> out(64);
  k_group<<<1, 64>>>(out);
}

__global__ void k_reverse(short* x, int n) {
  extern __shared__ short line[];
  int const t = threadIdx.x;
  line[t] = x[t];          // OTHER dynamic_reversed
  x[t] = line[n - 1 - t];  // BUG dynamic_reversed
}
void dynamic_reversed() {
  array_of<short> x(256);
  k_reverse<<<1, 256, 512>>>(x, 256);
}

__global__ void k_broadcast(int* out, int n) {
  __shared__ int current;
  for (int k = 0; k < n; ++k) {
    if (threadIdx.x == 0)
      current = k;  // BUG broadcast_overwritten
    __syncthreads();
    out[threadIdx.x] += current;  // BUG broadcast_overwritten
  }
}
void broadcast_overwritten() {
  array_of<int> out(96);
  k_broadcast<<<1, 96>>>(out, 4);
}

__global__ void k_maximum(int const* x, int* out) {
  __shared__ int best;
  if (threadIdx.x == 0) best = -1;
  __syncthreads();
  if (x[threadIdx.x] > best)   // BUG maximum_without_atomic
    best = x[threadIdx.x];     // BUG maximum_without_atomic
  __syncthreads();
  if (threadIdx.x == 0) out[0] = best;
}
void maximum_without_atomic() {
  array_of<int> x(128), out(1);
  int h[128];
  for (int i = 0; i < 128; ++i) h[i] = i * 37 % 128;
  cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
  k_maximum<<<1, 128>>>(x, out);
}

__global__ void k_mixed(int* out) {
  __shared__ int n;
  if (threadIdx.x == 0) n = 0;
  __syncthreads();
  if (threadIdx.x < 64) atomicAdd(&n, 1);  // BUG atomic_and_plain
  else n = threadIdx.x / 32;               // BUG atomic_and_plain
  __syncthreads();
  out[0] = n;
}
void atomic_and_plain() {
  array_of<int> out(1);
  k_mixed<<<1, 96>>>(out);
}

template <class T>
__device__ void put(T* to, int i, T v) {
  to[i] = v;  // BUG race_in_device_function
}
template <class T>
__device__ T get(T const* from, int i) {
  return from[i];  // BUG race_in_device_function
}
__global__ void k_functions(double* out) {
  __shared__ double s[64];
  put(s, int(threadIdx.x), 1.0 * threadIdx.x);
  out[threadIdx.x] = get(s, 63 - int(threadIdx.x));
}
void race_in_device_function() {
  array_of<double> out(64);
  k_functions<<<1, 64>>>(out);
}

__global__ void k_histogram(unsigned char const* x, unsigned* out) {
  __shared__ unsigned bins[64];
  if (threadIdx.x < 64) bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[x[threadIdx.x] % 64], 1);  // OTHER histogram_read_early
  if (threadIdx.x < 64)
    out[threadIdx.x] = bins[threadIdx.x];  // BUG histogram_read_early
}
void histogram_read_early() {
  array_of<unsigned char> x(256);
  array_of<unsigned> out(64);
  k_histogram<<<1, 256>>>(x, out);
}

__global__ void k_warp_tree(float* out, bool sync) {
  __shared__ float s[64];
  int const t = threadIdx.x;
  s[t] = t;  // OTHER warp_tree_without_sync
  s[t + 32] = t;  // OTHER warp_tree_without_sync
  if (sync) __syncwarp();
  for (int d = 32; d > 0; d /= 2) {
    float const v = s[t + (t < d ? d : 0)];  // BUG warp_tree_without_sync
    if (sync) __syncwarp();
    if (t < d) s[t] += v;  // BUG warp_tree_without_sync
    if (sync) __syncwarp();
  }
  out[t] = s[0];  // BUG warp_tree_without_sync
}
void warp_tree_without_sync() {
  array_of<float> out(32);
  k_warp_tree<<<1, 32>>>(out, false);
}
void ok_warp_tree() {
  array_of<float> out(32);
  k_warp_tree<<<1, 32>>>(out, true);
}

__global__ void k_half_synced(int* out) {
  __shared__ int s[32];
  int const t = threadIdx.x;
  s[t] = t;                          // OTHER warp_half_synced
  __syncwarp(t < 16 ? 0xffffu : 0xffff0000u);
  out[t] = s[31 - t];                // BUG warp_half_synced
}
void warp_half_synced() {
  array_of<int> out(32);
  k_half_synced<<<1, 32>>>(out);
}

__global__ void k_tile(int* out) {
  __shared__ int s[64];
  auto const tile = cg::tiled_partition<16>(cg::this_thread_block());
  int const t = threadIdx.x;
  s[t] = t;                          // OTHER tile_sync_left_out
  out[t] = s[t - t % 16 + (t + 1) % 16];  // BUG tile_sync_left_out
  tile.sync();
}
void tile_sync_left_out() {
  array_of<int> out(64);
  k_tile<<<1, 64>>>(out);
}

__global__ void k_total(float const* x, float* total) {
  float const v = x[blockIdx.x * blockDim.x + threadIdx.x];
  *total += v;  // BUG blocks_add_to_global
}
void blocks_add_to_global() {
  array_of<float> x(128), total(1);
  k_fill<float><<<1, 128>>>(x, 1.0f, 128);
  k_total<<<128, 1>>>(x, total);
}

__global__ void k_edges(int* x, int width) {
  int const i = blockIdx.x * width + threadIdx.x;
  x[i] = blockIdx.x + 1;  // BUG block_edges_overlap
}
void block_edges_overlap() {
  array_of<int> x(40);
  k_edges<<<4, 9>>>(x, 8);
}

__global__ void k_global_neighbour(int* x, int* out) {
  int const t = threadIdx.x;
  x[t] = t;                 // OTHER threads_in_global
  out[t] = x[(t + 64) % 256];  // BUG threads_in_global
}
void threads_in_global() {
  array_of<int> x(256), out(256);
  k_global_neighbour<<<1, 256>>>(x, out);
}

__global__ void k_ticket(int* partial, unsigned* ticket, int* out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = blockIdx.x;  // OTHER ticket_without_fence
    last = atomicAdd(ticket, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int sum = 0;
    for (int i = 0; i < gridDim.x; ++i)
      sum += partial[i];  // BUG ticket_without_fence
    *out = sum;
  }
}
void ticket_without_fence() {
  array_of<int> partial(8), out(1);
  array_of<unsigned> ticket(1);
  k_ticket<<<8, 32>>>(partial, ticket, out);
}

__global__ void k_two_phases(int* x, int* out, int n, bool sync) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = i;                // OTHER grid_sync_left_out
  if (sync) cg::this_grid().sync();
  out[i] = x[n - 1 - i];   // BUG grid_sync_left_out
}
void two_phases(bool sync) {
  array_of<int> x(128), out(128);
  int n = 128;
  int *xp = x, *op = out;
  void* arguments[] = {&xp, &op, &n, &sync};
  cudaLaunchCooperativeKernel((void*)k_two_phases, dim3(4), dim3(32), arguments, 0, 0);
}
void grid_sync_left_out() { two_phases(false); }
void ok_grid_sync() { two_phases(true); }

struct statistics {
  double sum;
  int count;
};
__global__ void k_statistics(statistics* s, double const* x) {
  __shared__ double sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, x[threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(&s->sum, sum);
    s->count = s->count + int(blockDim.x);  // BUG field_by_all_blocks
  }
}
void field_by_all_blocks() {
  array_of<statistics> s(1);
  array_of<double> x(64);
  k_statistics<<<4, 64>>>(s, x);
}

__global__ void k_volatile(int* out) {
  __shared__ volatile int s[64];
  int const t = threadIdx.x;
  s[t] = t;            // OTHER volatile_shared_race
  out[t] = s[63 - t];  // BUG volatile_shared_race
}
void volatile_shared_race() {
  array_of<int> out(64);
  k_volatile<<<1, 64>>>(out);
}

// Initialisation.

__global__ void k_some_fields(particle* p) {
  p[threadIdx.x].x = 0;
  p[threadIdx.x].z = 0;
}
__global__ void k_all_fields(particle const* p, float* out) {
  float const x = p[threadIdx.x].x;
  out[threadIdx.x] = x
                     + p[threadIdx.x].y;  // BUG uninit_struct_field
}
void uninit_struct_field() {
  array_of<particle> p(32, false);
  array_of<float> out(32);
  k_some_fields<<<1, 32>>>(p);
  k_all_fields<<<1, 32>>>(p, out);
}

__global__ void k_uninit_heap(int* out) {
  int* const p = new int[4];
  p[0] = 1;
  out[threadIdx.x] = p[1];  // BUG uninit_heap
  delete[] p;
}
void uninit_heap() {
  array_of<int> out(1);
  k_uninit_heap<<<1, 1>>>(out);
}

__global__ void k_uninit_dynamic(float* out, int n) {
  extern __shared__ float values[];
  if (threadIdx.x + 1 < n) values[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = values[n - 1 - threadIdx.x];  // BUG uninit_dynamic_shared
}
void uninit_dynamic_shared() {
  array_of<float> out(64);
  k_uninit_dynamic<<<1, 64, 256>>>(out, 64);
}

__global__ void k_accumulate(double* sum, int n) {
  for (int i = 0; i < n; ++i)
    sum[threadIdx.x] += i;  // BUG uninit_accumulator
}
void uninit_accumulator() {
  array_of<double> sum(32, false);
  k_accumulate<<<1, 32>>>(sum, 3);
}

void uninit_from_copied() {
  array_of<int> a(32, false), b(32, false), out(32);
  cudaMemset(a, 0, 16 * sizeof(int));
  cudaMemcpy(b, a, 32 * sizeof(int), cudaMemcpyDeviceToDevice);
  k_read<<<1, 32>>>(b, out);
}

__global__ void k_pitched(char const* p, std::size_t pitch, float* out, int width) {
  float const* const row = (float const*)(p + threadIdx.y * pitch);
  out[threadIdx.y * width + threadIdx.x] = row[threadIdx.x];  // BUG uninit_pitched_row
}
void pitched(int rows) {
  float h[16 * 8] = {};
  char* p;
  std::size_t pitch;
  cudaMallocPitch((void**)&p, &pitch, 16 * sizeof(float), 8);
  cudaMemcpy2D(p, pitch, h, 16 * sizeof(float), 16 * sizeof(float), rows, cudaMemcpyHostToDevice);
  array_of<float> out(16 * 8);
  k_pitched<<<1, dim3(16, 8)>>>(p, pitch, out, 16);
  cudaDeviceSynchronize();
  cudaFree(p);
}
void uninit_pitched_row() { pitched(7); }
void ok_pitched() { pitched(8); }

__global__ void k_words(int const* x, int* out) {
  out[threadIdx.x] = x[threadIdx.x] + 1;  // BUG uninit_last_bytes
}
void uninit_last_bytes() {
  array_of<int> x(16, false), out(16);
  cudaMemset(x, 0, 62);
  k_words<<<1, 16>>>(x, out);
}

__global__ void k_ticks(unsigned* n) {
  atomicAdd(n, 1u);  // BUG uninit_atomic_counter
}
void uninit_atomic_counter() {
  array_of<unsigned> n(1, false);
  k_ticks<<<1, 32>>>(n);
}

// Barriers and warps.

__global__ void k_both(int* out) {
  if (threadIdx.x % 2) {
    out[threadIdx.x] = 1;
    __syncthreads();  // BUG barrier_both_branches
  } else {
    out[threadIdx.x] = 2;
    __syncthreads();  // BUG barrier_both_branches
  }
}
void barrier_both_branches() {
  array_of<int> out(64);
  k_both<<<1, 64>>>(out);
}

__global__ void k_row(int* out) {
  if (threadIdx.y < 3) {
    __syncthreads();  // BUG barrier_in_row
    atomicAdd(&out[threadIdx.x], 1);
  }
  atomicAdd(&out[threadIdx.x], 1);
}
void barrier_in_row() {
  array_of<int> out(32);
  k_row<<<1, dim3(32, 4)>>>(out);
}

__global__ void k_while(int* out) {
  int n = threadIdx.x < 32 ? 2 : 3;
  while (n-- > 0) {
    __syncthreads();  // BUG barrier_in_while
    out[threadIdx.x] += n;
  }
}
void barrier_in_while() {
  array_of<int> out(64);
  k_while<<<1, 64>>>(out);
}

__device__ void wait_for_all() {
  __syncthreads();  // BUG barrier_in_function
}
__global__ void k_in_function(int* out) {
  if (threadIdx.x < 40) wait_for_all();
  out[threadIdx.x] = 1;
}
void barrier_in_function() {
  array_of<int> out(64);
  k_in_function<<<1, 64>>>(out);
}

__global__ void k_group_part(int* out) {
  auto const block = cg::this_thread_block();
  if (block.thread_rank() >= 32)
    block.sync();  // BUG group_sync_by_part
  out[threadIdx.x] = 1;
}
void group_sync_by_part() {
  array_of<int> out(64);
  k_group_part<<<1, 64>>>(out);
}

__global__ void k_ballot(unsigned* out) {
  unsigned const m = __ballot_sync(0x0000ffff, threadIdx.x % 2);  // BUG ballot_without_caller
  out[threadIdx.x] = m;
}
void ballot_without_caller() {
  array_of<unsigned> out(32);
  k_ballot<<<1, 32>>>(out);
}

__global__ void k_shuffle_branch(int* out) {
  int v = threadIdx.x;
  if (threadIdx.x < 20) {
    v += __shfl_down_sync(0xffffffff, v, 1);  // BUG shuffle_in_branch
  }
  out[threadIdx.x] = v;
}
void shuffle_in_branch() {
  array_of<int> out(32);
  k_shuffle_branch<<<1, 32>>>(out);
}

__global__ void k_tile_part(int* out) {
  auto const tile = cg::tiled_partition<8>(cg::this_thread_block());
  int v = threadIdx.x;
  if (tile.thread_rank() < 6)
    v = tile.shfl(v, 0);  // BUG tile_shuffle_by_part
  out[threadIdx.x] = v;
}
void tile_shuffle_by_part() {
  array_of<int> out(32);
  k_tile_part<<<1, 32>>>(out);
}

__global__ void k_syncwarp_half(int* out) {
  if (threadIdx.x < 16)
    __syncwarp();  // BUG syncwarp_by_half
  out[threadIdx.x] = 1;
}
void syncwarp_by_half() {
  array_of<int> out(32);
  k_syncwarp_half<<<1, 32>>>(out);
}

__global__ void k_masks(int* out) {
  unsigned const mask = threadIdx.x < 16 ? 0xffffffffu : 0xffff0000u;
  out[threadIdx.x] = __any_sync(mask, 1);  // BUG vote_masks_differ
}
void vote_masks_differ() {
  array_of<int> out(32);
  k_masks<<<1, 32>>>(out);
}

// Calls.

void copy_wrong_direction() {
  array_of<int> x(16);
  int h[16] = {};
  cudaMemcpy(x, h, sizeof h, cudaMemcpyDeviceToHost);  // BUG copy_wrong_direction
}
void leak_managed() {
  int* p;
  cudaMallocManaged(&p, 400);  // BUG leak_managed
}
void leak_host() {
  int* p;
  cudaMallocHost(&p, 400);  // BUG leak_host
}
void memset_too_large() {
  array_of<int> x(16);
  cudaMemset(x, 0, 17 * sizeof(int));  // BUG memset_too_large
}
void async_copy_too_large() {
  array_of<int> x(16);
  int h[20] = {};
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaMemcpyAsync(x, h, sizeof h, cudaMemcpyHostToDevice, s);  // BUG async_copy_too_large
  cudaStreamSynchronize(s);
  cudaStreamDestroy(s);
}
void free_of_interior() {
  array_of<int> x(16);
  cudaFree(x.p + 4);  // BUG free_of_interior
}
__global__ void k_nothing() {}
void launch_too_many_threads() {
  k_nothing<<<1, 2048>>>();  // BUG launch_too_many_threads
}
void launch_too_much_shared() {
  k_nothing<<<1, 32, 1 << 20>>>();  // BUG launch_too_much_shared
}
void copy_2d_too_wide() {
  array_of<float> x(8 * 8);
  float h[8 * 9] = {};
  cudaMemcpy2D(x, 8 * sizeof(float), h, 9 * sizeof(float), 8 * sizeof(float), 9, cudaMemcpyHostToDevice);  // BUG copy_2d_too_wide
}

// Correct ones.

__global__ void k_volatile_flag(int* data, volatile int* flag, int* out) {
  if (blockIdx.x == 0) {
    data[0] = 42;
    __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0) {}
    __threadfence();
    out[0] = data[0];
  }
}
void ok_volatile_flag() {
  array_of<int> data(1), flag(1), out(1);
  k_volatile_flag<<<2, 1>>>(data, flag, out);
}

__global__ void k_cg_reduce(int* out) {
  __shared__ int s[256];
  auto const block = cg::this_thread_block();
  int const t = block.thread_rank();
  s[t] = t;
  block.sync();
  for (int d = 128; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];
    cg::sync(block);
  }
  auto const tile = cg::tiled_partition<32>(block);
  int v = t;
  for (int d = tile.size() / 2; d > 0; d /= 2) v += tile.shfl_down(v, d);
  if (tile.thread_rank() == 0) s[t / 32] = v;
  block.sync();
  out[t] = s[t % 8];
}
void ok_cg_reduce() {
  array_of<int> out(256);
  k_cg_reduce<<<1, 256>>>(out);
}

void ok_dynamic_parts() {
  array_of<int> out(64);
  k_parts<<<2, 64, 64 * sizeof(int) + 64 * sizeof(double)>>>(out, 64);
}

struct padded {
  char tag;
  double value;
};
__global__ void k_padded(padded* x, padded* y) {
  padded p;
  p.tag = 'a';
  p.value = threadIdx.x;
  x[threadIdx.x] = p;
  y[threadIdx.x] = x[threadIdx.x];
}
void ok_struct_padding() {
  array_of<padded> x(32, false), y(32, false);
  k_padded<<<1, 32>>>(x, y);
  k_padded<<<1, 32>>>(y, x);
}

__global__ void k_double_buffer(float const* in, float* out, int n) {
  __shared__ float buffer[2][64];
  int const t = threadIdx.x;
  buffer[0][t] = in[t];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    if (k + 1 < n) buffer[(k + 1) % 2][t] = in[(k + 1) * 64 + t];
    sum += buffer[k % 2][63 - t];
    __syncthreads();
  }
  out[t] = sum;
}
void ok_double_buffer() {
  array_of<float> in(256), out(64);
  k_double_buffer<<<1, 64>>>(in, out, 4);
}

__global__ void k_lock(int* lock, int* count) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {}
    __threadfence();
    *count = *count + 1;
    __threadfence();
    atomicExch(lock, 0);
  }
}
void ok_spin_lock() {
  array_of<int> lock(1), count(1);
  k_lock<<<8, 32>>>(lock, count);
}

struct node {
  int value;
  node* next;
};
__global__ void k_list(int* out) {
  node* head = nullptr;
  for (int i = 0; i < 4; ++i) head = new node{i, head};
  int sum = 0;
  while (head != nullptr) {
    sum += head->value;
    node* const next = head->next;
    delete head;
    head = next;
  }
  out[threadIdx.x] = sum;
}
void ok_heap() {
  array_of<int> out(32);
  k_list<<<1, 32>>>(out);
}

void ok_streams() {
  cudaStream_t s[2];
  int* h;
  cudaMallocHost(&h, 512 * sizeof(int));
  for (int i = 0; i < 512; ++i) h[i] = i;
  array_of<int> x(512, false), y(512);
  for (int i = 0; i < 2; ++i) {
    cudaStreamCreate(&s[i]);
    cudaMemcpyAsync(x + 256 * i, h + 256 * i, 256 * sizeof(int), cudaMemcpyHostToDevice, s[i]);
    k_read<<<1, 256, 0, s[i]>>>(x + 256 * i, y + 256 * i);
    cudaMemcpyAsync(h + 256 * i, y + 256 * i, 256 * sizeof(int), cudaMemcpyDeviceToHost, s[i]);
  }
  for (int i = 0; i < 2; ++i) {
    cudaStreamSynchronize(s[i]);
    cudaStreamDestroy(s[i]);
  }
  cudaFreeHost(h);
}

__global__ void k_mask_of_branch(int* out) {
  int const t = threadIdx.x;
  unsigned const mask = __ballot_sync(~0u, t % 3 == 0);
  if (t % 3 == 0) {
    int const v = __shfl_sync(mask, t, 0);
    out[t] = v + __popc(__activemask() & 0);
  }
}
void ok_mask_of_branch() {
  array_of<int> out(32);
  k_mask_of_branch<<<1, 32>>>(out);
}

__global__ void k_coalesced(int* counter, int* out) {
  if (threadIdx.x % 2 == 0) {
    auto const active = cg::coalesced_threads();
    int base = 0;
    if (active.thread_rank() == 0) base = atomicAdd(counter, int(active.size()));
    base = active.shfl(base, 0);
    out[base + active.thread_rank()] = threadIdx.x;
  }
}
void ok_coalesced_group() {
  array_of<int> counter(1), out(128);
  k_coalesced<<<2, 64>>>(counter, out);
}

__device__ int total;
__constant__ int factors[4];
__global__ void k_variables() { atomicAdd(&total, factors[threadIdx.x % 4]); }
void ok_constant_and_variable() {
  int h[4] = {1, 2, 3, 4}, sum = 0;
  cudaMemcpyToSymbol(factors, h, sizeof h);
  cudaMemcpyToSymbol(total, &sum, sizeof sum);
  k_variables<<<2, 32>>>();
  cudaMemcpyFromSymbol(&sum, total, sizeof sum);
  if (sum != 160) std::abort();
}

__global__ void k_local(int* out) {
  int v[32];
  for (int i = 0; i < 32; ++i) v[i] = (i * 7 + threadIdx.x) % 32;
  for (int i = 0; i < 31; ++i)
    for (int k = 0; k < 31 - i; ++k)
      if (v[k] > v[k + 1]) {
        int const h = v[k];
        v[k] = v[k + 1];
        v[k + 1] = h;
      }
  out[threadIdx.x] = v[threadIdx.x % 32];
}
void ok_local_array() {
  array_of<int> out(32);
  k_local<<<1, 32>>>(out);
}

__global__ void k_volatile_partials(float* partial, unsigned* ticket, float* out) {
  __shared__ float s[64];
  __shared__ bool last;
  int const t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  if (t == 0) {
    float sum = 0;
    for (int i = 0; i < 64; ++i) sum += s[i];
    partial[blockIdx.x] = sum;
    __threadfence();
    last = atomicInc(ticket, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (last) {
    s[t] = t < gridDim.x ? partial[t] : 0;
    __syncthreads();
    if (t == 0) {
      float sum = 0;
      for (int i = 0; i < gridDim.x; ++i) sum += s[i];
      out[0] = sum;
      *ticket = 0;
    }
  }
}
void ok_volatile_partials() {
  array_of<float> partial(8), out(1);
  array_of<unsigned> ticket(1);
  k_volatile_partials<<<8, 64>>>(partial, ticket, out);
  k_volatile_partials<<<8, 64>>>(partial, ticket, out);
}

__global__ void k_atomic_maximum(int const* x, int* out) {
  __shared__ int best;
  if (threadIdx.x == 0) best = 0;
  __syncthreads();
  atomicMax(&best, x[blockIdx.x * blockDim.x + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) atomicMax(out, best);
}
void ok_atomic_maximum() {
  array_of<int> x(512), out(1);
  k_atomic_maximum<<<4, 128>>>(x, out);
}

__global__ void k_counted(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  int const n = __syncthreads_count(threadIdx.x % 3 == 0);
  int const v = s[63 - threadIdx.x];
  int const any = __syncthreads_or(v == 5);
  s[threadIdx.x] = n + any;
  out[threadIdx.x] = s[threadIdx.x];
}
void ok_syncthreads_count() {
  array_of<int> out(64);
  k_counted<<<1, 64>>>(out);
}

__global__ void k_union(float* out) {
  __shared__ union {
    int counts[64];
    float sums[64];
  } s;
  int const t = threadIdx.x;
  s.counts[t] = t;
  __syncthreads();
  int const n = s.counts[63 - t];
  __syncthreads();
  s.sums[63 - t] = n;
  __syncthreads();
  out[t] = s.sums[t];
}
void ok_union_reuse() {
  array_of<float> out(64);
  k_union<<<2, 64>>>(out);
}

void ok_mapped() {
  int *h, *d;
  cudaHostAlloc((void**)&h, 32 * sizeof(int), cudaHostAllocMapped);
  for (int i = 0; i < 32; ++i) h[i] = i;
  cudaHostGetDevicePointer((void**)&d, h, 0);
  array_of<int> out(32);
  k_read<<<1, 32>>>(d, out);
  cudaDeviceSynchronize();
  cudaFreeHost(h);
}

__global__ void k_producer(int* queue, int* head, int* out, int n) {
  if (blockIdx.x == 0) {
    for (int i = 0; i < n; ++i) {
      queue[i] = i * i;
      __threadfence();
      atomicExch(head, i + 1);
    }
  } else {
    int sum = 0;
    for (int i = 0; i < n; ++i) {
      while (atomicAdd(head, 0) <= i) {}
      __threadfence();
      sum += queue[i];
    }
    *out = sum;
  }
}
void ok_producer_consumer() {
  array_of<int> queue(16), head(1), out(1);
  k_producer<<<2, 1>>>(queue, head, out, 16);
}

__global__ void k_return_warp(int* out, int n) {
  int const i = threadIdx.x;
  if (i >= n) return;
  unsigned const mask = __activemask();
  int const v = __shfl_sync(mask, i, 0);
  out[i] = v;
}
void ok_early_return_then_warp() {
  array_of<int> out(64);
  k_return_warp<<<1, 64>>>(out, 40);
}

struct shape {
  __device__ virtual ~shape() {}
  __device__ virtual float area() const = 0;
};
struct square : shape {
  float side;
  __device__ explicit square(float s) : side(s) {}
  __device__ float area() const override { return side * side; }
};
__global__ void k_virtual(float* out) {
  shape* const s = new square(threadIdx.x);
  out[threadIdx.x] = s->area();
  delete s;
}
void ok_virtual() {
  array_of<float> out(32);
  k_virtual<<<1, 32>>>(out);
}

// Each block waits for the one before it: a chained scan.
__global__ void k_chained(int* sums, volatile int* ready, int* out) {
  __shared__ int before;
  if (threadIdx.x == 0) {
    int sum = 0;
    if (blockIdx.x > 0) {
      while (ready[blockIdx.x - 1] == 0) {}
      __threadfence();
      sum = sums[blockIdx.x - 1];
    }
    sums[blockIdx.x] = sum + 1;
    __threadfence();
    ready[blockIdx.x] = 1;
    before = sum;
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = before;
}
void ok_scan_chained() {
  array_of<int> sums(8), ready(8), out(8 * 32);
  k_chained<<<8, 32>>>(sums, ready, out);
}

// As libraries write them.

__global__ void k_free_twice(int* out) {
  int* const p = new int[4];
  p[0] = 1;
  out[threadIdx.x] = p[0];
  delete[] p;
  delete[] p;  // BUG heap_double_free
}
void heap_double_free() {
  array_of<int> out(2);
  k_free_twice<<<1, 2>>>(out);
}

__global__ void k_free_interior(int* out) {
  int* const p = static_cast<int*>(malloc(64));
  p[0] = 1;
  out[threadIdx.x] = p[0];
  free(p + 1);  // BUG heap_free_of_interior
  free(p);
}
void heap_free_of_interior() {
  array_of<int> out(2);
  k_free_interior<<<1, 2>>>(out);
}

__global__ void k_window(int* out, int n) {
  int window[8];
  for (int i = 0; i < n; ++i)
    window[i] = i + threadIdx.x;  // BUG array_of_thread
  int sum = 0;
  for (int i = 0; i < 8; ++i) sum += window[(i * 3) % 8];
  out[threadIdx.x] = sum;
}
void array_of_thread() {
  array_of<int> out(2);
  k_window<<<1, 2>>>(out, 9);
}

__device__ int chosen(int const (&a)[4], int i) {
  return a[i];  // BUG array_of_thread_in_function
}
__global__ void k_chosen(int* out) {
  int const a[4] = {1, 2, 3, int(threadIdx.x)};
  out[threadIdx.x] = chosen(a, threadIdx.x);
}
void array_of_thread_in_function() {
  array_of<int> out(5);
  k_chosen<<<1, 5>>>(out);
}

__global__ void k_pipeline(float const* a, float* out, int n) {
  __shared__ float tile[2][16][17];
  int const x = threadIdx.x, y = threadIdx.y, now = 0;
  tile[0][y][x] = a[y * n + x];
  float sum = 0;
  for (int k = 16; k <= n; k += 16) {
    __syncthreads();
    if (k < n) tile[now][y][x] = a[y * n + k + x];         // BUG pipeline_of_tiles
    for (int i = 0; i < 16; ++i) sum += tile[now][i][x];  // BUG pipeline_of_tiles
  }
  out[y * 16 + x] = sum;
}
void pipeline_of_tiles() {
  array_of<float> a(64 * 64), out(256);
  k_pipeline<<<1, dim3(16, 16)>>>(a, out, 64);
}

__device__ unsigned late_tickets;
__global__ void k_late_fence(int* partial, int* out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = blockIdx.x + 1;  // OTHER fence_behind_ticket
    last = atomicInc(&late_tickets, gridDim.x - 1) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (last && threadIdx.x < gridDim.x)
    out[threadIdx.x] = partial[threadIdx.x];  // BUG fence_behind_ticket
}
void fence_behind_ticket() {
  array_of<int> partial(4), out(4);
  k_late_fence<<<4, 32>>>(partial, out);
}

__global__ void k_part_of_grid(int* x) {
  if (threadIdx.x == 0) x[blockIdx.x] = 1;
  if (blockIdx.x == 0)
    cg::this_grid().sync();  // BUG grid_sync_of_one_block
}
void grid_sync_of_one_block() {
  array_of<int> x(2);
  int* p = x;
  void* arguments[] = {&p};
  cudaLaunchCooperativeKernel((void*)k_part_of_grid, 2, 32, arguments, 0, 0);
  cudaDeviceSynchronize();
}

__global__ void k_wait_for_flag(int volatile* flag, int* out) {
  if (threadIdx.x == 0) {
    while (*flag == 0) {  // BUG flag_never_set
    }
    out[0] = 1;
  }
}
void flag_never_set() {
  array_of<int> flag(1), out(1);
  k_wait_for_flag<<<2, 32>>>(flag, out);
}

__global__ void k_add_one(int* x) {
  x[threadIdx.x] += 1;  // BUG freed_in_another_stream
}
void freed_in_another_stream() {
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  int* p;
  cudaMallocAsync(&p, 256, a);
  cudaMemsetAsync(p, 0, 256, a);
  cudaStreamSynchronize(a);
  cudaFreeAsync(p, b);
  cudaStreamSynchronize(b);
  k_add_one<<<1, 64, 0, a>>>(p);
  cudaStreamSynchronize(a);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
}

void device_memory_on_host() {
  array_of<int> x(4);
  int* const p = x;
  p[0] = 3;  // BUG device_memory_on_host
}

void ok_graph_memset() {
  array_of<int> x(64, false);
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaMemsetParams fill{};
  fill.dst = x.p;
  fill.elementSize = 4;
  fill.width = 64;
  fill.height = 1;
  cudaGraphNode_t node;
  cudaGraphAddMemsetNode(&node, graph, nullptr, 0, &fill);
  cudaGraphExec_t run;
  cudaGraphInstantiate(&run, graph, nullptr, nullptr, 0);
  cudaGraphLaunch(run, 0);
  k_add_one<<<1, 64>>>(x);
  cudaDeviceSynchronize();
  cudaGraphExecDestroy(run);
  cudaGraphDestroy(graph);
}

// Rows lie one behind the other, so that programs walk through all of them by the first one.
__global__ void k_flat(int* out) {
  __shared__ int m[8][8];
  m[0][threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = m[threadIdx.x / 8][threadIdx.x % 8];
}
void ok_flat_matrix() {
  array_of<int> out(64);
  k_flat<<<1, 64>>>(out);
}

__global__ void k_any_negative(int const* x, int* found, int* seen) {
  if (x[threadIdx.x] < 0) SIMT_INTENDED_RACE(*found = threadIdx.x);
  seen[threadIdx.x] = SIMT_INTENDED_RACE(*found);
}
void ok_intended_race() {
  array_of<int> x(64), found(1), seen(64);
  cudaMemset(x, 0xff, 64 * sizeof(int));
  k_any_negative<<<1, 64>>>(x, found, seen);
}

__global__ void k_copy_async(int4 const* in, int4* out) {
  __shared__ int4 s[64];
  __pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}
void ok_async_copy() {
  array_of<int4> in(64), out(64);
  k_copy_async<<<1, 64>>>(in, out);
}

__device__ unsigned next_tile;
__global__ void k_look_back(int const* in, int* out, unsigned long long volatile* state) {
  __shared__ int tile, before;
  if (threadIdx.x == 0) tile = atomicAdd(&next_tile, 1u);
  __syncthreads();
  int const b = tile;
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int i = 0; i < 32; ++i) sum += in[b * 32 + i];
    int prefix = 0;
    if (b > 0) {
      unsigned long long s;
      do s = state[b - 1];
      while (s >> 32 == 0);
      prefix = int(unsigned(s));
    }
    // The flag is in the word that it guards: no fence is needed.
    state[b] = 1ull << 32 | unsigned(prefix + sum);
    before = prefix;
  }
  __syncthreads();
  out[b * 32 + threadIdx.x] = before + in[b * 32 + threadIdx.x];
}
void ok_look_back() {
  array_of<int> in(256), out(256);
  array_of<unsigned long long> state(8);
  k_look_back<<<8, 32>>>(in, out, state);
}

int main(int argc, char** argv) {
  run_case(argc, argv, {LIST(CASE)});
  cudaDeviceSynchronize();
}
