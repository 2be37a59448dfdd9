// SPDX-License-Identifier: MIT
// Kernels with one mistake each, or none, in further forms: lambdas, methods, functions through two calls, blocks
// of three dimensions, members and vectors, two buffers by turns, halos, groups, masks of part of a warp.
// usage: forms        lists the cases: name, kind, block, thread (- where it does not matter)
//        forms CASE   runs one
// The line that a finding names ends in `// BUG case`, the other one's in `// OTHER case`.
#include "cases.hpp"
#include "device_array.hpp"

#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>

namespace cg = cooperative_groups;

#define LIST(X) \
  X(lambda_behind_end, memory, "0,0,0", "0,0,0") \
  X(method_behind_end, memory, "0,0,0", "63,0,0") \
  X(two_calls_deep, memory, "0,0,0", "31,0,0") \
  X(volume_slice_behind, memory, "0,0,0", "0,0,3") \
  X(float4_behind_end, memory, "0,0,0", "15,0,0") \
  X(float4_of_odd_offset, memory, "0,0,0", "0,0,0") \
  X(halo_too_wide, memory, "0,0,0", "0,0,0") \
  X(dynamic_too_small, memory, "0,0,0", "32,0,0") \
  X(freed_before_launch, memory, "0,0,0", "0,0,0") \
  X(pointer_in_structure, memory, "0,0,0", "0,0,0") \
  X(atomic_behind_shared, memory, "0,0,0", "-") \
  X(launched_by_kernel, memory, "0,0,0", "16,0,0") \
  X(behind_launch_in_kernel, memory, "0,0,0", "1,0,0") \
  X(in_one_of_two_streams, memory, "0,0,0", "32,0,0") \
  X(two_buffers_one_barrier, race, "0,0,0", "-") \
  X(halo_not_awaited, race, "0,0,0", "-") \
  X(slice_of_volume, race, "0,0,0", "-") \
  X(member_of_shared_structure, race, "0,0,0", "-") \
  X(return_before_barrier, race, "0,0,0", "-") \
  X(lambda_reduction, race, "0,0,0", "-") \
  X(tile_of_sixteen, warp_race, "0,0,0", "-") \
  X(lane_zero_writes, warp_race, "0,0,0", "-") \
  X(blocks_share_halo, grid_race, "-", "-") \
  X(flag_without_fence, grid_race, "-", "-") \
  X(count_by_plain_add, grid_race, "-", "-") \
  X(float4_partly_written, uninitialised, "0,0,0", "-") \
  X(copy_too_short, uninitialised, "0,0,0", "-") \
  X(border_of_tile, uninitialised, "0,0,0", "-") \
  X(barrier_in_lambda, barrier, "0,0,0", "-") \
  X(barrier_by_warp_zero, barrier, "0,0,0", "-") \
  X(vote_of_absent_lanes, barrier, "0,0,0", "-") \
  X(freed_twice, api, "-", "-") \
  X(copy_from_host_as_device, api, "-", "-") \
  X(grid_of_zero, api, "-", "-") \
  X(pitch_leak, api, "-", "-") \
  X(right_last_block, none, "-", "-") \
  X(right_warp_counter, none, "-", "-") \
  X(right_two_buffers, none, "-", "-") \
  X(right_lock, none, "-", "-") \
  X(right_tile_of_sixteen, none, "-", "-") \
  X(right_partial_tile, none, "-", "-") \
  X(right_volume, none, "-", "-") \
  X(right_mask_of_half, none, "-", "-") \
  X(right_float4_copy, none, "-", "-") \
  X(right_return_of_all, none, "-", "-") \
  X(right_bytes, none, "-", "-") \
  X(right_shuffled_sum, none, "-", "-") \
  X(right_flag, none, "-", "-") \
  X(right_same_value, none, "-", "-") \
  X(right_known_twice, none, "-", "-")

// Memory.

__global__ void k_lambda(float* x, int n) {
  auto const scale = [&](int i) {
    x[i] *= 2;  // BUG lambda_behind_end
  };
  for (int i = threadIdx.x; i <= n; i += 32) scale(i);
}
void lambda_behind_end() {
  array_of<float> x(64);
  k_lambda<<<1, 32>>>(x, 64);
}

struct view {
  int* data;
  int n;
  __device__ int& at(int i) const { return data[i]; }
  __device__ void move(int from, int to) const {
    at(to) = at(from);  // BUG method_behind_end
  }
};
__global__ void k_method(view v) {
  if (threadIdx.x == 63) v.move(threadIdx.x + 1, threadIdx.x);
}
void method_behind_end() {
  array_of<int> x(64);
  view const v{x, 64};
  k_method<<<1, 64>>>(v);
}

