#pragma once
// SPDX-License-Identifier: MIT

// Arrays, copies of boxes, and texture and surface objects of the driver API.

#include <simt/cuda/channel_descriptor.h>
#include <simt/cuda/detail/cu_common.h>
#include <simt/cuda/texture_types.h>
#include <simt/runtime/host_array.hpp>

#include <cstring>

namespace simt::inline SIMT_ABI::cuda::detail {

/// A format as the runtime API describes it; no kind for what is none.
[[nodiscard]] inline cudaChannelFormatDesc channel_of(CUarray_format format, unsigned channels) {
  int bits = 0;
  cudaChannelFormatKind kind = cudaChannelFormatKindNone;
  switch (format) {
    case CU_AD_FORMAT_UNSIGNED_INT8:
    case CU_AD_FORMAT_UNSIGNED_INT16:
    case CU_AD_FORMAT_UNSIGNED_INT32:
      bits = 8 << (static_cast<int>(format) - 1);
      kind = cudaChannelFormatKindUnsigned;
      break;
    case CU_AD_FORMAT_SIGNED_INT8:
    case CU_AD_FORMAT_SIGNED_INT16:
    case CU_AD_FORMAT_SIGNED_INT32:
      bits = 8 << (static_cast<int>(format) - 8);
      kind = cudaChannelFormatKindSigned;
      break;
    case CU_AD_FORMAT_HALF:
    case CU_AD_FORMAT_FLOAT:
      bits = static_cast<int>(format);
      kind = cudaChannelFormatKindFloat;
      break;
    default:
      break;
  }
  auto const at = [&](unsigned i) { return i < channels ? bits : 0; };
  return {at(0), at(1), at(2), at(3), kind};
}

/// The other way.
inline void describe_channel(cudaChannelFormatDesc const& d, CUarray_format& format,
                             unsigned& channels) {
  channels = d.w != 0 ? 4 : d.y != 0 ? 2 : 1;
  if (d.f == cudaChannelFormatKindFloat)
    format = static_cast<CUarray_format>(d.x);
  else
    format = static_cast<CUarray_format>((d.f == cudaChannelFormatKindSigned ? 8 : 1) +
                                         (d.x == 8    ? 0
                                          : d.x == 16 ? 1
                                                      : 2));
}

/// One side of a copy, and whether it is the device's.
struct driver_side {
  simt::detail::copy_side side;
  int device = 0;  // 1: the device's; 0: the host's; -1: by its address
  bool valid = true;
};
[[nodiscard]] inline driver_side side_of(CUmemorytype type, void const* host, CUdeviceptr device,
                                         CUarray array, std::size_t x, std::size_t y, std::size_t z,
                                         std::size_t pitch, std::size_t height,
                                         simt::detail::box const& size) {
  driver_side out;
  simt::detail::copy_side& s = out.side;
  s.x = x;
  s.y = y;
  s.z = z;
  s.pitch = pitch != 0 ? pitch : x + size.width;
  s.rows = height != 0 ? height : y + size.height;
  switch (type) {
    case CU_MEMORYTYPE_HOST:
      s.base = static_cast<std::byte*>(const_cast<void*>(host));
      return out;
    case CU_MEMORYTYPE_DEVICE:
    case CU_MEMORYTYPE_UNIFIED:
      s.base = static_cast<std::byte*>(pointer_of(device));
      out.device = type == CU_MEMORYTYPE_DEVICE ? 1 : -1;
      return out;
    case CU_MEMORYTYPE_ARRAY:
      s.array = simt::detail::arrays().arrays.find(array);
      out.device = 1;
      out.valid = s.array != nullptr;
      return out;
  }
  out.valid = false;
  return out;
}

/// The direction of a copy, where neither side is by its address.
[[nodiscard]] inline copy_kind side_kind(driver_side const& from, driver_side const& to) {
  return from.device < 0 || to.device < 0 ? copy_kind::automatic
                                          : static_cast<copy_kind>(2 * from.device + to.device);
}

inline CUresult driver_copy_box(CUDA_MEMCPY3D const& c, CUstream stream, bool async) noexcept {
  return context_call([&] {
    if (c.srcLOD != 0 || c.dstLOD != 0) return error_code::invalid_value;
    simt::detail::box const size{c.WidthInBytes, c.Height, c.Depth};
    auto const from = side_of(c.srcMemoryType, c.srcHost, c.srcDevice, c.srcArray, c.srcXInBytes,
                              c.srcY, c.srcZ, c.srcPitch, c.srcHeight, size);
    auto const to = side_of(c.dstMemoryType, c.dstHost, c.dstDevice, c.dstArray, c.dstXInBytes,
                            c.dstY, c.dstZ, c.dstPitch, c.dstHeight, size);
    if (!from.valid || !to.valid) return error_code::invalid_value;
    return simt::detail::guarded([&] {
      return simt::detail::copy_box(to.side, from.side, size, side_kind(from, to), stream, driver_per_thread,
                                    async);
    });
  });
}
inline CUresult driver_copy_plane(CUDA_MEMCPY2D const* c, CUstream stream, bool async) noexcept {
  if (c == nullptr) return CUDA_ERROR_INVALID_VALUE;
  CUDA_MEMCPY3D all{};
  all.srcXInBytes = c->srcXInBytes;
  all.srcY = c->srcY;
  all.srcMemoryType = c->srcMemoryType;
  all.srcHost = c->srcHost;
  all.srcDevice = c->srcDevice;
  all.srcArray = c->srcArray;
  all.srcPitch = c->srcPitch;
  all.dstXInBytes = c->dstXInBytes;
  all.dstY = c->dstY;
  all.dstMemoryType = c->dstMemoryType;
  all.dstHost = c->dstHost;
  all.dstDevice = c->dstDevice;
  all.dstArray = c->dstArray;
  all.dstPitch = c->dstPitch;
  all.WidthInBytes = c->WidthInBytes;
  all.Height = c->Height;
  all.Depth = 1;
  return driver_copy_box(all, stream, async);
}

/// A copy between a row of an array, from a byte on, and memory.
inline CUresult driver_copy_row(CUarray to, std::size_t to_at, CUmemorytype to_type, void* to_host,
                                CUdeviceptr to_device, CUarray from, std::size_t from_at,
                                CUmemorytype from_type, void const* from_host,
                                CUdeviceptr from_device, std::size_t bytes, CUstream stream,
                                bool async) noexcept {
  CUDA_MEMCPY2D c{};
  c.dstArray = to;
  c.dstXInBytes = to_at;
  c.dstMemoryType = to_type;
  c.dstHost = to_host;
  c.dstDevice = to_device;
  c.srcArray = from;
  c.srcXInBytes = from_at;
  c.srcMemoryType = from_type;
  c.srcHost = from_host;
  c.srcDevice = from_device;
  c.WidthInBytes = bytes;
  c.Height = 1;
  return driver_copy_plane(&c, stream, async);
}

}  // namespace simt::inline SIMT_ABI::cuda::detail

