#pragma once
// SPDX-License-Identifier: MIT

// What the headers of graphics APIs declare that cannot be here: calls compile with any arguments,
// so that the headers ask for no other API's, say on stderr which one it was, and answer an error.

#include <simt/cuda/detail/api_common-inl.h>
#include <simt/cuda/driver_types.h>

#include <cstdio>

namespace simt::inline SIMT_ABI::cuda::detail {

SIMT_COLD inline cudaError_t no_interop(char const* name, char const* why, error_code code) {
  std::fprintf(stderr, "simt: %s: %s\n", name, why);
  return answer(code);
}

}  // namespace simt::inline SIMT_ABI::cuda::detail

/// - CUDA:    cudaErrorOperatingSystem: the operation is not supported on this system
#define SIMT_DETAIL_NOT_WINDOWS(name)                                                   \
  template <class... A>                                                                 \
  cudaError_t name(A&&...) {                                                            \
    return simt::cuda::detail::no_interop(#name, "there is no such API but on Windows", \
                                          simt::error_code::operating_system);          \
  }
#define SIMT_DETAIL_NO_INTEROP(name)                                                    \
  template <class... A>                                                                 \
  cudaError_t name(A&&...) {                                                            \
    return simt::cuda::detail::no_interop(#name, "this graphics API is not supported",  \
                                          simt::error_code::not_supported);             \
  }
