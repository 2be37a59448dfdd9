// SPDX-License-Identifier: MIT
// Kernels with one mistake each, and correct ones that look like it. What is wrong, and on which line, stands
// behind each case and in `expected`.
// usage: bugs            lists the cases: name, kind, what is expected
//        bugs CASE       runs one
// Kinds: memory, race (shared), grid_race (global memory, between blocks; no NVIDIA tool sees it), warp_race,
//        uninitialised, barrier, api, none (nothing may be reported).
#include <cstdio>
#include <cstring>
#include <cstdlib>
#include <cuda_runtime.h>

#define LIST(X) \
  X(store_one_past_the_end, memory, "write of 4 bytes, 0 bytes behind an allocation of 1000 ints, by block 3 thread 232") \
  X(load_before_the_start, memory, "read of 4 bytes before an allocation, by block 0 thread 0") \
  X(misaligned_vector, memory, "16-byte read of an address that is 4 modulo 16") \
  X(misaligned_int, memory, "4-byte read of an odd address") \
  X(shared_past_the_end, memory, "shared array of 256 floats read at 256 by thread 255") \
  X(dynamic_shared_past_the_end, memory, "dynamic shared memory of 512 bytes written at 512 by thread 128") \
  X(use_after_free, memory, "write to freed memory") \
  X(null_pointer, memory, "write through a null pointer") \
  X(host_pointer, memory, "read of a plain host array") \
  X(atomic_out_of_bounds, memory, "atomicAdd behind 64 bins") \
  X(double_free, api, "cudaFree of freed memory") \
  X(copy_too_large, api, "cudaMemcpy of 8 bytes more than the allocation has") \
  X(leak, api, "one cudaMalloc of 4096 bytes never freed") \
  X(device_heap_overrun, memory, "write behind a device malloc of 16 bytes") \
  X(neighbour_without_barrier, race, "s[t] written, s[t + 1] read, no barrier between: read after write") \
  X(overwritten_too_early, race, "s[t] read by others, then written with no barrier: write after read") \
  X(all_write_one, race, "all threads write s[0] different values: write after write") \
  X(tree_without_barrier, race, "reduction whose loop has no barrier") \
  X(bins_without_atomics, race, "shared bins counted by ++") \
  X(double_buffer_one_barrier, race, "second barrier of a ping-pong buffer missing") \
  X(warp_without_syncwarp, warp_race, "lanes exchange through shared memory without __syncwarp") \
  X(everybody_writes_one_global, grid_race, "out[0] stored by each block, different values") \
  X(in_place_stencil, grid_race, "x[i] = x[i - 1] + x[i + 1] in place, across blocks") \
  X(global_bins_without_atomics, grid_race, "bins[data[i]] += 1 by all blocks") \
  X(flag_without_fence, grid_race, "block 0 stores data and a plain flag, block 1 polls the flag once and reads the data") \
  X(never_written, uninitialised, "cudaMalloc memory read before any write") \
  X(tail_never_written, uninitialised, "last 24 of 1024 ints were not copied") \
  X(shared_never_written, uninitialised, "upper half of a shared array read, lower written") \
  X(barrier_in_branch, barrier, "threads below 100 wait at __syncthreads, the others at another one's line or end") \
  X(barrier_in_uneven_loop, barrier, "t % 4 + 1 turns with a barrier in each") \
  X(warp_barrier_wrong_mask, barrier, "lane 5 calls __syncwarp with a mask that does not name it") \
  X(shuffle_with_absent_lanes, barrier, "full mask, odd lanes never arrive") \
  X(ok_tree, none, "reduction with all barriers") \
  X(ok_same_value, none, "all threads write the same value to one shared flag, read behind a barrier") \
  X(ok_atomic_bins, none, "bins counted by atomics, shared then global") \
  X(ok_warp_synced, none, "lanes exchange with __syncwarp in between") \
  X(ok_last_block, none, "last block sums the others' results: fence and atomic ticket") \
  X(ok_early_return, none, "threads beyond n return before a barrier that the rest reaches") \
  X(ok_reused_tile, none, "tile loaded, used, reloaded, barriers on both sides") \
  X(ok_warp_shuffle, none, "shuffle tree in full warps")

