// SPDX-License-Identifier: MIT
// Mistakes in the corners of the language: constants, parameters, parts of dynamic memory, textures and surfaces, warps
// without lock step, collectives in loops and conditions, events and graphs that order nothing, and correct ones.
// usage: corners         lists the cases: name, kind, block, thread (- where it does not matter)
//        corners CASE    runs one
// The line that a finding names ends in `// BUG case`, the other one's in `// OTHER case`.
#include "cases.hpp"
#include "device_array.hpp"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>

#include <cstdlib>
#include <vector>

namespace cg = cooperative_groups;

#define LIST(X) \
  X(constant_written, memory, "0,0,0", "3,0,0") \
  X(parameter_array_behind, memory, "-", "-") \
  X(part_of_dynamic_into_next, race, "0,0,0", "-") \
  X(local_of_other_thread, memory, "0,0,0", "1,0,0") \
  X(device_pointer_never_set, memory, "0,0,0", "0,0,0") \
  X(unsigned_below_zero, memory, "0,0,0", "0,0,0") \
  X(atomic_misaligned, memory, "0,0,0", "0,0,0") \
  X(int2_store_misaligned, memory, "1,0,0", "0,0,0") \
  X(heap_freed_in_next_kernel, memory, "0,0,0", "0,0,0") \
  X(last_quad_behind_end, memory, "2,0,0", "31,0,0") \
  X(stride_loop_one_more, memory, "0,0,0", "-") \
  X(surface_row_above, memory, "0,0,0", "0,0,0") \
  X(struct_of_arrays_behind, memory, "0,0,0", "7,0,0") \
  X(inner_array_of_member, memory, "0,0,0", "4,0,0") \
  X(atomic_max_behind_shared, memory, "0,0,0", "9,0,0") \
  X(texture_reads_written, grid_race, "-", "-") \
  X(ldg_of_written, grid_race, "-", "-") \
  X(lanes_pass_by_shared, warp_race, "0,0,0", "-") \
  X(shared_count_read_at_once, race, "-", "-") \
  X(broadcast_without_barrier, race, "-", "-") \
  X(carry_between_tiles, race, "0,0,0", "-") \
  X(scratch_of_scan_reused, race, "0,0,0", "-") \
  X(blocks_swap_halves, grid_race, "-", "-") \
  X(maximum_then_compare, grid_race, "-", "-") \
  X(list_head_plainly, grid_race, "-", "-") \
  X(struct_assigned_by_two, grid_race, "-", "-") \
  X(barrier_in_condition, barrier, "-", "-") \
  X(barrier_in_switch, barrier, "0,0,0", "-") \
  X(barrier_in_search, barrier, "0,0,0", "-") \
  X(warp_barrier_in_uneven_loop, barrier, "0,0,0", "-") \
  X(reduce_in_half_of_tile, barrier, "0,0,0", "-") \
  X(group_passed_to_some, barrier, "0,0,0", "-") \
  X(coalesced_group_too_late, barrier, "0,0,0", "-") \
  X(tile_match_in_branch, barrier, "0,0,0", "-") \
  X(shuffle_behind_continue, barrier, "0,0,0", "-") \
  X(texture_never_written, uninitialised, "0,0,0", "0,0,0") \
  X(odd_elements_unwritten, uninitialised, "-", "-") \
  X(async_pool_unwritten, uninitialised, "0,0,0", "0,0,0") \
  X(shared_edge_unwritten, uninitialised, "0,0,0", "0,0,0") \
  X(heap_partly_written, uninitialised, "0,0,0", "0,0,0") \
  X(rows_gap_read, uninitialised, "0,0,0", "-") \
  X(own_sum_unwritten, uninitialised, "0,0,0", "0,0,0") \
  X(own_row_partly_written, uninitialised, "0,0,0", "2,0,0") \
  X(own_pointers_unset, uninitialised, "0,0,0", "0,0,0") \
  X(event_never_recorded, grid_race, "-", "-") \
  X(waited_in_wrong_stream, grid_race, "-", "-") \
  X(graphs_in_two_streams, grid_race, "-", "-") \
  X(graph_fill_beside_kernel, api, "-", "-") \
  X(host_function_reads_early, api, "-", "-") \
  X(managed_polled_plainly, api, "-", "-") \
  X(memset_2d_too_high, api, "-", "-") \
  X(symbol_offset_too_far, api, "-", "-") \
  X(host_memory_freed_as_device, api, "-", "-") \
  X(stream_destroyed_twice, api, "-", "-") \
  X(copy_3d_too_deep, api, "-", "-") \
  X(managed_freed_and_read, api, "-", "-") \
  X(pitch_smaller_than_row, api, "-", "-") \
  X(right_constants, none, "-", "-") \
  X(right_memory, none, "-", "-") \
  X(right_textures_and_surfaces, none, "-", "-") \
  X(right_warps, none, "-", "-") \
  X(right_shared, none, "-", "-") \
  X(right_global, none, "-", "-") \
  X(right_barriers, none, "-", "-") \
  X(right_groups, none, "-", "-") \
  X(right_writes, none, "-", "-") \
  X(right_own_values, none, "-", "-") \
  X(right_order, none, "-", "-") \
  X(right_graphs, none, "-", "-") \
  X(right_calls, none, "-", "-")

