// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

/// Says what is wrong, and that the program has failed.
extern int failures;
inline void require(bool right, char const* what, long long is = 0, long long wanted = 0) {
  if (right) return;
  ++failures;
  std::fprintf(stderr, "wrong: %s (is %lld, wanted %lld)\n", what, is, wanted);
}
inline void require_equal(long long is, long long wanted, char const* what) {
  require(is == wanted, what, is, wanted);
}
/// Waits for the device, and for what it answers.
inline void finish(char const* what, cudaError_t wanted = cudaSuccess) {
  cudaError_t const e = cudaDeviceSynchronize();
  require_equal(e, wanted, what);
  cudaGetLastError();
}
template <class T>
T* managed(int n) {
  T* p = nullptr;
  if (cudaMallocManaged((void**)&p, sizeof(T) * n) != cudaSuccess) std::abort();
  for (int i = 0; i < n; ++i) p[i] = T{};
  return p;
}

/// Marks in the order in which kernels make them.
struct journal {
  int n;
  int mark[100];
};
__device__ inline void note(journal* j, int m) {
  int const k = atomicAdd(&j->n, 1);
  if (k < 100) j->mark[k] = m;
}

void launches();
void streams();
void synchronisation();
void memory();
void calls();
void limits();
void depth();
void recorded();
