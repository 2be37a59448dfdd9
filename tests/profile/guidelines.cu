// SPDX-License-Identifier: MIT
// What the programming guide advises, as pairs of kernels that compute the same: before, and after. Each launch has
// the numbers that show the difference, worked out by hand.
#include <cstdio>
#include <cuda_runtime.h>

// A warp's accesses to neighbouring words are four sectors; one word on, five; far apart, one for each thread.
// LAUNCH [PERF-002] shifted: ld 32, ld_sectors 128
// LAUNCH [PERF-002] shifted: ld 32, ld_sectors 160
// LAUNCH [PERF-002] scattered: ld 32, ld_sectors 1024
__global__ void shifted(float const* in, float* out, int by) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i + by];
}
__global__ void scattered(float const* in, float* out, int step) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i * step];
}

// One instruction loads 16 bytes where their type asks to be aligned, else four do.
// LAUNCH [PERF-004] of_loose: ld 128, ld_sectors 2048
// LAUNCH [PERF-004] of_aligned: ld 32, ld_sectors 512
struct loose {
  float x, y, z, w;
};
struct __align__(16) aligned {
  float x, y, z, w;
};
__global__ void of_loose(loose const* in, float* out) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  loose const v = in[i];
  out[i] = v.x + v.y + v.z + v.w;
}
__global__ void of_aligned(aligned const* in, float* out) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  aligned const v = in[i];
  out[i] = v.x + v.y + v.z + v.w;
}

// Rows of 35 words begin anywhere in a sector; of 64, at its start.
// LAUNCH [PERF-005] row_by_row: ld 32, ld_sectors 156
// LAUNCH [PERF-005] row_by_row: ld 32, ld_sectors 128
__global__ void row_by_row(float const* in, float* out, int width) {
  out[blockIdx.x * 32 + threadIdx.x] = in[blockIdx.x * width + threadIdx.x];
}

// Neighbouring threads in a bank of their own: words one, three or (structures of three floats) any odd number
// apart, bytes of the same word, and one word for all. Not: an even number.
// LAUNCH [PERF-006] banks<float>: shared_ld 1, ld_wavefronts 1, ld_conflicts 0
// LAUNCH [PERF-006] banks<float>: shared_ld 1, ld_wavefronts 2, ld_conflicts 1
// LAUNCH [PERF-006] banks<float>: shared_ld 1, ld_wavefronts 1, ld_conflicts 0
// LAUNCH [PERF-006] banks<float>: shared_ld 1, ld_wavefronts 32, ld_conflicts 31
// LAUNCH [PERF-006] banks<float>: shared_ld 1, ld_wavefronts 1, ld_conflicts 0
// LAUNCH [PERF-006] banks<char>: shared_ld 1, ld_wavefronts 1, ld_conflicts 0
// LAUNCH [PERF-006] triples: shared_ld 3, ld_wavefronts 3, ld_conflicts 0
// Wider words go by half-warps, and by quarters.
// LAUNCH [PERF-008] banks<double>: shared_ld 1, ld_wavefronts 2
// LAUNCH [PERF-008] banks<double>: shared_ld 1, ld_wavefronts 4
template <class T>
__global__ void banks(T* out, int step) {
  __shared__ T s[1024];
  for (int i = threadIdx.x; i < 1024; i += 32) s[i] = T(i);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x * step];
}
struct triple {
  float x, y, z;
};
__global__ void triples(float* out) {
  __shared__ triple s[32];
  s[threadIdx.x] = {1, 2, 3};
  __syncthreads();
  triple const v = s[threadIdx.x];
  out[threadIdx.x] = v.x + v.y + v.z;
}

// Threads of a warp that go two ways, and warps that do.
// LAUNCH [PERF-013] two_ways: uniform 50
// LAUNCH [PERF-013] two_ways: uniform 100
// The formula takes threads of a warp together that go one of two ways, and one of four.
// LAUNCH [PERF-014] of_four<false>
// LAUNCH [PERF-014] of_four<true>: uniform 100
__device__ __noinline__ float far_away(float x) {
  for (int i = 0; i < 8; ++i) x = x * x + 1;
  return x;
}
__device__ __noinline__ float near_by(float x) {
  for (int i = 0; i < 8; ++i) x = x * 0.5f + 2;
  return x;
}
__global__ void two_ways(float* out, int divisor) {
  int const i = threadIdx.x;
  if (i / divisor % 2 == 0)
    out[i] = far_away(out[i]);
  else
    out[i] = near_by(out[i]);
}
template <bool Remapped>
__global__ void of_four(float* out) {
  constexpr int n = 4;
  int id = threadIdx.x;
  if (Remapped) {
    int const warp = id / 32, group = warp / n * 32 * n;
    id = group + (id - group - warp % n * 32) * n + warp % n;
  }
  int const way = id % n;
  if (way == 0) out[id] = far_away(out[id]);
  else if (way == 1) out[id] = near_by(out[id]);
  else if (way == 2) out[id] = far_away(out[id] + 1);
  else out[id] = near_by(out[id] + 1);
}

