// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime.h>

/// Device memory of a checked program's case, cleared unless it is asked to stay unwritten.
template <class T>
struct array_of {
  T* p = nullptr;
  explicit array_of(int n, bool zero = true) {
    cudaMalloc(&p, n * sizeof(T));
    if (zero) cudaMemset(p, 0, n * sizeof(T));
  }
  ~array_of() { cudaFree(p); }
  array_of(array_of const&) = delete;
  array_of& operator=(array_of const&) = delete;
  operator T*() { return p; }
};
