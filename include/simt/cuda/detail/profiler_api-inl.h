#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/cuda_profiler_api.h>
#include <simt/cuda/detail/api_common-inl.h>

inline namespace SIMT_CUDA_ABI {

SIMT_RUNTIME_FUNCTION cudaError_t cudaProfilerStart() {
  return simt::cuda::detail::call([] { return simt::error_code::success; });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaProfilerStop() {
  return simt::cuda::detail::call([] { return simt::error_code::success; });
}

}  // namespace SIMT_CUDA_ABI