// Memory.
__constant__ int table[8];
__constant__ float weights[2][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
__global__ void k_constant(int* out, int writes) {
  int const t = threadIdx.x;
  if (writes && t == 3)
    const_cast<int*>(table)[t] = t;  // BUG constant_written
  out[t] = table[t] + int(weights[t / 4][t % 4]);
}
void run_constant(int writes) {
  int const host[8] = {1, 2, 3};
  cudaMemcpyToSymbol(table, host, sizeof host);
  array_of<int> out(8);
  k_constant<<<1, 8>>>(out, writes);
  cudaDeviceSynchronize();
}
void constant_written() { run_constant(1); }
void right_constants() { run_constant(0); }

struct offsets {
  int at[4];
};
__global__ void k_parameter(offsets o, int* out, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum += o.at[i];  // BUG parameter_array_behind
  out[threadIdx.x] = sum;
}
void parameter_array_behind() {
  array_of<int> out(4);
  k_parameter<<<1, 4>>>(offsets{{1, 2, 3, 4}}, out, 5);
}

__global__ void k_parts(int* out, int n, int more) {
  extern __shared__ int both[];
  int* const a = both;
  int* const b = both + n;
  int const t = threadIdx.x;
  b[t] = -t;     // OTHER part_of_dynamic_into_next
  a[t + more] = t;  // BUG part_of_dynamic_into_next
  __syncthreads();
  out[t] = b[t];
}
void part_of_dynamic_into_next() {
  array_of<int> out(64);
  k_parts<<<1, 64, 2 * 64 * sizeof(int)>>>(out, 64, 1);
}

__global__ void k_other_local(int* out, int whose) {
  __shared__ int* p;
  int mine[4] = {1, 2, 3, int(threadIdx.x)};
  if (threadIdx.x == 0) p = mine;
  __syncthreads();
  int* const q = whose ? p : mine;
  out[threadIdx.x] = q[threadIdx.x % 4];  // BUG local_of_other_thread
  __syncthreads();
}
void local_of_other_thread() {
  array_of<int> out(2);
  k_other_local<<<1, 2>>>(out, 1);
}

__device__ float* d_buffer;
__global__ void k_unset(float x) {
  d_buffer[threadIdx.x] = x;  // BUG device_pointer_never_set
}
void device_pointer_never_set() { k_unset<<<1, 1>>>(1); }

__global__ void k_unsigned_first(int const* x, unsigned first, int* out) {
  unsigned const i = threadIdx.x - first;
  out[threadIdx.x] = x[i];  // BUG unsigned_below_zero
}
void unsigned_below_zero() {
  array_of<int> x(8), out(8);
  k_unsigned_first<<<1, 8>>>(x, 1, out);
}

__global__ void k_wide_counter(char* bytes, int at) {
  atomicAdd(reinterpret_cast<unsigned long long*>(bytes + at), 1ull);  // BUG atomic_misaligned
}
void atomic_misaligned() {
  array_of<char> bytes(64);
  k_wide_counter<<<1, 1>>>(bytes, 4);
}
__global__ void k_pairs(float* x, int shift) {
  float2* const p = reinterpret_cast<float2*>(x + blockIdx.x * shift);
  p[threadIdx.x] = make_float2(1, 2);  // BUG int2_store_misaligned
}
void int2_store_misaligned() {
  array_of<float> x(128);
  k_pairs<<<2, 1>>>(x, 33);
}

__device__ int* d_list;
__global__ void k_make() {
  d_list = static_cast<int*>(malloc(4 * sizeof(int)));
  for (int i = 0; i < 4; ++i) d_list[i] = i;
}
__global__ void k_drop() { free(d_list); }
__global__ void k_sum(int* out) {
  int sum = 0;
  for (int i = 0; i < 4; ++i)
    sum += d_list[i];  // BUG heap_freed_in_next_kernel
  *out = sum;
}
void heap_freed_in_next_kernel() {
  array_of<int> out(1);
  k_make<<<1, 1>>>();
  k_drop<<<1, 1>>>();
  k_sum<<<1, 1>>>(out);
}

__global__ void k_quads(float const* x, float* out, int n) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i * 4 >= n) return;
  float4 const v = reinterpret_cast<float4 const*>(x)[i];  // BUG last_quad_behind_end
  out[i] = v.x + v.y;
}
void last_quad_behind_end() {
  array_of<float> x(96 * 4 - 3), out(96);
  k_quads<<<3, 32>>>(x, out, 96 * 4 - 3);
}

__global__ void k_stride(int* x, int n) {
  for (int i = threadIdx.x; i <= n; i += blockDim.x)
    ++x[i];  // BUG stride_loop_one_more
}
void stride_loop_one_more() {
  array_of<int> x(100);
  k_stride<<<1, 25>>>(x, 100);
}

