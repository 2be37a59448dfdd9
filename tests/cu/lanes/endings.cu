// SPDX-License-Identifier: MIT
// Loops that end without another thread's help although memory decides when: counts, ways down,
// barriers in each turn, what is tried again; and calls of functions that lanes have thread by thread.
#include <cooperative_groups.h>
#include <cuComplex.h>
#include <cuda_runtime.h>
#include <curand_kernel.h>

namespace cg = cooperative_groups;

namespace endings {

__device__ float4 operator+(float4 a, float4 b) {
  return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}
__device__ float4 operator*(float s, float4 a) {
  return make_float4(s * a.x, s * a.y, s * a.z, s * a.w);
}
__device__ void operator+=(float4& a, float4 b) { a = a + b; }
__device__ float4 turned(float4 v, int by) {
  return by % 2 == 0 ? make_float4(v.y, v.z, v.w, v.x) : make_float4(v.w, v.x, v.y, v.z);
}
__device__ float dot(float4 const& a, float4 const& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

// The right side calls a function of the program, which cannot change the left one.
__global__ void added(int const* in, int* out) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 v = make_float4(in[i] % 16, i % 8, 1, 2);
  for (int k = 0; k < in[i] % 5; ++k) v += 0.5f * turned(v, in[i] + k);
  float sum = 1;
  if (i % 3 != 0) sum += 2 * dot(v, turned(v, i));
  out[i] = static_cast<int>(8 * sum);
}

// Each thread goes down a chain of its own, while others shorten theirs.
__global__ void flatten(int* label, int n) {
  int const v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n) return;
  int next, at = label[v];
  int const old = at;
  while (at > (next = label[at])) at = next;
  if (old != at) label[v] = at;
}

// Bounds that the kernel writes as well, and a count with an offset.
__global__ void counted(int const* in, int* out, int* bound) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  bound[i] = in[i] % 7;
  int sum = 0;
  for (int k = 0; k < bound[i]; ++k) {
    if (k == 2) bound[i] = 9;
    sum += k * in[i];
  }
  int low = i % 4, high = 40 + i % 3;
  while (low - 2 < 20 && bound[(i + low) % 1 + i] < 12) {
    ++low;
    if (low % 5 == i % 5) bound[i] += 1;
  }
  while (high - 3 > 0 && bound[i] != 12) {
    --high;
    bound[i] -= high % 2;
  }
  out[i] = sum * 64 + low + high;
}

// All ways through a turn pass a barrier of the block.
__global__ void met(int const* in, int* out, int* taken) {
  cg::thread_block block = cg::this_thread_block();
  __shared__ int next, sum;
  if (threadIdx.x == 0) {
    next = blockIdx.x;
    sum = 0;
  }
  cg::sync(block);
  while (next < 40) {
    if (next % 3 == 1) {
      block.sync();
      if (threadIdx.x == 0) next += 2;
      __syncthreads();
      continue;
    }
    atomicAdd(&sum, in[(next + threadIdx.x) % 256] % 8);
    block.sync();
    if (threadIdx.x == 0) {
      atomicAdd(&taken[next], sum);
      next += gridDim.x + sum % 2;
    }
    cg::sync(block);
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Warps, or threads, take their work from counters until there is none.
__global__ void taken_by_warps(int const* in, int* out, int* next, int n) {
  do {
    int i;
    if (threadIdx.x % 32 == 0) i = atomicAdd(&next[0], 1);
    i = __shfl_sync(0xffffffff, i, 0);
    if (i >= n) break;
    int sum = in[i * 32 + threadIdx.x % 32] % 16;
    for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(0xffffffff, sum, d);
    if (threadIdx.x % 32 == 0) out[i] = sum;
  } while (true);
  int i;
  while ((i = atomicAdd(&next[1], 1)) < n) out[32 + i] += in[i] % 5 + 1;
}

__device__ void keep_most(float* most, float value) {
  unsigned* const bits = reinterpret_cast<unsigned*>(most);
  unsigned seen = __nv_atomic_load_n(bits, __NV_ATOMIC_RELAXED);
  while (value > __uint_as_float(seen)) {
    unsigned const before = seen;
    if ((seen = atomicCAS(bits, before, __float_as_uint(value))) == before) break;
  }
}
__global__ void most(int const* in, float* best, int* counts) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i % 5 != 3) keep_most(&best[i % 4], 0.25f * in[i]);
  if (i % 2 == 0) __nv_atomic_fetch_add(&counts[in[i] % 8], i % 3, __NV_ATOMIC_RELAXED);
  __nv_atomic_max(&counts[8 + i % 2], in[i], __NV_ATOMIC_RELAXED);
  if (in[i] < 0) __trap();
}

