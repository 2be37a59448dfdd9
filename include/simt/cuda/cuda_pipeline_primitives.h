#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/host_defines.h>

#include <cstddef>
#include <cstring>

// Copies from global to shared memory that a thread starts and waits for later: here they are done
// at once, which the wait cannot tell.
// - Source:  CUDA C++ Programming Guide 13.0, 10.28 (Pipeline Primitives Interface)

/// Copies `size` bytes but for the last `zfill`, which become zeros.
/// - Needs:   size 4, 8 or 16; addresses that are multiples of it
static inline __device__ void __pipeline_memcpy_async(void* shared, void const* global,
                                                      std::size_t size, std::size_t zfill = 0) {
  std::size_t const left = zfill < size ? size - zfill : 0;
  std::memcpy(shared, global, left);
  std::memset(static_cast<char*>(shared) + left, 0, size - left);
}
static inline __device__ void __pipeline_commit() {}
static inline __device__ void __pipeline_wait_prior(std::size_t) {}