struct bodies {
  float *x, *y;
  int n;
  __device__ float sum(int i) const {
    return x[i] + y[i];  // BUG struct_of_arrays_behind
  }
};
__global__ void k_bodies(bodies b, float* out) { out[threadIdx.x] = b.sum(threadIdx.x); }
void struct_of_arrays_behind() {
  array_of<float> x(8), y(7), out(8);
  k_bodies<<<1, 8>>>(bodies{x, y, 8}, out);
}
struct cell_of_grid {
  int count;
  int member[4];
};
__global__ void k_cells(int* out, int n) {
  __shared__ cell_of_grid cells[2];
  int const t = threadIdx.x;
  if (t < 2) cells[t].count = t;
  if (t < n)
    cells[1].member[t] = t;  // BUG inner_array_of_member
  __syncthreads();
  if (t < 4) out[t] = cells[1].member[t];
}
void inner_array_of_member() {
  array_of<int> out(4);
  k_cells<<<1, 5>>>(out, 5);
}
__global__ void k_maxima(int const* x, int* out) {
  __shared__ int best[9];
  int const t = threadIdx.x;
  if (t < 9) best[t] = -1;
  __syncthreads();
  atomicMax(&best[t % 10], x[t]);  // BUG atomic_max_behind_shared
  __syncthreads();
  if (t < 9) out[t] = best[t];
}
void atomic_max_behind_shared() {
  array_of<int> x(10), out(9);
  k_maxima<<<1, 10>>>(x, out);
}
void right_memory() {
  array_of<int> out(64), x(100);
  k_parameter<<<1, 4>>>(offsets{{1, 2, 3, 4}}, out, 4);
  k_parts<<<1, 64, 2 * 64 * sizeof(int)>>>(out, 64, 0);
  k_other_local<<<1, 2>>>(out, 0);
  k_unsigned_first<<<1, 8>>>(x, 0, out);
  array_of<char> bytes(64);
  k_wide_counter<<<1, 1>>>(bytes, 8);
  array_of<float> f(128), g(128), quads(96 * 4);
  k_pairs<<<2, 1>>>(f, 34);
  k_make<<<1, 1>>>();
  k_sum<<<1, 1>>>(out);
  k_drop<<<1, 1>>>();
  k_quads<<<3, 32>>>(quads, f, 96 * 4);
  k_stride<<<1, 25>>>(x, 99);
  k_bodies<<<1, 8>>>(bodies{f, g, 8}, quads);
  k_cells<<<1, 5>>>(out, 4);
  k_maxima<<<1, 9>>>(x, out);
  cudaMemcpyToSymbol(d_buffer, &f.p, sizeof f.p);
  k_unset<<<1, 1>>>(1);
  cudaDeviceSynchronize();
}

// Textures and surfaces.
cudaTextureObject_t texture_of(int* p, int n) {
  cudaResourceDesc r{};
  r.resType = cudaResourceTypeLinear;
  r.res.linear.devPtr = p;
  r.res.linear.desc = cudaCreateChannelDesc<int>();
  r.res.linear.sizeInBytes = n * sizeof(int);
  cudaTextureDesc d{};
  d.readMode = cudaReadModeElementType;
  cudaTextureObject_t t = 0;
  cudaCreateTextureObject(&t, &r, &d, nullptr);
  return t;
}
__global__ void k_fetch(cudaTextureObject_t x, int* to, int n) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  int const left = tex1Dfetch<int>(x, (i + n - 1) % n);  // BUG texture_reads_written, texture_never_written
  to[i] = left + 1;  // BUG texture_reads_written
}
void texture_reads_written() {
  array_of<int> x(128);
  cudaTextureObject_t const t = texture_of(x, 128);
  k_fetch<<<2, 64>>>(t, x, 128);
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(t);
}
void texture_never_written() {
  array_of<int> x(64, false), out(64);
  cudaMemset(x, 0, 63 * sizeof(int));
  cudaTextureObject_t const t = texture_of(x, 64);
  k_fetch<<<1, 64>>>(t, out, 64);
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(t);
}
__global__ void k_ldg(int const* __restrict__ x, int* y) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  int const right = __ldg(x + i + 1);  // BUG ldg_of_written
  y[i] = right;  // BUG ldg_of_written
}
void ldg_of_written() {
  array_of<int> x(129);
  k_ldg<<<2, 64>>>(x, x);
}
struct surface_of {
  cudaArray_t array = nullptr;
  cudaSurfaceObject_t surface = 0;
  surface_of(int w, int h) {
    cudaChannelFormatDesc const d = cudaCreateChannelDesc<int>();
    cudaMallocArray(&array, &d, w, h, cudaArraySurfaceLoadStore);
    std::vector<int> const zero(w * h);
    cudaMemcpy2DToArray(array, 0, 0, zero.data(), w * 4, w * 4, h, cudaMemcpyHostToDevice);
    cudaResourceDesc r{};
    r.resType = cudaResourceTypeArray;
    r.res.array.array = array;
    cudaCreateSurfaceObject(&surface, &r);
  }
  ~surface_of() {
    cudaDeviceSynchronize();
    cudaDestroySurfaceObject(surface);
    cudaFreeArray(array);
  }
};
__global__ void k_surface(cudaSurfaceObject_t s, int step) {
  int const x = threadIdx.x, y = blockIdx.x;
  int const above = surf2Dread<int>(s, x * 4, y + step);  // BUG surface_row_above
  surf2Dwrite(above + 1, s, x * 4, y);
}
void surface_row_above() {
  surface_of s(32, 4);
  k_surface<<<1, 1>>>(s.surface, -1);
}
void right_textures_and_surfaces() {
  array_of<int> x(128), y(129);
  cudaTextureObject_t const t = texture_of(x, 128);
  k_fetch<<<2, 64>>>(t, y, 128);
  k_ldg<<<2, 64>>>(y, x);
  surface_of s(32, 4);
  k_surface<<<3, 32>>>(s.surface, 0);
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(t);
}

