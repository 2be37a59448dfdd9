// SPDX-License-Identifier: MIT
// What a profiler counts of small kernels whose accesses are known: requests and sectors of global
// memory, wavefronts and conflicts of shared memory, threads per executed instruction, occupancy.
// Built with nvcc -lineinfo, run under Nsight Compute (profile_run.sh); every launch is one row.
// usage: profile [SEED]     seed 1 is the open set; another seed changes offsets, strides and data
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(x) do { cudaError_t e = (x); if (e != cudaSuccess) { std::fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); std::exit(1); } } while (0)

template <class T> __global__ void copy_offset(const T* in, T* out, int offset) { int i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = in[i + offset]; }
template <class T> __global__ void store_offset(const T* in, T* out, int offset) { int i = blockIdx.x * blockDim.x + threadIdx.x; out[i + offset] = in[i]; }
__global__ void load_strided(const float* in, float* out, int stride) { int i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = in[i * stride]; }
__global__ void store_strided(const float* in, float* out, int stride) { int i = blockIdx.x * blockDim.x + threadIdx.x; out[i * stride] = in[i]; }
__global__ void gather(const float* in, const int* where, float* out) { int i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = in[where[i]]; }
__global__ void broadcast_load(const float* in, float* out, int at) { int i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = in[at + blockIdx.x]; }
struct particle { float x, y, z, m; };
struct padded { float x, y, z; };
__global__ void structures(const padded* in, float* out) { int i = blockIdx.x * blockDim.x + threadIdx.x; padded p = in[i]; out[i] = p.x + p.y + p.z; }
__global__ void members(const particle* in, float* out) { int i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = in[i].z; }
__global__ void vectors(const float4* in, float4* out) { int i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = in[i]; }
__global__ void guarded(const float* in, float* out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = in[i] + 1.0f; }
__global__ void odd_threads(const float* in, float* out) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (threadIdx.x & 1) out[i] = in[i] * 2.0f; }
__global__ void reversed(const float* in, float* out) { int i = blockIdx.x * blockDim.x + threadIdx.x; int j = blockIdx.x * blockDim.x + (blockDim.x - 1 - threadIdx.x); out[i] = in[j]; }
__global__ void matrix_columns(const float* in, float* out, int width) { int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y; out[x * width + y] = in[y * width + x]; }

__global__ void shared_strided(float* out, int stride) {
  __shared__ float s[2048];
  for (int i = threadIdx.x; i < 2048; i += blockDim.x) s[i] = i;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[(threadIdx.x * stride) & 2047];
}
__global__ void shared_strided_store(float* out, int stride) {
  __shared__ float s[2048];
  s[(threadIdx.x * stride) & 2047] = threadIdx.x;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x];
}
template <class T> __global__ void shared_type(T* out, int stride) {
  __shared__ T s[1024];
  s[threadIdx.x] = T(threadIdx.x);
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[(threadIdx.x * stride) & 1023];
}
template <int Pad> __global__ void tile_transpose(const float* in, float* out, int width) {
  __shared__ float tile[32][32 + Pad];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x; y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[(y + j) * width + x] = tile[threadIdx.x][threadIdx.y + j];
}
__global__ void shared_broadcast(float* out) { __shared__ float s[64]; if (threadIdx.x < 64) s[threadIdx.x] = threadIdx.x; __syncthreads(); out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x / 32]; }
__global__ void shared_random(const int* where, float* out) { __shared__ float s[1024]; for (int i = threadIdx.x; i < 1024; i += blockDim.x) s[i] = i; __syncthreads(); int i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = s[where[i] & 1023]; }

