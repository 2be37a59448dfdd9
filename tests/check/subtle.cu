// SPDX-License-Identifier: MIT
// Pairs that differ in little: patterns that look wrong and are right, and ones that look right and have a mistake.
// usage: subtle          lists the cases: name, kind, block, thread (- where it does not matter)
//        subtle CASE     runs one
// The line that a finding names ends in `// BUG case`, the other one's in `// OTHER case`.
#include "cases.hpp"
#include "device_array.hpp"

#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

#define LIST(X) \
  X(fence_behind_ticket, grid_race, "-", "-") \
  X(lock_without_fence, grid_race, "-", "-") \
  X(other_block_without_grid_sync, grid_race, "-", "-") \
  X(one_buffer_one_barrier, race, "0,0,0", "-") \
  X(warp_sum_in_place, warp_race, "0,0,0", "-") \
  X(volatile_is_no_barrier, warp_race, "0,0,0", "-") \
  X(counter_read_meanwhile, grid_race, "-", "-") \
  X(event_recorded_early, grid_race, "-", "-") \
  X(pinned_read_early, api, "-", "-") \
  X(managed_read_behind_prefetch, api, "-", "-") \
  X(pitch_counts_bytes, memory, "-", "-") \
  X(padding_of_rows_read, uninitialised, "0,0,0", "20,0,0") \
  X(member_forgotten, uninitialised, "0,0,0", "0,0,0") \
  X(byte_of_two_threads, grid_race, "-", "-") \
  X(float4_half_written, uninitialised, "0,0,0", "0,0,0") \
  X(shared_reused_at_once, race, "0,0,0", "-") \
  X(dynamic_of_no_bytes, memory, "0,0,0", "0,0,0") \
  X(halo_one_too_far, memory, "0,0,0", "31,0,0") \
  X(flag_of_two_values, grid_race, "-", "-") \
  X(symbol_too_long, api, "-", "-") \
  X(float2_at_odd_place, memory, "0,0,0", "0,0,0") \
  X(freed_under_kernel, memory, "0,0,0", "0,0,0") \
  X(texel_behind_end, memory, "0,0,0", "31,0,0") \
  X(sum_left_of_diagonal, race, "0,0,0", "-") \
  X(own_table_behind_end, memory, "0,0,0", "5,0,0") \
  X(own_constants_behind_end, memory, "0,0,0", "4,0,0") \
  X(own_window_written_behind, memory, "0,0,0", "1,0,0") \
  X(right_ticket, none, "-", "-") \
  X(right_lock, none, "-", "-") \
  X(right_grid_syncs, none, "-", "-") \
  X(right_two_buffers, none, "-", "-") \
  X(right_warp_sum, none, "-", "-") \
  X(right_volatile_and_syncwarp, none, "-", "-") \
  X(right_half_mask, none, "-", "-") \
  X(right_counter_read_later, none, "-", "-") \
  X(right_event, none, "-", "-") \
  X(right_halves_of_pinned, none, "-", "-") \
  X(right_prefetch, none, "-", "-") \
  X(right_pitch, none, "-", "-") \
  X(right_structure_with_gaps, none, "-", "-") \
  X(right_small_members, none, "-", "-") \
  X(right_float4_by_parts, none, "-", "-") \
  X(right_union, none, "-", "-") \
  X(right_shared_reused, none, "-", "-") \
  X(right_nothing_dynamic, none, "-", "-") \
  X(right_flag_of_one_value, none, "-", "-") \
  X(right_symbol, none, "-", "-") \
  X(right_surface_then_texture, none, "-", "-") \
  X(right_cas_maximum, none, "-", "-") \
  X(right_callback, none, "-", "-") \
  X(right_own_tables, none, "-", "-") \
  X(right_rest_of_block_returns, none, "-", "-") \
  X(one_fence_for_all, grid_race, "-", "-") \
  X(right_fences_then_flag, none, "-", "-") \
  X(right_copy_within_device, none, "-", "-")

