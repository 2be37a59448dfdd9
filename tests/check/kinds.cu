// SPDX-License-Identifier: MIT
// Mistakes by the kind of what is accessed: tiles of two dimensions, templates, functions that are called twice,
// members, atomics of each kind, groups, masks, pitched rows, symbols; and correct kernels.
// usage: kinds        lists the cases: name, kind, block, thread (- where it does not matter)
//        kinds CASE   runs one
// The line that a finding names ends in `// BUG case`, the other one's in `// OTHER case`.
#include "cases.hpp"
#include "device_array.hpp"

#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>

namespace cg = cooperative_groups;

#define LIST(X) \
  X(tile_column_behind, memory, "0,0,0", "-") \
  X(template_of_double, memory, "0,0,0", "-") \
  X(second_call_behind, memory, "0,0,0", "0,0,0") \
  X(member_array_behind, memory, "0,0,0", "-") \
  X(maximum_behind_end, memory, "0,0,0", "32,0,0") \
  X(swap_before_begin, memory, "0,0,0", "0,0,0") \
  X(double_added_misaligned, memory, "0,0,0", "0,0,0") \
  X(row_behind_pitched, memory, "0,0,0", "-") \
  X(managed_list_behind, memory, "0,0,0", "0,0,0") \
  X(dynamic_counted_in_bytes, memory, "0,0,0", "-") \
  X(constant_behind_end, memory, "0,0,0", "-") \
  X(method_of_freed_view, memory, "0,0,0", "-") \
  X(tile_turned_too_early, race, "0,0,0", "-") \
  X(sum_by_template_without_barrier, race, "0,0,0", "-") \
  X(maximum_read_too_early, race, "0,0,0", "-") \
  X(halves_by_tile_sync, race, "0,0,0", "-") \
  X(member_counts, race, "0,0,0", "-") \
  X(lanes_of_tile_of_eight, warp_race, "0,0,0", "-") \
  X(halo_of_two_rows, grid_race, "-", "-") \
  X(exchange_then_plain_read, grid_race, "-", "-") \
  X(tile_border_unwritten, uninitialised, "0,0,0", "-") \
  X(padding_row_read, uninitialised, "0,0,0", "-") \
  X(tile_sync_in_branch, barrier, "0,0,0", "-") \
  X(ballot_of_all_in_branch, barrier, "0,0,0", "-") \
  X(barrier_in_function_of_some, barrier, "0,0,0", "-") \
  X(copy_to_host_as_device, api, "-", "-") \
  X(rows_wider_than_pitch, api, "-", "-") \
  X(event_used_destroyed, api, "-", "-") \
  X(block_of_3d_too_large, api, "-", "-") \
  X(right_tile_turned, none, "-", "-") \
  X(right_atomics_of_each_kind, none, "-", "-") \
  X(right_tiles_of_eight, none, "-", "-") \
  X(right_pitched_rows, none, "-", "-") \
  X(right_template_sum, none, "-", "-") \
  X(right_maximum_by_atomic, none, "-", "-") \
  X(right_ballot_of_those_here, none, "-", "-") \
  X(right_streams_joined, none, "-", "-") \
  X(right_constant_read, none, "-", "-") \
  X(right_volume, none, "-", "-")

// Memory.

__global__ void k_tile_column(float const* in, float* out) {
  __shared__ float tile[8][9];
  __shared__ float after[8][9];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 8 + threadIdx.x];
  after[threadIdx.y][threadIdx.x] = 0;
  __syncthreads();
  out[threadIdx.y * 8 + threadIdx.x] = (&tile[0][0])[(threadIdx.y + 1) * 9 + threadIdx.x];  // BUG tile_column_behind
}
void tile_column_behind() {
  array_of<float> in(64), out(64);
  k_tile_column<<<1, dim3(8, 8)>>>(in, out);
}

template <class T>
__global__ void k_fill_as(T* out, int n) {
  if (threadIdx.x < n) out[threadIdx.x] = T(1);  // BUG template_of_double
}
void template_of_double() {
  array_of<float> out(32);
  k_fill_as<float><<<1, 32>>>(out, 32);
  k_fill_as<double><<<1, 32>>>(reinterpret_cast<double*>(out.p), 32);
}