// 48 threads are a warp and a half, of which the half costs what a warp does.
// LAUNCH [PERF-017] adds_one: lanes 24
// LAUNCH [PERF-017] adds_one: lanes 32
// A multiprocessor holds 32 blocks: of one warp each, half of the warps that it has room for.
// LAUNCH [PERF-032] adds_one: occupancy 50
// LAUNCH [PERF-032] adds_one: occupancy 100
__global__ void adds_one(float* x) { x[blockIdx.x * blockDim.x + threadIdx.x] += 1; }

// Each thread sorts a list of 32: its column has a bank of its own, all rows begin in the same one.
// LAUNCH [PERF-031] sums_lists<false>: shared_ld 32, ld_wavefronts 1024, ld_conflicts 992
// LAUNCH [PERF-031] sums_lists<true>: shared_ld 32, ld_wavefronts 32, ld_conflicts 0
template <bool Columns>
__global__ void sums_lists(int* out) {
  __shared__ int list[32 * 32];
  for (int i = 0; i < 32; ++i) list[i * 32 + threadIdx.x] = i ^ threadIdx.x;
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < 32; ++i) sum = sum * 3 + (Columns ? list[i * 32 + threadIdx.x] : list[threadIdx.x * 32 + i]);
  out[threadIdx.x] = sum;
}

// A product of 64 x 64: each element of a and b is read once by each tile, not by each element of the product.
// LAUNCH [PERF-036] product: ld 16384
// LAUNCH [PERF-036] product_by_tiles: ld 1024
__global__ void product(float const* a, float const* b, float* c) {
  int const x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < 64; ++k) sum += a[y * 64 + k] * b[k * 64 + x];
  c[y * 64 + x] = sum;
}
__global__ void product_by_tiles(float const* a, float const* b, float* c) {
  __shared__ float sa[16][16], sb[16][16];
  int const tx = threadIdx.x, ty = threadIdx.y;
  int const x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
  float sum = 0;
  for (int k = 0; k < 64; k += 16) {
    sa[ty][tx] = a[y * 64 + k + tx];
    sb[ty][tx] = b[(k + ty) * 64 + x];
    __syncthreads();
    for (int i = 0; i < 16; ++i) sum += sa[ty][i] * sb[i][tx];
    __syncthreads();
  }
  c[y * 64 + x] = sum;
}

// Three strategies: more warps that run at once, less that is moved, fewer instructions. Each changes its own
// number; which of them is the limit, a profile says. (A division of integers is some 20 instructions; by a power
// of two the program can shift. Of 64 warps g++ shows 1300 fewer; of clang's code the division itself is not seen.)
// LAUNCH [PERF-001] limited<false>: occupancy 50, ld_sectors 2048
// LAUNCH [PERF-001] limited<false>: occupancy 100, ld_sectors 2048
// LAUNCH [PERF-001] limited<false>: occupancy 100, ld_sectors 256
// LAUNCH [PERF-001] limited<true>: occupancy 100, ld_sectors 256, inst -200
template <bool Shift>
__global__ void limited(int const* in, int* out, int step, int n, int log_n) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  int const x = in[i * step];
  out[i] = Shift ? x >> log_n : x / n;
}

// The first cache brings lines of 128 bytes, the second sectors of 32: scattered words bring 32 lines, of which
// a sector each is asked for. A warp's words of 8 bytes are two lines, of 16 bytes four.
// LAUNCH [PERF-003] words<float>: ld 1, ld_sectors 4, ld_lines 1
// LAUNCH [PERF-003] words<float>: ld 1, ld_sectors 32, ld_lines 32
// LAUNCH [PERF-003] words<float>: ld 1, ld_sectors 32, ld_lines 8
// LAUNCH [PERF-003] words<double>: ld 1, ld_sectors 8, ld_lines 2
// LAUNCH [PERF-003] words<float4>: ld 1, ld_sectors 16, ld_lines 4
template <class T>
__global__ void words(T const* in, T* out, int step) {
  out[threadIdx.x] = in[threadIdx.x * step];
}

