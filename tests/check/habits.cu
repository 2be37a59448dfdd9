// SPDX-License-Identifier: MIT
// Kernels with one mistake each as students make them, and the correct idioms beside them: matrices with pitches,
// packed bytes, counters, locks, look-back, flags of warps, roles in a block, the device's heap, sizes of copies.
// usage: habits        lists the cases: name, kind, block, thread (- where it does not matter)
//        habits CASE   runs one
// The line that a finding names ends in `// BUG case`, the other one's in `// OTHER case`.
#include "cases.hpp"
#include "device_array.hpp"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace cg = cooperative_groups;

#define LIST(X) \
  X(pitch_in_elements, memory, "0,0,0", "-") \
  X(rows_and_columns_swapped, memory, "0,0,0", "-") \
  X(dynamic_forgotten, memory, "0,0,0", "0,0,0") \
  X(negative_remainder, memory, "0,0,0", "0,0,0") \
  X(char4_behind_end, memory, "0,0,0", "15,0,0") \
  X(float4_copied_whole, memory, "0,0,0", "0,0,0") \
  X(own_histogram_behind_end, memory, "0,0,0", "5,0,0") \
  X(own_row_behind_end, memory, "0,0,0", "3,0,0") \
  X(heap_exhausted, memory, "0,0,0", "0,0,0") \
  X(host_array_in_structure, memory, "0,0,0", "0,0,0") \
  X(rows_on_host, memory, "0,0,0", "0,0,0") \
  X(pinned_after_free, memory, "0,0,0", "0,0,0") \
  X(used_after_free_async, memory, "0,0,0", "0,0,0") \
  X(cell_of_grid_behind, memory, "-", "-") \
  X(tile_reused_too_early, race, "0,0,0", "-") \
  X(counter_cleared_late, race, "0,0,0", "-") \
  X(done_read_too_late, race, "0,0,0", "-") \
  X(nibbles_packed, race, "0,0,0", "-") \
  X(flag_of_warps_without_fence, race, "0,0,0", "-") \
  X(structure_partly_shared, race, "0,0,0", "-") \
  X(bitonic_without_barrier, race, "0,0,0", "-") \
  X(volatile_tree_of_warp, warp_race, "0,0,0", "-") \
  X(compacted_by_ballot, warp_race, "0,0,0", "-") \
  X(transposed_in_place, grid_race, "-", "-") \
  X(counter_reset_by_block, grid_race, "-", "-") \
  X(counted_then_read, grid_race, "-", "-") \
  X(lock_without_fence, grid_race, "-", "-") \
  X(look_back_without_fence, grid_race, "-", "-") \
  X(word_of_two_blocks, grid_race, "-", "-") \
  X(minimum_by_compare, grid_race, "-", "-") \
  X(shared_sum_not_cleared, uninitialised, "0,0,0", "-") \
  X(tail_of_rounded_grid, uninitialised, "0,0,0", "-") \
  X(size_of_pointer_copied, uninitialised, "0,0,0", "-") \
  X(pool_never_written, uninitialised, "0,0,0", "-") \
  X(break_before_barrier, barrier, "0,0,0", "-") \
  X(continue_skips_barrier, barrier, "0,0,0", "-") \
  X(barriers_of_roles, barrier, "0,0,0", "-") \
  X(count_in_branch, barrier, "0,0,0", "-") \
  X(empty_mask, barrier, "0,0,0", "-") \
  X(reduce_by_part_of_tile, barrier, "0,0,0", "-") \
  X(shuffle_from_returned, barrier, "0,0,0", "-") \
  X(barrier_inside_lock, barrier, "0,0,0", "-") \
  X(launch_too_deep_block, api, "-", "-") \
  X(grid_too_large_to_meet, api, "-", "-") \
  X(pinned_freed_twice, api, "-", "-") \
  X(pinned_freed_as_device, api, "-", "-") \
  X(host_fills_device, api, "-", "-") \
  X(pool_leak, api, "-", "-") \
  X(launch_in_destroyed_stream, api, "-", "-") \
  X(symbol_too_small, api, "-", "-") \
  X(array_leak, api, "-", "-") \
  X(time_of_unrecorded, api, "-", "-") \
  X(named_by_address, memory, "0,0,0", "9,0,0") \
  X(kernel_throws, api, "0,0,0", "3,0,0") \
  X(right_matrix_product, none, "-", "-") \
  X(right_look_back, none, "-", "-") \
  X(right_flag_of_warps, none, "-", "-") \
  X(right_bytes_of_blocks, none, "-", "-") \
  X(right_lists_on_heap, none, "-", "-") \
  X(right_children, none, "-", "-") \
  X(right_pool, none, "-", "-") \
  X(right_bitonic, none, "-", "-") \
  X(right_volatile_tree, none, "-", "-") \
  X(right_turns_of_launches, none, "-", "-") \
  X(right_parts_of_dynamic, none, "-", "-") \
  X(right_mask_of_those_left, none, "-", "-") \
  X(right_matched_lanes, none, "-", "-") \
  X(right_transposed_in_place, none, "-", "-") \
  X(right_counter_read_behind, none, "-", "-") \
  X(right_lock_per_lane, none, "-", "-") \
  X(right_constant_table, none, "-", "-") \
  X(right_rows_on_device, none, "-", "-") \
  X(right_own_arrays, none, "-", "-") \
  X(right_persistent_blocks, none, "-", "-") \
  X(right_dot_of_block_groups, none, "-", "-")

