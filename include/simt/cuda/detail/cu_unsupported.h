#pragma once
// SPDX-License-Identifier: MIT

// Functions of the driver API that are not here: compilers name them where they are called; a call
// says by name on stderr which one it was, and answers CUDA_ERROR_NOT_SUPPORTED.

#include <simt/cuda/detail/cu_common.h>

#define SIMT_DETAIL_UNSUPPORTED(F)           \
  F(cuArrayGetMemoryRequirements)            \
  F(cuArrayGetPlane)                         \
  F(cuArrayGetSparseProperties)              \
  F(cuCheckpointProcessCheckpoint)           \
  F(cuCheckpointProcessGetRestoreThreadId)   \
  F(cuCheckpointProcessGetState)             \
  F(cuCheckpointProcessLock)                 \
  F(cuCheckpointProcessRestore)              \
  F(cuCheckpointProcessUnlock)               \
  F(cuCoredumpGetAttribute)                  \
  F(cuCoredumpGetAttributeGlobal)            \
  F(cuCoredumpSetAttribute)                  \
  F(cuCoredumpSetAttributeGlobal)            \
  F(cuCtxFromGreenCtx)                       \
  F(cuCtxGetDevResource)                     \
  F(cuCtxGetExecAffinity)                    \
  F(cuCtxGetId)                              \
  F(cuCtxRecordEvent)                        \
  F(cuCtxSetFlags)                           \
  F(cuCtxWaitEvent)                          \
  F(cuDestroyExternalMemory)                 \
  F(cuDestroyExternalSemaphore)              \
  F(cuDevResourceGenerateDesc)               \
  F(cuDevSmResourceSplitByCount)             \
  F(cuDeviceGetDevResource)                  \
  F(cuDeviceGetExecAffinitySupport)          \
  F(cuDeviceGetHostAtomicCapabilities)       \
  F(cuDeviceGetLuid)                         \
  F(cuDeviceGetNvSciSyncAttributes)          \
  F(cuDeviceGetP2PAtomicCapabilities)        \
  F(cuDeviceRegisterAsyncNotification)       \
  F(cuDeviceUnregisterAsyncNotification)     \
  F(cuExternalMemoryGetMappedBuffer)         \
  F(cuExternalMemoryGetMappedMipmappedArray) \
  F(cuFlushGPUDirectRDMAWrites)              \
  F(cuFuncSetBlockShape)                     \
  F(cuFuncSetSharedSize)                     \
  F(cuGetExportTable)                        \
  F(cuGreenCtxCreate)                        \
  F(cuGreenCtxDestroy)                       \
  F(cuGreenCtxGetDevResource)                \
  F(cuGreenCtxRecordEvent)                   \
  F(cuGreenCtxStreamCreate)                  \
  F(cuGreenCtxWaitEvent)                     \
  F(cuImportExternalMemory)                  \
  F(cuImportExternalSemaphore)               \
  F(cuLaunch)                                \
  F(cuLaunchCooperativeKernelMultiDevice)    \
  F(cuLaunchGrid)                            \
  F(cuLaunchGridAsync)                       \
  F(cuLogsCurrent)                           \
  F(cuLogsDumpToFile)                        \
  F(cuLogsDumpToMemory)                      \
  F(cuLogsRegisterCallback)                  \
  F(cuLogsUnregisterCallback)                \
  F(cuMemAddressFree)                        \
  F(cuMemAddressReserve)                     \
  F(cuMemBatchDecompressAsync)               \
  F(cuMemCreate)                             \
  F(cuMemExportToShareableHandle)            \
  F(cuMemGetAccess)                          \
  F(cuMemGetAllocationGranularity)           \
  F(cuMemGetAllocationPropertiesFromHandle)  \
  F(cuMemGetHandleForAddressRange)           \
  F(cuMemImportFromShareableHandle)          \
  F(cuMemMap)                                \
  F(cuMemMapArrayAsync)                      \
  F(cuMemRelease)                            \
  F(cuMemRetainAllocationHandle)             \
  F(cuMemSetAccess)                          \
  F(cuMemUnmap)                              \
  F(cuMemcpyAtoDAsync)                       \
  F(cuMemcpyDtoAAsync)                       \
  F(cuMipmappedArrayGetMemoryRequirements)   \
  F(cuMipmappedArrayGetSparseProperties)     \
  F(cuModuleGetSurfRef)                      \
  F(cuModuleGetTexRef)                       \
  F(cuMulticastAddDevice)                    \
  F(cuMulticastBindAddr)                     \
  F(cuMulticastBindMem)                      \
  F(cuMulticastCreate)                       \
  F(cuMulticastGetGranularity)               \
  F(cuMulticastUnbind)                       \
  F(cuOccupancyMaxActiveClusters)            \
  F(cuOccupancyMaxPotentialClusterSize)      \
  F(cuParamSetSize)                          \
  F(cuParamSetTexRef)                        \
  F(cuParamSetf)                             \
  F(cuParamSeti)                             \
  F(cuParamSetv)                             \
  F(cuPointerSetAttribute)                   \
  F(cuProfilerInitialize)                    \
  F(cuSignalExternalSemaphoresAsync)         \
  F(cuStreamBatchMemOp)                      \
  F(cuStreamGetDevResource)                  \
  F(cuStreamGetGreenCtx)                     \
  F(cuStreamWaitValue32)                     \
  F(cuStreamWaitValue64)                     \
  F(cuStreamWriteValue32)                    \
  F(cuStreamWriteValue64)                    \
  F(cuSurfObjectGetResourceDesc)             \
  F(cuSurfRefGetArray)                       \
  F(cuSurfRefSetArray)                       \
  F(cuTensorMapEncodeIm2col)                 \
  F(cuTensorMapEncodeTiled)                  \
  F(cuTensorMapReplaceAddress)               \
  F(cuTexObjectGetResourceDesc)              \
  F(cuTexObjectGetResourceViewDesc)          \
  F(cuTexObjectGetTextureDesc)               \
  F(cuTexRefCreate)                          \
  F(cuTexRefDestroy)                         \
  F(cuTexRefGetAddress)                      \
  F(cuTexRefGetAddressMode)                  \
  F(cuTexRefGetArray)                        \
  F(cuTexRefGetBorderColor)                  \
  F(cuTexRefGetFilterMode)                   \
  F(cuTexRefGetFlags)                        \
  F(cuTexRefGetFormat)                       \
  F(cuTexRefGetMaxAnisotropy)                \
  F(cuTexRefGetMipmapFilterMode)             \
  F(cuTexRefGetMipmapLevelBias)              \
  F(cuTexRefGetMipmapLevelClamp)             \
  F(cuTexRefGetMipmappedArray)               \
  F(cuTexRefSetAddress)                      \
  F(cuTexRefSetAddress2D)                    \
  F(cuTexRefSetAddressMode)                  \
  F(cuTexRefSetArray)                        \
  F(cuTexRefSetBorderColor)                  \
  F(cuTexRefSetFilterMode)                   \
  F(cuTexRefSetFlags)                        \
  F(cuTexRefSetFormat)                       \
  F(cuTexRefSetMaxAnisotropy)                \
  F(cuTexRefSetMipmapFilterMode)             \
  F(cuTexRefSetMipmapLevelBias)              \
  F(cuTexRefSetMipmapLevelClamp)             \
  F(cuTexRefSetMipmappedArray)               \
  F(cuWaitExternalSemaphoresAsync)

namespace simt::inline SIMT_ABI::cuda::detail {
SIMT_COLD inline CUresult unsupported(char const* name) noexcept {
  std::fprintf(stderr, "simt: %s of CUDA's driver API is not supported\n", name);
  return CUDA_ERROR_NOT_SUPPORTED;
}
}  // namespace simt::inline SIMT_ABI::cuda::detail

inline namespace SIMT_CUDA_ABI {

#define SIMT_DETAIL_REFUSE(name)                                         \
  template <class... A>                                                  \
  SIMT_DETAIL_ONLY_REFUSES(#name, "not supported, of CUDA's driver API") \
  CUresult name(A&&...) noexcept {                                       \
    return simt::cuda::detail::unsupported(#name);                       \
  }
SIMT_DETAIL_UNSUPPORTED(SIMT_DETAIL_REFUSE)
#undef SIMT_DETAIL_REFUSE
#undef SIMT_DETAIL_UNSUPPORTED

}  // namespace SIMT_CUDA_ABI