// Sums of blocks, added up by the last one.
__device__ unsigned tickets;
template <bool fence_first>
__global__ void k_ticket(float const* x, float* sums, float* all) {
  __shared__ bool last;
  __shared__ float s[64];
  s[threadIdx.x] = x[blockIdx.x * 64 + threadIdx.x];
  for (int n = 32; n > 0; n /= 2) {
    __syncthreads();
    if (threadIdx.x < n) s[threadIdx.x] += s[threadIdx.x + n];
  }
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = s[0];  // OTHER fence_behind_ticket
    if (fence_first) __threadfence();
    unsigned const ticket = atomicInc(&tickets, gridDim.x - 1);
    if (!fence_first) __threadfence();
    last = ticket == gridDim.x - 1;
  }
  __syncthreads();
  if (!last) return;
  float sum = 0;
  for (unsigned i = threadIdx.x; i < gridDim.x; i += 64)
    sum += sums[i];  // BUG fence_behind_ticket
  s[threadIdx.x] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int i = 1; i < 64; ++i) sum += s[i];
    *all = sum;
  }
}
template <bool fence_first>
void run_ticket() {
  array_of<float> x(512), sums(8), all(1);
  k_ticket<fence_first><<<8, 64>>>(x, sums, all);
  cudaDeviceSynchronize();
}
void fence_behind_ticket() { run_ticket<false>(); }
void right_ticket() { run_ticket<true>(); }

__global__ void k_lock(int* lock, int* sum, bool fences) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  if (fences) __threadfence();
  *sum += blockIdx.x;  // BUG lock_without_fence
  if (fences) __threadfence();
  atomicExch(lock, 0);
}
void lock_without_fence() {
  array_of<int> lock(1), sum(1);
  k_lock<<<4, 32>>>(lock, sum, false);
  cudaDeviceSynchronize();
}
void right_lock() {
  array_of<int> lock(1), sum(1);
  k_lock<<<4, 32>>>(lock, sum, true);
  cudaDeviceSynchronize();
}

__global__ void k_turns(int* x, int* y, bool syncs) {
  unsigned const i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  for (int turn = 0; turn < 3; ++turn) {
    x[i] = y[i] + turn;  // BUG other_block_without_grid_sync
    if (syncs) cg::this_grid().sync();
    y[i] = x[n - 1 - i];  // BUG other_block_without_grid_sync
    if (syncs) cg::this_grid().sync();
  }
}
void run_turns(bool syncs) {
  array_of<int> x(128), y(128);
  int *a = x, *b = y;
  void* arguments[] = {&a, &b, &syncs};
  cudaLaunchCooperativeKernel((void*)k_turns, dim3(2), dim3(64), arguments, 0, 0);
  cudaDeviceSynchronize();
}
void other_block_without_grid_sync() { run_turns(false); }
void right_grid_syncs() { run_turns(true); }

// One barrier a turn: enough for two buffers, not for one.
template <int buffers>
__global__ void k_buffers(int const* x, int* out, int turns) {
  __shared__ int tile[buffers][64];
  int sum = 0;
  for (int turn = 0; turn < turns; ++turn) {
    tile[turn % buffers][threadIdx.x] = x[turn * 64 + threadIdx.x];  // BUG one_buffer_one_barrier
    __syncthreads();
    sum += tile[turn % buffers][63 - threadIdx.x];  // BUG one_buffer_one_barrier
  }
  out[threadIdx.x] = sum;
}
template <int buffers>
void run_buffers() {
  array_of<int> x(256), out(64);
  k_buffers<buffers><<<1, 64>>>(x, out, 4);
  cudaDeviceSynchronize();
}
void one_buffer_one_barrier() { run_buffers<1>(); }
void right_two_buffers() { run_buffers<2>(); }

__global__ void k_warp_sum(int const* x, int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = x[threadIdx.x];
  s[threadIdx.x + 32] = 0;
  __syncwarp();
  for (int n = 16; n > 0; n /= 2) {
    s[threadIdx.x] += s[threadIdx.x + n];  // BUG warp_sum_in_place
    __syncwarp();
  }
  if (threadIdx.x == 0) *out = s[0];
}
void warp_sum_in_place() {
  array_of<int> x(32), out(1);
  k_warp_sum<<<1, 32>>>(x, out);
  cudaDeviceSynchronize();
}
__global__ void k_warp_sum_right(int const* x, int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = x[threadIdx.x];
  s[threadIdx.x + 32] = 0;
  __syncwarp();
  for (int n = 16; n > 0; n /= 2) {
    int const other = s[threadIdx.x + n];
    __syncwarp();
    s[threadIdx.x] += other;
    __syncwarp();
  }
  if (threadIdx.x == 0) *out = s[0];
}
void right_warp_sum() {
  array_of<int> x(32), out(1);
  k_warp_sum_right<<<1, 32>>>(x, out);
  cudaDeviceSynchronize();
}

