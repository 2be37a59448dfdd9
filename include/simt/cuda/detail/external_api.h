#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/api_common.h>
#include <simt/cuda/detail/external_types.h>
#include <simt/cuda/driver_types.h>

// Memory and semaphores of other interfaces: there is no device that shares them.
inline namespace SIMT_CUDA_ABI {

/// - Errors:  cudaErrorInvalidValue without a handle or a description, else cudaErrorNotSupported
SIMT_DETAIL_ONLY_REFUSES("cudaImportExternalMemory",
                         "no device here shares memory of other interfaces")
cudaError_t cudaImportExternalMemory(cudaExternalMemory_t* memory,
                                     cudaExternalMemoryHandleDesc const* description);
SIMT_DETAIL_ONLY_REFUSES("cudaImportExternalSemaphore",
                         "no device here shares memory of other interfaces")
cudaError_t cudaImportExternalSemaphore(cudaExternalSemaphore_t* semaphore,
                                        cudaExternalSemaphoreHandleDesc const* description);
/// No import gives a handle, so that whatever these are given is none.
/// - Errors:  cudaErrorInvalidValue without a place for the result, cudaErrorInvalidResourceHandle
cudaError_t cudaExternalMemoryGetMappedBuffer(void** p, cudaExternalMemory_t memory,
                                              cudaExternalMemoryBufferDesc const* description);
cudaError_t cudaExternalMemoryGetMappedMipmappedArray(
    cudaMipmappedArray_t* array, cudaExternalMemory_t memory,
    cudaExternalMemoryMipmappedArrayDesc const* description);
cudaError_t cudaDestroyExternalMemory(cudaExternalMemory_t memory);
cudaError_t cudaSignalExternalSemaphoresAsync(cudaExternalSemaphore_t const* semaphores,
                                              cudaExternalSemaphoreSignalParams const* parameters,
                                              unsigned count, cudaStream_t stream = nullptr);
cudaError_t cudaWaitExternalSemaphoresAsync(cudaExternalSemaphore_t const* semaphores,
                                            cudaExternalSemaphoreWaitParams const* parameters,
                                            unsigned count, cudaStream_t stream = nullptr);
cudaError_t cudaDestroyExternalSemaphore(cudaExternalSemaphore_t semaphore);

}  // namespace SIMT_CUDA_ABI

#if !SIMT_RUNTIME_IN_LIBRARY
#include <simt/cuda/detail/external_api-inl.h>
#endif
