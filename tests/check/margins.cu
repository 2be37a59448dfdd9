// SPDX-License-Identifier: MIT
// What leaves an array by little and meets another: a thread's own arrays, members, rows; copies that nobody has waited
// for; fences that other blocks do not see.
// usage: margins         lists the cases: name, kind, block, thread (- where it does not matter)
//        margins CASE    runs one
// The line that a finding names ends in `// BUG case`, the other one's in `// OTHER case`.
#include "cases.hpp"
#include "device_array.hpp"

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

#define LIST(X) \
  X(own_written_behind, memory, "0,0,0", "0,0,0") \
  X(own_read_before, memory, "0,0,0", "0,0,0") \
  X(own_by_pointer, memory, "0,0,0", "0,0,0") \
  X(own_by_function, memory, "0,0,0", "0,0,0") \
  X(own_swapped_behind, memory, "0,0,0", "0,0,0") \
  X(own_text_too_long, memory, "0,0,0", "0,0,0") \
  X(own_second_of_two, memory, "0,0,0", "3,0,0") \
  X(own_stack_too_deep, memory, "0,0,0", "0,0,0") \
  X(own_row_left, memory, "0,0,0", "-") \
  X(member_left, memory, "0,0,0", "31,0,0") \
  X(row_left, memory, "0,0,0", "-") \
  X(copy_not_awaited, race, "0,0,0", "-") \
  X(copy_awaited_by_one, race, "0,0,0", "-") \
  X(copy_of_last_stage, race, "0,0,0", "-") \
  X(copy_never_committed, race, "0,0,0", "-") \
  X(copy_of_group_not_awaited, race, "0,0,0", "-") \
  X(stage_filled_too_early, race, "0,0,0", "-") \
  X(fence_of_block_alone, grid_race, "-", "-") \
  X(last_block_by_block_fence, grid_race, "-", "-") \
  X(fence_for_barrier, race, "0,0,0", "-") \
  X(columns_turned_in_warp, warp_race, "0,0,0", "-") \
  X(counted_by_block_alone, grid_race, "-", "-") \
  X(flag_by_block_alone, grid_race, "-", "-") \
  X(texture_of_freed, memory, "0,0,0", "-") \
  X(texture_of_freed_array, memory, "0,0,0", "-") \
  X(texture_destroyed, memory, "0,0,0", "-") \
  X(surface_behind, memory, "0,0,0", "-") \
  X(unregistered_before_launch, memory, "0,0,0", "-") \
  X(bytes_read_early, race, "0,0,0", "-") \
  X(bytes_in_place, grid_race, "-", "-") \
  X(byte_counted_by_two, grid_race, "-", "-") \
  X(word_over_bytes, grid_race, "-", "-") \
  X(right_own_arrays, none, "-", "-") \
  X(right_own_in_switch, none, "-", "-") \
  X(right_own_recursion, none, "-", "-") \
  X(right_rows_as_one, none, "-", "-") \
  X(right_element_address, none, "-", "-") \
  X(right_members, none, "-", "-") \
  X(right_copies, none, "-", "-") \
  X(right_copies_in_stages, none, "-", "-") \
  X(right_copy_of_group, none, "-", "-") \
  X(right_fence_of_block, none, "-", "-") \
  X(right_both_fences, none, "-", "-") \
  X(right_barrier_behind_fence, none, "-", "-") \
  X(right_fences_in_turn, none, "-", "-") \
  X(right_block_counters, none, "-", "-") \
  X(right_textures, none, "-", "-") \
  X(right_bytes, none, "-", "-")