// Memory.

__global__ void k_pitch(float* m, std::size_t pitch, int width, int height) {
  int const x = threadIdx.x, y = threadIdx.y;
  if (x < width && y < height) m[y * pitch + x] = 1;  // BUG pitch_in_elements
}
void pitch_in_elements() {
  float* m;
  std::size_t pitch;
  cudaMallocPitch(&m, &pitch, 16 * sizeof(float), 16);
  k_pitch<<<1, dim3(16, 16)>>>(m, pitch, 16, 16);
  cudaFree(m);
}

__global__ void k_copy_matrix(float const* in, float* out, int width, int height) {
  int const x = threadIdx.x, y = threadIdx.y;
  if (x < width && y < height) out[y * width + x] = in[x * width + y];  // BUG rows_and_columns_swapped
}
void rows_and_columns_swapped() {
  array_of<float> in(24 * 8), out(24 * 8);
  k_copy_matrix<<<1, dim3(24, 8)>>>(in, out, 24, 8);
}

extern __shared__ float dynamic[];
__global__ void k_dynamic(float* x) {
  dynamic[threadIdx.x] = x[threadIdx.x];  // BUG dynamic_forgotten
  __syncthreads();
  x[threadIdx.x] = dynamic[31 - threadIdx.x];  // BUG dynamic_forgotten
}
void dynamic_forgotten() {
  array_of<float> x(32);
  k_dynamic<<<1, 32>>>(x);
}

__global__ void k_ring(int const* x, int* out, int n) {
  int const i = threadIdx.x;
  out[i] = x[(i - 1) % n];  // BUG negative_remainder
}
void negative_remainder() {
  array_of<int> x(32), out(32);
  k_ring<<<1, 32>>>(x, out, 32);
}

__global__ void k_pixels(uchar4* p, int n) {
  int const i = threadIdx.x;
  if (i < n) p[i] = make_uchar4(i, 0, 0, 255);  // BUG char4_behind_end
}
void char4_behind_end() {
  array_of<uchar4> p(15);
  k_pixels<<<1, 32>>>(p, 16);
}

__global__ void k_whole(float const* x, float4* out) {
  out[threadIdx.x] = *reinterpret_cast<float4 const*>(x + 4 * threadIdx.x + 2);  // BUG float4_copied_whole
}
void float4_copied_whole() {
  array_of<float> x(72);
  array_of<float4> out(16);
  k_whole<<<1, 16>>>(x, out);
}

__global__ void k_own_bins(int const* x, int* out) {
  int bins[8] = {};
  for (int i = 0; i < 4; ++i)
    bins[x[threadIdx.x * 4 + i]] += 1;  // BUG own_histogram_behind_end
  for (int i = 0; i < 8; ++i) atomicAdd(&out[i], bins[i]);
}
void own_histogram_behind_end() {
  array_of<int> x(32), out(8);
  int h[32] = {};
  h[21] = 8;
  cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
  k_own_bins<<<1, 8>>>(x, out);
}
void right_own_arrays() {
  array_of<int> x(32), out(8);
  k_own_bins<<<1, 8>>>(x, out);
}
__global__ void k_own_matrix(float* out, int n) {
  float m[3][3];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) m[i][j] = i + j;
  out[threadIdx.x] = m[threadIdx.x][n];  // BUG own_row_behind_end
}
void own_row_behind_end() {
  array_of<float> out(4);
  k_own_matrix<<<1, 4>>>(out, 2);
}

__global__ void k_exhausted(int* out) {
  int* const p = static_cast<int*>(malloc(std::size_t{1} << 40));
  p[threadIdx.x] = 1;  // BUG heap_exhausted
  out[threadIdx.x] = p[threadIdx.x];  // BUG heap_exhausted
}
void heap_exhausted() {
  array_of<int> out(1);
  k_exhausted<<<1, 1>>>(out);
}