// Warps.
template <bool ordered>
__global__ void k_lanes_pass(int* out) {
  __shared__ int s[64];
  int const t = threadIdx.x;
  for (int k = 0; k < 3; ++k) {
    s[t] = t + k;  // BUG lanes_pass_by_shared
    if (ordered) __syncwarp();
    int const next = s[t / 32 * 32 + (t + 1) % 32];  // BUG lanes_pass_by_shared
    if (ordered) __syncwarp();
    out[t] += next;
  }
}
void lanes_pass_by_shared() {
  array_of<int> out(64);
  k_lanes_pass<false><<<1, 64>>>(out);
}
void right_warps() {
  array_of<int> out(64);
  k_lanes_pass<true><<<1, 64>>>(out);
}

// Shared memory.
template <bool ordered>
__global__ void k_count_read(int const* x, int* out) {
  __shared__ int n;
  int const t = threadIdx.x;
  if (t == 0) n = 0;
  __syncthreads();
  if (x[t] == 0) atomicAdd(&n, 1);  // BUG shared_count_read_at_once
  if (ordered) __syncthreads();
  out[t] = n;  // BUG shared_count_read_at_once
}
void shared_count_read_at_once() {
  array_of<int> x(64), out(64);
  k_count_read<false><<<1, 64>>>(x, out);
}
template <bool ordered>
__global__ void k_broadcast(int const* x, int* out) {
  __shared__ int first;
  if (threadIdx.x == 0) first = x[blockIdx.x];  // OTHER broadcast_without_barrier
  if (ordered) __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = first;  // BUG broadcast_without_barrier
}
void broadcast_without_barrier() {
  array_of<int> x(2), out(128);
  k_broadcast<false><<<2, 64>>>(x, out);
}
template <bool ordered>
__global__ void k_carry(int const* x, int* out, int n) {
  __shared__ int tile[64];
  __shared__ int carry;
  int const t = threadIdx.x;
  if (t == 0) carry = 0;
  __syncthreads();
  for (int first = 0; first < n; first += 64) {
    tile[t] = x[first + t];
    __syncthreads();
    out[first + t] = carry + tile[63 - t];  // OTHER carry_between_tiles
    if (ordered) __syncthreads();
    if (t == 63) carry += tile[0];  // BUG carry_between_tiles
    __syncthreads();
  }
}
void carry_between_tiles() {
  array_of<int> x(256), out(256);
  k_carry<false><<<1, 64>>>(x, out, 256);
}
template <bool ordered>
__device__ int scan_block(int v, int* scratch) {
  int const t = threadIdx.x;
  scratch[t] = v;  // BUG scratch_of_scan_reused
  __syncthreads();
  int sum = 0;
  for (int i = 0; i <= t; ++i)
    sum += scratch[i];  // BUG scratch_of_scan_reused
  if (ordered) __syncthreads();
  return sum;
}
template <bool ordered>
__global__ void k_scans(int* out) {
  __shared__ int scratch[48];
  int const a = scan_block<ordered>(threadIdx.x, scratch);
  int const b = scan_block<ordered>(a, scratch);
  out[threadIdx.x] = b;
}
void scratch_of_scan_reused() {
  array_of<int> out(48);
  k_scans<false><<<1, 48>>>(out);
}
void right_shared() {
  array_of<int> x(256), out(256);
  k_count_read<true><<<1, 64>>>(x, out);
  k_broadcast<true><<<2, 64>>>(x, out);
  k_carry<true><<<1, 64>>>(x, out, 256);
  k_scans<true><<<1, 48>>>(out);
}

