// SPDX-License-Identifier: MIT
// Kernels of a program that has names of its own which CUDA's headers must leave to it.
#include "answers.cuh"

#include "../../support/own_names.hpp"

__device__ surface shapes[2] = {{{1, 2, 3}}, {{4, 5, 6}}};
__constant__ int signal_shift = 7;

__device__ float normal_of(const surface& s, int i) { return s.normal[i % 3]; }

__global__ void own_names(float* out, stat st, texture<float> t) {
  int i = threadIdx.x;
  float const v = normal_of(shapes[i & 1], i);
  out[i] = v + t.texel + float(st.mean) * signal_shift;
}

void check_names(answers& a) {
  float* out;
  cudaMallocManaged(&out, count * sizeof(float));
  a.check(
      "own names", out, 64, [&] { own_names<<<1, 64>>>(out, stat{2.0, 0.0}, texture<float>{0.5f}); },
      [](int i) { return float((i & 1) * 3 + 1 + i % 3) + 0.5f + 14.0f; });
  a.check(
      "own names on the host", out, 1, [&] { out[0] = float(own_names_sum()); },
      [](int) { return float(own_names_expected); });
  cudaFree(out);
}