// A thread's own arrays.
__global__ void k_own_written(int* out, int n) {
  int a[8];
  for (int i = 0; i <= n; ++i)
    a[i] = i;  // BUG own_written_behind
  out[threadIdx.x] = a[n / 2];
}
void own_written_behind() {
  array_of<int> out(1);
  k_own_written<<<1, 1>>>(out, 8);
}
__global__ void k_own_before(float* out, int k) {
  float const weight[4] = {1, 2, 3, 4};
  out[threadIdx.x] = weight[int(threadIdx.x) - k];  // BUG own_read_before
}
void own_read_before() {
  array_of<float> out(4);
  k_own_before<<<1, 4>>>(out, 1);
}
__global__ void k_own_pointer(int* out, int n) {
  int a[4];
  int* p = a;
  for (int i = 0; i <= n; ++i)
    *p++ = i;  // BUG own_by_pointer
  out[threadIdx.x] = a[n / 2];
}
void own_by_pointer() {
  array_of<int> out(1);
  k_own_pointer<<<1, 1>>>(out, 4);
}
template <class T>
__device__ __noinline__ void count_up(T* p, int n) {
  for (int i = 0; i < n; ++i)
    p[i] = T(i);  // BUG own_by_function
}
template <class T>
__global__ void k_own_function(T* out, int n) {
  T a[4];
  count_up(a, n);
  out[threadIdx.x] = a[0] + a[3];
}
void own_by_function() {
  array_of<double> out(1);
  k_own_function<<<1, 1>>>(out.p, 5);
}
__global__ void k_own_sorted(int* out, int n) {
  int a[8];
  for (int i = 0; i < 8; ++i) a[i] = i * 5 % 8;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n - 1; ++j)
      if (a[j] > a[j + 1]) {  // BUG own_swapped_behind
        int const h = a[j];
        a[j] = a[j + 1];  // BUG own_swapped_behind
        a[j + 1] = h;     // BUG own_swapped_behind
      }
  out[threadIdx.x] = a[0];
}
void own_swapped_behind() {
  array_of<int> out(1);
  k_own_sorted<<<1, 1>>>(out, 9);
}
__global__ void k_own_text(char const* text, int* out) {
  char own[8];
  int n = 0;
  while (text[n] != 0) {
    own[n] = text[n];  // BUG own_text_too_long
    ++n;
  }
  out[threadIdx.x] = own[n / 2];
}
void own_text_too_long() {
  array_of<char> text(16);
  array_of<int> out(1);
  cudaMemcpy(text, "123456789", 10, cudaMemcpyHostToDevice);
  k_own_text<<<1, 1>>>(text, out);
}
__global__ void k_own_two(int* out, int n) {
  int first[4] = {1, 2, 3, 4}, second[2] = {n, n}, sum = 0;
  for (int i = 0; i < threadIdx.x; ++i)
    sum += first[i] + second[i];  // BUG own_second_of_two
  out[threadIdx.x] = sum;
}
void own_second_of_two() {
  array_of<int> out(4);
  k_own_two<<<1, 4>>>(out, 1);
}
struct own_stack {
  int top = 0;
  int item[4];
  int guard = 0;
  __device__ void push(int v) {
    item[top++] = v;  // BUG own_stack_too_deep
  }
};
__global__ void k_own_stack(int* out, int n) {
  own_stack s;
  for (int i = 0; i < n; ++i) s.push(i);
  out[threadIdx.x] = s.item[n - 2] + s.guard;
}
void own_stack_too_deep() {
  array_of<int> out(1);
  k_own_stack<<<1, 1>>>(out, 5);
}
__global__ void k_own_rows(int* out, int column) {
  int m[3][4];
  for (int i = 0; i < 12; ++i) m[i / 4][i % 4] = i;
  out[threadIdx.x] = m[threadIdx.x][column];  // BUG own_row_left
}
void own_row_left() {
  array_of<int> out(2);
  k_own_rows<<<1, 2>>>(out, 4);
}
__global__ void k_own_all(int* out, int n) {
  int a[8], b[4] = {n, n}, c[] = {1, 2, 3}, sum = 0;
  float const weight[2][2] = {{1, 2}, {3, 4}};
  for (int i = 0; i < 8; ++i) a[i] = i;
  for (int* p = a; p != a + 8; ++p) sum += *p;
  count_up(a, int(sizeof a / sizeof a[0]));
  for (int i = 0; i < n; ++i) {
    int inner[4]{i, i + 1};
    sum += inner[i % 4] + b[i % 4] + c[i % 3] + int(weight[i % 2][i / 2 % 2]);
  }
  auto const from_copy = [=](int i) { return a[i % 8]; };
  auto const from_reference = [&](int i) -> int& { return a[i % 8]; };
  from_reference(n) = from_copy(n + 1);
  out[threadIdx.x] = sum + a[n % 8];
}
void right_own_arrays() {
  array_of<int> out(32);
  k_own_all<<<1, 32>>>(out, 4);
}
__global__ void k_own_switch(int* out, int n) {
  switch (threadIdx.x % 3) {
    case 0:
      int a[4];
      a[n % 4] = n;
      out[threadIdx.x] = a[n % 4];
      break;
    case 1: {
      int b[4] = {1, 2};
      out[threadIdx.x] = b[n % 2];
      break;
    }
    default:
      out[threadIdx.x] = 0;
  }
}
void right_own_in_switch() {
  array_of<int> out(32);
  k_own_switch<<<1, 32>>>(out, 5);
}
__device__ int deepest(int n) {
  int a[4];
  for (int i = 0; i < 4; ++i) a[i] = n + i;
  if (n > 0) a[n % 4] += deepest(n - 1);
  return a[n % 4];
}
__global__ void k_own_deep(int* out) { out[threadIdx.x] = deepest(threadIdx.x % 5); }
void right_own_recursion() {
  array_of<int> out(32);
  k_own_deep<<<1, 32>>>(out);
}

