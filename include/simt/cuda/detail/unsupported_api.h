#pragma once
// SPDX-License-Identifier: MIT

// Functions of the runtime API of CUDA 13 that are not here: compilers name them where they are
// called; a call says by name on stderr which one it was, and answers cudaErrorNotSupported.

#include <simt/cuda/detail/api_common.h>
#include <simt/cuda/detail/unsupported_types.h>

#define SIMT_DETAIL_UNSUPPORTED(F)                      \
  F(cudaArrayGetMemoryRequirements)                     \
  F(cudaArrayGetPlane)                                  \
  F(cudaArrayGetSparseProperties)                       \
  F(cudaDeviceFlushGPUDirectRDMAWrites)                 \
  F(cudaDeviceGetHostAtomicCapabilities)                \
  F(cudaDeviceGetNvSciSyncAttributes)                   \
  F(cudaDeviceGetP2PAtomicCapabilities)                 \
  F(cudaDeviceRegisterAsyncNotification)                \
  F(cudaDeviceUnregisterAsyncNotification)              \
  F(cudaGetCurrentGraphExec)                            \
  F(cudaGraphAddExternalSemaphoresSignalNode)           \
  F(cudaGraphAddExternalSemaphoresWaitNode)             \
  F(cudaGraphExecExternalSemaphoresSignalNodeSetParams) \
  F(cudaGraphExecExternalSemaphoresWaitNodeSetParams)   \
  F(cudaGraphExternalSemaphoresSignalNodeGetParams)     \
  F(cudaGraphExternalSemaphoresSignalNodeSetParams)     \
  F(cudaGraphExternalSemaphoresWaitNodeGetParams)       \
  F(cudaGraphExternalSemaphoresWaitNodeSetParams)       \
  F(cudaGraphKernelNodeSetEnabled)                      \
  F(cudaGraphKernelNodeSetGridDim)                      \
  F(cudaGraphKernelNodeSetParam)                        \
  F(cudaGraphKernelNodeUpdatesApply)                    \
  F(cudaLogsCurrent)                                    \
  F(cudaLogsDumpToFile)                                 \
  F(cudaLogsDumpToMemory)                               \
  F(cudaLogsRegisterCallback)                           \
  F(cudaLogsUnregisterCallback)                         \
  F(cudaMipmappedArrayGetMemoryRequirements)            \
  F(cudaMipmappedArrayGetSparseProperties)

namespace simt::inline SIMT_ABI::cuda::detail {
cudaError_t unsupported_call(char const* name);
}  // namespace simt::inline SIMT_ABI::cuda::detail

inline namespace SIMT_CUDA_ABI {

#define SIMT_DETAIL_REFUSE(name)                                          \
  template <class... A>                                                   \
  SIMT_DETAIL_ONLY_REFUSES(#name, "not supported, of CUDA's runtime API") \
  cudaError_t name(A&&...) {                                              \
    return simt::cuda::detail::unsupported_call(#name);                   \
  }
SIMT_DETAIL_UNSUPPORTED(SIMT_DETAIL_REFUSE)
#undef SIMT_DETAIL_REFUSE
#undef SIMT_DETAIL_UNSUPPORTED

}  // namespace SIMT_CUDA_ABI

#if !SIMT_RUNTIME_IN_LIBRARY
#include <simt/cuda/detail/unsupported_api-inl.h>
#endif
