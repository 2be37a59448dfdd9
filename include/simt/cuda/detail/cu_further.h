#pragma once
// SPDX-License-Identifier: MIT

// Streams' attributes, mipmapped arrays, copies between contexts and facts of devices of the driver
// API: the runtime API's calls with the driver's results.

#include <simt/cuda/detail/cu_array.h>
#include <simt/cuda/detail/cu_common.h>

#include <cstddef>

typedef enum cudaLaunchAttributeID CUstreamAttrID;
typedef union cudaLaunchAttributeValue CUstreamAttrValue;

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

inline CUresult cuStreamSetAttribute(CUstream stream, CUstreamAttrID attribute,
                                     CUstreamAttrValue const* value) {
  return simt::cuda::detail::context_call(
      [&] { return cudaStreamSetAttribute(stream, attribute, value); });
}
inline CUresult cuStreamGetAttribute(CUstream stream, CUstreamAttrID attribute,
                                     CUstreamAttrValue* value) {
  return simt::cuda::detail::context_call(
      [&] { return cudaStreamGetAttribute(stream, attribute, value); });
}
inline CUresult cuStreamCopyAttributes(CUstream to, CUstream from) {
  return simt::cuda::detail::context_call([&] { return cudaStreamCopyAttributes(to, from); });
}

inline CUresult cuMipmappedArrayCreate(CUmipmappedArray* array, CUDA_ARRAY3D_DESCRIPTOR const* d,
                                       unsigned levels) {
  return simt::cuda::detail::context_call([&] {
    bool const has_channels =
        d != nullptr && (d->NumChannels == 1 || d->NumChannels == 2 || d->NumChannels == 4);
    if (array == nullptr || !has_channels) return cudaErrorInvalidValue;
    auto const format = simt::cuda::detail::channel_of(d->Format, d->NumChannels);
    return cudaMallocMipmappedArray(reinterpret_cast<cudaMipmappedArray_t*>(array), &format,
                                    cudaExtent{d->Width, d->Height, d->Depth}, levels, d->Flags);
  });
}
inline CUresult cuMipmappedArrayGetLevel(CUarray* level, CUmipmappedArray array, unsigned index) {
  return simt::cuda::detail::context_call([&] {
    return cudaGetMipmappedArrayLevel(reinterpret_cast<cudaArray_t*>(level),
                                      reinterpret_cast<cudaMipmappedArray_t>(array), index);
  });
}
inline CUresult cuMipmappedArrayDestroy(CUmipmappedArray array) {
  return simt::cuda::detail::context_call([&] {
    return array == nullptr ? cudaErrorInvalidResourceHandle
                            : cudaFreeMipmappedArray(reinterpret_cast<cudaMipmappedArray_t>(array));
  });
}

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
inline CUresult cuDeviceGetTexture1DLinearMaxWidth(std::size_t* elements, CUarray_format format,
                                                   unsigned channels, CUdevice device) {
  return simt::cuda::detail::driver_call([&] {
    auto const d = simt::cuda::detail::channel_of(format, channels);
    return cudaDeviceGetTexture1DLinearMaxWidth(elements, &d, device);
  });
}

}  // namespace SIMT_CUDA_ABI