inline namespace SIMT_CUDA_ABI {

inline CUresult cuArray3DCreate(CUarray* array, CUDA_ARRAY3D_DESCRIPTOR const* d) {
  return simt::cuda::detail::context_call([&] {
    bool const has_channels =
        d != nullptr && (d->NumChannels == 1 || d->NumChannels == 2 || d->NumChannels == 4);
    if (array == nullptr || !has_channels) return cudaErrorInvalidValue;
    auto const format = simt::cuda::detail::channel_of(d->Format, d->NumChannels);
    return cudaMalloc3DArray(reinterpret_cast<cudaArray_t*>(array), &format,
                             cudaExtent{d->Width, d->Height, d->Depth}, d->Flags);
  });
}
inline CUresult cuArrayCreate(CUarray* array, CUDA_ARRAY_DESCRIPTOR const* d) {
  if (d == nullptr) return CUDA_ERROR_INVALID_VALUE;
  CUDA_ARRAY3D_DESCRIPTOR const all{d->Width, d->Height, 0, d->Format, d->NumChannels, 0};
  return cuArray3DCreate(array, &all);
}
inline CUresult cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR* d, CUarray array) {
  return simt::cuda::detail::context_call([&] {
    if (d == nullptr) return cudaErrorInvalidValue;
    cudaChannelFormatDesc format{};
    cudaExtent extent{};
    unsigned flags = 0;
    cudaError_t const e =
        cudaArrayGetInfo(&format, &extent, &flags, reinterpret_cast<cudaArray_t>(array));
    if (e != cudaSuccess) return e;
    d->Width = extent.width;
    d->Height = extent.height;
    d->Depth = extent.depth;
    d->Flags = flags;
    simt::cuda::detail::describe_channel(format, d->Format, d->NumChannels);
    return e;
  });
}
inline CUresult cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR* d, CUarray array) {
  if (d == nullptr) return CUDA_ERROR_INVALID_VALUE;
  CUDA_ARRAY3D_DESCRIPTOR all{};
  CUresult const e = cuArray3DGetDescriptor(&all, array);
  if (e == CUDA_SUCCESS) *d = {all.Width, all.Height, all.Format, all.NumChannels};
  return e;
}
inline CUresult cuArrayDestroy(CUarray array) {
  return simt::cuda::detail::context_call([&] {
    return array == nullptr ? cudaErrorInvalidResourceHandle
                            : cudaFreeArray(reinterpret_cast<cudaArray_t>(array));
  });
}