struct vector_view {
  float* data;
  int n;
};
__global__ void k_scale(vector_view v) {
  if (threadIdx.x < v.n) v.data[threadIdx.x] *= 2;  // BUG host_array_in_structure
}
void host_array_in_structure() {
  static float host[32];
  float* const p = static_cast<float*>(std::calloc(32, sizeof(float)));
  k_scale<<<1, 32>>>(vector_view{p, 32});
  cudaDeviceSynchronize();
  std::free(p);
}

__global__ void k_rows(float** rows, float* out) {
  out[threadIdx.x] = rows[threadIdx.x][0];  // BUG rows_on_host
}
void rows_on_host() {
  array_of<float> a(4), out(2);
  float** const rows = static_cast<float**>(std::malloc(2 * sizeof(float*)));
  rows[0] = a;
  rows[1] = a.p + 2;
  k_rows<<<1, 2>>>(rows, out);
  cudaDeviceSynchronize();
  std::free(rows);
}
void right_rows_on_device() {
  array_of<float> a(4), out(2);
  array_of<float*> rows(2);
  float* const host[2] = {a, a.p + 2};
  cudaMemcpy(rows, host, sizeof host, cudaMemcpyHostToDevice);
  k_rows<<<1, 2>>>(rows, out);
}

__global__ void k_store(int* x) {
  x[threadIdx.x] = 1;  // BUG pinned_after_free, used_after_free_async, named_by_address
}
void pinned_after_free() {
  int* x;
  cudaMallocHost(&x, 128);
  cudaFreeHost(x);
  k_store<<<1, 32>>>(x);
}
void used_after_free_async() {
  cudaStream_t s;
  cudaStreamCreate(&s);
  int* x;
  cudaMallocAsync(&x, 128, s);
  cudaFreeAsync(x, s);
  k_store<<<1, 32, 0, s>>>(x);
  cudaStreamSynchronize(s);
  cudaStreamDestroy(s);
}
void right_pool() {
  cudaStream_t s;
  cudaStreamCreate(&s);
  int* x;
  cudaMallocAsync(&x, 128, s);
  k_store<<<1, 32, 0, s>>>(x);
  cudaFreeAsync(x, s);
  cudaMallocAsync(&x, 128, s);
  k_store<<<1, 32, 0, s>>>(x);
  cudaFreeAsync(x, s);
  cudaStreamSynchronize(s);
  cudaStreamDestroy(s);
}

struct grid_of_cells {
  int nx, ny, nz;
  float* cells;
  __device__ float& at(int x, int y, int z) const {
    return cells[(z * ny + y) * nx + x];
  }
};
__global__ void k_cells(grid_of_cells g) {
  int const x = threadIdx.x, y = threadIdx.y, z = blockIdx.x;
  g.at(x, y, z) = g.at(x, y, z + 1) + 1;  // BUG cell_of_grid_behind
}
void cell_of_grid_behind() {
  array_of<float> cells(4 * 4 * 4);
  k_cells<<<1, dim3(4, 4)>>>(grid_of_cells{4, 4, 4, cells.p + 48});
}

// Races.

template <bool Awaits>
__global__ void k_product(float const* a, float const* b, float* c, int n) {
  __shared__ float s[8][8], t[8][8];
  int const x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 8 + y, column = blockIdx.x * 8 + x;
  float sum = 0;
  for (int m = 0; m < n / 8; ++m) {
    s[y][x] = a[row * n + m * 8 + x];       // BUG tile_reused_too_early
    t[y][x] = b[(m * 8 + y) * n + column];  // BUG tile_reused_too_early
    __syncthreads();
    for (int k = 0; k < 8; ++k)
      sum += s[y][k] * t[k][x];  // BUG tile_reused_too_early
    if (Awaits) __syncthreads();
  }
  c[row * n + column] = sum;
}
template <bool Awaits>
void product() {
  array_of<float> a(576), b(576), c(576);
  k_product<Awaits><<<dim3(3, 3), dim3(8, 8)>>>(a, b, c, 24);
}
void tile_reused_too_early() {
  array_of<float> a(256), b(256), c(256);
  float h[256];
  for (int i = 0; i < 256; ++i) h[i] = float(i);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(b, h, sizeof h, cudaMemcpyHostToDevice);
  k_product<false><<<1, dim3(8, 8)>>>(a, b, c, 16);
}
void right_matrix_product() { product<true>(); }