template <bool Interleaved> __global__ void reduce_tree(const float* in, float* out) {
  __shared__ float s[256];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * 256 + t];
  __syncthreads();
  if (Interleaved) {
    for (unsigned d = 1; d < 256; d *= 2) { unsigned k = 2 * d * t; if (k < 256) s[k] += s[k + d]; __syncthreads(); }
  } else {
    for (unsigned d = 128; d > 0; d >>= 1) { if (t < d) s[t] += s[t + d]; __syncthreads(); }
  }
  if (t == 0) out[blockIdx.x] = s[0];
}
__global__ void branches(const int* data, int* out, int ways) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, v = data[i] % ways, r = 0;
  if (v == 0) { for (int k = 0; k < 16; ++k) r = r * 3 + (data[i] ^ k); }
  else if (v == 1) { for (int k = 0; k < 16; ++k) r = r * 5 + (data[i] ^ k); }
  else if (v == 2) { for (int k = 0; k < 16; ++k) r = r * 7 + (data[i] ^ k); }
  else { for (int k = 0; k < 16; ++k) r = r * 11 + (data[i] ^ k); }
  out[i] = r;
}
__global__ void uneven_loops(const int* turns, int* out) { int i = blockIdx.x * blockDim.x + threadIdx.x, r = i; int n = turns[i]; for (int k = 0; k < n; ++k) r = r * 1664525 + 1013904223; out[i] = r; }
__global__ void histogram_global(const int* data, int* bins, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) atomicAdd(&bins[data[i] & 63], 1); }
__global__ void histogram_shared(const int* data, int* bins) { __shared__ int s[64]; if (threadIdx.x < 64) s[threadIdx.x] = 0; __syncthreads(); atomicAdd(&s[data[blockIdx.x * blockDim.x + threadIdx.x] & 63], 1); __syncthreads(); if (threadIdx.x < 64) atomicAdd(&bins[threadIdx.x], s[threadIdx.x]); }
__global__ void dynamic_shared(float* out) { extern __shared__ float s[]; s[threadIdx.x] = threadIdx.x; __syncthreads(); out[blockIdx.x * blockDim.x + threadIdx.x] = s[blockDim.x - 1 - threadIdx.x]; }