__device__ float inner(float const* x, int i) {
  return x[i + 1];  // BUG two_calls_deep
}
__device__ float outer(float const* x, int i) { return inner(x, i) + 1; }
__global__ void k_deep(float const* x, float* out) { out[threadIdx.x] = outer(x, threadIdx.x); }
void two_calls_deep() {
  array_of<float> x(32), out(32);
  k_deep<<<1, 32>>>(x, out);
}

__global__ void k_volume(int* v, int nx, int ny) {
  v[(threadIdx.z * ny + threadIdx.y) * nx + threadIdx.x] = 1;  // BUG volume_slice_behind
}
void volume_slice_behind() {
  array_of<int> v(4 * 4 * 3);
  k_volume<<<1, dim3(4, 4, 4)>>>(v, 4, 4);
}
void right_volume() {
  array_of<int> v(4 * 4 * 4);
  k_volume<<<1, dim3(4, 4, 4)>>>(v, 4, 4);
}

__global__ void k_float4(float4 const* x, float4* out, int shift) {
  out[threadIdx.x] = x[threadIdx.x + shift];  // BUG float4_behind_end
}
void float4_behind_end() {
  array_of<float4> x(16), out(16);
  k_float4<<<1, 16>>>(x, out, 1);
}
void right_float4_copy() {
  array_of<float4> x(16), out(16);
  k_float4<<<1, 16>>>(x, out, 0);
}
__global__ void k_odd(float const* x, float* out) {
  float2 const v = *reinterpret_cast<float2 const*>(x + 1 + 2 * threadIdx.x);  // BUG float4_of_odd_offset
  out[threadIdx.x] = v.x + v.y;
}
void float4_of_odd_offset() {
  array_of<float> x(64), out(16);
  k_odd<<<1, 1>>>(x, out);
}

__global__ void k_halo(float const* x, float* out, int n, int radius) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int d = -radius; d <= radius; ++d)
    sum += x[i + radius + d];  // BUG halo_too_wide
  if (i < n) out[i] = sum;
}
void halo_too_wide() {
  array_of<float> x(64), out(64);
  k_halo<<<1, 1>>>(x + 60, out, 64, 2);
}

__global__ void k_small(int* out) {
  extern __shared__ int s[];
  s[threadIdx.x] = threadIdx.x;  // BUG dynamic_too_small
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x & 15];
}
void dynamic_too_small() {
  array_of<int> out(64);
  k_small<<<1, 64, 32 * sizeof(int)>>>(out);
}

__global__ void k_store(int* x) {
  x[threadIdx.x] = 1;  // BUG freed_before_launch
}
void freed_before_launch() {
  int* x;
  cudaMalloc(&x, 128);
  cudaFree(x);
  k_store<<<1, 32>>>(x);
}

struct list {
  int* next;
  int value;
};
__global__ void k_list(list* l, int* out) {
  *out = *l->next;  // BUG pointer_in_structure
}
void pointer_in_structure() {
  array_of<list> l(1);
  array_of<int> out(1);
  k_list<<<1, 1>>>(l, out);
}

__global__ void k_bins(int* out, int n) {
  __shared__ int bins[16];
  if (threadIdx.x < 16) bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[threadIdx.x % n], 1);  // BUG atomic_behind_shared
  __syncthreads();
  if (threadIdx.x < 16) out[threadIdx.x] = bins[threadIdx.x];
}
void atomic_behind_shared() {
  array_of<int> out(16);
  k_bins<<<1, 64>>>(out, 17);
}

__global__ void k_child(int* x, int shift) {
  x[threadIdx.x + shift] = 1;  // BUG launched_by_kernel, in_one_of_two_streams
}
__device__ void store_at(int* x, int i) {
  x[i] = 3;  // BUG behind_launch_in_kernel
}
__global__ void k_parent(int* x, int* y, int shift, int at) {
  if (threadIdx.x == 0) k_child<<<1, 32>>>(x, shift);
  __syncthreads();
  if (threadIdx.x == 1) store_at(y, at);
}
void launched_by_kernel() {
  array_of<int> x(32), y(64);
  k_parent<<<1, 64>>>(x, y, 16, 0);
}
void behind_launch_in_kernel() {
  array_of<int> x(32), y(64);
  k_parent<<<1, 64>>>(x, y, 0, 64);
}
void in_one_of_two_streams() {
  array_of<int> x(32), y(64);
  cudaStream_t s, t;
  cudaStreamCreate(&s);
  cudaStreamCreate(&t);
  k_child<<<1, 64, 0, s>>>(y, 0);
  k_child<<<1, 33, 0, t>>>(x, 0);
  cudaDeviceSynchronize();
  cudaStreamDestroy(s);
  cudaStreamDestroy(t);
}