inline CUresult cuMemcpy2D(CUDA_MEMCPY2D const* c) {
  return simt::cuda::detail::driver_copy_plane(c, nullptr, false);
}
inline CUresult cuMemcpy2DUnaligned(CUDA_MEMCPY2D const* c) { return cuMemcpy2D(c); }
inline CUresult cuMemcpy2DAsync(CUDA_MEMCPY2D const* c, CUstream stream) {
  return simt::cuda::detail::driver_copy_plane(c, stream, true);
}
inline CUresult cuMemcpy3D(CUDA_MEMCPY3D const* c) {
  return c == nullptr ? CUDA_ERROR_INVALID_VALUE
                      : simt::cuda::detail::driver_copy_box(*c, nullptr, false);
}
inline CUresult cuMemcpy3DAsync(CUDA_MEMCPY3D const* c, CUstream stream) {
  return c == nullptr ? CUDA_ERROR_INVALID_VALUE
                      : simt::cuda::detail::driver_copy_box(*c, stream, true);
}
inline CUresult cuMemcpyHtoAAsync(CUarray to, std::size_t at, void const* from, std::size_t bytes,
                                  CUstream stream) {
  return simt::cuda::detail::driver_copy_row(to, at, CU_MEMORYTYPE_ARRAY, nullptr, 0, nullptr, 0,
                                             CU_MEMORYTYPE_HOST, from, 0, bytes, stream, true);
}
inline CUresult cuMemcpyHtoA(CUarray to, std::size_t at, void const* from, std::size_t bytes) {
  return simt::cuda::detail::driver_copy_row(to, at, CU_MEMORYTYPE_ARRAY, nullptr, 0, nullptr, 0,
                                             CU_MEMORYTYPE_HOST, from, 0, bytes, nullptr, false);
}
inline CUresult cuMemcpyAtoHAsync(void* to, CUarray from, std::size_t at, std::size_t bytes,
                                  CUstream stream) {
  return simt::cuda::detail::driver_copy_row(nullptr, 0, CU_MEMORYTYPE_HOST, to, 0, from, at,
                                             CU_MEMORYTYPE_ARRAY, nullptr, 0, bytes, stream, true);
}
inline CUresult cuMemcpyAtoH(void* to, CUarray from, std::size_t at, std::size_t bytes) {
  return simt::cuda::detail::driver_copy_row(nullptr, 0, CU_MEMORYTYPE_HOST, to, 0, from, at,
                                             CU_MEMORYTYPE_ARRAY, nullptr, 0, bytes, nullptr,
                                             false);
}
inline CUresult cuMemcpyDtoA(CUarray to, std::size_t at, CUdeviceptr from, std::size_t bytes) {
  return simt::cuda::detail::driver_copy_row(to, at, CU_MEMORYTYPE_ARRAY, nullptr, 0, nullptr, 0,
                                             CU_MEMORYTYPE_DEVICE, nullptr, from, bytes, nullptr,
                                             false);
}
inline CUresult cuMemcpyAtoD(CUdeviceptr to, CUarray from, std::size_t at, std::size_t bytes) {
  return simt::cuda::detail::driver_copy_row(nullptr, 0, CU_MEMORYTYPE_DEVICE, nullptr, to, from,
                                             at, CU_MEMORYTYPE_ARRAY, nullptr, 0, bytes, nullptr,
                                             false);
}
inline CUresult cuMemcpyAtoA(CUarray to, std::size_t to_at, CUarray from, std::size_t from_at,
                             std::size_t bytes) {
  return simt::cuda::detail::driver_copy_row(to, to_at, CU_MEMORYTYPE_ARRAY, nullptr, 0, from,
                                             from_at, CU_MEMORYTYPE_ARRAY, nullptr, 0, bytes,
                                             nullptr, false);
}

}  // namespace SIMT_CUDA_ABI