const int T = 256;
struct memory_of { int* p; explicit memory_of(int n, bool zero = true) { cudaMalloc(&p, n * sizeof(int)); if (zero) cudaMemset(p, 0, n * sizeof(int)); } ~memory_of() { cudaFree(p); } operator int*() { return p; } };

__global__ void k_past(int* x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i <= n) x[i] = i; }                     // BUG store_one_past_the_end
void store_one_past_the_end() { memory_of x(1000); k_past<<<4, T>>>(x, 1000); }
__global__ void k_before(int* x, int* out) { int i = threadIdx.x; out[i] = x[i - 1]; }                                             // BUG load_before_the_start
void load_before_the_start() { memory_of x(T), out(T); k_before<<<1, T>>>(x, out); }
__global__ void k_vector(float* x, float4* out) { out[threadIdx.x] = *reinterpret_cast<float4*>(x + 1 + 4 * threadIdx.x); }           // BUG misaligned_vector
void misaligned_vector() { memory_of x(1024), out(1024); k_vector<<<1, 32>>>((float*)x.p, (float4*)out.p); }
__global__ void k_odd(char* x, int* out) { out[threadIdx.x] = *reinterpret_cast<int*>(x + 4 * threadIdx.x + 1); }                      // BUG misaligned_int
void misaligned_int() { memory_of x(64), out(64); k_odd<<<1, 32>>>((char*)x.p, out); }
__global__ void k_shared_past(float* out) { __shared__ float s[T]; s[threadIdx.x] = threadIdx.x; __syncthreads();
  out[threadIdx.x] = s[threadIdx.x + 1]; }                                                                                           // BUG shared_past_the_end
void shared_past_the_end() { memory_of out(T); k_shared_past<<<1, T>>>((float*)out.p); }
__global__ void k_dynamic_past(int* out) { extern __shared__ int d[];
  d[threadIdx.x] = threadIdx.x;                                                                                                      // BUG dynamic_shared_past_the_end
  __syncthreads(); out[threadIdx.x] = d[0]; }
void dynamic_shared_past_the_end() { memory_of out(T); k_dynamic_past<<<1, T, 512>>>(out); }
__global__ void k_store(int* x) { x[threadIdx.x] = 1; }                                                                               // BUG use_after_free, null_pointer
void use_after_free() { int* p; cudaMalloc(&p, 1024); cudaFree(p); k_store<<<1, 32>>>(p); }
void null_pointer() { k_store<<<1, 32>>>(nullptr); }
__global__ void k_load(const int* x, int* out) { out[threadIdx.x] = x[threadIdx.x]; }                                                 // BUG host_pointer
void host_pointer() { memory_of out(64); int* h = (int*)std::malloc(256); std::memset(h, 0, 256); k_load<<<1, 64>>>(h, out); cudaDeviceSynchronize(); std::free(h); }
__global__ void k_bins(const int* data, int* bins) { atomicAdd(&bins[data[threadIdx.x]], 1); }                                        // BUG atomic_out_of_bounds
void atomic_out_of_bounds() { memory_of d(32), bins(64); int h[32]; for (int i = 0; i < 32; ++i) h[i] = i == 17 ? 100000 : i; cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice); k_bins<<<1, 32>>>(d, bins); }
void double_free() { int* p; cudaMalloc(&p, 64); cudaFree(p); cudaFree(p); }                                                          // BUG double_free
void copy_too_large() { memory_of x(16); char h[72] = {}; cudaMemcpy(x, h, 72, cudaMemcpyHostToDevice); }                              // BUG copy_too_large
void leak() { int* p; cudaMalloc(&p, 4096); k_store<<<1, 32>>>(p); }                                                                  // BUG leak
__global__ void k_heap(int* out) { int* p = (int*)malloc(16); if (p) { for (int i = 0; i <= 4; ++i) p[i] = i;                          // BUG device_heap_overrun
  out[threadIdx.x] = p[threadIdx.x & 3]; free(p); } }
void device_heap_overrun() { memory_of out(32); k_heap<<<1, 1>>>(out); }

__global__ void k_neighbour(int* out) { __shared__ int s[T + 1]; int t = threadIdx.x; if (t == 0) s[T] = 0; s[t] = t;
  out[t] = s[t + 1]; }                                                                                                               // BUG neighbour_without_barrier