// Races.

template <bool Whole>
__global__ void k_buffers(int* out, int turns) {
  __shared__ int s[2][64];
  int const t = threadIdx.x;
  s[0][t] = s[1][t] = t;
  __syncthreads();
  for (int i = 0; i < turns; ++i) {
    s[Whole ? (i + 1) & 1 : 0][t] =  // OTHER two_buffers_one_barrier
        s[i & 1][(t + 33) & 63];     // BUG two_buffers_one_barrier
    __syncthreads();
  }
  out[t] = s[turns & 1][t];
}
void two_buffers_one_barrier() {
  array_of<int> out(64);
  k_buffers<false><<<1, 64>>>(out, 4);
}
void right_two_buffers() {
  array_of<int> out(64);
  k_buffers<true><<<1, 64>>>(out, 5);
}

__global__ void k_tile(float const* x, float* out) {
  __shared__ float s[66];
  int const t = threadIdx.x;
  s[t + 1] = x[t];  // OTHER halo_not_awaited
  if (t == 0) s[0] = 0;
  if (t == 63) s[65] = 0;
  if (t == 32) out[0] = s[t];  // BUG halo_not_awaited
  __syncthreads();
  out[t] = s[t] + s[t + 2];
}
void halo_not_awaited() {
  array_of<float> x(64), out(64);
  k_tile<<<1, 64>>>(x, out);
}

__global__ void k_slices(int* out) {
  __shared__ int s[4][4][4];
  s[threadIdx.z][threadIdx.y][threadIdx.x] = threadIdx.x;  // OTHER slice_of_volume
  if (threadIdx.z == 0) out[threadIdx.y * 4 + threadIdx.x] = s[2][threadIdx.y][threadIdx.x];  // BUG slice_of_volume
}
void slice_of_volume() {
  array_of<int> out(16);
  k_slices<<<1, dim3(4, 4, 4)>>>(out);
}

struct state {
  int count;
  float sum;
};
__global__ void k_member(float* out) {
  __shared__ state s;
  if (threadIdx.x == 0) s.sum = 3;  // OTHER member_of_shared_structure
  if (threadIdx.x == 40) s.count = 1;
  if (threadIdx.x == 41) *out = s.sum;  // BUG member_of_shared_structure
}
void member_of_shared_structure() {
  array_of<float> out(1);
  k_member<<<1, 64>>>(out);
}

__global__ void k_return(int* out, int n) {
  __shared__ int s[64];
  int const t = threadIdx.x;
  s[t] = t;  // OTHER return_before_barrier
  if (t >= n) {
    out[t] = s[t - 32];  // BUG return_before_barrier
    return;
  }
  __syncthreads();
  out[t] = s[(t + 32) & 63];
}
void return_before_barrier() {
  array_of<int> out(64);
  k_return<<<1, 64>>>(out, 48);
}
__global__ void k_return_all(int* out, int n) {
  __shared__ int s[64];
  int const t = threadIdx.x;
  if (int(blockIdx.x) >= n) return;
  s[t] = t;
  __syncthreads();
  out[t] = s[63 - t];
}
void right_return_of_all() {
  array_of<int> out(64);
  k_return_all<<<3, 64>>>(out, 1);
}

__global__ void k_fold(int* out) {
  __shared__ int s[128];
  int const t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  auto const fold = [&](int d) {
    if (t < d) s[t] += s[t + d];  // BUG lambda_reduction
  };
  fold(64);
  fold(32);
  __syncthreads();
  if (t == 0) *out = s[0];
}
void lambda_reduction() {
  array_of<int> out(1);
  k_fold<<<1, 128>>>(out);
}

template <bool Synced>
__global__ void k_sixteen(int* out) {
  __shared__ int s[64];
  auto const tile = cg::tiled_partition<16>(cg::this_thread_block());
  int const t = threadIdx.x;
  s[t] = t;  // OTHER tile_of_sixteen
  if (Synced) tile.sync();
  out[t] = s[t ^ 15];  // BUG tile_of_sixteen
}
void tile_of_sixteen() {
  array_of<int> out(64);
  k_sixteen<false><<<1, 64>>>(out);
}
void right_tile_of_sixteen() {
  array_of<int> out(64);
  k_sixteen<true><<<1, 64>>>(out);
}
void right_partial_tile() {
  array_of<int> out(64);
  k_sixteen<true><<<1, 48>>>(out);
}

