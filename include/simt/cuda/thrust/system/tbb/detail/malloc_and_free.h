#pragma once
// SPDX-License-Identifier: MIT

// Device memory of Thrust (device_malloc, temporary arrays of algorithms) is CUDA's.

#include <thrust/detail/config.h>
#include <thrust/detail/raw_pointer_cast.h>
#include <thrust/system/tbb/detail/execution_policy.h>

#include <cuda_runtime_api.h>

#include <cstddef>

THRUST_NAMESPACE_BEGIN
namespace system {
namespace tbb {
namespace detail {

/// Null where there is no memory, as Thrust asks for.
template <class Derived>
void* malloc(execution_policy<Derived>&, std::size_t bytes) {
  void* p = nullptr;
  return cudaMalloc(&p, bytes) == cudaSuccess ? p : nullptr;
}
template <class Derived, class Pointer>
void free(execution_policy<Derived>&, Pointer p) {
  cudaFree(const_cast<void*>(static_cast<void const*>(thrust::raw_pointer_cast(p))));
}

}  // namespace detail
}  // namespace tbb
}  // namespace system
THRUST_NAMESPACE_END