// Global memory.
__global__ void k_swap_halves(int* x, int n) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  int const v = x[n - 1 - i];  // BUG blocks_swap_halves
  x[i] = v;  // BUG blocks_swap_halves
}
__global__ void k_swap_right(int* x, int n) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n / 2) return;
  int const v = x[n - 1 - i];
  x[n - 1 - i] = x[i];
  x[i] = v;
}
void blocks_swap_halves() {
  array_of<int> x(128);
  k_swap_halves<<<2, 64>>>(x, 128);
}
__global__ void k_best(int const* x, int* best, int* where) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicMax(best, x[i]);  // BUG maximum_then_compare
  if (*best == x[i])  // BUG maximum_then_compare
    atomicExch(where, i);
}
__global__ void k_where(int const* x, int const* best, int* where) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (*best == x[i]) atomicMin(where, i);
}
__global__ void k_best_alone(int const* x, int* best) {
  atomicMax(best, x[blockIdx.x * blockDim.x + threadIdx.x]);
}
void maximum_then_compare() {
  array_of<int> x(128), best(1), where(1);
  k_best<<<2, 64>>>(x, best, where);
}
template <bool by_exchange>
__global__ void k_push(int* head, int* next) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (by_exchange) {
    next[i] = atomicExch(head, i);
  } else {
    next[i] = *head;  // BUG list_head_plainly
    *head = i;  // BUG list_head_plainly
  }
}
void list_head_plainly() {
  array_of<int> head(1), next(128);
  k_push<false><<<2, 64>>>(head, next);
}
struct box {
  float low, high;
  int count;
};
__global__ void k_boxes(box* b, int per) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i / per] = box{float(i), float(i + 1), i};  // BUG struct_assigned_by_two
}
void struct_assigned_by_two() {
  array_of<box> b(64);
  k_boxes<<<2, 64>>>(b, 2);
}
void right_global() {
  array_of<int> x(128), best(1), where(1), next(128);
  k_swap_right<<<2, 64>>>(x, 128);
  k_best_alone<<<2, 64>>>(x, best);
  k_where<<<2, 64>>>(x, best, where);
  k_push<true><<<2, 64>>>(where, next);
  array_of<box> b(128);
  k_boxes<<<2, 64>>>(b, 1);
}

// Barriers.
__global__ void k_condition(int const* x, int* out, int n) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && __syncthreads_or(x[i]) != 0)  // BUG barrier_in_condition
    out[i] = 1;
  else
    out[i] = 0;
}
void barrier_in_condition() {
  array_of<int> x(128), out(128);
  k_condition<<<2, 64>>>(x, out, 100);
}
__global__ void k_switch(int const* role, int* out) {
  __shared__ int s[64];
  int const t = threadIdx.x;
  s[t] = t;
  switch (role[t / 32]) {
    case 0:
      __syncthreads();  // BUG barrier_in_switch
      out[t] = s[63 - t];
      break;
    default:
      out[t] = 0;
  }
}
void barrier_in_switch() {
  array_of<int> role(2), out(64);
  cudaMemset(role + 1, 1, sizeof(int));
  k_switch<<<1, 64>>>(role, out);
}
__global__ void k_search(int const* x, int* out, int n) {
  __shared__ int s[32];
  int const t = threadIdx.x;
  for (int k = 0; k < n; ++k) {
    s[t] = x[k * 32 + t];
    if (s[t] > 30) break;
    __syncthreads();  // BUG barrier_in_search
  }
  out[t] = 1;
}
__global__ void k_fill(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x; }
void barrier_in_search() {
  array_of<int> x(64), out(32);
  k_fill<<<2, 32>>>(x);
  k_search<<<1, 32>>>(x, out, 2);
}
__global__ void k_uneven(int const* length, int* out) {
  int const t = threadIdx.x;
  for (int k = 0; k < length[t]; ++k) {
    out[t] += k;
    __syncwarp();  // BUG warp_barrier_in_uneven_loop
  }
  out[t] += 1;
}
void warp_barrier_in_uneven_loop() {
  array_of<int> length(32), out(32);
  k_fill<<<1, 32>>>(length);
  k_uneven<<<1, 32>>>(length, out);
}
__global__ void k_same_loop(int* out, int n) {
  for (int k = 0; k < n; ++k) {
    out[threadIdx.x] += k;
    __syncwarp();
    if (__syncthreads_or(k == n)) break;
  }
}
void right_barriers() {
  array_of<int> x(128), out(128), role(2);
  k_condition<<<2, 64>>>(x, out, 128);
  k_switch<<<1, 64>>>(role, out);
  k_search<<<1, 32>>>(x, out, 2);
  k_same_loop<<<1, 64>>>(out, 3);
}

