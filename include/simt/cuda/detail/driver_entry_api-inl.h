#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/api_common-inl.h>
#include <simt/cuda/detail/driver_entry_api.h>

namespace simt::inline SIMT_ABI::cuda::detail {

SIMT_RUNTIME_FUNCTION cudaError_t keep_error(cudaError_t e) {
  return answer(static_cast<error_code>(e));
}

}  // namespace simt::inline SIMT_ABI::cuda::detail