__global__ void k_cleared_late(int const* x, int* out) {
  __shared__ int n;
  if (threadIdx.x == 0) n = 0;                   // BUG counter_cleared_late
  if (x[threadIdx.x] == 0) atomicAdd(&n, 1);     // BUG counter_cleared_late
  __syncthreads();
  if (threadIdx.x == 0) *out = n;
}
void counter_cleared_late() {
  array_of<int> x(96), out(1);
  k_cleared_late<<<1, 96>>>(x, out);
}

__global__ void k_until_done(int* x) {
  __shared__ bool again;
  do {
    if (threadIdx.x == 0) again = false;  // BUG done_read_too_late
    __syncthreads();
    if (x[threadIdx.x] > 0) {
      x[threadIdx.x] -= 1;
      again = true;
    }
    __syncthreads();
  } while (again);  // BUG done_read_too_late
}
void done_read_too_late() {
  array_of<int> x(64);
  int h[64];
  for (int i = 0; i < 64; ++i) h[i] = 2;
  cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
  k_until_done<<<1, 64>>>(x);
}

__global__ void k_nibbles(unsigned char* out) {
  __shared__ unsigned char s[64];
  int const t = threadIdx.x;
  if (t < 64) s[t] = 0;
  __syncthreads();
  s[t % 64] |= t < 64 ? 1 : 16;  // BUG nibbles_packed
  __syncthreads();
  if (t < 64) out[t] = s[t];
}
void nibbles_packed() {
  array_of<unsigned char> out(64);
  k_nibbles<<<1, 128>>>(out);
}

template <bool Fence>
__global__ void k_warps(int* out) {
  __shared__ int data[32];
  __shared__ volatile int ready;
  if (threadIdx.x == 0) ready = 0;
  __syncthreads();
  if (threadIdx.x < 32) {
    data[threadIdx.x] = threadIdx.x;  // OTHER flag_of_warps_without_fence
    if (Fence) __threadfence_block();
    __syncwarp();
    if (threadIdx.x == 0) {
      if (Fence) __threadfence_block();
      ready = 1;  // OTHER flag_of_warps_without_fence
    }
  } else {
    while (ready == 0) {  // BUG flag_of_warps_without_fence
    }
    if (Fence) __threadfence_block();
    out[threadIdx.x - 32] = data[63 - threadIdx.x];  // BUG flag_of_warps_without_fence
  }
}
void flag_of_warps_without_fence() {
  array_of<int> out(32);
  k_warps<false><<<1, 64>>>(out);
}
void right_flag_of_warps() {
  array_of<int> out(32);
  k_warps<true><<<1, 64>>>(out);
}

struct body {
  float x, y;
  int hits;
};
__global__ void k_bodies(float* out) {
  __shared__ body s[64];
  int const t = threadIdx.x;
  s[t] = body{float(t), 0, 0};  // OTHER structure_partly_shared
  __syncwarp();
  s[t].y = s[63 - t].x;  // BUG structure_partly_shared
  __syncthreads();
  out[t] = s[t].y;
}
void structure_partly_shared() {
  array_of<float> out(64);
  k_bodies<<<1, 64>>>(out);
}

template <bool Awaits>
__global__ void k_bitonic(int* x) {
  __shared__ int s[128];
  int const t = threadIdx.x;
  s[t] = x[t];
  __syncthreads();
  for (int k = 2; k <= 128; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) {
      int const o = t ^ j;
      if (o > t && (s[t] > s[o]) == ((t & k) == 0)) {  // BUG bitonic_without_barrier
        int const v = s[t];                            // BUG bitonic_without_barrier
        s[t] = s[o];                                   // BUG bitonic_without_barrier
        s[o] = v;                                      // BUG bitonic_without_barrier
      }
      if (Awaits || j > 32) __syncthreads();
    }
  __syncthreads();
  x[t] = s[t];
}
template <bool Awaits>
void bitonic() {
  array_of<int> x(128);
  int h[128];
  for (int i = 0; i < 128; ++i) h[i] = i * 77 % 128;
  cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
  k_bitonic<Awaits><<<1, 128>>>(x);
}
void bitonic_without_barrier() { bitonic<false>(); }
void right_bitonic() { bitonic<true>(); }

template <bool Awaits>
__device__ void reduce_in_warp(volatile float* s, int t) {
  for (int d = 16; d > 0; d /= 2) {
    float const v = s[t + d];  // BUG volatile_tree_of_warp
    if (Awaits) __syncwarp();
    s[t] = s[t] + v;  // BUG volatile_tree_of_warp
    if (Awaits) __syncwarp();
  }
}
template <bool Awaits>
__global__ void k_volatile_tree(float* out) {
  __shared__ float s[64];
  int const t = threadIdx.x;
  s[t] = t;
  s[t + 32] = 0;
  __syncthreads();
  reduce_in_warp<Awaits>(s, t);
  if (t == 0) *out = s[0];
}
void volatile_tree_of_warp() {
  array_of<float> out(1);
  k_volatile_tree<false><<<1, 32>>>(out);
}
void right_volatile_tree() {
  array_of<float> out(1);
  k_volatile_tree<true><<<1, 32>>>(out);
}

