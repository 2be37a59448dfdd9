#pragma once
// SPDX-License-Identifier: MIT

// The memory of device_vector, universal_vector and of pinned host vectors: CUDA's of these kinds.

#include <thrust/detail/config.h>
#include <thrust/mr/memory_resource.h>
#include <thrust/system/detail/bad_alloc.h>
#include <thrust/system/tbb/pointer.h>

#include <cuda_runtime_api.h>

#include <cstddef>

THRUST_NAMESPACE_BEGIN
namespace system {
namespace tbb {
namespace detail {

/// Memory by a pair of CUDA's functions; 256 bytes are aligned as CUDA aligns them.
/// - Errors:  thrust::system::detail::bad_alloc
template <cudaError_t (*Allocate)(void**, std::size_t), cudaError_t (*Free)(void*), class Pointer>
class cuda_memory_resource final : public thrust::mr::memory_resource<Pointer> {
 public:
  Pointer do_allocate(std::size_t bytes, std::size_t) override {
    void* p = nullptr;
    if (cudaError_t const e = Allocate(&p, bytes); e != cudaSuccess) {
      (void)cudaGetLastError();
      throw thrust::system::detail::bad_alloc(cudaGetErrorString(e));
    }
    return Pointer(p);
  }
  void do_deallocate(Pointer p, std::size_t, std::size_t) override {
    (void)Free(thrust::detail::pointer_traits<Pointer>::get(p));
  }
};

inline cudaError_t allocate_managed(void** p, std::size_t bytes) {
  return cudaMallocManaged(p, bytes, cudaMemAttachGlobal);
}
inline cudaError_t allocate_device(void** p, std::size_t bytes) { return cudaMalloc(p, bytes); }
inline cudaError_t allocate_pinned(void** p, std::size_t bytes) { return cudaMallocHost(p, bytes); }

using native_resource = cuda_memory_resource<allocate_device, cudaFree, thrust::tbb::pointer<void>>;
using universal_native_resource =
    cuda_memory_resource<allocate_managed, cudaFree, thrust::tbb::universal_pointer<void>>;
using pinned_native_resource =
    cuda_memory_resource<allocate_pinned, cudaFreeHost, thrust::tbb::universal_pointer<void>>;

}  // namespace detail

using memory_resource = detail::native_resource;
using universal_memory_resource = detail::universal_native_resource;
using universal_host_pinned_memory_resource = detail::pinned_native_resource;

}  // namespace tbb
}  // namespace system
THRUST_NAMESPACE_END