__global__ void k_lane_zero(int* out) {
  __shared__ int s[2];
  int const w = threadIdx.x / 32;
  if (threadIdx.x % 32 == 0) s[w] = w + 5;  // OTHER lane_zero_writes
  out[threadIdx.x] = s[w];                  // BUG lane_zero_writes
}
void lane_zero_writes() {
  array_of<int> out(64);
  k_lane_zero<<<1, 64>>>(out);
}

__global__ void k_share(int* x) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = i;                                          // OTHER blocks_share_halo
  if (threadIdx.x == 0 && i > 0) x[64] = x[i - 1];  // BUG blocks_share_halo
}
void blocks_share_halo() {
  array_of<int> x(65);
  k_share<<<2, 32>>>(x);
}

template <bool Fenced>
__global__ void k_flag(int* data, int volatile* flag, int* out) {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = 7;  // OTHER flag_without_fence
    if (Fenced) __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
      if (Fenced) __threadfence();
      *flag = 1;
    }
  } else {
    if (threadIdx.x == 0)
      while (*flag == 0) {
      }
    __syncthreads();
    out[threadIdx.x] = data[threadIdx.x];  // BUG flag_without_fence
  }
}
void flag_without_fence() {
  array_of<int> data(32), flag(1), out(32);
  k_flag<false><<<2, 32>>>(data, flag, out);
}
void right_flag() {
  array_of<int> data(32), flag(1), out(32);
  k_flag<true><<<2, 32>>>(data, flag, out);
}

__global__ void k_plain_add(int* count, int const* x) {
  if (x[blockIdx.x] == 0) *count += 1;  // BUG count_by_plain_add
}
void count_by_plain_add() {
  array_of<int> count(1), x(4);
  k_plain_add<<<4, 1>>>(count, x);
}

// Bytes that nobody has written.

__global__ void k_parts(float4* x, float* out) {
  x[0].x = 1;
  x[0].y = 2;
  x[0].z = 3;
  *out = x[0].x + x[0].w;  // BUG float4_partly_written
}
void float4_partly_written() {
  array_of<float4> x(1, false);
  array_of<float> out(1);
  k_parts<<<1, 1>>>(x, out);
}
__global__ void k_read_all(int const* x, int* out) {
  out[threadIdx.x] = x[threadIdx.x];  // BUG copy_too_short
}
void copy_too_short() {
  array_of<int> x(64, false), out(64);
  int host[64] = {};
  cudaMemcpy(x, host, 48, cudaMemcpyHostToDevice);  // bytes, not elements
  k_read_all<<<1, 64>>>(x, out);
}
__global__ void k_border(float const* x, float* out) {
  __shared__ float s[18][18];
  int const i = threadIdx.x, j = threadIdx.y;
  s[j + 1][i + 1] = x[j * 16 + i];
  __syncthreads();
  out[j * 16 + i] = s[j][i + 1] + s[j + 2][i + 1];  // BUG border_of_tile
}
void border_of_tile() {
  array_of<float> x(256), out(256);
  k_border<<<1, dim3(16, 16)>>>(x, out);
}

// Barriers.

__global__ void k_barrier_lambda(int* out) {
  auto const meet = [&] {
    __syncthreads();  // BUG barrier_in_lambda
  };
  if (threadIdx.x < 40) meet();
  out[threadIdx.x] = 1;
}
void barrier_in_lambda() {
  array_of<int> out(64);
  k_barrier_lambda<<<1, 64>>>(out);
}
__global__ void k_warp_zero(int* out) {
  __shared__ int s;
  if (threadIdx.x / 32 == 0) {
    if (threadIdx.x == 0) s = 4;
    __syncthreads();  // BUG barrier_by_warp_zero
    out[threadIdx.x] = s;
  } else {
    out[threadIdx.x] = 0;
  }
}
void barrier_by_warp_zero() {
  array_of<int> out(96);
  k_warp_zero<<<1, 96>>>(out);
}
__global__ void k_absent(unsigned* out) {
  if (threadIdx.x < 20)
    out[threadIdx.x] = __ballot_sync(0xffffffffu, 1);  // BUG vote_of_absent_lanes
}
void vote_of_absent_lanes() {
  array_of<unsigned> out(32);
  k_absent<<<1, 32>>>(out);
}

// Calls.