// As programs for old devices have it: volatile, and nothing between.
template <bool meets>
__device__ void warp_reduce(volatile int* s, unsigned t) {
  if (t < 16) {
    s[t] += s[t + 16];  // OTHER volatile_is_no_barrier
    if (meets) __syncwarp(0xffff);
    if (t < 8)
      s[t] += s[t + 8];  // BUG volatile_is_no_barrier
  }
}
template <bool meets>
__global__ void k_volatile(int const* x, int* out) {
  __shared__ int s[32];
  s[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  warp_reduce<meets>(s, threadIdx.x);
  __syncthreads();
  if (threadIdx.x == 0) *out = s[0];
}
void volatile_is_no_barrier() {
  array_of<int> x(32), out(1);
  k_volatile<false><<<1, 32>>>(x, out);
  cudaDeviceSynchronize();
}
void right_volatile_and_syncwarp() {
  array_of<int> x(32), out(1);
  k_volatile<true><<<1, 32>>>(x, out);
  cudaDeviceSynchronize();
}

__global__ void k_half_mask(int const* x, int* out) {
  if (threadIdx.x < 16) {
    int sum = x[threadIdx.x];
    for (int n = 8; n > 0; n /= 2) sum += __shfl_down_sync(0xffff, sum, n, 16);
    if (threadIdx.x == 0) *out = sum;
  }
}
void right_half_mask() {
  array_of<int> x(32), out(1);
  k_half_mask<<<1, 32>>>(x, out);
  cudaDeviceSynchronize();
}

__global__ void k_count(int const* x, int* count, int* out) {
  if (x[blockIdx.x * 64 + threadIdx.x] == 0) atomicAdd(count, 1);  // BUG counter_read_meanwhile
  if (out != nullptr && threadIdx.x == 0)
    out[blockIdx.x] = *count;  // BUG counter_read_meanwhile
}
__global__ void k_read_count(int const* count, int* out) { out[threadIdx.x] = *count; }
void counter_read_meanwhile() {
  array_of<int> x(128), count(1), out(2);
  k_count<<<2, 64>>>(x, count, out);
  cudaDeviceSynchronize();
}
void right_counter_read_later() {
  array_of<int> x(128), count(1), out(32);
  k_count<<<2, 64>>>(x, count, nullptr);
  k_read_count<<<1, 32>>>(count, out);
  cudaDeviceSynchronize();
}

__global__ void k_fill(int* x, int value) {
  x[threadIdx.x] = value;  // BUG event_recorded_early
}
void run_event(bool early) {
  array_of<int> x(64);
  cudaStream_t s, t;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
  cudaEvent_t e;
  cudaEventCreate(&e);
  cudaDeviceSynchronize();
  if (early) cudaEventRecord(e, s);
  k_fill<<<1, 64, 0, s>>>(x, 1);
  if (!early) cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e, 0);
  k_fill<<<1, 64, 0, t>>>(x, 2);
  cudaDeviceSynchronize();
  cudaEventDestroy(e);
  cudaStreamDestroy(s);
  cudaStreamDestroy(t);
}
void event_recorded_early() { run_event(true); }
void right_event() { run_event(false); }

__global__ void k_double(int* x) { x[threadIdx.x] *= 2; }
void pinned_read_early() {
  array_of<int> x(64);
  int* host;
  cudaMallocHost(&host, 64 * sizeof(int));
  cudaStream_t s;
  cudaStreamCreate(&s);
  k_double<<<1, 64, 0, s>>>(x);
  cudaMemcpyAsync(host, x, 64 * sizeof(int), cudaMemcpyDeviceToHost, s);
  int const first = host[0];  // BUG pinned_read_early
  cudaStreamSynchronize(s);
  if (first != 0) std::puts("?");
  cudaStreamDestroy(s);
  cudaFreeHost(host);
}
void right_halves_of_pinned() {
  array_of<int> x(128);
  int* host;
  cudaMallocHost(&host, 128 * sizeof(int));
  for (int i = 0; i < 128; ++i) host[i] = i;
  cudaStream_t s[2];
  for (int i = 0; i < 2; ++i) {
    cudaStreamCreate(&s[i]);
    cudaMemcpyAsync(x + i * 64, host + i * 64, 64 * sizeof(int), cudaMemcpyHostToDevice, s[i]);
    k_double<<<1, 64, 0, s[i]>>>(x + i * 64);
    cudaMemcpyAsync(host + i * 64, x + i * 64, 64 * sizeof(int), cudaMemcpyDeviceToHost, s[i]);
  }
  int sum = 0;
  for (int i = 0; i < 2; ++i) {
    cudaStreamSynchronize(s[i]);
    for (int k = 0; k < 64; ++k) sum += host[i * 64 + k];
    cudaStreamDestroy(s[i]);
  }
  if (sum != 127 * 128) std::puts("?");
  cudaFreeHost(host);
}