int main(int argc, char** argv) {
  unsigned seed = argc > 1 ? std::atoi(argv[1]) : 1, state = seed * 2654435761u + 12345u;
  auto next = [&] { state = state * 1664525u + 1013904223u; return state >> 8; };
  const int n = 1 << 22;
  float *in, *out; int *data, *idx, *bins; double* dout;
  CHECK(cudaMalloc(&in, n * sizeof(float) + 4096)); CHECK(cudaMalloc(&out, n * sizeof(float) + 4096)); CHECK(cudaMalloc(&data, 65536 * 4)); CHECK(cudaMalloc(&idx, 65536 * 4)); CHECK(cudaMalloc(&bins, 4096)); CHECK(cudaMalloc(&dout, 65536 * 8));
  int* h = new int[65536];
  for (int i = 0; i < 65536; ++i) h[i] = next() % 100000;
  CHECK(cudaMemcpy(data, h, 65536 * 4, cudaMemcpyHostToDevice));
  for (int i = 0; i < 65536; ++i) h[i] = next() % (1 << 20);
  CHECK(cudaMemcpy(idx, h, 65536 * 4, cudaMemcpyHostToDevice));
  CHECK(cudaMemset(in, 0, n * sizeof(float) + 4096)); CHECK(cudaMemset(bins, 0, 4096));
  const int blocks = 8, threads = 256;
  auto row = [](const char* name, int p) { std::printf("launch\t%s\t%d\n", name, p); CHECK(cudaDeviceSynchronize()); };
  // Each launch in this order; the printed line before it names it.
  int offsets[] = {0, 1, 2, 3, 4, 7, 8, 16, 31, 32, int(next() % 32)};
  for (int o : offsets) { row("copy_offset<float>", o); copy_offset<float><<<blocks, threads>>>(in, out, o); }
  for (int o : offsets) { row("copy_offset<double>", o); copy_offset<double><<<blocks, threads>>>((double*)in, (double*)out, o); }
  for (int o : offsets) { row("copy_offset<unsigned char>", o); copy_offset<unsigned char><<<blocks, threads>>>((unsigned char*)in, (unsigned char*)out, o); }
  for (int o : offsets) { row("copy_offset<short>", o); copy_offset<short><<<blocks, threads>>>((short*)in, (short*)out, o); }
  for (int o : offsets) { row("store_offset<float>", o); store_offset<float><<<blocks, threads>>>(in, out, o); }
  int strides[] = {1, 2, 3, 4, 5, 8, 16, 32, 33, 64, int(2 + next() % 40)};
  for (int s : strides) { row("load_strided", s); load_strided<<<blocks, threads>>>(in, out, s); }
  for (int s : strides) { row("store_strided", s); store_strided<<<blocks, threads>>>(in, out, s); }
  row("gather", 0); gather<<<blocks, threads>>>(in, idx, out);
  row("broadcast_load", 5); broadcast_load<<<blocks, threads>>>(in, out, 5);
  row("structures", 0); structures<<<blocks, threads>>>((padded*)in, out);
  row("members", 0); members<<<blocks, threads>>>((particle*)in, out);
  row("vectors", 0); vectors<<<blocks, threads>>>((float4*)in, (float4*)out);
  int tails[] = {2048, 2047, 1000, 1, 33, int(1 + next() % 2048)};
  for (int t : tails) { row("guarded", t); guarded<<<blocks, threads>>>(in, out, t); }
  row("odd_threads", 0); odd_threads<<<blocks, threads>>>(in, out);
  row("reversed", 0); reversed<<<blocks, threads>>>(in, out);
  row("matrix_columns", 256); matrix_columns<<<dim3(8, 32), dim3(32, 8)>>>(in, out, 256);
  row("matrix_columns16", 256); matrix_columns<<<dim3(16, 16), dim3(16, 16)>>>(in, out, 256);
  int banks[] = {0, 1, 2, 3, 4, 6, 8, 16, 17, 32, 33, int(next() % 64)};
  for (int s : banks) { row("shared_strided", s); shared_strided<<<blocks, threads>>>(out, s); }
  for (int s : banks) { row("shared_strided_store", s); shared_strided_store<<<blocks, threads>>>(out, s); }
  for (int s : banks) { row("shared_type<double>", s); shared_type<double><<<blocks, threads>>>(dout, s); }
  for (int s : banks) { row("shared_type<unsigned char>", s); shared_type<unsigned char><<<blocks, threads>>>((unsigned char*)out, s); }
  row("tile_transpose<0>", 256); tile_transpose<0><<<dim3(8, 8), dim3(32, 8)>>>(in, out, 256);
  row("tile_transpose<1>", 256); tile_transpose<1><<<dim3(8, 8), dim3(32, 8)>>>(in, out, 256);
  row("shared_broadcast", 0); shared_broadcast<<<blocks, threads>>>(out);
  row("shared_random", 0); shared_random<<<blocks, threads>>>(idx, out);
  row("reduce_tree<interleaved>", 0); reduce_tree<true><<<blocks, 256>>>(in, out);
  row("reduce_tree<sequential>", 0); reduce_tree<false><<<blocks, 256>>>(in, out);
  for (int w = 1; w <= 4; ++w) { row("branches", w); branches<<<blocks, threads>>>(data, (int*)out, w); }
  for (int i = 0; i < 65536; ++i) h[i] = next() % 64;
  CHECK(cudaDeviceSynchronize()); CHECK(cudaMemcpy(idx, h, 65536 * 4, cudaMemcpyHostToDevice));
  row("uneven_loops", 0); uneven_loops<<<blocks, threads>>>(idx, (int*)out);
  row("histogram_global", 2048); histogram_global<<<blocks, threads>>>(data, bins, 2048);
  row("histogram_shared", 0); histogram_shared<<<blocks, threads>>>(data, bins);
  int sizes[] = {64, 96, 128, 192, 256, 512, 1024};
  for (int t : sizes) { row("dynamic_shared", t); dynamic_shared<<<264, t, t * 4>>>(out); }
  int bytes[] = {1024, 8192, 20000, 40000, 48 * 1024};
  for (int b : bytes) { row("dynamic_shared_bytes", b); dynamic_shared<<<264, 128, b>>>(out); }
  CHECK(cudaDeviceSynchronize());
  std::printf("end\n");
}