__device__ void store_at(int* out, int i, int v) {
  out[i] = v;  // BUG second_call_behind
}
__global__ void k_calls_twice(int* out, int n) {
  store_at(out, threadIdx.x, 1);
  if (threadIdx.x == 0) store_at(out, n, 2);
}
void second_call_behind() {
  array_of<int> out(32);
  k_calls_twice<<<1, 32>>>(out, 32);
}

struct particle_list {
  int n;
  float* x;
  float* y;
};
__global__ void k_members(particle_list p) {
  int const i = threadIdx.x;
  p.x[i] = 1;
  if (i < p.n) p.y[i + 1] = p.x[i];  // BUG member_array_behind
}
void member_array_behind() {
  array_of<float> x(32), y(32);
  k_members<<<1, 32>>>(particle_list{32, x.p, y.p});
}

__global__ void k_maximum_behind(int* bins) {
  atomicMax(&bins[threadIdx.x], 1);  // BUG maximum_behind_end
}
void maximum_behind_end() {
  array_of<int> bins(32);
  k_maximum_behind<<<1, 33>>>(bins);
}

__global__ void k_swap_before(unsigned long long* word) {
  if (threadIdx.x == 0) atomicCAS(word - 1, 0ull, 1ull);  // BUG swap_before_begin
}
void swap_before_begin() {
  array_of<unsigned long long> word(4);
  k_swap_before<<<1, 32>>>(word);
}

__global__ void k_add_misaligned(char* p) {
  if (threadIdx.x == 0) atomicAdd(reinterpret_cast<double*>(p + 4), 1.0);  // BUG double_added_misaligned
}
void double_added_misaligned() {
  array_of<char> p(64);
  k_add_misaligned<<<1, 32>>>(p);
}

__global__ void k_row_behind(char* m, size_t pitch, int width, int height) {
  for (int y = threadIdx.y; y <= height; y += blockDim.y) {
    float* const row = reinterpret_cast<float*>(m + y * pitch);
    if (threadIdx.x < width) row[threadIdx.x] = 1;  // BUG row_behind_pitched
  }
}
void row_behind_pitched() {
  void* m;
  size_t pitch;
  cudaMallocPitch(&m, &pitch, 20 * sizeof(float), 16);
  k_row_behind<<<1, dim3(32, 8)>>>(static_cast<char*>(m), pitch, 20, 16);
  cudaFree(m);
}

struct node {
  node* next;
  int value;
};
__global__ void k_sum_list(node const* first, int* out) {
  int sum = 0;
  for (node const* n = first; n != nullptr; n = n->next) sum += n->value;  // BUG managed_list_behind
  *out = sum;
}
void managed_list_behind() {
  node* nodes;
  array_of<int> out(1);
  cudaMallocManaged(&nodes, 4 * sizeof(node));
  for (int i = 0; i < 4; ++i) nodes[i] = {nodes + i + 1, i};
  k_sum_list<<<1, 1>>>(nodes, out);
  cudaDeviceSynchronize();
  cudaFree(nodes);
}

__global__ void k_dynamic_doubles(double* out) {
  extern __shared__ double s[];
  s[threadIdx.x] = threadIdx.x;  // BUG dynamic_counted_in_bytes
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];  // BUG dynamic_counted_in_bytes
}
void dynamic_counted_in_bytes() {
  array_of<double> out(64);
  k_dynamic_doubles<<<1, 64, 64 * sizeof(float)>>>(out);
}

__constant__ float weights[5];
__constant__ float other_weights[64];
__global__ void k_weights(float* out, int n) {
  float sum = 0;
  for (int i = 0; i <= n; ++i) sum += weights[i];  // BUG constant_behind_end
  out[threadIdx.x] = sum + other_weights[0];
}
void set_weights() {
  float const w[5] = {1, 2, 3, 2, 1};
  cudaMemcpyToSymbol(weights, w, sizeof w);
}
void constant_behind_end() {
  array_of<float> out(32);
  set_weights();
  k_weights<<<1, 32>>>(out, 5);
}

