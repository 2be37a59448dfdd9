#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

#include <type_traits>
#include <utility>

// CUDA's texture and surface functions as names that a kernel body finds without qualification.
// What they do is texture/functions.hpp's and texture/surface.hpp's, which a kernel that calls them
// includes.
namespace simt::inline SIMT_ABI::detail {

/// Defined for each Name where the function is.
template <class Name>
struct texture_function;

// X(name): every function that takes the type it reads as a template argument
#define SIMT_DETAIL_FETCH_NAMES(X)                                                                \
  X(tex1Dfetch)                                                                                   \
  X(tex1D) X(tex1DLod) X(tex1DGrad) X(tex2D) X(tex2DLod) X(tex2DGrad) X(tex3D) X(tex3DLod)        \
      X(tex3DGrad) X(tex1DLayered) X(tex1DLayeredLod) X(tex1DLayeredGrad) X(tex2DLayered)         \
          X(tex2DLayeredLod) X(tex2DLayeredGrad) X(texCubemap) X(texCubemapLod) X(texCubemapGrad) \
              X(texCubemapLayered) X(texCubemapLayeredLod) X(texCubemapLayeredGrad)
#define SIMT_DETAIL_TEXTURE_NAMES(X) SIMT_DETAIL_FETCH_NAMES(X) X(tex2Dgather)
#define SIMT_DETAIL_SURFACE_NAMES(X)                                                               \
  X(surf1Dread)                                                                                    \
  X(surf2Dread) X(surf3Dread) X(surf1DLayeredread) X(surf2DLayeredread) X(surfCubemapread)         \
      X(surfCubemapLayeredread) X(surf1Dwrite) X(surf2Dwrite) X(surf3Dwrite) X(surf1DLayeredwrite) \
          X(surf2DLayeredwrite) X(surfCubemapwrite) X(surfCubemapLayeredwrite)

/// Base of kernel bodies. It does not depend on the gang: the names are known as templates where
/// the body is read. What they call is named through T, so that it may be defined later.
struct texture_names {
#define SIMT_DETAIL_TEXTURE_NAME(name)                                                      \
  struct name##_name;                                                                       \
  template <class T = void, class... Args>                                                  \
  [[gnu::always_inline]] static auto name(Args&&... args) {                                 \
    using function =                                                                        \
        texture_function<std::conditional_t<std::is_class_v<T>, name##_name, name##_name>>; \
    return function::template call<T>(std::forward<Args>(args)...);                         \
  }
  SIMT_DETAIL_TEXTURE_NAMES(SIMT_DETAIL_TEXTURE_NAME)
  SIMT_DETAIL_SURFACE_NAMES(SIMT_DETAIL_TEXTURE_NAME)
#undef SIMT_DETAIL_TEXTURE_NAME
};

}  // namespace simt::inline SIMT_ABI::detail
