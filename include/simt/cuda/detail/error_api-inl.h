#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/api_common-inl.h>
#include <simt/cuda/detail/error_api.h>

#include <utility>

inline namespace SIMT_CUDA_ABI {

SIMT_RUNTIME_FUNCTION char const* cudaGetErrorName(cudaError_t error) {
  return simt::error_name(static_cast<simt::error_code>(error));
}
SIMT_RUNTIME_FUNCTION char const* cudaGetErrorString(cudaError_t error) {
  return simt::error_string(static_cast<simt::error_code>(error));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGetLastError() {
  return static_cast<cudaError_t>(simt::detail::last_error(true));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaPeekAtLastError() {
  return static_cast<cudaError_t>(simt::detail::last_error(false));
}

}  // namespace SIMT_CUDA_ABI
