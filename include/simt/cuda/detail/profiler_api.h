#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/api_common.h>

inline namespace SIMT_CUDA_ABI {

// What lies between is what a profiled build (SIMT_PROFILE) looks at, with its option `range`;
// without the option what comes behind a stop is left out.

cudaError_t cudaProfilerStart();
cudaError_t cudaProfilerStop();

}  // namespace SIMT_CUDA_ABI

#if !SIMT_RUNTIME_IN_LIBRARY
#include <simt/cuda/detail/profiler_api-inl.h>
#endif
