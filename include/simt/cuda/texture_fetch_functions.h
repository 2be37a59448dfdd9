#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/texture_reference_types.h>
#include <simt/cuda/detail/api_common.h>
#include <simt/cuda/texture_indirect_functions.h>
#include <simt/cuda/vector_types.h>
#include <simt/texture/functions.hpp>

#include <type_traits>
#include <utility>

namespace simt::inline SIMT_ABI::cuda::detail {

template <class T>
[[nodiscard]] constexpr auto float_of() {
  if constexpr (requires(T v) { v.w; })
    return float4{};
  else if constexpr (requires(T v) { v.y; })
    return float2{};
  else if constexpr (requires(T v) { v.x; })
    return float1{};
  else
    return float{};
}
template <class T>
[[nodiscard]] constexpr auto gathered_of() {
  if constexpr (requires(T v) { v.x; })
    return gathered_of<std::remove_cvref_t<decltype(std::declval<T&>().x)>>();
  else if constexpr (std::is_same_v<T, char> || std::is_same_v<T, signed char>)
    return char4{};
  else if constexpr (std::is_same_v<T, unsigned char>)
    return uchar4{};
  else if constexpr (std::is_same_v<T, short>)
    return short4{};
  else if constexpr (std::is_same_v<T, unsigned short>)
    return ushort4{};
  else if constexpr (std::is_same_v<T, int>)
    return int4{};
  else if constexpr (std::is_same_v<T, unsigned>)
    return uint4{};
  else
    return float4{};
}

/// Type that a texture of file scope gives: its own type, or floats where it reads normalised.
template <class T, cudaTextureReadMode ReadMode>
using fetched =
    std::conditional_t<ReadMode == cudaReadModeNormalizedFloat, decltype(float_of<T>()), T>;
template <class T, cudaTextureReadMode ReadMode>
using gathered =
    std::conditional_t<ReadMode == cudaReadModeNormalizedFloat, float4, decltype(gathered_of<T>())>;

}  // namespace simt::inline SIMT_ABI::cuda::detail

// The functions that read textures of file scope.
// - Source:  CUDA C Programming Guide 8.0, B.8.2 (Texture Reference API)
inline namespace SIMT_CUDA_ABI {

#define SIMT_DETAIL_PLAIN(...) __VA_ARGS__
#define SIMT_DETAIL_FETCH(Name, Type, Parameters, Arguments)                                  \
  template <class T, enum cudaTextureReadMode ReadMode>                                       \
  SIMT_INLINE auto Name(simt_texture<T, cudaTextureType##Type, ReadMode> const& texref,            \
                        SIMT_DETAIL_PLAIN Parameters) {                                       \
    return simt::Name<simt::cuda::detail::fetched<T, ReadMode>>(texref.simt_object,           \
                                                                SIMT_DETAIL_PLAIN Arguments); \
  }

SIMT_DETAIL_FETCH(tex1Dfetch, 1D, (int x), (x))
SIMT_DETAIL_FETCH(tex1D, 1D, (float x), (x))
SIMT_DETAIL_FETCH(tex1DLod, 1D, (float x, float level), (x, level))
SIMT_DETAIL_FETCH(tex1DGrad, 1D, (float x, float dx, float dy), (x, dx, dy))
SIMT_DETAIL_FETCH(tex2D, 2D, (float x, float y), (x, y))
SIMT_DETAIL_FETCH(tex2DLod, 2D, (float x, float y, float level), (x, y, level))
SIMT_DETAIL_FETCH(tex2DGrad, 2D, (float x, float y, float2 dx, float2 dy), (x, y, dx, dy))
SIMT_DETAIL_FETCH(tex3D, 3D, (float x, float y, float z), (x, y, z))
SIMT_DETAIL_FETCH(tex3DLod, 3D, (float x, float y, float z, float level), (x, y, z, level))
SIMT_DETAIL_FETCH(tex3DGrad, 3D, (float x, float y, float z, float4 dx, float4 dy),
                  (x, y, z, dx, dy))
SIMT_DETAIL_FETCH(tex1DLayered, 1DLayered, (float x, int layer), (x, layer))
SIMT_DETAIL_FETCH(tex1DLayeredLod, 1DLayered, (float x, int layer, float level), (x, layer, level))
SIMT_DETAIL_FETCH(tex1DLayeredGrad, 1DLayered, (float x, int layer, float dx, float dy),
                  (x, layer, dx, dy))
SIMT_DETAIL_FETCH(tex2DLayered, 2DLayered, (float x, float y, int layer), (x, y, layer))
SIMT_DETAIL_FETCH(tex2DLayeredLod, 2DLayered, (float x, float y, int layer, float level),
                  (x, y, layer, level))
SIMT_DETAIL_FETCH(tex2DLayeredGrad, 2DLayered, (float x, float y, int layer, float2 dx, float2 dy),
                  (x, y, layer, dx, dy))
SIMT_DETAIL_FETCH(texCubemap, Cubemap, (float x, float y, float z), (x, y, z))
SIMT_DETAIL_FETCH(texCubemapLod, Cubemap, (float x, float y, float z, float level),
                  (x, y, z, level))
SIMT_DETAIL_FETCH(texCubemapGrad, Cubemap, (float x, float y, float z, float4 dx, float4 dy),
                  (x, y, z, dx, dy))
SIMT_DETAIL_FETCH(texCubemapLayered, CubemapLayered, (float x, float y, float z, int layer),
                  (x, y, z, layer))
SIMT_DETAIL_FETCH(texCubemapLayeredLod, CubemapLayered,
                  (float x, float y, float z, int layer, float level), (x, y, z, layer, level))
SIMT_DETAIL_FETCH(texCubemapLayeredGrad, CubemapLayered,
                  (float x, float y, float z, int layer, float4 dx, float4 dy),
                  (x, y, z, layer, dx, dy))

template <class T, enum cudaTextureReadMode ReadMode>
SIMT_INLINE auto tex2Dgather(simt_texture<T, cudaTextureType2D, ReadMode> const& texref, float x,
                             float y, int comp = 0) {
  return simt::tex2Dgather<simt::cuda::detail::gathered<T, ReadMode>>(texref.simt_object, x, y,
                                                                      comp);
}

#undef SIMT_DETAIL_FETCH
#undef SIMT_DETAIL_PLAIN

}  // namespace SIMT_CUDA_ABI