// Groups.
__global__ void k_reduce(int* out, int n) {
  auto const tile = cg::tiled_partition<16>(cg::this_thread_block());
  int const t = threadIdx.x;
  if (t < n)
    out[t] = cg::reduce(tile, t, cg::plus<int>());  // BUG reduce_in_half_of_tile
  else
    out[t] = -1;
}
void reduce_in_half_of_tile() {
  array_of<int> out(32);
  k_reduce<<<1, 32>>>(out, 24);
}
__device__ void fill_with(cg::thread_group const& g, int* s, int v) {
  s[threadIdx.x] = v;
  g.sync();  // BUG group_passed_to_some
}
__global__ void k_passed(int* out, int n) {
  __shared__ int s[64];
  cg::thread_block const block = cg::this_thread_block();
  if (int(threadIdx.x) < n) fill_with(block, s, threadIdx.x);
  out[threadIdx.x] = threadIdx.x;
}
void group_passed_to_some() {
  array_of<int> out(64);
  k_passed<<<1, 64>>>(out, 40);
}
__global__ void k_coalesced(int* out, int late) {
  int const t = threadIdx.x;
  if (t % 2 == 0) {
    cg::coalesced_group const g = cg::coalesced_threads();
    if (late && t >= 16) {
      out[t] = -1;
    } else {
      out[t] = g.shfl(t, 0);  // BUG coalesced_group_too_late
    }
  } else {
    out[t] = 0;
  }
}
void coalesced_group_too_late() {
  array_of<int> out(32);
  k_coalesced<<<1, 32>>>(out, 1);
}
__global__ void k_match(int const* x, int* out, int n) {
  auto const tile = cg::tiled_partition<8>(cg::this_thread_block());
  int const t = threadIdx.x;
  out[t] = 0;
  if (t < n)
    out[t] = tile.match_any(x[t]);  // BUG tile_match_in_branch
  out[t] += 1;
}
void tile_match_in_branch() {
  array_of<int> x(32), out(32);
  k_match<<<1, 32>>>(x, out, 12);
}
__global__ void k_continue(int const* x, int* out, int n) {
  int const t = threadIdx.x;
  for (int k = 0; k < n; ++k) {
    if (x[t] == k + 1) continue;
    out[t] += __shfl_down_sync(0xffffffff, x[t], 1);  // BUG shuffle_behind_continue
  }
  out[t] += 1;
}
void shuffle_behind_continue() {
  array_of<int> x(32), out(32);
  k_fill<<<1, 32>>>(x);
  k_continue<<<1, 32>>>(x, out, 1);
}
void right_groups() {
  array_of<int> x(64), out(64);
  k_reduce<<<1, 32>>>(out, 16);
  k_passed<<<1, 64>>>(out, 64);
  k_coalesced<<<1, 32>>>(out, 0);
  k_match<<<1, 32>>>(x, out, 16);
  k_continue<<<1, 32>>>(x, out, 2);
}

// What nobody has written.
__global__ void k_read_pairs(int const* x, int* out) {
  int const t = threadIdx.x;
  out[t] = x[t] * 2;  // BUG odd_elements_unwritten, async_pool_unwritten
}
__global__ void k_write_every(int* x, int step) { x[threadIdx.x * step] = threadIdx.x; }
void odd_elements_unwritten() {
  array_of<int> x(64, false), out(64);
  k_write_every<<<1, 32>>>(x, 2);
  k_read_pairs<<<1, 64>>>(x, out);
}
void async_pool_unwritten() {
  int* x = nullptr;
  array_of<int> out(1);
  cudaMallocAsync(&x, 64 * sizeof(int), 0);
  k_read_pairs<<<1, 1>>>(x, out);
  cudaFreeAsync(x, 0);
  cudaStreamSynchronize(0);
}
__global__ void k_edges(int const* x, int* out, int all) {
  __shared__ int s[34];
  int const t = threadIdx.x;
  s[t + 1] = x[t];
  if (all && t == 0) s[0] = 0;
  if (t == 31) s[33] = 0;
  __syncthreads();
  out[t] = s[t] + s[t + 1] + s[t + 2];  // BUG shared_edge_unwritten
}
void shared_edge_unwritten() {
  array_of<int> x(32), out(32);
  k_edges<<<1, 32>>>(x, out, 0);
}
__global__ void k_heap_part(int* out, int n) {
  int* const p = new int[8];
  for (int i = 0; i < n; ++i) p[i] = i;
  int sum = 0;
  for (int i = 0; i < 8; ++i)
    sum += p[i];  // BUG heap_partly_written
  *out = sum;
  delete[] p;
}
void heap_partly_written() {
  array_of<int> out(1);
  k_heap_part<<<1, 1>>>(out, 7);
}
__global__ void k_row_sum(char const* rows, size_t pitch, int* out, int width) {
  int const* const row = reinterpret_cast<int const*>(rows + threadIdx.x * pitch);
  int sum = 0;
  for (int i = 0; i < width; ++i)
    sum += row[i];  // BUG rows_gap_read
  out[threadIdx.x] = sum;
}
template <int width>
void run_rows() {
  char* rows = nullptr;
  size_t pitch = 0;
  int const host[4][30] = {};
  array_of<int> out(4);
  cudaMallocPitch(&rows, &pitch, sizeof host[0], 4);
  cudaMemcpy2D(rows, pitch, host, sizeof host[0], sizeof host[0], 4, cudaMemcpyHostToDevice);
  k_row_sum<<<1, 4>>>(rows, pitch, out, width);
  cudaFree(rows);
}
void rows_gap_read() { run_rows<31>(); }
__global__ void k_own_sums(float const* x, float* out, int n) {
  float sum[4];
  for (int i = 0; i < n; ++i)
    sum[i % 4] += x[i];  // BUG own_sum_unwritten
  out[threadIdx.x] = sum[threadIdx.x % 4];
}
void own_sum_unwritten() {
  array_of<float> x(16), out(1);
  k_own_sums<<<1, 1>>>(x, out, 16);
}
__global__ void k_own_row(int const* length, int* out) {
  int row[8], sum = 0;
  int const t = threadIdx.x, n = length[t];
  for (int i = 0; i < n; ++i) row[i] = t + i;
  for (int i = 0; i < 8 - t; ++i)
    sum += row[i];  // BUG own_row_partly_written
  out[t] = sum;
}
void own_row_partly_written() {
  int const host[4] = {8, 7, 5, 6};
  array_of<int> length(4), out(4);
  cudaMemcpy(length, host, sizeof host, cudaMemcpyHostToDevice);
  k_own_row<<<1, 4>>>(length, out);
}
__global__ void k_own_pointers(int* a, int* b, int which) {
  int* p[2];
  p[1] = b;
  for (int i = which; i < 1; ++i) p[i] = a;
  *p[which] = 1;
  if (p[threadIdx.x] == a)  // BUG own_pointers_unset
    *b = 2;
}
void own_pointers_unset() {
  array_of<int> a(1), b(1);
  k_own_pointers<<<1, 1>>>(a, b, 1);
}
__device__ float evaluated(float x, int n) {
  float power[6];
  power[0] = 1;
  for (int i = 1; i < n; ++i) power[i] = power[i - 1] * x;
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += power[n - 1 - i];
  return sum;
}
__global__ void k_own_right(float* out, int n, bool deep) {
  float sum[4], window[3], last[2][4];
  int const t = threadIdx.x;
  for (float& s : sum) s = 0;
  for (int i = 0; i < n; ++i) {
    sum[i % 4] += evaluated(i, 5);
    float part[4];
    for (int k = 0; k < 4; ++k) part[k] = sum[k] + t;
    out[t] += part[(i + t) % 4];
    window[i % 3] = part[i % 4];
    if (i >= 2) out[t] += window[(i + 1) % 3];
    if (deep) {
      if (i < 2)
        for (int k = 0; k < 4; ++k) last[i][k] = k;
      else
        out[t] += last[i % 2][(t + i) % 4];
    }
  }
}
void right_own_values() {
  array_of<float> out(32);
  k_own_right<<<1, 32>>>(out, 9, true);
  k_own_right<<<1, 32>>>(out, 9, false);
}
void right_writes() {
  array_of<int> x(64, false), out(64);
  k_write_every<<<1, 64>>>(x, 1);
  k_read_pairs<<<1, 64>>>(x, out);
  k_edges<<<1, 32>>>(x, out, 1);
  k_heap_part<<<1, 1>>>(out, 8);
  run_rows<30>();
}

