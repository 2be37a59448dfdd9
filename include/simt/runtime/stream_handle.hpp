#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

namespace simt::inline SIMT_ABI {

/// A stream as CUDA's host runtime names it: an address. Null is the default stream, 1 the legacy
/// default stream, 2 the calling thread's own.
/// - CUDA:    cudaStream_t, cudaStreamLegacy, cudaStreamPerThread
using stream_handle = void*;

}  // namespace simt::inline SIMT_ABI
