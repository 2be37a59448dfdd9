// SPDX-License-Identifier: MIT
// Shared memory that is read behind a barrier and written again before the next one: a race that
// warps win which run side by side.
#include "answers.cuh"

namespace {

__device__ float warp_sum(float v) {
  for (int o = 16; o; o /= 2) v += __shfl_xor_sync(~0u, v, o);
  return v;
}
// Sum of sums: each turn adds what the turn before left in s[0].
__global__ void turns_of_sums(float* out, int turns) {
  __shared__ float s[8];
  int const lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (threadIdx.x == 0) s[0] = 1000;
  __syncthreads();
  float acc = 0;
  for (int t = 0; t < turns; ++t) {
    float offset = s[0];
    float v = warp_sum((float)threadIdx.x);
    if (lane == 0) s[warp] = v;
    acc += offset;
    __syncthreads();
  }
  out[threadIdx.x] = acc;
}
__global__ void once(float* out) {
  __shared__ float s[8];
  int const lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (threadIdx.x < 8) s[threadIdx.x] = 1000;
  __syncthreads();
  float offset = s[0];
  float v = warp_sum((float)threadIdx.x);
  if (lane == 0) s[warp] = v;
  __syncthreads();
  out[threadIdx.x] = offset + s[warp];
}
// The same at a function's end, which is called again.
__device__ float block_sum(float v) {
  __shared__ float s[8];
  v = warp_sum(v);
  if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = v;
  __syncthreads();
  float total = 0;
  for (unsigned i = 0; i < blockDim.x / 32; ++i) total += s[i];
  return total;
}
__global__ void sums(float* out) {
  float const first = block_sum(float(threadIdx.x));
  float const second = block_sum(1.f);
  out[threadIdx.x] = first + 1000 * second;
}
// A neighbour that is written by its own thread.
__global__ void shifted(float* out) {
  __shared__ float s[256];
  s[threadIdx.x] = float(threadIdx.x);
  __syncthreads();
  float left = threadIdx.x > 0 ? s[threadIdx.x - 1] : 0.f;
  s[threadIdx.x] = 2 * left;
  __syncthreads();
  out[threadIdx.x] = left + s[threadIdx.x];
}
// No race: two halves by turns, each thread its own, and one thread that reads what it writes.
__global__ void halves(float* out, int turns) {
  __shared__ float s[2][256];
  __shared__ float total[256];
  int half = 0;
  s[0][threadIdx.x] = float(threadIdx.x);
  total[threadIdx.x] = 0;
  __syncthreads();
  for (int t = 0; t < turns; ++t) {
    float const x = s[half][(threadIdx.x + 1) % blockDim.x];
    half ^= 1;
    s[half][threadIdx.x] = x + 1;
    total[threadIdx.x] += x;
    __syncthreads();
  }
  out[threadIdx.x] = total[threadIdx.x];
}

}  // namespace

void check_shared_races(answers& a) {
  float* const out = managed<float>();
  for (int const n : {64, 128, 256}) {
    a.check(
        "races: turns_of_sums", out, n, [&] { turns_of_sums<<<1, n>>>(out, 3); },
        [](int) { return 1000 + 496 + 496; });
    a.check(
        "races: once", out, n, [&] { once<<<1, n>>>(out); },
        [](int i) { return 1000 + 496 + 1024 * (i / 32); });
    a.check(
        "races: sums", out, n, [&] { sums<<<1, n>>>(out); },
        [n](int) { return n * (n - 1) / 2 + 1000 * n; });
    a.check(
        "races: shifted", out, n, [&] { shifted<<<1, n>>>(out); },
        [](int i) { return i == 0 ? 0 : 3 * (i - 1); });
    a.check(
        "races: halves", out, n, [&] { halves<<<1, n>>>(out, 3); },
        [n](int i) { return (i + 1) % n + (i + 2) % n + 1 + (i + 3) % n + 2; });
  }
}
