#pragma once
// SPDX-License-Identifier: MIT

// The policies `thrust::tbb::par` and, under CUDA's names, `thrust::cuda::par` and `par_nosync`,
// with streams.

#include <thrust/detail/allocator_aware_execution_policy.h>
#include <thrust/detail/config.h>
#include <thrust/system/cuda/error.h>
#include <thrust/system/system_error.h>
#include <thrust/system/tbb/detail/execution_policy.h>

#include <cuda_runtime_api.h>

THRUST_NAMESPACE_BEGIN
namespace system {
namespace tbb {
namespace detail {

/// A policy that may name a stream. Algorithms run in the calling thread all the same: the work
/// that the stream has is done, see <thrust/detail/config.h>.
template <class Derived>
struct stream_policy : execution_policy<Derived> {
  /// The policy for a stream of CUDA's.
  /// - Errors:  thrust::system_error for a stream that is being captured: an algorithm becomes no
  ///            node of a graph
  Derived on(cudaStream_t stream) const {
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    if (cudaStreamIsCapturing(stream, &status) != cudaSuccess ||
        status != cudaStreamCaptureStatusNone)
      throw thrust::system::system_error(
          cudaErrorStreamCaptureUnsupported, thrust::system::cuda_category(),
          "simt: algorithms of Thrust cannot be captured into a graph");
    return thrust::detail::derived_cast(*this);
  }
};

struct par_t : stream_policy<par_t>,
               thrust::detail::allocator_aware_execution_policy<stream_policy> {
  constexpr par_t() : stream_policy<par_t>() {}
};

}  // namespace detail

static const detail::par_t par;

}  // namespace tbb
}  // namespace system

namespace tbb {
using thrust::system::tbb::par;
}

// CUDA's names of the device.
namespace system {
namespace cuda {
using namespace thrust::system::tbb;
using thrust::system::tbb::par;
/// The same: an algorithm has ended when it returns.
static const thrust::system::tbb::detail::par_t par_nosync;
}  // namespace cuda
}  // namespace system
namespace cuda {
using namespace thrust::system::cuda;
using thrust::system::cuda::par;
using thrust::system::cuda::par_nosync;
}  // namespace cuda
namespace cuda_cub {
using namespace thrust::system::cuda;
}
THRUST_NAMESPACE_END
