#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/api_common.h>
#include <simt/cuda/driver_types.h>

#include <cstddef>

inline namespace SIMT_CUDA_ABI {

cudaError_t cudaMalloc(void** p, std::size_t bytes);
template <class T>
inline cudaError_t cudaMalloc(T** p, std::size_t bytes) {
  return cudaMalloc(static_cast<void**>(static_cast<void*>(p)), bytes);
}
cudaError_t cudaFree(void* p);

cudaError_t cudaMallocManaged(void** p, std::size_t bytes, unsigned flags = cudaMemAttachGlobal);
template <class T>
inline cudaError_t cudaMallocManaged(T** p, std::size_t bytes,
                                     unsigned flags = cudaMemAttachGlobal) {
  return cudaMallocManaged(static_cast<void**>(static_cast<void*>(p)), bytes, flags);
}

cudaError_t cudaHostAlloc(void** p, std::size_t bytes, unsigned flags);
template <class T>
inline cudaError_t cudaHostAlloc(T** p, std::size_t bytes, unsigned flags) {
  return cudaHostAlloc(static_cast<void**>(static_cast<void*>(p)), bytes, flags);
}
cudaError_t cudaMallocHost(void** p, std::size_t bytes, unsigned flags = 0);
template <class T>
inline cudaError_t cudaMallocHost(T** p, std::size_t bytes, unsigned flags = 0) {
  return cudaHostAlloc(static_cast<void**>(static_cast<void*>(p)), bytes, flags);
}
cudaError_t cudaFreeHost(void* p);

cudaError_t cudaHostRegister(void* p, std::size_t bytes, unsigned flags);
cudaError_t cudaHostUnregister(void* p);
cudaError_t cudaHostGetFlags(unsigned* flags, void* p);
cudaError_t cudaHostGetDevicePointer(void** device, void* p, unsigned flags);
template <class T>
inline cudaError_t cudaHostGetDevicePointer(T** device, void* p, unsigned flags) {
  return cudaHostGetDevicePointer(static_cast<void**>(static_cast<void*>(device)), p, flags);
}

cudaError_t cudaMallocPitch(void** p, std::size_t* pitch, std::size_t width, std::size_t height);
template <class T>
inline cudaError_t cudaMallocPitch(T** p, std::size_t* pitch, std::size_t width,
                                   std::size_t height) {
  return cudaMallocPitch(static_cast<void**>(static_cast<void*>(p)), pitch, width, height);
}
cudaError_t cudaMalloc3D(struct cudaPitchedPtr* p, struct cudaExtent extent);

cudaError_t cudaMemGetInfo(std::size_t* free_bytes, std::size_t* total_bytes);

/// Succeeds for any pointer; after a sticky error, too.
cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes* attributes, void const* p);

}  // namespace SIMT_CUDA_ABI

inline namespace SIMT_CUDA_ABI {

/// Managed memory is one memory here: advice is kept and given back, and changes nothing.
cudaError_t cudaMemAdvise(void const* p, std::size_t bytes, enum cudaMemoryAdvise advice,
                          int device);
cudaError_t cudaMemAdvise(void const* p, std::size_t bytes, enum cudaMemoryAdvise advice,
                          struct cudaMemLocation location);

cudaError_t cudaMemPrefetchAsync(void const* p, std::size_t bytes, struct cudaMemLocation location,
                                 unsigned flags, cudaStream_t stream = nullptr);
cudaError_t cudaMemPrefetchAsync(void const* p, std::size_t bytes, int device,
                                 cudaStream_t stream = nullptr);

/// Returns what all of a range has been advised: 1 for read-mostly; a place, or cudaInvalidDeviceId
/// where there is none or more than one; the devices that access it, then cudaInvalidDeviceId.
cudaError_t cudaMemRangeGetAttribute(void* data, std::size_t size,
                                     enum cudaMemRangeAttribute attribute, void const* p,
                                     std::size_t count);
cudaError_t cudaMemRangeGetAttributes(void** data, std::size_t* sizes,
                                      enum cudaMemRangeAttribute* attributes, std::size_t n,
                                      void const* p, std::size_t count);

}  // namespace SIMT_CUDA_ABI

inline namespace SIMT_CUDA_ABI {

/// Checked: streams see all managed memory here.
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* p, std::size_t bytes = 0,
                                     unsigned flags = cudaMemAttachSingle);
template <class T>
inline cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T* p, std::size_t bytes = 0,
                                            unsigned flags = cudaMemAttachSingle) {
  return cudaStreamAttachMemAsync(stream, static_cast<void*>(p), bytes, flags);
}

}  // namespace SIMT_CUDA_ABI

#if !SIMT_RUNTIME_IN_LIBRARY
#include <simt/cuda/detail/memory_api-inl.h>
#endif