void run_prefetch(bool waits) {
  int* x;
  cudaMallocManaged(&x, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) x[i] = i;
  cudaMemPrefetchAsync(x, 64 * sizeof(int), 0, 0);
  k_double<<<1, 64>>>(x);
  cudaMemPrefetchAsync(x, 64 * sizeof(int), cudaCpuDeviceId, 0);
  if (waits) cudaDeviceSynchronize();
  int const seen = x[5];  // BUG managed_read_behind_prefetch
  cudaDeviceSynchronize();
  if (waits && seen != 10) std::puts("?");
  cudaFree(x);
}
void managed_read_behind_prefetch() { run_prefetch(false); }
void right_prefetch() { run_prefetch(true); }

__global__ void k_pitch(float* x, std::size_t pitch, int width, int height, bool in_bytes) {
  int const c = threadIdx.x, r = blockIdx.x;
  if (c >= width || r >= height) return;
  float* const row = in_bytes ? (float*)((char*)x + r * pitch) : x + r * pitch;
  row[c] += 1;  // BUG pitch_counts_bytes
}
__global__ void k_row_sums(float const* x, std::size_t pitch, int columns, float* out) {
  float const* const row = (float const*)((char const*)x + blockIdx.x * pitch);
  if (threadIdx.x < columns)
    out[blockIdx.x * 32 + threadIdx.x] = row[threadIdx.x];  // BUG padding_of_rows_read
}
void run_pitch(bool in_bytes, int columns) {
  float host[4 * 20] = {}, *x;
  std::size_t pitch;
  cudaMallocPitch(&x, &pitch, 20 * sizeof(float), 4);
  cudaMemcpy2D(x, pitch, host, 20 * sizeof(float), 20 * sizeof(float), 4, cudaMemcpyHostToDevice);
  array_of<float> out(128);
  if (columns == 20) k_pitch<<<4, 32>>>(x, pitch, 20, 4, in_bytes);
  if (in_bytes) k_row_sums<<<4, 32>>>(x, pitch, columns, out);
  cudaDeviceSynchronize();
  cudaFree(x);
}
void pitch_counts_bytes() { run_pitch(false, 20); }
void padding_of_rows_read() { run_pitch(true, 32); }
void right_pitch() { run_pitch(true, 20); }

struct gaps {
  char c;
  int i;
  char d;
  double x;
};
__global__ void k_make(gaps* g, bool all) {
  gaps& own = g[threadIdx.x];
  own.c = 'a';
  own.i = threadIdx.x;
  own.d = 'b';
  if (all) own.x = 1;
}
__global__ void k_use(gaps const* g, double* out) {
  out[threadIdx.x] = g[threadIdx.x].x + g[threadIdx.x].i;  // BUG member_forgotten
}
__global__ void k_copy_gaps(gaps const* from, gaps* to) {
  gaps const copy = from[threadIdx.x];
  to[31 - threadIdx.x] = copy;
}
void member_forgotten() {
  array_of<gaps> g(32, false);
  array_of<double> out(32);
  k_make<<<1, 32>>>(g, false);
  k_use<<<1, 32>>>(g, out);
  cudaDeviceSynchronize();
}
void right_structure_with_gaps() {
  array_of<gaps> g(32, false), h(32, false);
  array_of<double> out(32);
  k_make<<<1, 32>>>(g, true);
  k_copy_gaps<<<1, 32>>>(g, h);
  k_use<<<1, 32>>>(h, out);
  cudaDeviceSynchronize();
}

