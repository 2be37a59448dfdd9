#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/api_common-inl.h>
#include <simt/cuda/detail/array_api-inl.h>
#include <simt/cuda/detail/texture_api.h>
#include <simt/cuda/surface_types.h>
#include <simt/cuda/texture_types.h>
#include <simt/runtime/device.hpp>
#include <simt/runtime/host_texture.hpp>

#include <algorithm>
#include <cstddef>

namespace simt::inline SIMT_ABI::cuda::detail {

[[nodiscard]] inline texture_resource resource_of(cudaResourceDesc const& d) {
  texture_resource r;
  r.kind = static_cast<resource_kind>(d.resType);
  switch (d.resType) {
    case cudaResourceTypeArray:
      r.array = d.res.array.array;
      break;
    case cudaResourceTypeMipmappedArray:
      r.array = d.res.mipmap.mipmap;
      break;
    case cudaResourceTypeLinear:
      r.memory = d.res.linear.devPtr;
      r.format = format_of(d.res.linear.desc);
      r.bytes = d.res.linear.sizeInBytes;
      break;
    case cudaResourceTypePitch2D:
      r.memory = d.res.pitch2D.devPtr;
      r.format = format_of(d.res.pitch2D.desc);
      r.width = d.res.pitch2D.width;
      r.height = d.res.pitch2D.height;
      r.pitch = d.res.pitch2D.pitchInBytes;
      break;
  }
  return r;
}
[[nodiscard]] inline cudaChannelFormatDesc format_of(channel_format const& f) {
  return {f.x, f.y, f.z, f.w, static_cast<cudaChannelFormatKind>(f.kind)};
}
[[nodiscard]] inline cudaResourceDesc resource_of(texture_resource const& r) {
  cudaResourceDesc d{};
  d.resType = static_cast<cudaResourceType>(r.kind);
  switch (r.kind) {
    case resource_kind::array:
      d.res.array.array = static_cast<cudaArray_t>(r.array);
      break;
    case resource_kind::mipmapped:
      d.res.mipmap.mipmap = static_cast<cudaMipmappedArray_t>(r.array);
      break;
    case resource_kind::linear:
      d.res.linear.devPtr = r.memory;
      d.res.linear.desc = format_of(r.format);
      d.res.linear.sizeInBytes = r.bytes;
      break;
    case resource_kind::pitch_2d:
      d.res.pitch2D.devPtr = r.memory;
      d.res.pitch2D.desc = format_of(r.format);
      d.res.pitch2D.width = r.width;
      d.res.pitch2D.height = r.height;
      d.res.pitch2D.pitchInBytes = r.pitch;
      break;
  }
  return d;
}

[[nodiscard]] inline texture_settings settings_of(cudaTextureDesc const& d) {
  texture_settings s;
  for (std::size_t i = 0; i < 3; ++i) s.address[i] = static_cast<address_mode>(d.addressMode[i]);
  s.filter = static_cast<filter_mode>(d.filterMode);
  s.normalized_read = d.readMode == cudaReadModeNormalizedFloat;
  s.srgb = d.sRGB != 0;
  std::copy_n(d.borderColor, 4, s.border.begin());
  s.normalized_coordinates = d.normalizedCoords != 0;
  s.anisotropy = d.maxAnisotropy;
  s.mip_filter = static_cast<filter_mode>(d.mipmapFilterMode);
  s.level_bias = d.mipmapLevelBias;
  s.min_level = d.minMipmapLevelClamp;
  s.max_level = d.maxMipmapLevelClamp;
  s.no_trilinear_optimization = d.disableTrilinearOptimization != 0;
  s.seamless = d.seamlessCubemap != 0;
  return s;
}
[[nodiscard]] inline cudaTextureDesc settings_of(texture_settings const& s) {
  cudaTextureDesc d{};
  for (std::size_t i = 0; i < 3; ++i)
    d.addressMode[i] = static_cast<cudaTextureAddressMode>(s.address[i]);
  d.filterMode = static_cast<cudaTextureFilterMode>(s.filter);
  d.readMode = s.normalized_read ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
  d.sRGB = s.srgb ? 1 : 0;
  std::copy_n(s.border.begin(), 4, d.borderColor);
  d.normalizedCoords = s.normalized_coordinates ? 1 : 0;
  d.maxAnisotropy = s.anisotropy;
  d.mipmapFilterMode = static_cast<cudaTextureFilterMode>(s.mip_filter);
  d.mipmapLevelBias = s.level_bias;
  d.minMipmapLevelClamp = s.min_level;
  d.maxMipmapLevelClamp = s.max_level;
  d.disableTrilinearOptimization = s.no_trilinear_optimization ? 1 : 0;
  d.seamlessCubemap = s.seamless ? 1 : 0;
  return d;
}

[[nodiscard]] inline resource_view view_of(cudaResourceViewDesc const& d) {
  return {static_cast<int>(d.format),
          {d.width, d.height, d.depth},
          d.firstMipmapLevel,
          d.lastMipmapLevel,
          d.firstLayer,
          d.lastLayer};
}
[[nodiscard]] inline cudaResourceViewDesc view_of(resource_view const& v) {
  return {static_cast<cudaResourceViewFormat>(v.format),
          v.extent.width,
          v.extent.height,
          v.extent.depth,
          v.first_level,
          v.last_level,
          v.first_layer,
          v.last_layer};
}

}  // namespace simt::inline SIMT_ABI::cuda::detail