__global__ void k_compacted(int const* x, int* out) {
  __shared__ int s[32];
  int const t = threadIdx.x;
  s[t] = 0;
  __syncwarp();
  bool const keep = x[t] % 3 == 0;
  unsigned const kept = __ballot_sync(0xffffffffu, keep);
  if (keep) s[__popc(kept & ((1u << t) - 1))] = x[t];  // OTHER compacted_by_ballot
  out[t] = s[31 - t];                                  // BUG compacted_by_ballot
}
void compacted_by_ballot() {
  array_of<int> x(32), out(32);
  int h[32];
  for (int i = 0; i < 32; ++i) h[i] = i + 1;
  cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
  k_compacted<<<1, 32>>>(x, out);
}

template <bool Once>
__global__ void k_transposed(float* m, int n) {
  int const x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x >= n || y >= n || (Once && x <= y)) return;
  float const v = m[y * n + x];  // BUG transposed_in_place
  m[y * n + x] = m[x * n + y];   // BUG transposed_in_place
  m[x * n + y] = v;              // BUG transposed_in_place
}
template <bool Once>
void transposed() {
  array_of<float> m(256);
  float h[256];
  for (int i = 0; i < 256; ++i) h[i] = float(i);
  cudaMemcpy(m, h, sizeof h, cudaMemcpyHostToDevice);
  k_transposed<Once><<<dim3(2, 2), dim3(8, 8)>>>(m, 16);
}
void transposed_in_place() { transposed<false>(); }
void right_transposed_in_place() { transposed<true>(); }

__global__ void k_reset(int* n, int const* x) {
  if (blockIdx.x == 0 && threadIdx.x == 0) *n = 0;             // BUG counter_reset_by_block
  if (x[blockIdx.x * 32 + threadIdx.x] == 0) atomicAdd(n, 1);  // BUG counter_reset_by_block
}
void counter_reset_by_block() {
  array_of<int> n(1), x(128);
  k_reset<<<4, 32>>>(n, x);
}
__global__ void k_counted(int* n, int* out) {
  if (threadIdx.x != 0) return;
  atomicAdd(n, 1);                          // BUG counted_then_read
  if (*n == gridDim.x) *out = blockIdx.x;   // BUG counted_then_read
}
void counted_then_read() {
  array_of<int> n(1), out(1);
  k_counted<<<4, 32>>>(n, out);
}
__global__ void k_read_behind(int const* n, int* out) { out[threadIdx.x] = *n; }
void right_counter_read_behind() {
  array_of<int> n(1), x(128), out(32);
  k_counted<<<1, 32>>>(n, out);
  k_read_behind<<<1, 32>>>(n, out);
}

__device__ int lock_word;
template <bool Fence>
__global__ void k_locked(int* sum) {
  if (threadIdx.x % 8 != 0) return;
  bool done = false;
  while (!done) {
    if (atomicCAS(&lock_word, 0, 1) == 0) {
      if (Fence) __threadfence();
      *sum += threadIdx.x + 1;  // BUG lock_without_fence
      if (Fence) __threadfence();
      atomicExch(&lock_word, 0);
      done = true;
    }
  }
}
void lock_without_fence() {
  array_of<int> sum(1);
  k_locked<false><<<4, 32>>>(sum);
}
void right_lock_per_lane() {
  array_of<int> sum(1);
  k_locked<true><<<4, 32>>>(sum);
}

template <bool Fence>
__global__ void k_look_back(int const* x, int volatile* sums, int volatile* state, int* out) {
  if (threadIdx.x == 0) {
    int const b = blockIdx.x;
    int before = 0;
    if (b > 0) {
      while (state[b - 1] == 0) {
      }
      if (Fence) __threadfence();
      before = const_cast<int*>(sums)[b - 1];  // BUG look_back_without_fence
    }
    const_cast<int*>(sums)[b] = before + x[b];  // BUG look_back_without_fence
    if (Fence) __threadfence();
    state[b] = 1;
    out[b] = before;
  }
}
template <bool Fence>
void look_back() {
  array_of<int> x(6), sums(6), state(6), out(6);
  k_look_back<Fence><<<6, 32>>>(x, sums.p, state.p, out);
}
void look_back_without_fence() { look_back<false>(); }
void right_look_back() { look_back<true>(); }