struct small {
  bool yes;
  char c;
  short s;
};
__global__ void k_small(small* x) {
  unsigned const i = threadIdx.x / 3;
  if (threadIdx.x % 3 == 0) x[i].yes = i % 2 == 0;
  if (threadIdx.x % 3 == 1) x[i].c = 'c';
  if (threadIdx.x % 3 == 2) x[i].s = i;
}
void right_small_members() {
  array_of<small> x(32, false);
  k_small<<<1, 96>>>(x);
  cudaDeviceSynchronize();
}
__global__ void k_bytes(char* x) {
  x[(blockIdx.x * 32 + threadIdx.x) / 2] = threadIdx.x;  // BUG byte_of_two_threads
}
void byte_of_two_threads() {
  array_of<char> x(32);
  k_bytes<<<2, 32>>>(x);
  cudaDeviceSynchronize();
}

__global__ void k_parts(float4* x, int parts) {
  float* const own = (float*)(x + threadIdx.x);
  for (int i = 0; i < parts; ++i) own[i] = i;
}
__global__ void k_whole(float4 const* x, float* out) {
  float4 const v = x[threadIdx.x];  // BUG float4_half_written
  out[threadIdx.x] = v.x + v.y + v.z + v.w;
}
void run_parts(int parts) {
  array_of<float4> x(32, false);
  array_of<float> out(32);
  k_parts<<<1, 32>>>(x, parts);
  k_whole<<<1, 32>>>(x, out);
  cudaDeviceSynchronize();
}
void float4_half_written() { run_parts(2); }
void right_float4_by_parts() { run_parts(4); }

union word {
  float f;
  int i;
  unsigned char bytes[4];
};
__global__ void k_union(word* x, int* out) {
  __shared__ word s[32];
  s[threadIdx.x].f = threadIdx.x;
  x[threadIdx.x].f = 1.5f;
  __syncthreads();
  out[threadIdx.x] = s[31 - threadIdx.x].i + x[threadIdx.x].bytes[3];
}
void right_union() {
  array_of<word> x(32, false);
  array_of<int> out(32);
  k_union<<<1, 32>>>(x, out);
  cudaDeviceSynchronize();
}

template <bool waits>
__global__ void k_reused(float const* x, float* out) {
  __shared__ char room[64 * 4];
  int* const order = (int*)room;
  order[threadIdx.x] = 63 - threadIdx.x;
  __syncthreads();
  int const from = order[63 - threadIdx.x];  // OTHER shared_reused_at_once
  if (waits) __syncthreads();
  float* const values = (float*)room;
  values[threadIdx.x] = x[from];  // BUG shared_reused_at_once
  __syncthreads();
  out[threadIdx.x] = values[63 - threadIdx.x];
}
void shared_reused_at_once() {
  array_of<float> x(64), out(64);
  k_reused<false><<<1, 64>>>(x, out);
  cudaDeviceSynchronize();
}
void right_shared_reused() {
  array_of<float> x(64), out(64);
  k_reused<true><<<1, 64>>>(x, out);
  cudaDeviceSynchronize();
}

__global__ void k_dynamic(int* out, bool uses) {
  extern __shared__ int room[];
  if (uses) room[threadIdx.x] = 1;  // BUG dynamic_of_no_bytes
  out[threadIdx.x] = 1;
}
void dynamic_of_no_bytes() {
  array_of<int> out(32);
  k_dynamic<<<1, 32, 0>>>(out, true);
  cudaDeviceSynchronize();
}
void right_nothing_dynamic() {
  array_of<int> out(32);
  k_dynamic<<<1, 32, 0>>>(out, false);
  cudaDeviceSynchronize();
}

__global__ void k_halo(float const* x, float* out) {
  __shared__ float tile[34];
  int const t = threadIdx.x;
  tile[t + 1] = x[t + 1];
  if (t == 0) tile[0] = x[0];
  if (t == 31) tile[33] = x[33];
  __syncthreads();
  out[t] = tile[t] + tile[t + 1] + tile[t + 2] + tile[t + 3];  // BUG halo_one_too_far
}
void halo_one_too_far() {
  array_of<float> x(34), out(32);
  k_halo<<<1, 32>>>(x, out);
  cudaDeviceSynchronize();
}

__global__ void k_flag(int* flag, int step) {
  *flag = 1 + threadIdx.x * step;  // BUG flag_of_two_values
}
void flag_of_two_values() {
  array_of<int> flag(1);
  k_flag<<<1, 2>>>(flag, 1);
  cudaDeviceSynchronize();
}
void right_flag_of_one_value() {
  array_of<int> flag(1);
  k_flag<<<4, 32>>>(flag, 0);
  cudaDeviceSynchronize();
}