inline namespace SIMT_CUDA_ABI {

SIMT_RUNTIME_FUNCTION cudaError_t cudaCreateTextureObject(cudaTextureObject_t* texture,
                                                          struct cudaResourceDesc const* resource,
                                                          struct cudaTextureDesc const* settings,
                                                          struct cudaResourceViewDesc const* view) {
  namespace d = simt::cuda::detail;
  if (texture == nullptr || resource == nullptr) return d::answer(simt::error_code::invalid_value);
  if (settings == nullptr) return d::answer(simt::error_code::invalid_resource_handle);
  simt::resource_view part;
  if (view != nullptr) part = d::view_of(*view);
  return d::answer(simt::create_texture(texture, d::resource_of(*resource),
                                        d::settings_of(*settings),
                                        view != nullptr ? &part : nullptr));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture) {
  return simt::cuda::detail::answer(simt::destroy_texture(texture));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc* out,
                                                                   cudaTextureObject_t texture) {
  namespace d = simt::cuda::detail;
  if (out == nullptr) return d::answer(simt::error_code::invalid_value);
  simt::detail::texture_record record;
  simt::error_code const e = simt::describe_texture(&record, texture);
  if (e == simt::error_code::success) *out = d::resource_of(record.resource);
  return d::answer(e);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc* out,
                                                                  cudaTextureObject_t texture) {
  namespace d = simt::cuda::detail;
  if (out == nullptr) return d::answer(simt::error_code::invalid_resource_handle);
  simt::detail::texture_record record;
  simt::error_code const e = simt::describe_texture(&record, texture);
  if (e == simt::error_code::success) *out = d::settings_of(record.settings);
  return d::answer(e);
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGetTextureObjectResourceViewDesc(
    struct cudaResourceViewDesc* out, cudaTextureObject_t texture) {
  namespace d = simt::cuda::detail;
  simt::detail::texture_record record;
  simt::error_code const e = simt::describe_texture(&record, texture);
  if (e == simt::error_code::success && out != nullptr) *out = d::view_of(record.view);
  return d::answer(e);
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* surface,
                                                          struct cudaResourceDesc const* resource) {
  namespace d = simt::cuda::detail;
  if (surface == nullptr || resource == nullptr || resource->resType != cudaResourceTypeArray)
    return d::answer(simt::error_code::invalid_value);
  return d::answer(simt::create_surface(surface, resource->res.array.array));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface) {
  return simt::cuda::detail::answer(simt::destroy_surface(surface));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc* out,
                                                                   cudaSurfaceObject_t surface) {
  namespace d = simt::cuda::detail;
  if (out == nullptr) return d::answer(simt::error_code::invalid_value);
  simt::array_handle array = nullptr;
  simt::error_code const e = simt::describe_surface(&array, surface);
  if (e == simt::error_code::success) {
    *out = {};
    out->resType = cudaResourceTypeArray;
    out->res.array.array = static_cast<cudaArray_t>(array);
  }
  return d::answer(e);
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(
    std::size_t* elements, struct cudaChannelFormatDesc const* desc, int device) {
  return simt::cuda::detail::call([&] {
    if (elements == nullptr || desc == nullptr) return simt::error_code::invalid_value;
    if (device < 0 || device >= simt::device_count()) return simt::error_code::invalid_device;
    auto const bytes = simt::detail::element_bytes(simt::cuda::detail::format_of(*desc));
    if (bytes == 0) return simt::error_code::invalid_channel_descriptor;
    *elements = std::min((std::size_t{1} << 32) / bytes, std::size_t{1} << 30);
    return simt::error_code::success;
  });
}

}  // namespace SIMT_CUDA_ABI