__global__ void k_words(unsigned* flags) {
  int const i = blockIdx.x * 16 + threadIdx.x;
  flags[i / 32] |= 1u << i % 32;  // BUG word_of_two_blocks
}
void word_of_two_blocks() {
  array_of<unsigned> flags(1);
  k_words<<<2, 1>>>(flags);
}
__global__ void k_bytes_of_blocks(char* x) { x[blockIdx.x * 3 + threadIdx.x] = blockIdx.x; }
void right_bytes_of_blocks() {
  array_of<char> x(24);
  k_bytes_of_blocks<<<8, 3>>>(x);
}
__global__ void k_minimum(int const* x, int* least) {
  int const v = x[blockIdx.x];
  if (v < *least)  // BUG minimum_by_compare
    *least = v;    // BUG minimum_by_compare
}
void minimum_by_compare() {
  array_of<int> x(4), least(1);
  int h[4] = {-1, -2, -3, -4};
  cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
  k_minimum<<<4, 1>>>(x, least);
}

// Bytes that nobody has written.

__global__ void k_not_cleared(int const* x, int* out) {
  __shared__ int sum;
  atomicAdd(&sum, x[threadIdx.x]);  // BUG shared_sum_not_cleared
  __syncthreads();
  if (threadIdx.x == 0) *out = sum;
}
void shared_sum_not_cleared() {
  array_of<int> x(64), out(1);
  k_not_cleared<<<1, 64>>>(x, out);
}
__global__ void k_fill(int* x, int n) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i;
}
__global__ void k_use(int const* x, int* out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[i] = x[i];  // BUG tail_of_rounded_grid, size_of_pointer_copied, pool_never_written
}
void tail_of_rounded_grid() {
  array_of<int> x(1000, false), out(1000);
  k_fill<<<1000 / 256, 256>>>(x, 1000);
  k_use<<<1, 256>>>(x, out, 1000);
}
void size_of_pointer_copied() {
  array_of<int> x(64, false), out(64);
  int* const h = static_cast<int*>(std::calloc(64, sizeof(int)));
  cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
  k_use<<<1, 64>>>(x, out, 64);
  std::free(h);
}
void pool_never_written() {
  array_of<int> out(64);
  int* x;
  cudaMallocAsync(&x, 256, 0);
  k_use<<<1, 64>>>(x, out, 64);
  cudaFreeAsync(x, 0);
}

// Barriers.

__global__ void k_break(int const* x, int* out) {
  for (int i = 0; i < 4; ++i) {
    if (x[threadIdx.x] == i) break;
    out[threadIdx.x] += i;
    __syncthreads();  // BUG break_before_barrier
  }
}
void break_before_barrier() {
  array_of<int> x(64), out(64);
  int h[64];
  for (int i = 0; i < 64; ++i) h[i] = i < 40 ? 2 : 9;
  cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
  k_break<<<1, 64>>>(x, out);
}
__global__ void k_continue(int* out) {
  for (int i = 0; i < 3; ++i) {
    if (i == 1 && threadIdx.x >= 48) continue;
    out[threadIdx.x] += i;
    __syncthreads();  // BUG continue_skips_barrier
  }
}
void continue_skips_barrier() {
  array_of<int> out(64);
  k_continue<<<1, 64>>>(out);
}
__global__ void k_roles(int* out) {
  __shared__ int s[32];
  switch (threadIdx.x / 32) {
    case 0:
      s[threadIdx.x] = threadIdx.x;
      __syncthreads();  // BUG barriers_of_roles
      break;
    default:
      __syncthreads();  // BUG barriers_of_roles
      out[threadIdx.x] = s[threadIdx.x % 32];
  }
}
void barriers_of_roles() {
  array_of<int> out(64);
  k_roles<<<1, 64>>>(out);
}
__global__ void k_count(int const* x, int* out) {
  if (threadIdx.x < 50)
    out[threadIdx.x] = __syncthreads_count(x[threadIdx.x] == 0);  // BUG count_in_branch
}
void count_in_branch() {
  array_of<int> x(64), out(64);
  k_count<<<1, 64>>>(x, out);
}
__global__ void k_empty_mask(int* out) {
  unsigned const mask = threadIdx.x >= 32 ? 0u : ~0u;
  __syncwarp(mask);  // BUG empty_mask
  out[threadIdx.x] = 1;
}
void empty_mask() {
  array_of<int> out(64);
  k_empty_mask<<<1, 64>>>(out);
}
__global__ void k_reduce_part(int* out) {
  auto const tile = cg::tiled_partition<32>(cg::this_thread_block());
  int v = threadIdx.x;
  if (threadIdx.x < 20) v = cg::reduce(tile, v, cg::plus<int>());  // BUG reduce_by_part_of_tile
  out[threadIdx.x] = v;
}
void reduce_by_part_of_tile() {
  array_of<int> out(32);
  k_reduce_part<<<1, 32>>>(out);
}
__global__ void k_returned(int const* x, int* out, int n) {
  int const i = threadIdx.x;
  if (i >= n) return;
  int v = x[i];
  for (int d = 16; d > 0; d /= 2)
    v += __shfl_down_sync(0xffffffffu, v, d);  // BUG shuffle_from_returned
  if (i % 32 == 0) out[i / 32] = v;
}
void shuffle_from_returned() {
  array_of<int> x(64), out(2);
  k_returned<<<1, 64>>>(x, out, 50);
}
__device__ int block_lock;
__global__ void k_inside_lock(int* sum) {
  while (atomicCAS(&block_lock, 0, 1) != 0) {
  }
  __threadfence();
  *sum += 1;
  __syncthreads();  // BUG barrier_inside_lock
  __threadfence();
  atomicExch(&block_lock, 0);
}
void barrier_inside_lock() {
  array_of<int> sum(1);
  k_inside_lock<<<1, 32>>>(sum);
}

