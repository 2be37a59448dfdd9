#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/texture_reference_types.h>
#include <simt/cuda/detail/api_common-inl.h>
#include <simt/cuda/detail/texture_api-inl.h>
#include <simt/cuda/detail/texture_reference_api.h>
#include <simt/runtime/bound_texture.hpp>

#include <algorithm>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace simt::inline SIMT_ABI::cuda::detail {

[[nodiscard]] inline texture_settings settings_of(textureReference const& t) {
  texture_settings s;
  for (std::size_t i = 0; i < 3; ++i) s.address[i] = static_cast<address_mode>(t.addressMode[i]);
  s.filter = static_cast<filter_mode>(t.filterMode);
  s.normalized_read = t.simt_read_mode == cudaReadModeNormalizedFloat;
  s.srgb = t.sRGB != 0;
  s.normalized_coordinates = t.normalized != 0;
  s.anisotropy = t.maxAnisotropy;
  s.mip_filter = static_cast<filter_mode>(t.mipmapFilterMode);
  s.level_bias = t.mipmapLevelBias;
  s.min_level = t.minMipmapLevelClamp;
  s.max_level = t.maxMipmapLevelClamp;
  return s;
}

/// - Errors:  invalid_texture for null; otherwise as cudaCreateTextureObject
inline error_code bind(textureReference const* reference, simt::detail::bound_texture b) {
  if (reference == nullptr) return error_code::invalid_texture;
  b.settings_now = [](void const* r) {
    return settings_of(*static_cast<textureReference const*>(r));
  };
  // The variable is the program's, and not const.
  return simt::detail::bind_texture(reference,
                                    const_cast<textureReference*>(reference)->simt_object, b);
}

/// Textures begin at multiples of 512 bytes: the rest of the address is the offset that the program
/// adds. Where no offset can be given, or memory lies before what is known, any address will do.
inline error_code bind_memory(std::size_t* offset, textureReference const* reference,
                              texture_resource r) {
  auto const address = reinterpret_cast<std::uintptr_t>(r.memory);
  auto const known = simt::detail::memory().ranges.find(r.memory);
  if (r.memory == nullptr || !known) return error_code::invalid_value;
  simt::detail::bound_texture b;
  b.offset = address % simt::detail::texture_alignment;
  if (address - b.offset < known->begin) {
    b.offset = 0;
    b.any_alignment = true;
  }
  if (offset == nullptr && b.offset != 0) return error_code::invalid_value;
  r.memory = static_cast<std::byte*>(r.memory) - b.offset;
  std::size_t const room = known->begin + known->bytes - address + b.offset;
  r.bytes = std::min(r.bytes, room - b.offset) + b.offset;
  if (r.kind == resource_kind::pitch_2d && b.offset != 0) {
    // Rows that begin later are longer by as much.
    std::size_t const element = simt::detail::element_bytes(r.format);
    if (element != 0) r.width += b.offset / element;
  }
  b.resource = r;
  error_code const e = bind(reference, b);
  if (e == error_code::success && offset != nullptr) *offset = b.offset;
  return e;
}

inline error_code bind_array(textureReference const* reference, resource_kind kind,
                             void const* array) {
  simt::detail::bound_texture b;
  b.resource.kind = kind;
  b.resource.array = const_cast<void*>(array);
  return bind(reference, b);
}

}  // namespace simt::inline SIMT_ABI::cuda::detail

inline namespace SIMT_CUDA_ABI {

SIMT_RUNTIME_FUNCTION cudaError_t cudaBindTexture(std::size_t* offset,
                                                  struct textureReference const* texref,
                                                  void const* memory,
                                                  struct cudaChannelFormatDesc const* desc,
                                                  std::size_t bytes) {
  namespace d = simt::cuda::detail;
  return d::call([&] {
    if (desc == nullptr) return simt::error_code::invalid_value;
    simt::texture_resource r;
    r.kind = simt::resource_kind::linear;
    r.memory = const_cast<void*>(memory);
    r.format = d::format_of(*desc);
    r.bytes = bytes;
    return d::bind_memory(offset, texref, r);
  });
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaBindTexture2D(std::size_t* offset,
                                                    struct textureReference const* texref,
                                                    void const* memory,
                                                    struct cudaChannelFormatDesc const* desc,
                                                    std::size_t width, std::size_t height,
                                                    std::size_t pitch) {
  namespace d = simt::cuda::detail;
  return d::call([&] {
    if (desc == nullptr) return simt::error_code::invalid_value;
    simt::texture_resource r;
    r.kind = simt::resource_kind::pitch_2d;
    r.memory = const_cast<void*>(memory);
    r.format = d::format_of(*desc);
    r.width = width;
    r.height = height;
    r.pitch = pitch;
    return d::bind_memory(offset, texref, r);
  });
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaBindTextureToArray(struct textureReference const* texref,
                                                         cudaArray_const_t array,
                                                         struct cudaChannelFormatDesc const* desc) {
  namespace d = simt::cuda::detail;
  return d::call([&] {
    if (desc == nullptr) return simt::error_code::invalid_value;
    return d::bind_array(texref, simt::resource_kind::array, array);
  });
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaBindTextureToMipmappedArray(
    struct textureReference const* texref, cudaMipmappedArray_const_t array,
    struct cudaChannelFormatDesc const* desc) {
  namespace d = simt::cuda::detail;
  return d::call([&] {
    if (desc == nullptr) return simt::error_code::invalid_value;
    return d::bind_array(texref, simt::resource_kind::mipmapped, array);
  });
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaUnbindTexture(struct textureReference const* texref) {
  return simt::cuda::detail::call([&] {
    if (texref == nullptr) return simt::error_code::invalid_texture;
    simt::detail::unbind_texture(texref, const_cast<textureReference*>(texref)->simt_object);
    return simt::error_code::success;
  });
}

SIMT_RUNTIME_FUNCTION cudaError_t
cudaGetTextureAlignmentOffset(std::size_t* offset, struct textureReference const* texref) {
  return simt::cuda::detail::call([&] {
    if (offset == nullptr) return simt::error_code::invalid_value;
    if (texref == nullptr) return simt::error_code::invalid_texture;
    return simt::detail::bound_offset(offset, texref);
  });
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaGetTextureReference(struct textureReference const** texref,
                                                          void const* symbol) {
  return simt::cuda::detail::call([&] {
    if (texref == nullptr) return simt::error_code::invalid_value;
    if (symbol == nullptr) return simt::error_code::invalid_texture;
    *texref = static_cast<textureReference const*>(symbol);
    return simt::error_code::success;
  });
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaBindSurfaceToArray(struct surfaceReference const* surfref,
                                                         cudaArray_const_t array,
                                                         struct cudaChannelFormatDesc const* desc) {
  return simt::cuda::detail::call([&] {
    if (surfref == nullptr) return simt::error_code::invalid_surface;
    if (desc == nullptr) return simt::error_code::invalid_value;
    return simt::detail::bind_surface(surfref, const_cast<surfaceReference*>(surfref)->simt_object,
                                      const_cast<cudaArray_t>(array));
  });
}

SIMT_RUNTIME_FUNCTION cudaError_t cudaGetSurfaceReference(struct surfaceReference const** surfref,
                                                          void const* symbol) {
  return simt::cuda::detail::call([&] {
    if (surfref == nullptr) return simt::error_code::invalid_value;
    if (symbol == nullptr) return simt::error_code::invalid_surface;
    *surfref = static_cast<surfaceReference const*>(symbol);
    return simt::error_code::success;
  });
}

}  // namespace SIMT_CUDA_ABI