// Each thread's own state, for a number of draws of its own.
__global__ void drawn(int const* in, int* out) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  curandState state;
  curandStatePhilox4_32_10_t other;
  curand_init(1234, i, in[i] % 4, &state);
  curand_init(99ULL, i % 3, 0, &other);
  unsigned sum = 0;
  for (int k = 0; k < in[i] % 6; ++k) {
    sum = sum * 31 + curand(&state);
    if (k % 2 == i % 2) sum += static_cast<unsigned>(1000 * curand_uniform(&state));
  }
  if (i % 3 == 0) {
    uint4 const four = curand4(&other);
    sum ^= four.x + four.y + four.z + four.w;
  } else {
    sum += static_cast<unsigned>(static_cast<int>(64 * curand_normal(&other)));
  }
  cuFloatComplex z = make_cuFloatComplex(in[i] % 9, i % 5);
  if (i % 4 != 2) z = cuCmulf(z, cuConjf(cuCaddf(z, make_cuFloatComplex(1, 2))));
  out[i] = static_cast<int>(sum) ^ static_cast<int>(cuCrealf(z) * 16 + cuCimagf(z));
}

}  // namespace endings

/// Returns how many kernels have a wrong answer; what they give goes to `out`, 256 numbers each.
int run_endings(int const* in, int* out) {
  using namespace endings;
  constexpr int n = 256;
  int* memory;
  cudaMallocManaged(&memory, n * sizeof(int));
  int wrong = 0;
  added<<<2, 128>>>(in, out);

  for (int v = 0; v < n; ++v) memory[v] = v % 16 == 0 ? v : v - 1 - v % 5 % (v % 16);
  flatten<<<2, 128>>>(memory, n);
  cudaDeviceSynchronize();
  for (int v = 0; v < n; ++v) {
    wrong += memory[v] % 16 != 0 && memory[v] == v;
    out[n + v] = memory[v];
  }

  counted<<<4, 64>>>(in, out + 2 * n, memory);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) memory[i] = 0;
  met<<<4, 64>>>(in, out + 3 * n, memory);
  cudaDeviceSynchronize();

  for (int i = 0; i < n; ++i) memory[i] = 0;
  taken_by_warps<<<3, 64>>>(in, memory + 8, memory, 32);
  cudaDeviceSynchronize();
  for (int i = 0; i < 32; ++i) {
    int sum = 0;
    for (int k = 0; k < 32; ++k) sum += in[i * 32 + k] % 16;
    wrong += memory[8 + i] != sum || memory[40 + i] != in[i] % 5 + 1;
  }

  float* const best = reinterpret_cast<float*>(memory);
  for (int i = 0; i < n; ++i) memory[i] = 0;
  most<<<4, 64>>>(in, best, memory + 16);
  cudaDeviceSynchronize();
  float wanted[4] = {};
  int sums[8] = {};
  for (int i = 0; i < n; ++i) {
    if (i % 5 != 3 && 0.25f * in[i] > wanted[i % 4]) wanted[i % 4] = 0.25f * in[i];
    if (i % 2 == 0) sums[in[i] % 8] += i % 3;
  }
  for (int k = 0; k < 4; ++k) wrong += best[k] != wanted[k];
  for (int k = 0; k < 8; ++k) wrong += memory[16 + k] != sums[k];

  drawn<<<4, 64>>>(in, out + 4 * n);
  cudaDeviceSynchronize();
  cudaFree(memory);
  return wrong;
}
