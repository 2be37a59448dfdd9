#pragma once
// SPDX-License-Identifier: MIT

// What the headers of graphics APIs declare that cannot be here: calls compile with any arguments,
// so that the headers ask for no other API's, with a warning that names them, say on stderr which
// one it was, and answer an error.

#include <simt/cuda/detail/api_common-inl.h>
#include <simt/cuda/driver_types.h>

#include <cstdio>

namespace simt::inline SIMT_ABI::cuda::detail {

SIMT_COLD inline cudaError_t no_interop(char const* name, char const* why, error_code code) {
  std::fprintf(stderr, "simt: %s: %s\n", name, why);
  return answer(code);
}

}  // namespace simt::inline SIMT_ABI::cuda::detail

#define SIMT_DETAIL_REFUSE_INTEROP(name, why, code)                            \
  template <class... A>                                                        \
  SIMT_DETAIL_ONLY_REFUSES(#name, why)                                         \
  cudaError_t name(A&&...) {                                                   \
    return simt::cuda::detail::no_interop(#name, why, simt::error_code::code); \
  }
/// - CUDA:    cudaErrorOperatingSystem: the operation is not supported on this system
#define SIMT_DETAIL_NOT_WINDOWS(name) \
  SIMT_DETAIL_REFUSE_INTEROP(name, "there is no such API but on Windows", operating_system)
#define SIMT_DETAIL_NO_INTEROP(name) \
  SIMT_DETAIL_REFUSE_INTEROP(name, "this graphics API is not supported", not_supported)
