#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/api_common.h>
#include <simt/cuda/driver_types.h>

#include <cstddef>

inline namespace SIMT_CUDA_ABI {

cudaError_t cudaMallocAsync(void** p, std::size_t bytes, cudaStream_t stream);
template <class T>
inline cudaError_t cudaMallocAsync(T** p, std::size_t bytes, cudaStream_t stream) {
  return cudaMallocAsync(static_cast<void**>(static_cast<void*>(p)), bytes, stream);
}
cudaError_t cudaMallocFromPoolAsync(void** p, std::size_t bytes, cudaMemPool_t pool,
                                    cudaStream_t stream);
template <class T>
inline cudaError_t cudaMallocFromPoolAsync(T** p, std::size_t bytes, cudaMemPool_t pool,
                                           cudaStream_t stream) {
  return cudaMallocFromPoolAsync(static_cast<void**>(static_cast<void*>(p)), bytes, pool, stream);
}
template <class T>
inline cudaError_t cudaMallocAsync(T** p, std::size_t bytes, cudaMemPool_t pool,
                                   cudaStream_t stream) {
  return cudaMallocFromPoolAsync(static_cast<void**>(static_cast<void*>(p)), bytes, pool, stream);
}
cudaError_t cudaFreeAsync(void* p, cudaStream_t stream);

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device);
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device);
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool);
cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, struct cudaMemPoolProps const* props);
/// Memory that was taken from the pool stays valid until it is freed.
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool);
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, std::size_t keep);
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute,
                                    void* value);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute,
                                    void* value);
/// All devices see all memory here: checked, nothing to do.
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, struct cudaMemAccessDesc const* list,
                                 std::size_t count);
cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags* flags, cudaMemPool_t pool,
                                 struct cudaMemLocation* location);

/// Other processes of the host have a pool's memory by a file descriptor, which goes through a
/// socket or to a child, and one ticket for each pointer. They free what they have had, too.
/// - Differs: of cudaMemAllocationHandleType only cudaMemHandleTypePosixFileDescriptor
cudaError_t cudaMemPoolExportToShareableHandle(void* handle, cudaMemPool_t pool,
                                               enum cudaMemAllocationHandleType type,
                                               unsigned flags);
cudaError_t cudaMemPoolImportFromShareableHandle(cudaMemPool_t* pool, void* handle,
                                                 enum cudaMemAllocationHandleType type,
                                                 unsigned flags);
cudaError_t cudaMemPoolExportPointer(struct cudaMemPoolPtrExportData* data, void* p);
cudaError_t cudaMemPoolImportPointer(void** p, cudaMemPool_t pool,
                                     struct cudaMemPoolPtrExportData* data);

}  // namespace SIMT_CUDA_ABI

#if !SIMT_RUNTIME_IN_LIBRARY
#include <simt/cuda/detail/pool_api-inl.h>
#endif
