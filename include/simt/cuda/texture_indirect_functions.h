#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/api_common.h>
#include <simt/cuda/texture_types.h>
#include <simt/cuda/vector_types.h>
#include <simt/texture/functions.hpp>

// The functions that read textures by an object, in both forms: the texel as the result, and into
// an address.
// - Source:  CUDA C Programming Guide 8.0, B.8.1 (Texture Object API)
inline namespace SIMT_CUDA_ABI {

#define SIMT_DETAIL_PLAIN(...) __VA_ARGS__
#define SIMT_DETAIL_FETCH(Name, Parameters, Arguments)                                   \
  template <class T>                                                                     \
  SIMT_INLINE T Name(cudaTextureObject_t texture_object, SIMT_DETAIL_PLAIN Parameters) { \
    return simt::Name<T>(texture_object, SIMT_DETAIL_PLAIN Arguments);                   \
  }                                                                                      \
  template <class T>                                                                     \
  SIMT_INLINE void Name(T* texel, cudaTextureObject_t texture_object,                    \
                        SIMT_DETAIL_PLAIN Parameters) {                                  \
    *texel = simt::Name<T>(texture_object, SIMT_DETAIL_PLAIN Arguments);                 \
  }

SIMT_DETAIL_FETCH(tex1Dfetch, (int x), (x))
SIMT_DETAIL_FETCH(tex1D, (float x), (x))
SIMT_DETAIL_FETCH(tex1DLod, (float x, float level), (x, level))
SIMT_DETAIL_FETCH(tex1DGrad, (float x, float dx, float dy), (x, dx, dy))
SIMT_DETAIL_FETCH(tex2D, (float x, float y), (x, y))
SIMT_DETAIL_FETCH(tex2DLod, (float x, float y, float level), (x, y, level))
SIMT_DETAIL_FETCH(tex2DGrad, (float x, float y, float2 dx, float2 dy), (x, y, dx, dy))
SIMT_DETAIL_FETCH(tex3D, (float x, float y, float z), (x, y, z))
SIMT_DETAIL_FETCH(tex3DLod, (float x, float y, float z, float level), (x, y, z, level))
SIMT_DETAIL_FETCH(tex3DGrad, (float x, float y, float z, float4 dx, float4 dy), (x, y, z, dx, dy))
SIMT_DETAIL_FETCH(tex1DLayered, (float x, int layer), (x, layer))
SIMT_DETAIL_FETCH(tex1DLayeredLod, (float x, int layer, float level), (x, layer, level))
SIMT_DETAIL_FETCH(tex1DLayeredGrad, (float x, int layer, float dx, float dy), (x, layer, dx, dy))
SIMT_DETAIL_FETCH(tex2DLayered, (float x, float y, int layer), (x, y, layer))
SIMT_DETAIL_FETCH(tex2DLayeredLod, (float x, float y, int layer, float level), (x, y, layer, level))
SIMT_DETAIL_FETCH(tex2DLayeredGrad, (float x, float y, int layer, float2 dx, float2 dy),
                  (x, y, layer, dx, dy))
SIMT_DETAIL_FETCH(texCubemap, (float x, float y, float z), (x, y, z))
SIMT_DETAIL_FETCH(texCubemapLod, (float x, float y, float z, float level), (x, y, z, level))
SIMT_DETAIL_FETCH(texCubemapGrad, (float x, float y, float z, float4 dx, float4 dy),
                  (x, y, z, dx, dy))
SIMT_DETAIL_FETCH(texCubemapLayered, (float x, float y, float z, int layer), (x, y, z, layer))
SIMT_DETAIL_FETCH(texCubemapLayeredLod, (float x, float y, float z, int layer, float level),
                  (x, y, z, layer, level))
SIMT_DETAIL_FETCH(texCubemapLayeredGrad,
                  (float x, float y, float z, int layer, float4 dx, float4 dy),
                  (x, y, z, layer, dx, dy))

template <class T>
SIMT_INLINE T tex2Dgather(cudaTextureObject_t texture_object, float x, float y, int comp = 0) {
  return simt::tex2Dgather<T>(texture_object, x, y, comp);
}
template <class T>
SIMT_INLINE void tex2Dgather(T* texels, cudaTextureObject_t texture_object, float x, float y,
                             int comp = 0) {
  *texels = simt::tex2Dgather<T>(texture_object, x, y, comp);
}

#undef SIMT_DETAIL_FETCH
#undef SIMT_DETAIL_PLAIN

}  // namespace SIMT_CUDA_ABI