// Streams, events, graphs, the host.
__global__ void k_double(int* x) {
  x[threadIdx.x] *= 2;  // BUG event_never_recorded, waited_in_wrong_stream, graphs_in_two_streams
}
struct two_streams {
  cudaStream_t a, b;
  cudaEvent_t e;
  two_streams() {
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    cudaDeviceSynchronize();
  }
  ~two_streams() {
    cudaDeviceSynchronize();
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
    cudaEventDestroy(e);
  }
};
void event_never_recorded() {
  array_of<int> x(32);
  two_streams s;
  k_double<<<1, 32, 0, s.a>>>(x);
  cudaStreamWaitEvent(s.b, s.e, 0);
  k_double<<<1, 32, 0, s.b>>>(x);
}
void waited_in_wrong_stream() {
  array_of<int> x(32);
  two_streams s;
  k_double<<<1, 32, 0, s.a>>>(x);
  cudaEventRecord(s.e, s.a);
  cudaStreamWaitEvent(s.a, s.e, 0);
  k_double<<<1, 32, 0, s.b>>>(x);
}
cudaGraphExec_t graph_of(int* x, cudaStream_t s) {
  cudaGraph_t g;
  cudaGraphExec_t e;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  k_double<<<1, 32, 0, s>>>(x);
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(&e, g, nullptr, nullptr, 0);
  cudaGraphDestroy(g);
  return e;
}
void graphs_in_two_streams() {
  array_of<int> x(32);
  two_streams s;
  cudaGraphExec_t const g = graph_of(x, s.a), h = graph_of(x, s.b);
  cudaGraphLaunch(g, s.a);
  cudaGraphLaunch(h, s.b);
  cudaDeviceSynchronize();
  cudaGraphExecDestroy(g);
  cudaGraphExecDestroy(h);
}
template <bool ordered>
void run_fill_graph() {
  array_of<int> x(32);
  cudaGraph_t g;
  cudaGraphExec_t e;
  cudaGraphNode_t fill, kernel;
  cudaGraphCreate(&g, 0);
  cudaMemsetParams m{};
  m.dst = x.p;
  m.elementSize = 4;
  m.width = 32;
  m.height = 1;
  cudaGraphAddMemsetNode(&fill, g, nullptr, 0, &m);
  cudaKernelNodeParams k{};
  int* p = x.p;
  void* arguments[] = {&p};
  k.func = reinterpret_cast<void*>(k_double);
  k.gridDim = dim3(1);
  k.blockDim = dim3(32);
  k.kernelParams = arguments;
  cudaGraphAddKernelNode(&kernel, g, &fill, ordered ? 1 : 0, &k);
  cudaGraphInstantiate(&e, g, nullptr, nullptr, 0);
  cudaGraphLaunch(e, 0);  // BUG graph_fill_beside_kernel
  cudaDeviceSynchronize();
  cudaGraphExecDestroy(e);
  cudaGraphDestroy(g);
}
void graph_fill_beside_kernel() { run_fill_graph<false>(); }
int seen = 0;
void CUDART_CB look(void* p) {
  seen = *static_cast<int*>(p);  // BUG host_function_reads_early
}
template <bool ordered>
void run_host_function() {
  int* x = nullptr;
  cudaMallocHost(&x, 32 * sizeof(int));
  for (int i = 0; i < 32; ++i) x[i] = i;
  {
    two_streams s;
    k_double<<<1, 32, 0, s.a>>>(x);
    cudaLaunchHostFunc(ordered ? s.a : s.b, look, x);
  }
  cudaFreeHost(x);
}
void host_function_reads_early() { run_host_function<false>(); }
__global__ void k_progress(int* done) {
  if (threadIdx.x == 0) *done = 1;
}
void managed_polled_plainly() {
  int* done = nullptr;
  cudaMallocManaged(&done, sizeof(int));
  *done = 0;
  k_progress<<<1, 32>>>(done);
  for (int i = 0; i < 100; ++i)
    if (*done != 0) break;  // BUG managed_polled_plainly
  cudaDeviceSynchronize();
  cudaFree(done);
}
void right_order() {
  array_of<int> x(32);
  {
    two_streams s;
    k_double<<<1, 32, 0, s.a>>>(x);
    cudaEventRecord(s.e, s.a);
    cudaStreamWaitEvent(s.b, s.e, 0);
    k_double<<<1, 32, 0, s.b>>>(x);
  }
  run_host_function<true>();
  int* done = nullptr;
  cudaMallocManaged(&done, sizeof(int));
  *done = 0;
  k_progress<<<1, 32>>>(done);
  cudaDeviceSynchronize();
  if (*done != 1) std::abort();
  cudaFree(done);
}
void right_graphs() {
  run_fill_graph<true>();
  array_of<int> x(32);
  two_streams s;
  cudaGraphExec_t const g = graph_of(x, s.a), h = graph_of(x, s.a);
  cudaGraphLaunch(g, s.a);
  cudaGraphLaunch(h, s.a);
  cudaEventRecord(s.e, s.a);
  cudaStreamWaitEvent(s.b, s.e, 0);
  cudaGraphLaunch(g, s.b);
  cudaDeviceSynchronize();
  cudaGraphExecDestroy(g);
  cudaGraphExecDestroy(h);
}

