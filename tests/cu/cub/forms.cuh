#pragma once
// SPDX-License-Identifier: MIT
// Runs a kernel in lanes and as threads, and counts what is wrong.
#include <cuda_runtime.h>

#include <cstdio>

inline int wrong = 0;

/// Counts and tells a result that is not what it must be.
inline void expect(bool is_right, char const* what, int block) {
  if (is_right) return;
  if (++wrong < 40) std::printf("%s, block of %d: wrong\n", what, block);
}

template <class T>
T* managed(int n) {
  T* out = nullptr;
  cudaMallocManaged(&out, static_cast<std::size_t>(n) * sizeof(T));
  for (int i = 0; i < n; ++i) out[i] = T{};
  return out;
}

/// Runs in both forms; `check` looks at the results of each.
template <class Launch, class Check>
void in_both_forms(char const* what, int block, Launch launch, Check check) {
  using choice = simt::cuda::kernel_form_choice;
  for (auto const form : {choice::thread, choice::lane}) {
    simt::cuda::set_kernel_form(form);
    launch();
    expect(cudaDeviceSynchronize() == cudaSuccess, what, block);
    check();
  }
}

inline int value(int i) { return i * 37 % 101 - 20; }