// Banks of compute capability 3.x have 64 bits. In the mode for 32 bits (device=3.5) words i and i + 32 of the
// same 64 do not conflict: twos are free, and 32 apart costs half.
// LAUNCH [PERF-007] banks<float>: shared_ld 1, ld_wavefronts 1, ld_conflicts 0
// LAUNCH [PERF-007] banks<float>: shared_ld 1, ld_wavefronts 1, ld_conflicts 0
// LAUNCH [PERF-007] banks<float>: shared_ld 1, ld_wavefronts 16, ld_conflicts 15
// LAUNCH [PERF-007] banks<double>: shared_ld 1, ld_wavefronts 1, ld_conflicts 0
// In the mode for 64 bits neighbouring words are neighbouring banks' halves: threes conflict, doubles do not.
// LAUNCH [PERF-007-64] banks<float>: shared_ld 1, ld_wavefronts 1, ld_conflicts 0
// LAUNCH [PERF-007-64] banks<float>: shared_ld 1, ld_wavefronts 2, ld_conflicts 1
// LAUNCH [PERF-007-64] banks<double>: shared_ld 1, ld_wavefronts 1, ld_conflicts 0

// A word of constant memory goes to all threads of a warp at once, different ones one after another.
// LAUNCH [PERF-010] constants<false>: const 1, const_words 1, ld 0
// LAUNCH [PERF-010] constants<true>: const 1, const_words 32, ld 0
__constant__ float table[2048];
template <bool Each>
__global__ void constants(float* out) {
  out[threadIdx.x] = table[Each ? threadIdx.x : blockIdx.x];
}

// 16 KB of coefficients go through constant memory in tiles of 8 KB: each word is asked for once for all threads;
// from global memory each is a request.
// LAUNCH [PERF-027] sums_tile: const 2048, const_words 2048, ld 1
// LAUNCH [PERF-027] sums_tile: const 2048, const_words 2048, ld 1
// LAUNCH [PERF-027] sums_all: const 0, ld 4097
__global__ void sums_tile(float* out) {
  float sum = 0;
  for (int k = 0; k < 2048; ++k) sum += table[k];
  out[threadIdx.x] += sum;
}
__global__ void sums_all(float const* coefficients, float* out) {
  float sum = 0;
  for (int k = 0; k < 4096; ++k) sum += coefficients[k];
  out[threadIdx.x] += sum;
}

// Sine takes the slow way beyond 105615, in double beyond 2147483648.
// LAUNCH [PERF-022] sines<float>: slow 0
// LAUNCH [PERF-022] sines<float>: slow 32
// LAUNCH [PERF-022] sines<double>: slow 0
// LAUNCH [PERF-022] sines<double>: slow 32
template <class T>
__global__ void sines(T* out, T from) {
  out[threadIdx.x] = sin(from + T(threadIdx.x));
}

// A constant without f has the product done in double.
// LAUNCH [PERF-024] scaled<true>: widened 32
// LAUNCH [PERF-024] scaled<false>: widened 0
template <bool Double>
__global__ void scaled(float* x) {
  if (Double)
    x[threadIdx.x] *= 3.141592653589793;
  else
    x[threadIdx.x] *= 3.141592653589793f;
}

// All warps of a block wait at a barrier. Smaller blocks leave others to run: eight of 256 threads, not two of
// 1024. Steps that are a warp's own need none.
// LAUNCH [PERF-025] sums_block<false>: barriers 320, resident 2
// LAUNCH [PERF-025] sums_block<false>: barriers 256, resident 8
// LAUNCH [PERF-025] sums_block<true>: barriers 96, resident 8
template <bool Warps>
__global__ void sums_block(float* out) {
  __shared__ float s[1024];
  unsigned const i = threadIdx.x;
  s[i] = float(i);
  unsigned by = blockDim.x / 2;
  for (; by >= (Warps ? 64 : 1); by /= 2) {
    __syncthreads();
    if (i < by) s[i] += s[i + by];
  }
  if (Warps) __syncthreads();
  if (i < 32) {
    float sum = s[i];
    if (Warps) {
      sum += s[i + 32];
      for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
    }
    if (i == 0) out[blockIdx.x] = sum;
  }
}

// The same values, kept ever nearer: in global memory, in shared memory, in a register.
// LAUNCH [PERF-029] far_and_near<0>: ld 64, shared_ld 0
// LAUNCH [PERF-029] far_and_near<1>: ld 1, shared_ld 64
// LAUNCH [PERF-029] far_and_near<2>: ld 1, shared_ld 0
template <int Near>
__global__ void far_and_near(float const volatile* in, float* out) {
  __shared__ float volatile s[32];
  float const kept = Near == 0 ? 0.0f : in[threadIdx.x];
  if (Near == 1) s[threadIdx.x] = kept;
  float sum = 0;
  for (int k = 0; k < 64; ++k) sum = sum * 0.5f + (Near == 0 ? in[threadIdx.x] : Near == 1 ? s[threadIdx.x] : kept);
  out[threadIdx.x] = sum;
}

// How near to the peak a kernel can come follows from its instructions for each byte that it moves.
// LAUNCH [PERF-035] polynomial: attainable <50
// LAUNCH [PERF-035] polynomial: attainable 100
__global__ void polynomial(float* x, int degree) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  float const at = x[i];
  float sum = 1;
  for (int k = 0; k < degree; ++k) sum = sum * at + 1;
  x[i] = sum;
}