struct view {
  int* p;
  int n;
  __device__ int at(int i) const { return p[i % n]; }  // BUG method_of_freed_view
};
__global__ void k_view(view v, int* out) { out[threadIdx.x] = v.at(threadIdx.x); }
void method_of_freed_view() {
  array_of<int> out(32);
  int* p;
  cudaMalloc(&p, 32 * sizeof(int));
  cudaMemset(p, 0, 32 * sizeof(int));
  view const v{p, 32};
  cudaFree(p);
  k_view<<<1, 32>>>(v, out);
}

// Races.

template <bool Waits>
__global__ void k_turn(float const* in, float* out) {
  __shared__ float tile[16][17];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 16 + threadIdx.x];  // OTHER tile_turned_too_early
  if (Waits) __syncthreads();
  out[threadIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];  // BUG tile_turned_too_early
}
void tile_turned_too_early() {
  array_of<float> in(256), out(256);
  k_turn<false><<<1, dim3(16, 16)>>>(in, out);
}
void right_tile_turned() {
  array_of<float> in(256), out(256);
  k_turn<true><<<1, dim3(16, 16)>>>(in, out);
}

template <class T, int Size, bool Waits>
__device__ T sum_of_block(T* s, int t) {
  for (int d = Size / 2; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];  // BUG sum_by_template_without_barrier
    if (Waits) __syncthreads();
  }
  return t == 0 ? s[0] : T();
}
template <class T, int Size, bool Waits>
__global__ void k_sum(T const* in, T* out) {
  __shared__ T s[Size];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  T const sum = sum_of_block<T, Size, Waits>(s, threadIdx.x);
  if (threadIdx.x == 0) *out = sum;
}
void sum_by_template_without_barrier() {
  array_of<double> in(128), out(1);
  k_sum<double, 128, false><<<1, 128>>>(in, out);
}
void right_template_sum() {
  array_of<double> in(128), out(1);
  k_sum<double, 128, true><<<1, 128>>>(in, out);
}

template <bool Waits>
__global__ void k_maximum(int const* in, int* out) {
  __shared__ int most;
  if (threadIdx.x == 0) most = 0;
  __syncthreads();
  atomicMax(&most, in[threadIdx.x] + 1);  // OTHER maximum_read_too_early
  if (Waits) __syncthreads();
  out[threadIdx.x] = most;  // BUG maximum_read_too_early
}
void maximum_read_too_early() {
  array_of<int> in(64), out(64);
  k_maximum<false><<<1, 64>>>(in, out);
}
void right_maximum_by_atomic() {
  array_of<int> in(64), out(64);
  k_maximum<true><<<1, 64>>>(in, out);
}

__global__ void k_halves(int* out) {
  __shared__ int s[128];
  auto const half = cg::tiled_partition<32>(cg::this_thread_block());
  s[threadIdx.x] = threadIdx.x;  // OTHER halves_by_tile_sync
  half.sync();
  out[threadIdx.x] = s[127 - threadIdx.x];  // BUG halves_by_tile_sync
}
void halves_by_tile_sync() {
  array_of<int> out(128);
  k_halves<<<1, 128>>>(out);
}

struct counts {
  int small, large;
};
__global__ void k_member_counts(int const* in, int* out) {
  __shared__ counts c;
  if (threadIdx.x == 0) c = {0, 0};
  __syncthreads();
  if (in[threadIdx.x] < 1) c.small += 1;  // BUG member_counts
  __syncthreads();
  out[threadIdx.x] = c.small;
}
void member_counts() {
  array_of<int> in(64), out(64);
  k_member_counts<<<1, 64>>>(in, out);
}

template <bool Waits>
__global__ void k_tiles_of_eight(int* out) {
  __shared__ int s[32];
  auto const tile = cg::tiled_partition<8>(cg::this_thread_block());
  s[threadIdx.x] = threadIdx.x;  // OTHER lanes_of_tile_of_eight
  if (Waits) tile.sync();
  out[threadIdx.x] = s[threadIdx.x ^ 7];  // BUG lanes_of_tile_of_eight
}
void lanes_of_tile_of_eight() {
  array_of<int> out(32);
  k_tiles_of_eight<false><<<1, 32>>>(out);
}
void right_tiles_of_eight() {
  array_of<int> out(32);
  k_tiles_of_eight<true><<<1, 32>>>(out);
}

