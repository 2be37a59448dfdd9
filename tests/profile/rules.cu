// SPDX-License-Identifier: MIT
// Launches whose counts follow from their addresses: worked out by hand. Each of one block.
#include <cstdio>
#include <cuda_runtime.h>

struct particle { float x, y, z, m; };
struct __align__(16) body { float x, y, z, m; };

__global__ void copies_particles(const particle* in, particle* out) { out[threadIdx.x] = in[threadIdx.x]; }
struct two { double a, b; };
__global__ void copies_doubles(const two* in, two* out) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void sums_particles(const particle* in, float* out) {
  particle p = in[threadIdx.x];
  out[threadIdx.x] = p.x + p.y + p.z + p.m;
}
__global__ void sums_bodies(const body* in, float* out) {
  body p = in[threadIdx.x];
  out[threadIdx.x] = p.x + p.y + p.z + p.m;
}
__global__ void doubles_vectors(const float4* in, float4* out) {
  float4 v = in[threadIdx.x];
  v.x *= 2;
  out[threadIdx.x] = v;
}
__global__ void pairs(const float2* in, float2* out) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void shared_vectors(float4* out) {
  __shared__ float4 s[64];
  s[threadIdx.x] = make_float4(threadIdx.x, 1, 2, 3);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}
__global__ void shared_column(float* out) {
  __shared__ float2 s[32][16];
  s[threadIdx.x][0] = make_float2(1, 2);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x][0].y;
}
// The inner loop's turns differ between threads: they come together behind it, in each turn of the outer one.
__global__ void nested(const int* turns, int* out) {
  int sum = 0;
  for (int i = 0; i < 4; ++i)
    for (int k = 0; k < turns[threadIdx.x]; ++k) sum += out[32 + i * 32 + 4 * k + threadIdx.x];
  out[threadIdx.x] = sum;
}
__device__ __noinline__ int looked_up(const int* table, int i) { return table[i]; }
__device__ __noinline__ int looked_up_far(const int* table, int i) { return looked_up(table, i + 64) + 1; }
__global__ void calls(const int* table, int* out) {
  int r = 0;
  if (threadIdx.x % 2) r = looked_up(table, threadIdx.x);
  else r = looked_up_far(table, threadIdx.x);
  out[threadIdx.x] = r;
}
__global__ void returns_early(const int* in, int* out) {
  if (threadIdx.x >= 40) return;
  out[threadIdx.x] = in[threadIdx.x];
}
__global__ void tickets(int* counter, int* out) {
  int mine = atomicAdd(counter, 1);
  atomicMax(counter + 1, mine);
  out[threadIdx.x] = mine;
}
__global__ void shared_counts(const int* data) {
  __shared__ int bins[4];
  if (threadIdx.x < 4) bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[data[threadIdx.x] & 3], 1);
}
__global__ void shuffles(const int* in, int* out) {
  int v = in[threadIdx.x];
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffffu, v, d);
  if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = v;
}
__global__ void two_rows(const float* in, float* out) {
  out[threadIdx.y * 16 + threadIdx.x] = in[threadIdx.y * 64 + threadIdx.x];
}
__device__ __align__(128) int variable[64];
__global__ void reads_variable(int* out) { out[threadIdx.x] = variable[threadIdx.x]; }
__constant__ int table[64];
__global__ void reads_constant(int* out) { out[threadIdx.x] = table[threadIdx.x]; }
__global__ void unaligned_pairs(const float* in, float* out) {
  out[2 * threadIdx.x] = in[2 * threadIdx.x + 1];
  out[2 * threadIdx.x + 1] = in[2 * threadIdx.x + 2];
}
template <class T> __global__ void last_of(const T* in, T* out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = in[n - 1 - i];
}

