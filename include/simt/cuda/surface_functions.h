#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/texture_reference_types.h>
#include <simt/cuda/detail/api_common.h>
#include <simt/cuda/surface_indirect_functions.h>
#include <simt/texture/surface.hpp>

// The functions that read and write surfaces of file scope; x counts bytes.
// - Source:  CUDA C Programming Guide 8.0, B.9.2 (Surface Reference API)
inline namespace SIMT_CUDA_ABI {

#define SIMT_DETAIL_PLAIN(...) __VA_ARGS__
#define SIMT_DETAIL_SURFACE(Name, Type, Parameters, Arguments)                              \
  template <class T>                                                                        \
  SIMT_INLINE T Name##read(simt_surface<void, cudaSurfaceType##Type> const& surfref,             \
                           SIMT_DETAIL_PLAIN Parameters,                                    \
                           enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {      \
    return Name##read<T>(surfref.simt_object, SIMT_DETAIL_PLAIN Arguments, mode);           \
  }                                                                                         \
  template <class T>                                                                        \
  SIMT_INLINE void Name##read(T* data, simt_surface<void, cudaSurfaceType##Type> const& surfref, \
                              SIMT_DETAIL_PLAIN Parameters,                                 \
                              enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {   \
    *data = Name##read<T>(surfref.simt_object, SIMT_DETAIL_PLAIN Arguments, mode);          \
  }                                                                                         \
  template <class T>                                                                        \
  SIMT_INLINE void Name##write(T data, simt_surface<void, cudaSurfaceType##Type> const& surfref, \
                               SIMT_DETAIL_PLAIN Parameters,                                \
                               enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {  \
    Name##write<T>(data, surfref.simt_object, SIMT_DETAIL_PLAIN Arguments, mode);           \
  }

SIMT_DETAIL_SURFACE(surf1D, 1D, (int x), (x))
SIMT_DETAIL_SURFACE(surf2D, 2D, (int x, int y), (x, y))
SIMT_DETAIL_SURFACE(surf3D, 3D, (int x, int y, int z), (x, y, z))
SIMT_DETAIL_SURFACE(surf1DLayered, 1DLayered, (int x, int layer), (x, layer))
SIMT_DETAIL_SURFACE(surf2DLayered, 2DLayered, (int x, int y, int layer), (x, y, layer))
SIMT_DETAIL_SURFACE(surfCubemap, Cubemap, (int x, int y, int face), (x, y, face))
SIMT_DETAIL_SURFACE(surfCubemapLayered, CubemapLayered, (int x, int y, int layer_face),
                    (x, y, layer_face))

#undef SIMT_DETAIL_SURFACE
#undef SIMT_DETAIL_PLAIN

}  // namespace SIMT_CUDA_ABI
