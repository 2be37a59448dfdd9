#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/texture_reference_types.h>
#include <simt/cuda/detail/api_common.h>
#include <simt/cuda/driver_types.h>

#include <climits>
#include <cstddef>

inline namespace SIMT_CUDA_ABI {

// Textures and surfaces of file scope. CUDA 12 has them no more.
// - Source:  CUDA Runtime API 8.0, 4.25 and 4.26 (Texture and Surface Reference Management)

cudaError_t cudaBindTexture(std::size_t* offset, struct textureReference const* texref,
                            void const* memory, struct cudaChannelFormatDesc const* desc,
                            std::size_t bytes = UINT_MAX);
template <class T, int Type, enum cudaTextureReadMode ReadMode>
inline cudaError_t cudaBindTexture(std::size_t* offset, simt_texture<T, Type, ReadMode> const& tex,
                                   void const* memory, struct cudaChannelFormatDesc const& desc,
                                   std::size_t bytes = UINT_MAX) {
  return cudaBindTexture(offset, &tex, memory, &desc, bytes);
}
template <class T, int Type, enum cudaTextureReadMode ReadMode>
inline cudaError_t cudaBindTexture(std::size_t* offset, simt_texture<T, Type, ReadMode> const& tex,
                                   void const* memory, std::size_t bytes = UINT_MAX) {
  return cudaBindTexture(offset, &tex, memory, &tex.channelDesc, bytes);
}

cudaError_t cudaBindTexture2D(std::size_t* offset, struct textureReference const* texref,
                              void const* memory, struct cudaChannelFormatDesc const* desc,
                              std::size_t width, std::size_t height, std::size_t pitch);
template <class T, int Type, enum cudaTextureReadMode ReadMode>
inline cudaError_t cudaBindTexture2D(std::size_t* offset, simt_texture<T, Type, ReadMode> const& tex,
                                     void const* memory, struct cudaChannelFormatDesc const& desc,
                                     std::size_t width, std::size_t height, std::size_t pitch) {
  return cudaBindTexture2D(offset, &tex, memory, &desc, width, height, pitch);
}
template <class T, int Type, enum cudaTextureReadMode ReadMode>
inline cudaError_t cudaBindTexture2D(std::size_t* offset, simt_texture<T, Type, ReadMode> const& tex,
                                     void const* memory, std::size_t width, std::size_t height,
                                     std::size_t pitch) {
  return cudaBindTexture2D(offset, &tex, memory, &tex.channelDesc, width, height, pitch);
}

/// The array's own format counts.
cudaError_t cudaBindTextureToArray(struct textureReference const* texref, cudaArray_const_t array,
                                   struct cudaChannelFormatDesc const* desc);
template <class T, int Type, enum cudaTextureReadMode ReadMode>
inline cudaError_t cudaBindTextureToArray(simt_texture<T, Type, ReadMode> const& tex,
                                          cudaArray_const_t array,
                                          struct cudaChannelFormatDesc const& desc) {
  return cudaBindTextureToArray(&tex, array, &desc);
}
template <class T, int Type, enum cudaTextureReadMode ReadMode>
inline cudaError_t cudaBindTextureToArray(simt_texture<T, Type, ReadMode> const& tex,
                                          cudaArray_const_t array) {
  return cudaBindTextureToArray(&tex, array, &tex.channelDesc);
}

cudaError_t cudaBindTextureToMipmappedArray(struct textureReference const* texref,
                                            cudaMipmappedArray_const_t array,
                                            struct cudaChannelFormatDesc const* desc);
template <class T, int Type, enum cudaTextureReadMode ReadMode>
inline cudaError_t cudaBindTextureToMipmappedArray(simt_texture<T, Type, ReadMode> const& tex,
                                                   cudaMipmappedArray_const_t array,
                                                   struct cudaChannelFormatDesc const& desc) {
  return cudaBindTextureToMipmappedArray(&tex, array, &desc);
}
template <class T, int Type, enum cudaTextureReadMode ReadMode>
inline cudaError_t cudaBindTextureToMipmappedArray(simt_texture<T, Type, ReadMode> const& tex,
                                                   cudaMipmappedArray_const_t array) {
  return cudaBindTextureToMipmappedArray(&tex, array, &tex.channelDesc);
}

/// Unbinds it; one that is not bound may be unbound, too, and reads zeros.
cudaError_t cudaUnbindTexture(struct textureReference const* texref);
template <class T, int Type, enum cudaTextureReadMode ReadMode>
inline cudaError_t cudaUnbindTexture(simt_texture<T, Type, ReadMode> const& tex) {
  return cudaUnbindTexture(&tex);
}

/// The bytes that cudaBindTexture left between a multiple of the alignment and the address.
cudaError_t cudaGetTextureAlignmentOffset(std::size_t* offset,
                                          struct textureReference const* texref);
template <class T, int Type, enum cudaTextureReadMode ReadMode>
inline cudaError_t cudaGetTextureAlignmentOffset(std::size_t* offset,
                                                 simt_texture<T, Type, ReadMode> const& tex) {
  return cudaGetTextureAlignmentOffset(offset, &tex);
}

/// The texture of file scope at an address.
cudaError_t cudaGetTextureReference(struct textureReference const** texref, void const* symbol);
template <class T, int Type, enum cudaTextureReadMode ReadMode>
inline cudaError_t cudaGetTextureReference(struct textureReference const** texref,
                                           simt_texture<T, Type, ReadMode> const& tex) {
  return cudaGetTextureReference(texref, static_cast<void const*>(&tex));
}
/// Old programs hold the pointer without const.
template <class Symbol>
inline cudaError_t cudaGetTextureReference(struct textureReference** texref, Symbol const& symbol) {
  return cudaGetTextureReference(const_cast<textureReference const**>(texref), symbol);
}

cudaError_t cudaBindSurfaceToArray(struct surfaceReference const* surfref, cudaArray_const_t array,
                                   struct cudaChannelFormatDesc const* desc);
template <class T, int Type>
inline cudaError_t cudaBindSurfaceToArray(simt_surface<T, Type> const& surf, cudaArray_const_t array,
                                          struct cudaChannelFormatDesc const& desc) {
  return cudaBindSurfaceToArray(&surf, array, &desc);
}
template <class T, int Type>
inline cudaError_t cudaBindSurfaceToArray(simt_surface<T, Type> const& surf, cudaArray_const_t array) {
  return cudaBindSurfaceToArray(&surf, array, &surf.channelDesc);
}

cudaError_t cudaGetSurfaceReference(struct surfaceReference const** surfref, void const* symbol);
template <class T, int Type>
inline cudaError_t cudaGetSurfaceReference(struct surfaceReference const** surfref,
                                           simt_surface<T, Type> const& surf) {
  return cudaGetSurfaceReference(surfref, static_cast<void const*>(&surf));
}
template <class Symbol>
inline cudaError_t cudaGetSurfaceReference(struct surfaceReference** surfref,
                                           Symbol const& symbol) {
  return cudaGetSurfaceReference(const_cast<surfaceReference const**>(surfref), symbol);
}

}  // namespace SIMT_CUDA_ABI

#if !SIMT_RUNTIME_IN_LIBRARY
#include <simt/cuda/detail/texture_reference_api-inl.h>
#endif
