// SPDX-License-Identifier: MIT
// Textures, which a GPU stores in tiles, and arrays of a thread's own, which lie in local memory: the sectors of
// walks that differ in nothing but the order, worked out by hand.
#include <cuda_runtime.h>

// An array's sector holds 16 bytes of two rows: of a patch of 8 x 4 floats a warp reads 2 x 2 of them, of a row of
// 32 it reads 8, of a column 16; and of texels 16 apart in both directions one for each thread.
// LAUNCH [PERF-012] walks: tex 1, tex_sectors 4
// LAUNCH [PERF-012] walks: tex 1, tex_sectors 8
// LAUNCH [PERF-012] walks: tex 1, tex_sectors 16
// LAUNCH [PERF-012] walks: tex 1, tex_sectors 32
__global__ void walks(cudaTextureObject_t t, float* out, int width, int height, int step) {
  int const x = threadIdx.x % width * step, y = threadIdx.x / width % height * step;
  out[threadIdx.x] = tex2D<float>(t, x + 0.5f, y + 0.5f);
}

// Between four texels each: a patch of 8 x 4 touches 9 x 5 of them, in 3 x 3 sectors.
// LAUNCH [PERF-012] filtered: tex 1, tex_sectors 9
__global__ void filtered(cudaTextureObject_t t, float* out) {
  out[threadIdx.x] = tex2D<float>(t, threadIdx.x % 8 + 1.0f, threadIdx.x / 8 + 1.0f);
}

// Linear memory has rows: neighbours are four sectors, texels 8 floats apart one for each thread.
// LAUNCH [PERF-012] fetched: tex 1, tex_sectors 4, ld 0
// LAUNCH [PERF-012] fetched: tex 1, tex_sectors 32, ld 0
__global__ void fetched(cudaTextureObject_t t, float* out, int step) {
  out[threadIdx.x] = tex1Dfetch<float>(t, threadIdx.x * step);
}

// Words of a thread's own array are 32 words apart, those of neighbouring threads side by side: the same index in all
// threads is four sectors, different ones are one for each run of eight threads' words, here of each thread.
// LAUNCH [PERF-011] counts: local_ld 16, local_ld_sectors 64, local_st 16, local_st_sectors 64
// LAUNCH [PERF-011] counts: local_ld 16, local_ld_sectors 512, local_st 16, local_st_sectors 512
__global__ void counts(int* out, int mine, int turns) {
  int a[64];
  for (int i = 0; i < turns; ++i) a[i + mine * (threadIdx.x % 32)] = i;
  int sum = 0;
  for (int i = turns - 1; i >= 0; --i) sum += a[i + mine * (threadIdx.x % 32)];
  out[threadIdx.x] = sum;
}
// Wider elements lie in as many words; the same member of a structure is the same address.
// LAUNCH [PERF-011] members: local_ld 8, local_ld_sectors 32, local_st 16, local_st_sectors 64
struct particle {
  float place, speed;
};
__device__ float sum_of_speeds(particle const* all, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += all[i].speed;
  return sum;
}
__global__ void members(float* out, int n) {
  particle p[8];
  for (int i = 0; i < n; ++i) {
    p[i].place = i;
    p[i].speed = 2 * i;
  }
  out[threadIdx.x] = sum_of_speeds(p, n);
}
// Constant indices, and loops of constant bounds, which are unrolled, leave an array in registers.
// LAUNCH [PERF-011] in_registers<8>: local_ld 0, local_st 0
template <int N>
__global__ void in_registers(float* out) {
  constexpr int last = N - 1;
  float a[N];
  for (int i = 0; i < N; ++i) a[i] = i + threadIdx.x;
  a[last] = 1;
  for (int i = 1; i < N; ++i) a[i] += a[i - 1];
  out[threadIdx.x] = a[N - 1];
}

cudaTextureObject_t texture_of(cudaResourceDesc const& resource, cudaTextureFilterMode filter) {
  cudaTextureDesc how{};
  how.filterMode = filter;
  cudaTextureObject_t t = 0;
  cudaCreateTextureObject(&t, &resource, &how, nullptr);
  return t;
}

int main() {
  float *x, *y;
  cudaMalloc(&x, 1 << 20);
  cudaMalloc(&y, 1 << 20);
  cudaMemset(x, 0, 1 << 20);
  cudaArray_t array;
  auto const format = cudaCreateChannelDesc<float>();
  cudaMallocArray(&array, &format, 512, 512);
  cudaMemcpy2DToArray(array, 0, 0, x, 2048, 2048, 512, cudaMemcpyDeviceToDevice);
  cudaResourceDesc of_array{};
  of_array.resType = cudaResourceTypeArray;
  of_array.res.array.array = array;
  cudaTextureObject_t const point = texture_of(of_array, cudaFilterModePoint);
  cudaTextureObject_t const linear = texture_of(of_array, cudaFilterModeLinear);
  cudaResourceDesc of_memory{};
  of_memory.resType = cudaResourceTypeLinear;
  of_memory.res.linear = {x, format, 1 << 20};
  cudaTextureObject_t const memory = texture_of(of_memory, cudaFilterModePoint);
  walks<<<1, 32>>>(point, y, 8, 4, 1);
  walks<<<1, 32>>>(point, y, 32, 1, 1);
  walks<<<1, 32>>>(point, y, 1, 32, 1);
  walks<<<1, 32>>>(point, y, 8, 4, 16);
  filtered<<<1, 32>>>(linear, y);
  fetched<<<1, 32>>>(memory, y, 1);
  fetched<<<1, 32>>>(memory, y, 8);
  counts<<<1, 32>>>((int*)y, 0, 16);
  counts<<<1, 32>>>((int*)y, 1, 16);
  members<<<1, 32>>>(y, 8);
  in_registers<8><<<1, 32>>>(y);
  cudaFree(x);
  cudaFree(y);
  cudaFreeArray(array);
  return cudaDeviceSynchronize() != cudaSuccess;
}
