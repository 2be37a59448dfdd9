#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/api_common.h>

inline namespace SIMT_CUDA_ABI {

// A profiled build (SIMT_PROFILE) looks at what lies between, with its option `range`; without the
// option it leaves out what comes behind a stop.

cudaError_t cudaProfilerStart();
cudaError_t cudaProfilerStop();

}  // namespace SIMT_CUDA_ABI

#if !SIMT_RUNTIME_IN_LIBRARY
#include <simt/cuda/detail/profiler_api-inl.h>
#endif
