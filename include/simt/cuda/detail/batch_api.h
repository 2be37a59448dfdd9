#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/api_common.h>
#include <simt/cuda/detail/batch_types.h>

#include <cstddef>

// Many copies, prefetches or discards by one call, each list of ranges with what goes for runs of
// them: entry k of the attributes or places goes for the ranges from first[k] on.
inline namespace SIMT_CUDA_ABI {

/// Copies within the stream's order, in any order among themselves. All are checked before any
/// begins.
/// - Errors:  cudaErrorInvalidValue, also for the legacy stream; `failed` then says which copy it
/// was,
///            or SIZE_MAX; cudaErrorStreamCaptureUnsupported
cudaError_t cudaMemcpyBatchAsync(void const* const* to, void const* const* from,
                                 std::size_t const* sizes, std::size_t count,
                                 struct cudaMemcpyAttributes* attributes, std::size_t* first,
                                 std::size_t attribute_count, std::size_t* failed,
                                 cudaStream_t stream);
/// As CUDA 13 declares it.
cudaError_t cudaMemcpyBatchAsync(void const* const* to, void const* const* from,
                                 std::size_t const* sizes, std::size_t count,
                                 struct cudaMemcpyAttributes* attributes, std::size_t* first,
                                 std::size_t attribute_count, cudaStream_t stream);
/// With one set of attributes for all copies.
cudaError_t cudaMemcpyBatchAsync(void const* const* to, void const* const* from,
                                 std::size_t const* sizes, std::size_t count,
                                 struct cudaMemcpyAttributes attributes, std::size_t* failed,
                                 cudaStream_t stream);
cudaError_t cudaMemcpyBatchAsync(void const* const* to, void const* const* from,
                                 std::size_t const* sizes, std::size_t count,
                                 struct cudaMemcpyAttributes attributes, cudaStream_t stream);
cudaError_t cudaMemcpy3DBatchAsync(std::size_t count, struct cudaMemcpy3DBatchOp* list,
                                   std::size_t* failed, unsigned long long flags,
                                   cudaStream_t stream);
/// As CUDA 13 declares it.
cudaError_t cudaMemcpy3DBatchAsync(std::size_t count, struct cudaMemcpy3DBatchOp* list,
                                   unsigned long long flags, cudaStream_t stream);
cudaError_t cudaMemcpyWithAttributesAsync(void* to, void const* from, std::size_t bytes,
                                          struct cudaMemcpyAttributes* attributes,
                                          cudaStream_t stream);
cudaError_t cudaMemcpy3DWithAttributesAsync(struct cudaMemcpy3DBatchOp* copy,
                                            unsigned long long flags, cudaStream_t stream);

cudaError_t cudaMemPrefetchBatchAsync(void** ranges, std::size_t* sizes, std::size_t count,
                                      struct cudaMemLocation* places, std::size_t* first,
                                      std::size_t place_count, unsigned long long flags,
                                      cudaStream_t stream);
/// Checks the ranges: what the managed memory held is the program's to forget, and stays here.
cudaError_t cudaMemDiscardBatchAsync(void** ranges, std::size_t* sizes, std::size_t count,
                                     unsigned long long flags, cudaStream_t stream);
cudaError_t cudaMemDiscardAndPrefetchBatchAsync(void** ranges, std::size_t* sizes,
                                                std::size_t count, struct cudaMemLocation* places,
                                                std::size_t* first, std::size_t place_count,
                                                unsigned long long flags, cudaStream_t stream);

/// Pools by where their memory is: those of devices.
/// - Errors:  cudaErrorInvalidValue; cudaErrorNotSupported for pools of the host and of managed
/// memory
cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t* pool, struct cudaMemLocation* place,
                                     enum cudaMemAllocationType type);
cudaError_t cudaMemGetMemPool(cudaMemPool_t* pool, struct cudaMemLocation* place,
                              enum cudaMemAllocationType type);
cudaError_t cudaMemSetMemPool(struct cudaMemLocation* place, enum cudaMemAllocationType type,
                              cudaMemPool_t pool);

}  // namespace SIMT_CUDA_ABI

#if !SIMT_RUNTIME_IN_LIBRARY
#include <simt/cuda/detail/batch_api-inl.h>
#endif
