#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/cuda_runtime_api.h>

inline namespace SIMT_CUDA_ABI {

// Ranges for an external profiler; there is none to tell.

cudaError_t cudaProfilerStart();
cudaError_t cudaProfilerStop();

}  // namespace SIMT_CUDA_ABI

#if !SIMT_RUNTIME_IN_LIBRARY
#include <simt/cuda/detail/profiler_api-inl.h>
#endif