__constant__ float weights[8];
__global__ void k_weights(float* out) { out[threadIdx.x] = weights[threadIdx.x % 8]; }
void symbol_too_long() {
  float const host[16] = {};
  cudaMemcpyToSymbol(weights, host, sizeof host);  // BUG symbol_too_long
}
void right_symbol() {
  float const host[8] = {1, 2};
  array_of<float> out(32);
  cudaMemcpyToSymbol(weights, host, sizeof host);
  k_weights<<<1, 32>>>(out);
  cudaDeviceSynchronize();
}

__global__ void k_float2(float* x) {
  *(float2*)(x + 1) = make_float2(1, 2);  // BUG float2_at_odd_place
}
void float2_at_odd_place() {
  array_of<float> x(4);
  k_float2<<<1, 1>>>(x);
  cudaDeviceSynchronize();
}

__global__ void k_touch(int* x) {
  x[threadIdx.x] = 1;  // BUG freed_under_kernel
}
void freed_under_kernel() {
  int* x;
  cudaMalloc(&x, 128);
  cudaFree(x);
  k_touch<<<1, 32>>>(x);
  cudaDeviceSynchronize();
}

__global__ void k_texels(cudaTextureObject_t t, float* out, int shift) {
  out[threadIdx.x] = tex1Dfetch<float>(t, threadIdx.x + shift);  // BUG texel_behind_end
}
void run_texels(int shift) {
  array_of<float> x(32), out(32);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = x.p;
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = 32 * sizeof(float);
  cudaTextureDesc description = {};
  cudaTextureObject_t t;
  cudaCreateTextureObject(&t, &resource, &description, nullptr);
  k_texels<<<1, 32>>>(t, out, shift);
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(t);
}
void texel_behind_end() { run_texels(1); }

__global__ void k_put_surface(cudaSurfaceObject_t s) {
  surf2Dwrite(float(threadIdx.x), s, threadIdx.x * sizeof(float), threadIdx.y);
}
__global__ void k_get_texture(cudaTextureObject_t t, float* out) {
  out[threadIdx.y * 16 + threadIdx.x] = tex2D<float>(t, threadIdx.x + 1.5f, threadIdx.y + 0.5f);
}
void right_surface_then_texture() {
  run_texels(0);
  cudaArray_t a;
  cudaChannelFormatDesc const format = cudaCreateChannelDesc<float>();
  cudaMallocArray(&a, &format, 16, 8, cudaArraySurfaceLoadStore);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = a;
  cudaSurfaceObject_t s;
  cudaCreateSurfaceObject(&s, &resource);
  cudaTextureDesc description = {};
  cudaTextureObject_t t;
  cudaCreateTextureObject(&t, &resource, &description, nullptr);
  array_of<float> out(128);
  k_put_surface<<<1, dim3(16, 8)>>>(s);
  k_get_texture<<<1, dim3(16, 8)>>>(t, out);
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(t);
  cudaDestroySurfaceObject(s);
  cudaFreeArray(a);
}

__device__ void atomic_maximum(float* at, float value) {
  int* const bits = (int*)at;
  int old = *(volatile int*)bits;
  while (__int_as_float(old) < value) {
    int const assumed = old;
    old = atomicCAS(bits, assumed, __float_as_int(value));
    if (old == assumed) break;
  }
}
__global__ void k_maximum(float* out) { atomic_maximum(out, float((threadIdx.x * 37 + blockIdx.x) % 64)); }
void right_cas_maximum() {
  array_of<float> out(1);
  k_maximum<<<2, 64>>>(out);
  cudaDeviceSynchronize();
}

void right_callback() {
  int* x;
  cudaMallocManaged(&x, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) x[i] = 1;
  k_double<<<1, 64>>>(x);
  cudaLaunchHostFunc(0, [](void* p) { static_cast<int*>(p)[0] += 1; }, x);
  k_double<<<1, 64>>>(x);
  cudaDeviceSynchronize();
  if (x[0] != 6) std::puts("?");
  cudaFree(x);
}

// A block's sums of what is left of a diagonal: a turn's writes are the next one's reads.
__global__ void k_diagonal(int const* x, int* out) {
  __shared__ int s[2][65];
  s[0][threadIdx.x] = x[threadIdx.x];
  if (threadIdx.x == 0) s[0][64] = s[1][64] = 0;
  for (int turn = 0; turn < 4; ++turn) {
    if (turn != 2) __syncthreads();
    s[(turn + 1) % 2][threadIdx.x] = s[turn % 2][threadIdx.x + 1] + 1;  // BUG sum_left_of_diagonal
  }
  out[threadIdx.x] = s[0][threadIdx.x];
}
void sum_left_of_diagonal() {
  array_of<int> x(64), out(64);
  k_diagonal<<<1, 64>>>(x, out);
  cudaDeviceSynchronize();
}

