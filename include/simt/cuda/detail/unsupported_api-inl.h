#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/api_common-inl.h>
#include <simt/cuda/detail/unsupported_api.h>
#include <simt/runtime/error_code.hpp>

#include <cstdio>

namespace simt::inline SIMT_ABI::cuda::detail {

SIMT_RUNTIME_FUNCTION cudaError_t unsupported_call(char const* name) {
  std::fprintf(stderr, "simt: %s of CUDA's runtime API is not supported\n", name);
  return answer(error_code::not_supported);
}

}  // namespace simt::inline SIMT_ABI::cuda::detail
