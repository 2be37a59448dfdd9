#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/api_common.h>
#include <simt/cuda/driver_types.h>

#include <cstddef>

inline namespace SIMT_CUDA_ABI {

// What graphics APIs hold, mapped by copy. The headers of the APIs register it: cuda_gl_interop.h.

cudaError_t cudaGraphicsMapResources(int count, cudaGraphicsResource_t* resources,
                                     cudaStream_t stream = nullptr);
/// - Differs: waits for the stream's work
cudaError_t cudaGraphicsUnmapResources(int count, cudaGraphicsResource_t* resources,
                                       cudaStream_t stream = nullptr);
cudaError_t cudaGraphicsUnregisterResource(cudaGraphicsResource_t resource);
cudaError_t cudaGraphicsResourceSetMapFlags(cudaGraphicsResource_t resource, unsigned flags);
cudaError_t cudaGraphicsResourceGetMappedPointer(void** p, std::size_t* bytes,
                                                 cudaGraphicsResource_t resource);
template <class T>
inline cudaError_t cudaGraphicsResourceGetMappedPointer(T** p, std::size_t* bytes,
                                                        cudaGraphicsResource_t resource) {
  return cudaGraphicsResourceGetMappedPointer(static_cast<void**>(static_cast<void*>(p)), bytes,
                                              resource);
}
cudaError_t cudaGraphicsSubResourceGetMappedArray(cudaArray_t* array,
                                                  cudaGraphicsResource_t resource, unsigned index,
                                                  unsigned level);
cudaError_t cudaGraphicsResourceGetMappedMipmappedArray(cudaMipmappedArray_t* array,
                                                        cudaGraphicsResource_t resource);

}  // namespace SIMT_CUDA_ABI

#if !SIMT_RUNTIME_IN_LIBRARY
#include <simt/cuda/detail/graphics_api-inl.h>
#endif