// Arrays of a thread's own.
__global__ void k_own_table(int* out, int n) {
  int table[5];
  for (int i = 0; i < 5; ++i) table[i] = i * n;
  out[threadIdx.x] = table[threadIdx.x * n];  // BUG own_table_behind_end
}
void own_table_behind_end() {
  array_of<int> out(6);
  k_own_table<<<1, 6>>>(out, 1);
  cudaDeviceSynchronize();
}
__global__ void k_own_constants(float* out, int n) {
  float const weight[4] = {1, 2, float(n), 4};
  out[threadIdx.x] = weight[threadIdx.x];  // BUG own_constants_behind_end
}
void own_constants_behind_end() {
  array_of<float> out(5);
  k_own_constants<<<1, 5>>>(out, 3);
  cudaDeviceSynchronize();
}
__global__ void k_own_window(int const* x, int* out, int n) {
  int window[4];
  for (int i = 0; i < n + threadIdx.x; ++i)
    window[i] = x[i];  // BUG own_window_written_behind
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += window[(i * 3) % 4];
  out[threadIdx.x] = sum;
}
void own_window_written_behind() {
  array_of<int> x(8), out(2);
  k_own_window<<<1, 2>>>(x, out, 4);
  cudaDeviceSynchronize();
}
struct tail_of {
  int n;
  int data[1];
};
__global__ void k_own_tables(tail_of const* list, int* out, int n) {
  int own[8], rows[2][4];
  for (int i = 0; i < n; ++i) {
    own[i] = list->data[i];
    rows[i / 4][i % 4] = own[i];
  }
  int* const end = own + 8;
  int sum = 0;
  for (int* p = own; p != end; ++p) sum += *p;
  out[threadIdx.x] = sum + rows[threadIdx.x % 2][threadIdx.x % 4] + own[threadIdx.x % 8];
}
void right_own_tables() {
  array_of<int> list(9), out(32);
  k_own_tables<<<1, 32>>>((tail_of const*)list.p, out, 8);
  cudaDeviceSynchronize();
}

__global__ void k_rest_returns(int const* x, int* out, int n) {
  unsigned const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  __shared__ int s[64];
  s[threadIdx.x] = x[i];
  __syncthreads();
  out[i] = s[threadIdx.x / 2];
}
void right_rest_of_block_returns() {
  array_of<int> x(100), out(100);
  k_rest_returns<<<2, 64>>>(x, out, 100);
  cudaDeviceSynchronize();
}

// All threads fence what they wrote and meet, and one of them sets the flag.
template <bool all>
__global__ void k_published(int* data, unsigned* flag, int* out) {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = threadIdx.x;  // OTHER one_fence_for_all
    if (all || threadIdx.x == 0) __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) atomicExch(flag, 1u);
  } else {
    if (threadIdx.x == 0)
      while (atomicAdd(flag, 0u) == 0) {}
    __syncthreads();
    out[threadIdx.x] = data[63 - threadIdx.x];  // BUG one_fence_for_all
  }
}
void one_fence_for_all() {
  array_of<int> data(64), out(64);
  array_of<unsigned> flag(1);
  k_published<false><<<2, 64>>>(data, flag, out);
  cudaDeviceSynchronize();
}
void right_fences_then_flag() {
  array_of<int> data(64), out(64);
  array_of<unsigned> flag(1);
  k_published<true><<<2, 64>>>(data, flag, out);
  cudaDeviceSynchronize();
}

// Memory that nobody has written stays so when it is copied, and is written when it is.
void right_copy_within_device() {
  array_of<int> x(64), y(64, false), z(64, false);
  cudaMemcpy(y, z, 64 * sizeof(int), cudaMemcpyDeviceToDevice);
  cudaMemcpy(y, x, 64 * sizeof(int), cudaMemcpyDeviceToDevice);
  k_double<<<1, 64>>>(y);
  cudaDeviceSynchronize();
}

int main(int argc, char** argv) {
  run_case(argc, argv, {LIST(CASE)});
  cudaDeviceSynchronize();
}