namespace simt::inline SIMT_ABI::cuda::detail {

[[nodiscard]] inline cudaResourceDesc resource_of(CUDA_RESOURCE_DESC const& d) {
  cudaResourceDesc out{};
  out.resType = static_cast<cudaResourceType>(d.resType);
  switch (d.resType) {
    case CU_RESOURCE_TYPE_ARRAY:
      out.res.array.array = reinterpret_cast<cudaArray_t>(d.res.array.hArray);
      break;
    case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
      out.res.mipmap.mipmap = reinterpret_cast<cudaMipmappedArray_t>(d.res.mipmap.hMipmappedArray);
      break;
    case CU_RESOURCE_TYPE_LINEAR:
      out.res.linear.devPtr = pointer_of(d.res.linear.devPtr);
      out.res.linear.desc = channel_of(d.res.linear.format, d.res.linear.numChannels);
      out.res.linear.sizeInBytes = d.res.linear.sizeInBytes;
      break;
    case CU_RESOURCE_TYPE_PITCH2D:
      out.res.pitch2D.devPtr = pointer_of(d.res.pitch2D.devPtr);
      out.res.pitch2D.desc = channel_of(d.res.pitch2D.format, d.res.pitch2D.numChannels);
      out.res.pitch2D.width = d.res.pitch2D.width;
      out.res.pitch2D.height = d.res.pitch2D.height;
      out.res.pitch2D.pitchInBytes = d.res.pitch2D.pitchInBytes;
      break;
  }
  return out;
}

/// True where the texels are integers, which are read as numbers up to 1 unless the program says
/// not.
[[nodiscard]] inline bool holds_integers(cudaResourceDesc const& r) {
  cudaChannelFormatDesc d{};
  if (r.resType == cudaResourceTypeLinear) d = r.res.linear.desc;
  if (r.resType == cudaResourceTypePitch2D) d = r.res.pitch2D.desc;
  if (r.resType == cudaResourceTypeArray) (void)cudaGetChannelDesc(&d, r.res.array.array);
  if (r.resType == cudaResourceTypeMipmappedArray) {
    cudaArray_t level = nullptr;
    if (cudaGetMipmappedArrayLevel(&level, r.res.mipmap.mipmap, 0) == cudaSuccess)
      (void)cudaGetChannelDesc(&d, level);
  }
  return d.f != cudaChannelFormatKindFloat && d.x <= 16;
}

}  // namespace simt::inline SIMT_ABI::cuda::detail

inline namespace SIMT_CUDA_ABI {

inline CUresult cuTexObjectCreate(CUtexObject* object, CUDA_RESOURCE_DESC const* resource,
                                  CUDA_TEXTURE_DESC const* texture,
                                  CUDA_RESOURCE_VIEW_DESC const* view) {
  return simt::cuda::detail::context_call([&] {
    if (object == nullptr || resource == nullptr || texture == nullptr)
      return cudaErrorInvalidValue;
    cudaResourceDesc const r = simt::cuda::detail::resource_of(*resource);
    cudaTextureDesc t{};
    for (int i = 0; i < 3; ++i)
      t.addressMode[i] = static_cast<cudaTextureAddressMode>(texture->addressMode[i]);
    t.filterMode = static_cast<cudaTextureFilterMode>(texture->filterMode);
    t.readMode =
        (texture->flags & CU_TRSF_READ_AS_INTEGER) == 0 && simt::cuda::detail::holds_integers(r)
            ? cudaReadModeNormalizedFloat
            : cudaReadModeElementType;
    auto const has = [&](unsigned flag) { return (texture->flags & flag) != 0 ? 1 : 0; };
    t.sRGB = has(CU_TRSF_SRGB);
    t.normalizedCoords = has(CU_TRSF_NORMALIZED_COORDINATES);
    t.disableTrilinearOptimization = has(CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION);
    t.seamlessCubemap = has(CU_TRSF_SEAMLESS_CUBEMAP);
    std::memcpy(t.borderColor, texture->borderColor, sizeof t.borderColor);
    t.maxAnisotropy = texture->maxAnisotropy;
    t.mipmapFilterMode = static_cast<cudaTextureFilterMode>(texture->mipmapFilterMode);
    t.mipmapLevelBias = texture->mipmapLevelBias;
    t.minMipmapLevelClamp = texture->minMipmapLevelClamp;
    t.maxMipmapLevelClamp = texture->maxMipmapLevelClamp;
    cudaResourceViewDesc v{};
    if (view != nullptr) {
      v.format = static_cast<cudaResourceViewFormat>(view->format);
      v.width = view->width;
      v.height = view->height;
      v.depth = view->depth;
      v.firstMipmapLevel = view->firstMipmapLevel;
      v.lastMipmapLevel = view->lastMipmapLevel;
      v.firstLayer = view->firstLayer;
      v.lastLayer = view->lastLayer;
    }
    return cudaCreateTextureObject(object, &r, &t, view == nullptr ? nullptr : &v);
  });
}
inline CUresult cuTexObjectDestroy(CUtexObject object) {
  return simt::cuda::detail::context_call([&] { return cudaDestroyTextureObject(object); });
}
inline CUresult cuSurfObjectCreate(CUsurfObject* object, CUDA_RESOURCE_DESC const* resource) {
  return simt::cuda::detail::context_call([&] {
    if (resource == nullptr) return cudaErrorInvalidValue;
    cudaResourceDesc const r = simt::cuda::detail::resource_of(*resource);
    return cudaCreateSurfaceObject(object, &r);
  });
}
inline CUresult cuSurfObjectDestroy(CUsurfObject object) {
  return simt::cuda::detail::context_call([&] { return cudaDestroySurfaceObject(object); });
}

}  // namespace SIMT_CUDA_ABI