__global__ void k_halo_rows(float* m, int width, int height) {
  int const x = threadIdx.x, y = blockIdx.x * blockDim.y + threadIdx.y;
  if (y == 0 || y == height - 1) return;
  m[y * width + x] = m[(y - 1) * width + x] + m[(y + 1) * width + x] + 1;  // BUG halo_of_two_rows
}
void halo_of_two_rows() {
  array_of<float> m(32 * 16);
  k_halo_rows<<<4, dim3(32, 4)>>>(m, 32, 16);
}

__global__ void k_exchange(int* word, int* out) {
  if (threadIdx.x == 0) atomicExch(word, int(blockIdx.x) + 1);  // OTHER exchange_then_plain_read
  out[blockIdx.x * 32 + threadIdx.x] = *word;  // BUG exchange_then_plain_read
}
void exchange_then_plain_read() {
  array_of<int> word(1), out(64);
  k_exchange<<<2, 32>>>(word, out);
}

// Unwritten.

__global__ void k_border(float const* in, float* out) {
  __shared__ float tile[10][10];
  int const x = threadIdx.x + 1, y = threadIdx.y + 1;
  tile[y][x] = in[threadIdx.y * 8 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 8 + threadIdx.x] = tile[y][x] + tile[y][x - 1];  // BUG tile_border_unwritten
}
void tile_border_unwritten() {
  array_of<float> in(64), out(64);
  k_border<<<1, dim3(8, 8)>>>(in, out);
}

__global__ void k_all_of_rows(char const* m, size_t pitch, float* out) {
  out[threadIdx.x] = reinterpret_cast<float const*>(m + 3 * pitch)[threadIdx.x];  // BUG padding_row_read
}
void padding_row_read() {
  void* m;
  size_t pitch;
  float host[4][20] = {};
  array_of<float> out(32);
  cudaMallocPitch(&m, &pitch, 20 * sizeof(float), 4);
  cudaMemcpy2D(m, pitch, host, sizeof host[0], sizeof host[0], 4, cudaMemcpyHostToDevice);
  k_all_of_rows<<<1, 32>>>(static_cast<char*>(m), pitch, out);
  cudaFree(m);
}

__global__ void k_rows(char* m, size_t pitch, int width, int height) {
  if (threadIdx.x < width && threadIdx.y < height)
    reinterpret_cast<float*>(m + threadIdx.y * pitch)[threadIdx.x] += 1;
}
void right_pitched_rows() {
  void* m;
  size_t pitch;
  float host[4][20] = {};
  cudaMallocPitch(&m, &pitch, 20 * sizeof(float), 4);
  cudaMemcpy2D(m, pitch, host, sizeof host[0], sizeof host[0], 4, cudaMemcpyHostToDevice);
  k_rows<<<1, dim3(32, 8)>>>(static_cast<char*>(m), pitch, 20, 4);
  cudaMemcpy2D(host, sizeof host[0], m, pitch, sizeof host[0], 4, cudaMemcpyDeviceToHost);
  cudaFree(m);
}

// Barriers and masks.

__global__ void k_tile_branch(int* out) {
  auto const warp = cg::tiled_partition<32>(cg::this_thread_block());
  if (threadIdx.x % 2 == 0) {
    warp.sync();  // BUG tile_sync_in_branch
    out[threadIdx.x] = 1;
  }
}
void tile_sync_in_branch() {
  array_of<int> out(32);
  k_tile_branch<<<1, 32>>>(out);
}