void freed_twice() {
  int* x;
  cudaMalloc(&x, 64);
  cudaFree(x);
  cudaFree(x);  // BUG freed_twice
}
void copy_from_host_as_device() {
  array_of<int> x(16);
  int host[16] = {};
  cudaMemcpy(x, host, sizeof host, cudaMemcpyDeviceToDevice);  // BUG copy_from_host_as_device
}
void grid_of_zero() {
  array_of<int> x(32);
  int const n = 0;
  k_store<<<n / 32, 32>>>(x);  // BUG grid_of_zero
}
void pitch_leak() {
  void* x;
  std::size_t pitch;
  cudaMallocPitch(&x, &pitch, 100, 4);  // BUG pitch_leak
}

// Correct ones.

__device__ unsigned arrived;
__global__ void k_last(int const* in, int* parts, int* out) {
  __shared__ bool last;
  __shared__ int s;
  if (threadIdx.x == 0) s = 0;
  __syncthreads();
  atomicAdd(&s, in[blockIdx.x * 64 + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = s;
    __threadfence();
    last = atomicInc(&arrived, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last) return;
  if (threadIdx.x == 0) {
    int sum = 0;
    for (unsigned i = 0; i < gridDim.x; ++i) sum += static_cast<int volatile*>(parts)[i];
    *out = sum;
  }
}
void right_last_block() {
  array_of<int> in(512), parts(8), out(1);
  k_last<<<8, 64>>>(in, parts, out);
}

__global__ void k_counter(int* count, int* out) {
  if (threadIdx.x % 3 != 0) {
    unsigned const mask = __activemask();
    int const leader = __ffs(mask) - 1;
    int const lane = threadIdx.x % 32;
    int base = 0;
    if (lane == leader) base = atomicAdd(count, __popc(mask));
    base = __shfl_sync(mask, base, leader);
    out[base + __popc(mask & ((1u << lane) - 1))] = threadIdx.x;
  }
}
void right_warp_counter() {
  array_of<int> count(1), out(256);
  k_counter<<<2, 96>>>(count, out);
}

__device__ int lock;
__global__ void k_lock(int* sum) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    __threadfence();
    *sum += 1;
    __threadfence();
    atomicExch(&lock, 0);
  }
}
void right_lock() {
  array_of<int> sum(1);
  k_lock<<<6, 32>>>(sum);
}

__global__ void k_half(int* out) {
  int const lane = threadIdx.x % 32;
  int v = lane;
  if (lane < 16)
    for (int d = 8; d > 0; d /= 2) v += __shfl_down_sync(0x0000ffffu, v, d, 16);
  out[threadIdx.x] = v;
}
void right_mask_of_half() {
  array_of<int> out(64);
  k_half<<<1, 64>>>(out);
}

__global__ void k_bytes(unsigned char* x, short* y, double* z) {
  __shared__ unsigned char s[64];
  s[threadIdx.x] = threadIdx.x;
  x[threadIdx.x] = threadIdx.x;
  y[threadIdx.x] = s[threadIdx.x];
  z[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  y[threadIdx.x] += s[63 - threadIdx.x];
}
void right_bytes() {
  array_of<unsigned char> x(64, false);
  array_of<short> y(64, false);
  array_of<double> z(64, false);
  k_bytes<<<1, 64>>>(x, y, z);
}

__global__ void k_warp_sum(int const* x, int* out) {
  __shared__ int s[32];
  int v = x[threadIdx.x];
  for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(0xffffffffu, v, d);
  if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = v;
  __syncthreads();
  if (threadIdx.x < 32) {
    v = threadIdx.x < blockDim.x / 32 ? s[threadIdx.x] : 0;
    for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(0xffffffffu, v, d);
    if (threadIdx.x == 0) *out = v;
  }
}
void right_shuffled_sum() {
  array_of<int> x(256), out(1);
  k_warp_sum<<<1, 256>>>(x, out);
}

__global__ void k_same(int* found, int const* x) {
  if (x[blockIdx.x * 32 + threadIdx.x] == 0) *found = 1;
}
void right_same_value() {
  array_of<int> found(1), x(128);
  k_same<<<4, 32>>>(found, x);
}

// The same words by the same threads, behind barriers and by others in turn.
__global__ void k_twice(int* x) {
  __shared__ int s[64];
  int const t = threadIdx.x;
  for (int i = 0; i < 3; ++i) {
    s[t] = i;
    s[t] += x[t];
    __syncthreads();
    x[63 - t] = s[63 - t];
    __syncthreads();
    s[63 - t] += x[t];
    __syncthreads();
  }
}
void right_known_twice() {
  array_of<int> x(64);
  k_twice<<<1, 64>>>(x);
  k_twice<<<1, 64>>>(x);
}

int main(int argc, char** argv) {
  run_case(argc, argv, {LIST(CASE)});
  cudaDeviceSynchronize();
}