void neighbour_without_barrier() { memory_of out(T); k_neighbour<<<1, T>>>(out); }
__global__ void k_early(int* out) { __shared__ int s[T]; int t = threadIdx.x; s[t] = t; __syncthreads(); int v = s[T - 1 - t];
  s[t] = v;                                                                                                                          // BUG overwritten_too_early
  __syncthreads(); out[t] = s[t]; }
void overwritten_too_early() { memory_of out(T); k_early<<<1, T>>>(out); }
__global__ void k_one(int* out) { __shared__ int s[1];
  s[0] = threadIdx.x;                                                                                                                // BUG all_write_one
  __syncthreads(); out[threadIdx.x] = s[0]; }
void all_write_one() { memory_of out(T); k_one<<<1, T>>>(out); }
__global__ void k_tree(int* out, bool synced) { __shared__ int s[T]; int t = threadIdx.x; s[t] = t; __syncthreads();
  for (int d = T / 2; d > 0; d /= 2) { if (t < d) s[t] += s[t + d];                                                                   // BUG tree_without_barrier
    if (synced) __syncthreads(); }
  if (t == 0) out[0] = s[0]; }
void tree_without_barrier() { memory_of out(1); k_tree<<<1, T>>>(out, false); }
void ok_tree() { memory_of out(1); k_tree<<<1, T>>>(out, true); }
__global__ void k_plain_bins(int* out) { __shared__ int s[8]; int t = threadIdx.x; if (t < 8) s[t] = 0; __syncthreads();
  s[t % 8]++;                                                                                                                        // BUG bins_without_atomics
  __syncthreads(); if (t < 8) out[t] = s[t]; }
void bins_without_atomics() { memory_of out(8); k_plain_bins<<<1, T>>>(out); }
__global__ void k_pingpong(int* out) { __shared__ int a[T], b[T]; int t = threadIdx.x; a[t] = t; __syncthreads();
  for (int k = 0; k < 4; ++k) { b[t] = a[(t + 1) % T]; __syncthreads();
    a[t] = b[(t + 1) % T]; }                                                                                                         // BUG double_buffer_one_barrier
  __syncthreads(); out[t] = a[t]; }
void double_buffer_one_barrier() { memory_of out(T); k_pingpong<<<1, T>>>(out); }
__global__ void k_warp(int* out, bool synced) { __shared__ volatile int s[32]; int t = threadIdx.x; s[t] = t; if (synced) __syncwarp();
  int v = s[31 - t];                                                                                                                 // BUG warp_without_syncwarp
  if (synced) __syncwarp(); s[t] = v + 1; if (synced) __syncwarp(); out[t] = s[t]; }
void warp_without_syncwarp() { memory_of out(32); k_warp<<<1, 32>>>(out, false); }
void ok_warp_synced() { memory_of out(32); k_warp<<<1, 32>>>(out, true); }

__global__ void k_global_one(int* out) { if (threadIdx.x == 0) out[0] = blockIdx.x; }                                                 // BUG everybody_writes_one_global
void everybody_writes_one_global() { memory_of out(1); k_global_one<<<8, 32>>>(out); }
__global__ void k_in_place(int* x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i > 0 && i < n - 1) { int v = x[i - 1] + x[i + 1];
  x[i] = v; } }                                                                                                                      // BUG in_place_stencil
void in_place_stencil() { memory_of x(1024); k_in_place<<<4, T>>>(x, 1024); }
__global__ void k_global_bins(int* bins) { int i = blockIdx.x * blockDim.x + threadIdx.x;
  bins[(i / 256) % 4] += 1; }                                                                                                        // BUG global_bins_without_atomics
void global_bins_without_atomics() { memory_of bins(4); k_global_bins<<<8, 128>>>(bins); }
__global__ void k_flag(int* data, int* flag, int* out) { if (threadIdx.x) return; if (blockIdx.x == 0) { data[0] = 42; flag[0] = 1; }   // BUG flag_without_fence
  else if (flag[0]) out[0] = data[0]; }
void flag_without_fence() { memory_of d(1), f(1), out(1); k_flag<<<2, 32>>>(d, f, out); }

void never_written() { memory_of x(T, false), out(T); k_load<<<1, T>>>(x, out); }                                                     // BUG never_written
void tail_never_written() { memory_of x(1024, false), out(1024); static int h[1000]; cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice); k_load<<<1, 1024>>>(x, out); }
__global__ void k_half(int* out) { __shared__ int s[T]; int t = threadIdx.x; if (t < T / 2) s[t] = t; __syncthreads();
  out[t] = s[t]; }                                                                                                                   // BUG shared_never_written