int main() {
  float* a;
  float* b;
  int* n;
  cudaMalloc(&a, 65536);
  cudaMalloc(&b, 65536);
  cudaMalloc(&n, 65536);
  cudaMemset(a, 0, 65536);
  cudaMemset(b, 0, 65536);
  int turns[128];
  for (int i = 0; i < 128; ++i) turns[i] = i % 4;
  cudaMemcpy(n, turns, sizeof turns, cudaMemcpyHostToDevice);
  // The type promises no more than 4 bytes: four loads, four stores, of 16 sectors each.
  // LAUNCH copies_particles: ld 4, ld_sectors 64, st 4, st_sectors 64
  copies_particles<<<1, 32>>>((particle*)a, (particle*)b);
  // LAUNCH copies_doubles: ld 2, ld_sectors 32, st 2, st_sectors 32
  copies_doubles<<<1, 32>>>((two*)a, (two*)b);
  // LAUNCH sums_particles: ld 4, ld_sectors 64, st 1, st_sectors 4
  sums_particles<<<1, 32>>>((particle*)a, b);
  // LAUNCH sums_bodies: ld 1, ld_sectors 16, st 1, st_sectors 4
  sums_bodies<<<1, 32>>>((body*)a, b);
  // LAUNCH doubles_vectors: ld 1, ld_sectors 16, st 1, st_sectors 16
  doubles_vectors<<<1, 32>>>((float4*)a, (float4*)b);
  // LAUNCH pairs: ld 2, ld_sectors 16, st 2, st_sectors 16
  pairs<<<1, 64>>>((float2*)a, (float2*)b);
  // 16 bytes a thread: a wavefront for each quarter of a warp.
  // LAUNCH shared_vectors: shared_ld 2, shared_st 2, ld_wavefronts 8, st_wavefronts 8, ld_conflicts 0, st_conflicts 0, st 2, st_sectors 32, static 1024
  shared_vectors<<<1, 64>>>((float4*)b);
  // Rows of 128 bytes: all in banks 0 and 1. 8 bytes a thread: half-warps of 16 wavefronts; 4: all 32.
  // LAUNCH shared_column: shared_ld 1, ld_wavefronts 32, ld_conflicts 31, shared_st 1, st_wavefronts 32, st_conflicts 30
  shared_column<<<1, 32>>>(b);
  // The number of turns, and four times three turns.
  // LAUNCH nested: ld 13, st 1, st_sectors 4
  nested<<<1, 32>>>(n, (int*)b);
  // Both calls are at the same load, each for half a warp, one of them deeper in calls.
  // LAUNCH calls: ld 2, ld_sectors 8, st 1
  calls<<<1, 32>>>(n, (int*)b);
  // LAUNCH returns_early: ld 2, ld_sectors 5, st 2, st_sectors 5
  returns_early<<<1, 64>>>(n, (int*)b);
  // LAUNCH tickets: atom 1, red 1, red_sectors 32, st 1
  tickets<<<1, 32>>>(n, (int*)b);
  // LAUNCH shared_counts: shared_atom 2, shared_st 1, st_wavefronts 1, ld 2, red 0
  shared_counts<<<1, 64>>>(n);
  // LAUNCH shuffles: ld 2, ld_sectors 8, st 2, st_sectors 2
  shuffles<<<1, 64>>>(n, (int*)b);
  // LAUNCH two_rows: ld 2, ld_sectors 8, st 2, st_sectors 8
  two_rows<<<1, dim3(16, 4)>>>(a, b);
  // LAUNCH reads_variable: ld 2, ld_sectors 8, st 2, st_sectors 8
  reads_variable<<<1, 64>>>((int*)b);
  // Constant memory has a cache of its own.
  // LAUNCH reads_constant: ld 0, st 2, st_sectors 8
  reads_constant<<<1, 64>>>((int*)b);
  // Neighbouring loads through pointers to float stay two.
  // LAUNCH unaligned_pairs: ld 2, ld_sectors 17, st 2, st_sectors 16
  unaligned_pairs<<<1, 32>>>(a, b);
  // 100 doubles: three times a whole warp, then four threads. Of four turns, one is the last for some.
  // LAUNCH last_of<double>: ld 4, ld_sectors 25, st 4, st_sectors 25, uniform 75
  last_of<double><<<1, 64>>>((double*)a, (double*)b, 100);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
  cudaFree(n);
}