template <bool All>
__global__ void k_ballot(int const* in, unsigned* out) {
  unsigned const here = __ballot_sync(0xffffffffu, threadIdx.x < 20);
  if (threadIdx.x < 20) {
    unsigned const m = __ballot_sync(All ? 0xffffffffu : here, in[threadIdx.x] == 0);  // BUG ballot_of_all_in_branch
    out[threadIdx.x] = m;
  }
}
void ballot_of_all_in_branch() {
  array_of<int> in(32);
  array_of<unsigned> out(32);
  k_ballot<true><<<1, 32>>>(in, out);
}
void right_ballot_of_those_here() {
  array_of<int> in(32);
  array_of<unsigned> out(32);
  k_ballot<false><<<1, 32>>>(in, out);
}

__device__ int shared_first(int* s, int v) {
  if (threadIdx.x == 0) s[0] = v;
  __syncthreads();  // BUG barrier_in_function_of_some
  return s[0];
}
__global__ void k_some_call(int* out) {
  __shared__ int s[1];
  int v = 0;
  if (threadIdx.x < 40) v = shared_first(s, 7);
  out[threadIdx.x] = v;
}
void barrier_in_function_of_some() {
  array_of<int> out(64);
  k_some_call<<<1, 64>>>(out);
}

// Calls.

void copy_to_host_as_device() {
  array_of<int> p(32);
  int host[32];
  cudaMemcpy(host, p.p, sizeof host, cudaMemcpyHostToDevice);  // BUG copy_to_host_as_device
}
void rows_wider_than_pitch() {
  array_of<float> m(256);
  float host[4][20] = {};
  cudaMemcpy2D(m, 16 * sizeof(float), host, sizeof host[0], sizeof host[0], 4, cudaMemcpyHostToDevice);  // BUG rows_wider_than_pitch
}
void event_used_destroyed() {
  cudaEvent_t e;
  cudaEventCreate(&e);
  cudaEventDestroy(e);
  cudaEventRecord(e);  // BUG event_used_destroyed
}
__global__ void k_nothing() {}
void block_of_3d_too_large() {
  k_nothing<<<1, dim3(16, 16, 8)>>>();  // BUG block_of_3d_too_large
}

// Correct.

__global__ void k_each_atomic(int* word, unsigned* count, unsigned long long* large, float* f, double* d) {
  atomicAdd(word, 1);
  atomicSub(word + 1, 1);
  atomicMin(word + 2, int(threadIdx.x));
  atomicMax(word + 3, int(threadIdx.x));
  atomicAnd(word + 4, 1);
  atomicOr(word + 5, 1);
  atomicXor(word + 6, 1);
  atomicExch(word + 7, int(threadIdx.x));
  atomicCAS(word + 8, 0, 1);
  atomicInc(count, 100u);
  atomicDec(count + 1, 100u);
  atomicAdd(large, 1ull);
  atomicAdd(f, 1.0f);
  atomicAdd(d, 1.0);
}
void right_atomics_of_each_kind() {
  array_of<int> word(9);
  array_of<unsigned> count(2);
  array_of<unsigned long long> large(1);
  array_of<float> f(1);
  array_of<double> d(1);
  k_each_atomic<<<4, 64>>>(word, count, large, f, d);
}

__global__ void k_add(int* x, int v) { x[threadIdx.x] += v; }
void right_streams_joined() {
  array_of<int> x(32);
  cudaStream_t a, b;
  cudaEvent_t first;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaEventCreate(&first);
  cudaDeviceSynchronize();
  k_add<<<1, 32, 0, a>>>(x, 1);
  cudaEventRecord(first, a);
  cudaStreamWaitEvent(b, first, 0);
  k_add<<<1, 32, 0, b>>>(x, 2);
  cudaStreamSynchronize(b);
  cudaEventDestroy(first);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
}
void right_constant_read() {
  array_of<float> out(32);
  set_weights();
  k_weights<<<1, 32>>>(out, 4);
}

__global__ void k_volume(float* v, int nx, int ny, int nz) {
  int const x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
            z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < nx && y < ny && z < nz) v[(z * ny + y) * nx + x] += 1;
}
void right_volume() {
  array_of<float> v(5 * 6 * 7);
  k_volume<<<dim3(2, 2, 2), dim3(4, 4, 4)>>>(v, 5, 6, 7);
}

int main(int argc, char** argv) {
  run_case(argc, argv, {LIST(CASE)});
  cudaDeviceSynchronize();
}