// Members and rows of shared memory.
struct pair_of_arrays {
  int a[32];
  int b[32];
};
template <int step>
__global__ void k_members(int* out) {
  __shared__ pair_of_arrays s;
  s.b[threadIdx.x] = threadIdx.x;
  s.a[threadIdx.x] = 2 * threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s.a[threadIdx.x + step];  // BUG member_left
}
void member_left() {
  array_of<int> out(32);
  k_members<1><<<1, 32>>>(out);
}
void right_members() {
  array_of<int> out(32);
  k_members<0><<<1, 32>>>(out);
}
__global__ void k_rows(float* out) {
  __shared__ float tile[4][8];
  tile[threadIdx.y][threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.y < 3)
    out[threadIdx.y * 8 + threadIdx.x] = tile[threadIdx.y][threadIdx.x + 1];  // BUG row_left
}
void row_left() {
  array_of<float> out(32);
  k_rows<<<1, dim3(8, 4)>>>(out);
}
__global__ void k_rows_as_one(float* out) {
  __shared__ float tile[4][8];
  tile[0][threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x / 8][threadIdx.x % 8];
}
void right_rows_as_one() {
  array_of<float> out(32);
  k_rows_as_one<<<1, 32>>>(out);
}
__global__ void k_element_address(float* out) {
  __shared__ float tile[4][8];
  tile[threadIdx.x / 8][threadIdx.x % 8] = threadIdx.x;
  __syncthreads();
  float const* const end = &tile[3][8];
  out[threadIdx.x] = *(end - 1 - threadIdx.x);
}
void right_element_address() {
  array_of<float> out(32);
  k_element_address<<<1, 32>>>(out);
}

// Copies that go on until they are waited for.
enum class waits { none, of_some, all, uncommitted };
template <waits how>
__global__ void k_copies(int const* x, int* out) {
  __shared__ int s[64];
  __pipeline_memcpy_async(&s[threadIdx.x], &x[threadIdx.x], 4);  // BUG copy_not_awaited, copy_awaited_by_one, copy_never_committed
  if (how != waits::uncommitted) __pipeline_commit();
  if (how != waits::none && (how != waits::of_some || threadIdx.x != 5)) __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];  // BUG copy_not_awaited, copy_awaited_by_one, copy_never_committed
}
template <waits how>
void run_copies() {
  array_of<int> x(64), out(64);
  k_copies<how><<<1, 64>>>(x, out);
  cudaDeviceSynchronize();
}
void copy_not_awaited() { run_copies<waits::none>(); }
void copy_awaited_by_one() { run_copies<waits::of_some>(); }
void copy_never_committed() { run_copies<waits::uncommitted>(); }
void right_copies() { run_copies<waits::all>(); }

