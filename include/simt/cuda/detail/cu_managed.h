#pragma once
// SPDX-License-Identifier: MIT

// Advice about managed memory, and memory and events of other processes, of the driver API: as in
// the runtime API.

#include <simt/cuda/detail/cu_common.h>
#include <simt/cuda/detail/cu_runtime_enums.h>

#include <cstddef>

typedef enum cudaMemoryAdvise CUmem_advise;
typedef struct cudaIpcMemHandle_t CUipcMemHandle;
typedef struct cudaIpcEventHandle_t CUipcEventHandle;

inline constexpr CUmem_advise CU_MEM_ADVISE_SET_READ_MOSTLY = cudaMemAdviseSetReadMostly;
inline constexpr CUmem_advise CU_MEM_ADVISE_UNSET_READ_MOSTLY = cudaMemAdviseUnsetReadMostly;
inline constexpr CUmem_advise CU_MEM_ADVISE_SET_PREFERRED_LOCATION =
    cudaMemAdviseSetPreferredLocation;
inline constexpr CUmem_advise CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION =
    cudaMemAdviseUnsetPreferredLocation;
inline constexpr CUmem_advise CU_MEM_ADVISE_SET_ACCESSED_BY = cudaMemAdviseSetAccessedBy;
inline constexpr CUmem_advise CU_MEM_ADVISE_UNSET_ACCESSED_BY = cudaMemAdviseUnsetAccessedBy;
#define CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS cudaIpcMemLazyEnablePeerAccess

inline namespace SIMT_CUDA_ABI {

/// Advice is kept and given back, and changes nothing.
inline CUresult cuMemAdvise(CUdeviceptr p, std::size_t bytes, CUmem_advise advice,
                            CUmemLocation location) {
  return simt::cuda::detail::context_call([&] {
    return cudaMemAdvise(
        simt::cuda::detail::pointer_of(p), bytes, advice,
        cudaMemLocation{static_cast<cudaMemLocationType>(location.type), location.id});
  });
}
/// As CUDA before 13 declares it.
inline CUresult cuMemAdvise(CUdeviceptr p, std::size_t bytes, CUmem_advise advice,
                            CUdevice device) {
  return simt::cuda::detail::context_call(
      [&] { return cudaMemAdvise(simt::cuda::detail::pointer_of(p), bytes, advice, device); });
}
inline CUresult cuMemPrefetchAsync(CUdeviceptr p, std::size_t bytes, CUmemLocation location,
                                   unsigned flags, CUstream stream) {
  return simt::cuda::detail::context_call([&] {
    return cudaMemPrefetchAsync(
        simt::cuda::detail::pointer_of(p), bytes,
        cudaMemLocation{static_cast<cudaMemLocationType>(location.type), location.id}, flags,
        stream);
  });
}
/// As CUDA before 13 declares it.
inline CUresult cuMemPrefetchAsync(CUdeviceptr p, std::size_t bytes, CUdevice device,
                                   CUstream stream) {
  return simt::cuda::detail::context_call([&] {
    return cudaMemPrefetchAsync(simt::cuda::detail::pointer_of(p), bytes, device, stream);
  });
}
inline CUresult cuMemRangeGetAttribute(void* data, std::size_t size,
                                       CUmem_range_attribute attribute, CUdeviceptr p,
                                       std::size_t bytes) {
  return simt::cuda::detail::context_call([&] {
    return cudaMemRangeGetAttribute(data, size, attribute, simt::cuda::detail::pointer_of(p),
                                    bytes);
  });
}
inline CUresult cuMemRangeGetAttributes(void** data, std::size_t* sizes,
                                        CUmem_range_attribute* attributes, std::size_t count,
                                        CUdeviceptr p, std::size_t bytes) {
  return simt::cuda::detail::context_call([&] {
    return cudaMemRangeGetAttributes(data, sizes, attributes, count,
                                     simt::cuda::detail::pointer_of(p), bytes);
  });
}

inline CUresult cuIpcGetMemHandle(CUipcMemHandle* handle, CUdeviceptr p) {
  return simt::cuda::detail::context_call(
      [&] { return cudaIpcGetMemHandle(handle, simt::cuda::detail::pointer_of(p)); });
}
inline CUresult cuIpcOpenMemHandle(CUdeviceptr* p, CUipcMemHandle handle, unsigned flags) {
  return simt::cuda::detail::context_call([&] {
    void* at = nullptr;
    cudaError_t const e = cudaIpcOpenMemHandle(p == nullptr ? nullptr : &at, handle, flags);
    if (e == cudaSuccess) *p = simt::cuda::detail::number_of(at);
    return e;
  });
}
inline CUresult cuIpcCloseMemHandle(CUdeviceptr p) {
  return simt::cuda::detail::context_call(
      [&] { return cudaIpcCloseMemHandle(simt::cuda::detail::pointer_of(p)); });
}
inline CUresult cuIpcGetEventHandle(CUipcEventHandle* handle, CUevent event) {
  return simt::cuda::detail::context_call([&] { return cudaIpcGetEventHandle(handle, event); });
}
inline CUresult cuIpcOpenEventHandle(CUevent* event, CUipcEventHandle handle) {
  return simt::cuda::detail::context_call([&] { return cudaIpcOpenEventHandle(event, handle); });
}

}  // namespace SIMT_CUDA_ABI