// Calls.

__global__ void k_nothing() {}
void launch_too_deep_block() {
  k_nothing<<<1, dim3(1, 1, 65)>>>();  // BUG launch_too_deep_block
}
void grid_too_large_to_meet() {
  cudaLaunchCooperativeKernel(reinterpret_cast<void*>(k_nothing), 1 << 20, 64, nullptr, 0, nullptr);  // BUG grid_too_large_to_meet
}
void pinned_freed_twice() {
  int* x;
  cudaMallocHost(&x, 64);
  cudaFreeHost(x);
  cudaFreeHost(x);  // BUG pinned_freed_twice
}
void pinned_freed_as_device() {
  int* x;
  cudaMallocHost(&x, 64);
  cudaFree(x);  // BUG pinned_freed_as_device
  cudaFreeHost(x);
}
void host_fills_device() {
  array_of<float> x(64);
  for (int i = 0; i < 64; ++i)
    x.p[i] = 1;  // BUG host_fills_device
}
void pool_leak() {
  int* x;
  cudaMallocAsync(&x, 640, 0);  // BUG pool_leak
  cudaStreamSynchronize(0);
}
void launch_in_destroyed_stream() {
  array_of<int> x(32);
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaStreamDestroy(s);
  k_store<<<1, 32, 0, s>>>(x);  // BUG launch_in_destroyed_stream
}
__constant__ float table[16];
void symbol_too_small() {
  float const h[17] = {};
  cudaMemcpyToSymbol(table, h, sizeof h);  // BUG symbol_too_small
}
void array_leak() {
  cudaArray_t a;
  cudaChannelFormatDesc const d = cudaCreateChannelDesc<float>();
  cudaMallocArray(&a, &d, 16, 16);  // BUG array_leak
}
void time_of_unrecorded() {
  cudaEvent_t a, b;
  cudaEventCreate(&a);
  cudaEventCreate(&b);
  cudaEventRecord(a);
  float ms;
  cudaEventElapsedTime(&ms, a, b);  // BUG time_of_unrecorded
  cudaEventDestroy(a);
  cudaEventDestroy(b);
}
void named_by_address() {
  array_of<int> x(9);
  int* p = x;
  void* arguments[] = {&p};
  cudaLaunchKernel((void*)k_store, dim3(1), dim3(16), arguments, 0, 0);
}
__global__ void k_throws(int* x) {
  if (threadIdx.x == 3) throw 1;  // BUG kernel_throws
  x[threadIdx.x] = 1;
}
void kernel_throws() {
  array_of<int> x(32);
  k_throws<<<1, 32>>>(x);
}

// Correct ones.

struct node {
  int value;
  node* next;
};
__global__ void k_lists(int* out) {
  node* head = nullptr;
  for (int i = 0; i < 5; ++i) head = new node{i, head};
  int sum = 0;
  while (head != nullptr) {
    node* const next = head->next;
    sum += head->value;
    delete head;
    head = next;
  }
  out[threadIdx.x] = sum;
}
void right_lists_on_heap() {
  array_of<int> out(64);
  k_lists<<<2, 32>>>(out);
}