template <int last, bool frees>
__global__ void k_stages(float4 const* x, float4* out, int n) {
  __shared__ float4 s[2][32];
  int const t = threadIdx.x;
  float4 sum = {};
  __pipeline_memcpy_async(&s[0][t], &x[t], 16);  // BUG copy_of_last_stage
  __pipeline_commit();
  for (int i = 0; i < n; ++i) {
    if (i + 1 < n)
      __pipeline_memcpy_async(&s[(i + 1) % 2][t], &x[(i + 1) * 32 + t], 16);  // BUG copy_of_last_stage, stage_filled_too_early
    __pipeline_commit();
    __pipeline_wait_prior(last);
    __syncthreads();
    float4 const v = s[i % 2][31 - t];  // BUG copy_of_last_stage, stage_filled_too_early
    sum.x += v.x + v.w;
    if (frees) __syncthreads();
  }
  out[t] = sum;
}
template <int last, bool frees>
void run_stages() {
  array_of<float4> x(128), out(32);
  k_stages<last, frees><<<1, 32>>>(x, out, 4);
  cudaDeviceSynchronize();
}
void copy_of_last_stage() { run_stages<2, true>(); }
void stage_filled_too_early() { run_stages<1, false>(); }
void right_copies_in_stages() { run_stages<1, true>(); }

template <bool awaited>
__global__ void k_copy_of_group(int const* x, int* out) {
  __shared__ int s[64];
  auto const block = cg::this_thread_block();
  cg::memcpy_async(block, s, x, sizeof s);  // BUG copy_of_group_not_awaited
  if (awaited)
    cg::wait(block);
  else
    block.sync();
  out[threadIdx.x] = s[63 - threadIdx.x];  // BUG copy_of_group_not_awaited
}
void copy_of_group_not_awaited() {
  array_of<int> x(64), out(64);
  k_copy_of_group<false><<<1, 64>>>(x, out);
}
void right_copy_of_group() {
  array_of<int> x(64), out(64);
  k_copy_of_group<true><<<1, 64>>>(x, out);
}

// Fences: how far they reach.
template <bool wide>
__global__ void k_handed_on(int* data, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *data = 1;  // OTHER fence_of_block_alone
    if (wide) __threadfence();
    __threadfence_block();
    atomicExch(flag, 1);
  } else if (atomicAdd(flag, 0) == 1) {
    __threadfence();
    *out = *data;  // BUG fence_of_block_alone
  }
}
template <bool wide>
void run_handed_on() {
  array_of<int> data(1), flag(1), out(1);
  k_handed_on<wide><<<2, 32>>>(data, flag, out);
  cudaDeviceSynchronize();
}
void fence_of_block_alone() { run_handed_on<false>(); }
void right_both_fences() { run_handed_on<true>(); }

// A fence orders what its thread does; what the others did is seen behind a barrier only.
template <bool Barrier>
__global__ void k_fenced(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;  // OTHER fence_for_barrier
  __threadfence();
  if (Barrier) __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];  // BUG fence_for_barrier
}
void fence_for_barrier() {
  array_of<int> out(64);
  k_fenced<false><<<1, 64>>>(out);
}
void right_barrier_behind_fence() {
  array_of<int> out(64);
  k_fenced<true><<<1, 64>>>(out);
}

__device__ unsigned blocks_done;
__global__ void k_last_block(float* sums, float* all) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = blockIdx.x;  // OTHER last_block_by_block_fence
    __threadfence_block();
    last = atomicInc(&blocks_done, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x < gridDim.x)
    atomicAdd(all, sums[threadIdx.x]);  // BUG last_block_by_block_fence
}
void last_block_by_block_fence() {
  array_of<float> sums(8), all(1);
  k_last_block<<<8, 64>>>(sums, all);
}
__global__ void k_within_block(int* data, int* flag, int* out) {
  if (threadIdx.x == 32) {
    data[blockIdx.x] = 7;
    __threadfence_block();
    atomicExch(&flag[blockIdx.x], 1);
  }
  if (threadIdx.x == 0) {
    while (atomicAdd(&flag[blockIdx.x], 0) == 0) {
    }
    __threadfence_block();
    out[blockIdx.x] = data[blockIdx.x];
  }
}
void right_fence_of_block() {
  array_of<int> data(2), flag(2), out(2);
  k_within_block<<<2, 64>>>(data, flag, out);
}
// From one thread to another by a fence of the block, from that one to the next block by a wide one.
__global__ void k_in_turn(int* data, int* near, int* far, int* out) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    *data = 3;
    __threadfence_block();
    atomicExch(near, 1);
  }
  if (blockIdx.x == 0 && threadIdx.x == 32) {
    while (atomicAdd(near, 0) == 0) {
    }
    __threadfence();
    atomicExch(far, 1);
  }
  if (blockIdx.x == 1 && threadIdx.x == 0 && atomicAdd(far, 0) == 1) {
    __threadfence();
    *out = *data;
  }
}
void right_fences_in_turn() {
  array_of<int> data(1), near(1), far(1), out(1);
  k_in_turn<<<2, 64>>>(data, near, far, out);
}

