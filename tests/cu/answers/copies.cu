// SPDX-License-Identifier: MIT
// Copies to shared memory that go on while a thread does something else.
#include "answers.cuh"

#include <cuda_pipeline.h>

namespace {

__global__ void two_stages(float const* in, float* out, int stages) {
  __shared__ float part[2][64];
  int const t = threadIdx.x;
  __pipeline_memcpy_async(&part[0][t], &in[t], sizeof(float));
  __pipeline_commit();
  float sum = 0;
  for (int s = 0; s < stages; ++s) {
    if (s + 1 < stages)
      __pipeline_memcpy_async(&part[(s + 1) % 2][t], in + (s + 1) * 64 + t, sizeof(float));
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    sum = 2 * sum + part[s % 2][63 - t];
    __syncthreads();
  }
  out[t] = sum;
}
// Some threads alone, four numbers each, of the last ones fewer than four.
__global__ void of_some(float4 const* in, float* out) {
  __shared__ float4 part[16];
  int const t = threadIdx.x;
  if (t % 4 == 3) __pipeline_memcpy_async(part + t / 4, in + t / 4, 16, t > 55 ? 8 : 0);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  float4 const mine = part[t / 4];
  out[t] = mine.x + 10 * mine.y + 100 * mine.z + 1000 * mine.w;
}

}  // namespace

void check_copies(answers& a) {
  float* const in = managed<float>(4 * 64);
  float* const out = managed<float>();
  for (int i = 0; i < 4 * 64; ++i) in[i] = float(i % 9);
  a.check(
      "copies: two_stages", out, 64, [&] { two_stages<<<1, 64>>>(in, out, 4); },
      [&](int i) {
        float sum = 0;
        for (int s = 0; s < 4; ++s) sum = 2 * sum + in[s * 64 + 63 - i];
        return sum;
      });
  a.check(
      "copies: of_some", out, 64, [&] { of_some<<<1, 64>>>((float4 const*)in, out); },
      [&](int i) {
        float const* const four = in + i / 4 * 4;
        return four[0] + 10 * four[1] + (i > 55 ? 0 : 100 * four[2] + 1000 * four[3]);
      });
  cudaFree(in);
  cudaFree(out);
}