__global__ void k_child(int* x) { x[threadIdx.x] += threadIdx.x; }
__global__ void k_parent(int* x, int* sum) {
  x[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 0) {
    k_child<<<1, 32>>>(x);
    cudaDeviceSynchronize();
    *sum = x[0] + x[31];
  }
}
void right_children() {
  array_of<int> x(32), sum(1);
  k_parent<<<1, 32>>>(x, sum);
}

__global__ void k_smooth(float const* x, float* y, int n) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = (x[i > 0 ? i - 1 : 0] + x[i] + x[i < n - 1 ? i + 1 : i]) / 3;
}
void right_turns_of_launches() {
  array_of<float> x(100), y(100);
  for (int i = 0; i < 3; ++i) {
    k_smooth<<<4, 32>>>(x, y, 100);
    k_smooth<<<4, 32>>>(y, x, 100);
  }
}

__global__ void k_dynamic_parts(double* out, int n) {
  extern __shared__ __align__(16) unsigned char bytes[];
  double* const d = reinterpret_cast<double*>(bytes);
  int* const i = reinterpret_cast<int*>(d + n);
  char* const c = reinterpret_cast<char*>(i + n);
  int const t = threadIdx.x;
  d[t] = t;
  i[t] = t;
  c[t] = t;
  __syncthreads();
  out[t] = d[n - 1 - t] + i[n - 1 - t] + c[n - 1 - t];
}
void right_parts_of_dynamic() {
  array_of<double> out(48);
  k_dynamic_parts<<<1, 48, 48 * 13>>>(out, 48);
}

__global__ void k_left(int const* x, int* out, int n) {
  int const i = threadIdx.x;
  unsigned const mask = __ballot_sync(0xffffffffu, i < n);
  if (i < n) {
    int v = x[i];
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(mask, v, d);
    if (i % 32 == 0) out[i / 32] = v;
  }
}
void right_mask_of_those_left() {
  array_of<int> x(64), out(2);
  k_left<<<1, 64>>>(x, out, 50);
}

__global__ void k_matched(int const* keys, int* bins) {
  int const key = keys[threadIdx.x];
  unsigned const same = __match_any_sync(0xffffffffu, key);
  if (__ffs(same) - 1 == threadIdx.x % 32) atomicAdd(&bins[key], __popc(same));
}
void right_matched_lanes() {
  array_of<int> keys(64), bins(4);
  int h[64];
  for (int i = 0; i < 64; ++i) h[i] = i * 5 % 4;
  cudaMemcpy(keys, h, sizeof h, cudaMemcpyHostToDevice);
  k_matched<<<1, 64>>>(keys, bins);
}

struct entry {
  char name[3];
  float weight;
};
__constant__ entry entries[4];
__global__ void k_entries(float* out) {
  entry const e = entries[threadIdx.x % 4];
  out[threadIdx.x] = e.weight + e.name[0];
}
void right_constant_table() {
  array_of<float> out(32);
  entry const h[4] = {{"a", 1}, {"b", 2}, {"c", 3}, {"d", 4}};
  cudaMemcpyToSymbol(entries, h, sizeof h);
  k_entries<<<1, 32>>>(out);
}

__global__ void k_persistent(int* next, int n, int* out) {
  __shared__ int mine;
  for (;;) {
    if (threadIdx.x == 0) mine = atomicAdd(next, 1);
    __syncthreads();
    int const item = mine;
    __syncthreads();
    if (item >= n) return;
    out[item * 32 + threadIdx.x] = item;
  }
}
void right_persistent_blocks() {
  array_of<int> next(1), out(320);
  k_persistent<<<3, 32>>>(next, 10, out);
}

__global__ void k_dot(float const* a, float const* b, float* out, int n) {
  cg::thread_block const block = cg::this_thread_block();
  auto const warp = cg::tiled_partition<32>(block);
  __shared__ float parts[4];
  float sum = 0;
  for (int i = block.thread_rank(); i < n; i += block.size()) sum += a[i] * b[i];
  sum = cg::reduce(warp, sum, cg::plus<float>());
  if (warp.thread_rank() == 0) parts[warp.meta_group_rank()] = sum;
  block.sync();
  if (warp.meta_group_rank() == 0) {
    float v = warp.thread_rank() < 4 ? parts[warp.thread_rank()] : 0;
    v = cg::reduce(warp, v, cg::plus<float>());
    if (warp.thread_rank() == 0) *out = v;
  }
}
void right_dot_of_block_groups() {
  array_of<float> a(300), b(300), out(1);
  k_dot<<<1, 128>>>(a, b, out, 300);
}

int main(int argc, char** argv) {
  run_case(argc, argv, {LIST(CASE)});
  cudaDeviceSynchronize();
}
