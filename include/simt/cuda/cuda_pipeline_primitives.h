#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/host_defines.h>
#include <simt/check/hooks.hpp>

#include <cstddef>
#include <cstring>

// Copies from global to shared memory that a thread starts and waits for later: here they are done
// at once, which the wait cannot tell. Checked builds say where one is missing.
// - Source:  CUDA C++ Programming Guide 13.0, 10.28 (Pipeline Primitives Interface)

/// Copies `size` bytes but for the last `zfill`, which become zeros.
/// - Needs:   size 4, 8 or 16; addresses that are multiples of it
static inline __device__ void __pipeline_memcpy_async(void* shared, void const* global,
                                                      std::size_t size, std::size_t zfill = 0) {
  std::size_t const left = zfill < size ? size - zfill : 0;
  std::memcpy(shared, global, left);
  std::memset(static_cast<char*>(shared) + left, 0, size - left);
#if SIMT_CHECK
  simt_check_copy_begins(shared, size);
#endif
}
static inline __device__ void __pipeline_commit() {
#if SIMT_CHECK
  simt_check_copies_committed();
#endif
}
static inline __device__ void __pipeline_wait_prior([[maybe_unused]] std::size_t but_last) {
#if SIMT_CHECK
  simt_check_copies_awaited(but_last);
#endif
}