void shared_never_written() { memory_of out(T); k_half<<<1, T>>>(out); }

__global__ void k_branch(int* out) { int t = threadIdx.x; if (t < 100) { out[t] = 1;
    __syncthreads(); }                                                                                                               // BUG barrier_in_branch
  out[t] += 1; }
void barrier_in_branch() { memory_of out(T); k_branch<<<1, T>>>(out); }
__global__ void k_uneven(int* out) { int t = threadIdx.x; for (int k = 0; k <= t % 4; ++k) { out[t] += k;
    __syncthreads(); } }                                                                                                             // BUG barrier_in_uneven_loop
void barrier_in_uneven_loop() { memory_of out(T); k_uneven<<<1, T>>>(out); }
__global__ void k_mask(int* out) { int t = threadIdx.x;
  __syncwarp(t == 5 ? 0xf : 0xffffffff);                                                                                             // BUG warp_barrier_wrong_mask
  out[t] = t; }
void warp_barrier_wrong_mask() { memory_of out(32); k_mask<<<1, 32>>>(out); }
__global__ void k_absent(int* out) { int t = threadIdx.x; if (t % 2 == 0)
  out[t] = __shfl_xor_sync(0xffffffff, t, 2); }                                                                                      // BUG shuffle_with_absent_lanes
void shuffle_with_absent_lanes() { memory_of out(32); k_absent<<<1, 32>>>(out); }

__global__ void k_same(int* out) { __shared__ int any; if (threadIdx.x == 0) any = 0; __syncthreads(); if (threadIdx.x % 3 == 0) any = 1; __syncthreads(); out[threadIdx.x] = any; }
void ok_same_value() { memory_of out(T); k_same<<<1, T>>>(out); }
__global__ void k_good_bins(int* out) { __shared__ int s[8]; int t = threadIdx.x; if (t < 8) s[t] = 0; __syncthreads(); atomicAdd(&s[t % 8], 1); __syncthreads(); if (t < 8) atomicAdd(&out[t], s[t]); }
void ok_atomic_bins() { memory_of out(8); k_good_bins<<<8, T>>>(out); }
__global__ void k_last(const int* x, int* partial, unsigned* ticket, int* out) {
  __shared__ int s[T]; __shared__ bool last; int t = threadIdx.x; s[t] = x[blockIdx.x * T + t]; __syncthreads();
  for (int d = T / 2; d > 0; d /= 2) { if (t < d) s[t] += s[t + d]; __syncthreads(); }
  if (t == 0) { partial[blockIdx.x] = s[0]; __threadfence(); last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1; }
  __syncthreads();
  if (last && t == 0) { int sum = 0; for (unsigned b = 0; b < gridDim.x; ++b) sum += ((volatile int*)partial)[b]; out[0] = sum; } }
void ok_last_block() { memory_of x(8 * T), p(8), ticket(1), out(1); k_last<<<8, T>>>(x, p, (unsigned*)ticket.p, out); }
__global__ void k_return(int* out, int n) { __shared__ int s[T]; int t = threadIdx.x; if (t >= n) return; s[t] = t; __syncthreads(); out[t] = s[n - 1 - t]; }
void ok_early_return() { memory_of out(T); k_return<<<1, T>>>(out, 224); }
__global__ void k_reuse(const int* x, int* out) { __shared__ int s[T]; int t = threadIdx.x, sum = 0; for (int k = 0; k < 4; ++k) { s[t] = x[k * T + t]; __syncthreads(); sum += s[(t + 1) % T]; __syncthreads(); } out[t] = sum; }
void ok_reused_tile() { memory_of x(4 * T), out(T); k_reuse<<<1, T>>>(x, out); }
__global__ void k_shuffle(int* out) { int v = threadIdx.x; for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d); if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = v; }
void ok_warp_shuffle() { memory_of out(8); k_shuffle<<<1, T>>>(out); }

int main(int argc, char** argv) {
#define ROW(name, kind, expected) if (argc < 2) std::printf("%s\t%s\t%s\n", #name, #kind, expected); else if (!std::strcmp(argv[1], #name)) name();
  LIST(ROW)
  cudaDeviceSynchronize();
}