int main() {
  float *x, *y;
  cudaMalloc(&x, 1 << 18);
  cudaMalloc(&y, 1 << 18);
  cudaMemset(x, 0, 1 << 18);
  cudaMemset(y, 0, 1 << 18);
  shifted<<<8, 128>>>(x, y, 0);
  shifted<<<8, 128>>>(x, y, 1);
  scattered<<<8, 128>>>(x, y, 32);
  of_loose<<<8, 128>>>((loose*)x, y);
  of_aligned<<<8, 128>>>((aligned*)x, y);
  row_by_row<<<32, 32>>>(x, y, 35);
  row_by_row<<<32, 32>>>(x, y, 64);
  banks<float><<<1, 32>>>(y, 1);
  banks<float><<<1, 32>>>(y, 2);
  banks<float><<<1, 32>>>(y, 3);
  banks<float><<<1, 32>>>(y, 32);
  banks<float><<<1, 32>>>(y, 0);
  banks<char><<<1, 32>>>((char*)y, 1);
  triples<<<1, 32>>>(y);
  banks<double><<<1, 32>>>((double*)y, 1);
  banks<double><<<1, 32>>>((double*)y, 2);
  two_ways<<<1, 256>>>(y, 1);
  two_ways<<<1, 256>>>(y, 32);
  of_four<false><<<1, 256>>>(y);
  of_four<true><<<1, 256>>>(y);
  adds_one<<<8, 48>>>(y);
  adds_one<<<8, 64>>>(y);
  adds_one<<<8, 32>>>(y);
  adds_one<<<8, 128>>>(y);
  sums_lists<false><<<1, 32>>>((int*)y);
  sums_lists<true><<<1, 32>>>((int*)y);
  product<<<dim3(4, 4), dim3(16, 16)>>>(x, x, y);
  product_by_tiles<<<dim3(4, 4), dim3(16, 16)>>>(x, x, y);
  limited<false><<<64, 32>>>((int*)x, (int*)y, 8, 4, 2);
  limited<false><<<16, 128>>>((int*)x, (int*)y, 8, 4, 2);
  limited<false><<<16, 128>>>((int*)x, (int*)y, 1, 4, 2);
  limited<true><<<16, 128>>>((int*)x, (int*)y, 1, 4, 2);
  words<float><<<1, 32>>>(x, y, 1);
  words<float><<<1, 32>>>(x, y, 32);
  words<float><<<1, 32>>>(x, y, 8);
  words<double><<<1, 32>>>((double*)x, (double*)y, 1);
  words<float4><<<1, 32>>>((float4*)x, (float4*)y, 1);
  banks<float><<<1, 32>>>(y, 2);
  banks<float><<<1, 32>>>(y, 3);
  banks<float><<<1, 32>>>(y, 32);
  banks<double><<<1, 32>>>((double*)y, 1);
  banks<float><<<1, 32>>>(y, 2);
  banks<float><<<1, 32>>>(y, 3);
  banks<double><<<1, 32>>>((double*)y, 1);
  static float coefficients[4096], sums[64];
  for (int i = 0; i < 4096; ++i) coefficients[i] = float(i % 7);
  cudaMemcpyToSymbol(table, coefficients, sizeof table);
  constants<false><<<1, 32>>>(y);
  constants<true><<<1, 32>>>(y);
  cudaMemset(y, 0, 256);
  cudaMemcpy(x, coefficients, sizeof coefficients, cudaMemcpyHostToDevice);
  sums_tile<<<1, 32>>>(y);
  cudaMemcpyToSymbol(table, coefficients + 2048, sizeof table);
  sums_tile<<<1, 32>>>(y);
  sums_all<<<1, 32>>>(x, y + 32);
  cudaMemcpy(sums, y, 256, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 32; ++i)
    if (sums[i] != sums[32 + i]) return 2;
  sines<float><<<1, 32>>>(y, 105000.0f);
  sines<float><<<1, 32>>>(y, 105616.0f);
  sines<double><<<1, 32>>>((double*)y, 105616.0);
  sines<double><<<1, 32>>>((double*)y, 2147483648.0);
  scaled<true><<<1, 32>>>(y);
  scaled<false><<<1, 32>>>(y);
  sums_block<false><<<1, 1024>>>(y);
  sums_block<false><<<4, 256>>>(y);
  sums_block<true><<<4, 256>>>(y);
  far_and_near<0><<<1, 32>>>(x, y);
  far_and_near<1><<<1, 32>>>(x, y);
  far_and_near<2><<<1, 32>>>(x, y);
  polynomial<<<8, 128>>>(x, 1);
  polynomial<<<8, 128>>>(x, 200);
  cudaFree(x);
  cudaFree(y);
  return cudaDeviceSynchronize() != cudaSuccess;
}