// What a thread has read too early and written itself, before another one wrote it: a race, not an unwritten read.
__global__ void k_turned(float const* x, float* out) {
  __shared__ float s[8 * 9];
  unsigned const t = threadIdx.x;
  float own[8];
  for (int i = 0; i < 8; ++i)
    s[i * 9 + t] = x[i * 8 + t];  // OTHER columns_turned_in_warp
  for (int i = 0; i < 8; ++i)
    own[i] = s[t * 9 + i];  // BUG columns_turned_in_warp
  for (int i = 0; i < 8; ++i)
    s[t * 9 + i] = 2 * own[i];  // BUG columns_turned_in_warp
  for (int i = 0; i < 8; ++i)
    out[i * 8 + t] = s[i * 9 + t];  // BUG columns_turned_in_warp
}
void columns_turned_in_warp() {
  array_of<float> x(64), out(64);
  k_turned<<<1, 8>>>(x, out);
}

// Atomics that are one step for a block alone.
__global__ void k_block_count(int* sum) {
  atomicAdd_block(sum, 1);  // BUG counted_by_block_alone
}
void counted_by_block_alone() {
  array_of<int> sum(1);
  k_block_count<<<4, 64>>>(sum);
}
__global__ void k_block_counts(int* sums, int* all) {
  atomicAdd_block(&sums[blockIdx.x], 1);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd_system(all, atomicCAS_block(&sums[blockIdx.x], 64, 0));
}
void right_block_counters() {
  array_of<int> sums(4), all(1);
  k_block_counts<<<4, 64>>>(sums, all);
}
__global__ void k_block_flag(int* data, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *data = 4;  // OTHER flag_by_block_alone
    __threadfence();
    atomicExch_block(flag, 1);  // BUG flag_by_block_alone
  } else if (atomicAdd(flag, 0) == 1) {  // BUG flag_by_block_alone
    *out = *data;                        // BUG flag_by_block_alone
  }
}
void flag_by_block_alone() {
  array_of<int> data(1), flag(1), out(1);
  k_block_flag<<<2, 32>>>(data, flag, out);
}

