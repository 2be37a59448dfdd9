// SPDX-License-Identifier: MIT
// What generated programs share: the kernels' arguments, and a run of a kernel in each form.
#pragma once

#include <cuda_fp16.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <vector>

struct pair {
  int x;
  unsigned y;
};

struct settings {
  int n;
  float scale;
  int list[4];
};

struct arguments {
  int const* a;       // 64
  unsigned const* b;  // 64
  float const* f;     // 64
  int* out;           // 4 a thread
  unsigned* uout;     // 2 a thread
  float* fout;        // 2 a thread
  unsigned* sums;     // 6 kinds of atomics, 16 each
  int* scratch;       // 8 a thread
  int n;              // 7
  settings s;
};

__device__ int const table[16] = {3, -1, 4, 1, -5, 9, 2, 6, -5, 3, 5, 8, -9, 7, 9, 3};
__constant__ float weights[8] = {0.5f, -1.5f, 2.0f, 0.25f, 1.0f, -0.75f, 3.0f, 0.125f};

__device__ inline float limited(float x) { return fminf(fmaxf(x, -100.0f), 100.0f); }
__device__ inline double limited(double x) { return fmin(fmax(x, -100.0), 100.0); }

__device__ inline void swap_if(int& a, int& b, bool wanted) {
  if (!wanted) return;
  int const t = a;
  a = b;
  b = t;
}
// Whole and rest of x.
__device__ inline void split(float x, int& whole, float* rest) {
  whole = (int)x;
  *rest = x - whole;
}

namespace harness {

struct results {
  std::vector<int> out, scratch;
  std::vector<unsigned> uout, sums;
  std::vector<float> fout;
};

template <class T>
bool same(char const* name, int lanes, char const* what, std::vector<T> const& one,
          std::vector<T> const& two) {
  for (std::size_t i = 0; i < one.size(); ++i) {
    if (std::memcmp(&one[i], &two[i], sizeof(T)) == 0) continue;
    std::printf("%s: %s[%zu] is %.9g in thread form, %.9g in gangs of %d\n", name, what, i,
                static_cast<double>(one[i]), static_cast<double>(two[i]), lanes);
    return false;
  }
  return true;
}

/// The kernel's results in one form, from the same input.
template <class Launch>
results run(simt::cuda::kernel_form_choice form, unsigned threads, Launch const& launch) {
  std::vector<int> a(64);
  std::vector<unsigned> b(64);
  std::vector<float> f(64);
  unsigned state = 12345;
  for (std::size_t i = 0; i < 64; ++i) {
    state = state * 1664525u + 1013904223u;
    a[i] = static_cast<int>(state >> 20) % 100 - 50;
    b[i] = state;
    f[i] = static_cast<float>(static_cast<int>(state >> 16) % 1000) * 0.01f - 5.0f;
  }
  results r;
  r.out.resize(threads * 4);
  r.uout.resize(threads * 2);
  r.fout.resize(threads * 2);
  r.sums.resize(6 * 16);
  r.scratch.resize(threads * 8);
  for (std::size_t i = 0; i < r.scratch.size(); ++i) r.scratch[i] = static_cast<int>(i % 13) - 6;
  arguments const all{a.data(),
                      b.data(),
                      f.data(),
                      r.out.data(),
                      r.uout.data(),
                      r.fout.data(),
                      r.sums.data(),
                      r.scratch.data(),
                      7,
                      {7, 1.5f, {2, -3, 5, 1}}};
  simt::cuda::set_kernel_form(form);
  launch(all);
  if (cudaDeviceSynchronize() != cudaSuccess) {
    std::printf("error: %s\n", cudaGetErrorString(cudaGetLastError()));
    std::exit(2);
  }
  return r;
}

#ifdef SIMT_GANG_LANES
inline constexpr int widths[] = {SIMT_GANG_LANES};
inline void choose(int lanes) { simt::cuda::lane::compared_lanes = lanes; }
#else
inline constexpr int widths[] = {0};  // as launches choose
inline void choose(int) {}
#endif

/// 0 where all forms agree, else 1.
template <class Launch>
int compare(char const* name, unsigned threads, Launch const& launch) {
  results const one = run(simt::cuda::kernel_form_choice::thread, threads, launch);
  for (int lanes : widths) {
    choose(lanes);
    results const two = run(simt::cuda::kernel_form_choice::lane, threads, launch);
    if (!same(name, lanes, "out", one.out, two.out) ||
        !same(name, lanes, "uout", one.uout, two.uout) ||
        !same(name, lanes, "fout", one.fout, two.fout) ||
        !same(name, lanes, "sums", one.sums, two.sums) ||
        !same(name, lanes, "scratch", one.scratch, two.scratch))
      return 1;
  }
  return 0;
}

}  // namespace harness
