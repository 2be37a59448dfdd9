#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/api_common-inl.h>
#include <simt/cuda/detail/external_api.h>
#include <simt/runtime/error_code.hpp>

inline namespace SIMT_CUDA_ABI {

SIMT_RUNTIME_FUNCTION cudaError_t cudaImportExternalMemory(
    cudaExternalMemory_t* memory, cudaExternalMemoryHandleDesc const* description) {
  bool const is_whole = memory != nullptr && description != nullptr;
  return simt::cuda::detail::answer(is_whole ? simt::error_code::not_supported
                                             : simt::error_code::invalid_value);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaImportExternalSemaphore(
    cudaExternalSemaphore_t* semaphore, cudaExternalSemaphoreHandleDesc const* description) {
  bool const is_whole = semaphore != nullptr && description != nullptr;
  return simt::cuda::detail::answer(is_whole ? simt::error_code::not_supported
                                             : simt::error_code::invalid_value);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaExternalMemoryGetMappedBuffer(
    void** p, cudaExternalMemory_t, cudaExternalMemoryBufferDesc const* description) {
  bool const is_whole = p != nullptr && description != nullptr;
  return simt::cuda::detail::answer(is_whole ? simt::error_code::invalid_resource_handle
                                             : simt::error_code::invalid_value);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaExternalMemoryGetMappedMipmappedArray(
    cudaMipmappedArray_t* array, cudaExternalMemory_t,
    cudaExternalMemoryMipmappedArrayDesc const* description) {
  bool const is_whole = array != nullptr && description != nullptr;
  return simt::cuda::detail::answer(is_whole ? simt::error_code::invalid_resource_handle
                                             : simt::error_code::invalid_value);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaDestroyExternalMemory(cudaExternalMemory_t) {
  return simt::cuda::detail::answer(simt::error_code::invalid_resource_handle);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaSignalExternalSemaphoresAsync(
    cudaExternalSemaphore_t const* semaphores, cudaExternalSemaphoreSignalParams const* parameters,
    unsigned count, cudaStream_t) {
  bool const is_whole = semaphores != nullptr && parameters != nullptr && count != 0;
  return simt::cuda::detail::answer(is_whole ? simt::error_code::invalid_resource_handle
                                             : simt::error_code::invalid_value);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaWaitExternalSemaphoresAsync(
    cudaExternalSemaphore_t const* semaphores, cudaExternalSemaphoreWaitParams const* parameters,
    unsigned count, cudaStream_t) {
  bool const is_whole = semaphores != nullptr && parameters != nullptr && count != 0;
  return simt::cuda::detail::answer(is_whole ? simt::error_code::invalid_resource_handle
                                             : simt::error_code::invalid_value);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaDestroyExternalSemaphore(cudaExternalSemaphore_t) {
  return simt::cuda::detail::answer(simt::error_code::invalid_resource_handle);
}

}  // namespace SIMT_CUDA_ABI