// What is gone while something still names it.
__global__ void k_texels(cudaTextureObject_t t, float* out) {
  out[threadIdx.x] = tex1Dfetch<float>(t, threadIdx.x);  // BUG texture_of_freed
}
static void linear(bool freed) {
  float* x;
  cudaMalloc(&x, 128);
  cudaMemset(x, 0, 128);
  array_of<float> out(32);
  cudaResourceDesc r{};
  r.resType = cudaResourceTypeLinear;
  r.res.linear.devPtr = x;
  r.res.linear.desc = cudaCreateChannelDesc<float>();
  r.res.linear.sizeInBytes = 128;
  cudaTextureDesc d{};
  cudaTextureObject_t t;
  cudaCreateTextureObject(&t, &r, &d, nullptr);
  if (freed) cudaFree(x);
  k_texels<<<1, 32>>>(t, out);
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(t);
  if (!freed) cudaFree(x);
}
void texture_of_freed() { linear(true); }
__global__ void k_plane(cudaTextureObject_t t, float* out) {
  out[threadIdx.x] = tex2D<float>(t, threadIdx.x - 4.f, 40.f);  // BUG texture_of_freed_array, texture_destroyed
}
__global__ void k_surface(cudaSurfaceObject_t s, int shift) {
  surf2Dwrite(1.f, s, (threadIdx.x + shift) * 4, 0);  // BUG surface_behind
}
static void plane(bool freed, bool destroyed, int shift) {
  cudaArray_t a;
  auto const format = cudaCreateChannelDesc<float>();
  cudaMallocArray(&a, &format, 32, 8, cudaArraySurfaceLoadStore);
  array_of<float> out(32);
  cudaResourceDesc r{};
  r.resType = cudaResourceTypeArray;
  r.res.array.array = a;
  cudaTextureDesc d{};
  d.addressMode[0] = d.addressMode[1] = cudaAddressModeClamp;
  cudaTextureObject_t t;
  cudaSurfaceObject_t s;
  cudaCreateTextureObject(&t, &r, &d, nullptr);
  cudaCreateSurfaceObject(&s, &r);
  k_surface<<<1, 32>>>(s, shift);
  cudaDeviceSynchronize();
  if (freed) cudaFreeArray(a);
  if (destroyed) cudaDestroyTextureObject(t);
  if (shift == 0) k_plane<<<1, 32>>>(t, out);
  cudaDeviceSynchronize();
  cudaDestroySurfaceObject(s);
  if (!destroyed) cudaDestroyTextureObject(t);
  if (!freed) cudaFreeArray(a);
}
void texture_of_freed_array() { plane(true, false, 0); }
void texture_destroyed() { plane(false, true, 0); }
void surface_behind() { plane(false, false, 1); }
void right_textures() {
  linear(false);
  plane(false, false, 0);
}
__global__ void k_fill_host(int* x) {
  x[threadIdx.x] = 1;  // BUG unregistered_before_launch
}
void unregistered_before_launch() {
  void* const memory = aligned_alloc(4096, 4096);
  cudaHostRegister(memory, 4096, cudaHostRegisterMapped);
  void* p;
  cudaHostGetDevicePointer(&p, memory, 0);
  cudaHostUnregister(memory);
  k_fill_host<<<1, 32>>>(static_cast<int*>(p));
  cudaDeviceSynchronize();
  free(memory);
}

// Bytes of a word that differ by who accesses them.
__global__ void k_bytes(unsigned char const* x, unsigned char* out, int early) {
  __shared__ unsigned char s[128];
  int const t = threadIdx.x;
  s[t] = x[t];  // BUG bytes_read_early
  if (!early) __syncthreads();
  out[t] = s[(t + 37) % 128] + s[127 - t];  // BUG bytes_read_early
  __syncthreads();
  if (t < 32) reinterpret_cast<unsigned*>(s)[t] = t;
  __syncthreads();
  out[t] += s[t ^ 1] + reinterpret_cast<unsigned short*>(s)[t / 2];
}
void bytes_read_early() {
  array_of<unsigned char> x(128), out(128);
  k_bytes<<<1, 128>>>(x, out, 1);
}
template <bool in_place>
__global__ void k_blurred(unsigned char* x, unsigned char* out, int n) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0 || i >= n - 1) return;
  int const sum = x[i - 1] + x[i] + x[i + 1];  // BUG bytes_in_place
  if (in_place) x[i] = sum / 3 + 1;            // BUG bytes_in_place
  else out[i] = sum / 3;
}
void bytes_in_place() {
  array_of<unsigned char> x(512);
  k_blurred<true><<<4, 128>>>(x, x, 512);
}
__global__ void k_byte_counts(unsigned char* bins) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  bins[i % 254] += 1;  // BUG byte_counted_by_two
}
void byte_counted_by_two() {
  array_of<unsigned char> bins(256);
  k_byte_counts<<<2, 128>>>(bins);
}
__global__ void k_word_over(unsigned char* x) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = i + 1;                                            // OTHER word_over_bytes
  if (i == 200) *reinterpret_cast<unsigned*>(x + 40) = 0;  // BUG word_over_bytes
}
void word_over_bytes() {
  array_of<unsigned char> x(256);
  k_word_over<<<2, 128>>>(x);
}
void right_bytes() {
  array_of<unsigned char> x(512), out(512);
  k_bytes<<<1, 128>>>(x, out, 0);
  for (int k = 0; k < 2; ++k) {
    k_blurred<false><<<4, 128>>>(x, out, 512);
    k_blurred<false><<<4, 128>>>(out, x, 512);
  }
}

int main(int argc, char** argv) {
  run_case(argc, argv, {LIST(CASE)});
  cudaDeviceSynchronize();
}
