#pragma once
// SPDX-License-Identifier: MIT

#include <simt/check/hooks.hpp>
#include <simt/cuda/detail/api_common-inl.h>
#include <simt/cuda/detail/profiler_api.h>

namespace simt::inline SIMT_ABI::cuda::detail {

/// Tells the profiler of a profiled build, once what has been launched is done.
inline error_code set_profiled([[maybe_unused]] bool wanted) {
#if SIMT_PROFILE
  simt::detail::wait_for_device(simt::detail::this_device());
  simt_profile_range(wanted);
#endif
  return error_code::success;
}

}  // namespace simt::inline SIMT_ABI::cuda::detail

inline namespace SIMT_CUDA_ABI {

SIMT_RUNTIME_FUNCTION cudaError_t cudaProfilerStart() {
  return simt::cuda::detail::call([] { return simt::cuda::detail::set_profiled(true); });
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaProfilerStop() {
  return simt::cuda::detail::call([] { return simt::cuda::detail::set_profiled(false); });
}

}  // namespace SIMT_CUDA_ABI
