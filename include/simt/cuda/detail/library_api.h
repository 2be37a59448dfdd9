#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/api_common.h>
#include <simt/cuda/detail/library_handles.h>

#include <cstddef>

// Libraries that a program loads: what simt_add_cuda(NAME MODULE FILES...) builds, and NVRTC's
// images, as cuModuleLoad takes them. A kernel's handle is taken wherever the kernel's address is.
inline namespace SIMT_CUDA_ABI {

/// - Errors:  cudaErrorInvalidValue; cudaErrorNoKernelImageForDevice for PTX, cubins and fat
/// binaries,
///            cudaErrorInvalidKernelImage for anything else, with the reason in the log or on
///            stderr
cudaError_t cudaLibraryLoadData(cudaLibrary_t* library, void const* code,
                                enum cudaJitOption* options, void** values, unsigned count,
                                enum cudaLibraryOption* library_options, void** library_values,
                                unsigned library_count);
/// - Errors:  as cudaLibraryLoadData; cudaErrorFileNotFound
cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t* library, char const* file,
                                    enum cudaJitOption* options, void** values, unsigned count,
                                    enum cudaLibraryOption* library_options, void** library_values,
                                    unsigned library_count);
cudaError_t cudaLibraryUnload(cudaLibrary_t library);
/// - Errors:  cudaErrorInvalidResourceHandle, cudaErrorSymbolNotFound
cudaError_t cudaLibraryGetKernel(cudaKernel_t* kernel, cudaLibrary_t library, char const* name);
cudaError_t cudaLibraryGetGlobal(void** p, std::size_t* bytes, cudaLibrary_t library,
                                 char const* name);
cudaError_t cudaLibraryGetManaged(void** p, std::size_t* bytes, cudaLibrary_t library,
                                  char const* name);
cudaError_t cudaLibraryGetUnifiedFunction(void** p, cudaLibrary_t library, char const* name);
cudaError_t cudaLibraryGetKernelCount(unsigned* count, cudaLibrary_t library);
/// Writes as many as there is room for.
cudaError_t cudaLibraryEnumerateKernels(cudaKernel_t* kernels, unsigned count,
                                        cudaLibrary_t library);

/// - Errors:  cudaErrorInvalidDeviceFunction for what is no kernel
cudaError_t cudaGetKernel(cudaKernel_t* kernel, void const* function);
cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t kernel, enum cudaFuncAttribute attribute,
                                            int value, int device);

}  // namespace SIMT_CUDA_ABI

#if !SIMT_RUNTIME_IN_LIBRARY
#include <simt/cuda/detail/library_api-inl.h>
#endif
