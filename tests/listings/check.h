#pragma once
// SPDX-License-Identifier: MIT
#include <cstdio>
#include <cstdlib>

/// Ends the program with a message where a listing's result is not the right one.
inline void require(bool right, char const* what, long index = 0) {
  if (right) {
    return;
  }
  std::fprintf(stderr, "%s is wrong at %ld\n", what, index);
  std::exit(1);
}

/// Waits for all kernels; they must have ended well.
inline void require_end() {
  cudaError_t const error = cudaDeviceSynchronize();
  require(error == cudaSuccess, cudaGetErrorString(error), error);
  require(cudaGetLastError() == cudaSuccess, "the last error");
}