// Calls.
void memset_2d_too_high() {
  char* p = nullptr;
  size_t pitch = 0;
  cudaMallocPitch(&p, &pitch, 100, 4);
  cudaMemset2D(p, pitch, 0, 100, 5);  // BUG memset_2d_too_high
  cudaFree(p);
}
void symbol_offset_too_far() {
  int const host[4] = {};
  cudaMemcpyToSymbol(table, host, sizeof host, 5 * sizeof(int));  // BUG symbol_offset_too_far
}
void host_memory_freed_as_device() {
  void* const p = std::malloc(64);
  cudaFree(p);  // BUG host_memory_freed_as_device
  std::free(p);
}
void stream_destroyed_twice() {
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaStreamDestroy(s);
  cudaStreamDestroy(s);  // BUG stream_destroyed_twice
}
void copy_3d_too_deep() {
  cudaPitchedPtr p;
  cudaExtent const e = make_cudaExtent(16, 4, 2);
  cudaMalloc3D(&p, e);
  std::vector<char> host(16 * 4 * 4);
  cudaMemcpy3DParms c{};
  c.srcPtr = make_cudaPitchedPtr(host.data(), 16, 16, 4);
  c.dstPtr = p;
  c.extent = make_cudaExtent(16, 4, 4);
  c.kind = cudaMemcpyHostToDevice;
  cudaMemcpy3D(&c);  // BUG copy_3d_too_deep
  cudaFree(p.ptr);
}
void managed_freed_and_read() {
  int* p = nullptr;
  cudaMallocManaged(&p, 64);
  *p = 1;
  cudaFree(p);
  seen = *p;  // BUG managed_freed_and_read
}
void pitch_smaller_than_row() {
  array_of<char> p(400);
  char const host[400] = {};
  cudaMemcpy2D(p, 90, host, 100, 100, 4, cudaMemcpyHostToDevice);  // BUG pitch_smaller_than_row
}
void right_calls() {
  char* p = nullptr;
  size_t pitch = 0;
  char const host[400] = {};
  cudaMallocPitch(&p, &pitch, 100, 4);
  cudaMemset2D(p, pitch, 0, 100, 4);
  cudaMemcpy2D(p, pitch, host, 100, 100, 4, cudaMemcpyHostToDevice);
  cudaFree(p);
  cudaMemcpyToSymbol(table, host, 3 * sizeof(int), 5 * sizeof(int));
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaStreamDestroy(s);
}

int main(int argc, char** argv) {
  run_case(argc, argv, {LIST(CASE)});
  cudaDeviceSynchronize();
}
