#pragma once
// SPDX-License-Identifier: MIT

// Copies between contexts, and what devices can do with one another, of the driver API.

#include <simt/cuda/detail/cu_array.h>
#include <simt/cuda/detail/cu_common.h>

#include <cstddef>

/// Both contexts see all memory here.
typedef struct CUDA_MEMCPY3D_PEER_st {
  size_t srcXInBytes;
  size_t srcY;
  size_t srcZ;
  size_t srcLOD;
  CUmemorytype srcMemoryType;
  const void* srcHost;
  CUdeviceptr srcDevice;
  CUarray srcArray;
  CUcontext srcContext;
  size_t srcPitch;
  size_t srcHeight;
  size_t dstXInBytes;
  size_t dstY;
  size_t dstZ;
  size_t dstLOD;
  CUmemorytype dstMemoryType;
  void* dstHost;
  CUdeviceptr dstDevice;
  CUarray dstArray;
  CUcontext dstContext;
  size_t dstPitch;
  size_t dstHeight;
  size_t WidthInBytes;
  size_t Height;
  size_t Depth;
} CUDA_MEMCPY3D_PEER;

namespace simt::inline SIMT_ABI::cuda::detail {

[[nodiscard]] inline CUDA_MEMCPY3D without_contexts(CUDA_MEMCPY3D_PEER const& c) noexcept {
  return {c.srcXInBytes,   c.srcY,        c.srcZ,         c.srcLOD,   c.srcMemoryType,
          c.srcHost,       c.srcDevice,   c.srcArray,     nullptr,    c.srcPitch,
          c.srcHeight,     c.dstXInBytes, c.dstY,         c.dstZ,     c.dstLOD,
          c.dstMemoryType, c.dstHost,     c.dstDevice,    c.dstArray, nullptr,
          c.dstPitch,      c.dstHeight,   c.WidthInBytes, c.Height,   c.Depth};
}

}  // namespace simt::inline SIMT_ABI::cuda::detail

inline namespace SIMT_CUDA_ABI {

inline CUresult cuMemcpy3DPeer(CUDA_MEMCPY3D_PEER const* c) {
  if (c == nullptr) return CUDA_ERROR_INVALID_VALUE;
  auto const plain = simt::cuda::detail::without_contexts(*c);
  return cuMemcpy3D(&plain);
}
inline CUresult cuMemcpy3DPeerAsync(CUDA_MEMCPY3D_PEER const* c, CUstream stream) {
  if (c == nullptr) return CUDA_ERROR_INVALID_VALUE;
  auto const plain = simt::cuda::detail::without_contexts(*c);
  return cuMemcpy3DAsync(&plain, stream);
}

inline CUresult cuDeviceGetP2PAttribute(int* value, CUdevice_P2PAttribute attribute, CUdevice from,
                                        CUdevice to) {
  return simt::cuda::detail::driver_call([&] {
    return cudaDeviceGetP2PAttribute(value, static_cast<cudaDeviceP2PAttr>(attribute), from, to);
  });
}

}  // namespace SIMT_CUDA_ABI
