// SPDX-License-Identifier: MIT
// Functions as template arguments of overloaded functions, and beside deduced ones.
#include "answers.cuh"

namespace {

using reduction = float (*)(float);

__device__ float warp_sum(float v) {
  for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(~0u, v, d);
  return v;
}
__device__ float warp_max(float v) {
  for (int d = 16; d > 0; d /= 2) v = fmaxf(v, __shfl_xor_sync(~0u, v, d));
  return v;
}

template <reduction of_warp>
__device__ float of_block(float v, bool is_used_again, float other) {
  __shared__ float part[32];
  int const lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  v = of_warp(v);
  if (lane == 0) part[warp] = v;
  __syncthreads();
  v = lane < blockDim.x / 32 ? part[lane] : other;
  v = of_warp(v);
  if (is_used_again) __syncthreads();
  return v;
}
template <reduction of_warp>
__device__ float of_block(float v) {
  return of_block<of_warp>(v, true, 0.0f);
}
template <reduction of_warp, class T>
__device__ T and_own(T v) {
  return v + static_cast<T>(of_warp(static_cast<float>(v)));
}

__global__ void overloaded(float* out) {
  float const v = float(threadIdx.x % 23);
  float const sum = of_block<warp_sum>(v);
  out[threadIdx.x] = sum + 10000 * of_block<warp_max>(-v - 1, true, -1e9f);
}
__global__ void deduced(float* out) {
  int const t = threadIdx.x;
  out[t] = float(and_own<warp_max>(t + 0.5)) + and_own<warp_sum>(t % 32);
}

}  // namespace

void check_passed(answers& a) {
  float* const out = managed<float>();
  float sum = 0;
  for (int i = 0; i < 128; ++i) sum += float(i % 23);
  a.check(
      "passed: overloaded", out, 128, [&] { overloaded<<<1, 128>>>(out); },
      [&](int) { return sum - 10000; });
  a.check(
      "passed: deduced", out, 64, [&] { deduced<<<1, 64>>>(out); },
      [](int i) { return i + 0.5f + (i / 32 * 32 + 31.5f) + i % 32 + 496; });
  cudaFree(out);
}
