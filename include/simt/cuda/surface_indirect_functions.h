#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/api_common.h>
#include <simt/cuda/surface_types.h>
#include <simt/texture/surface.hpp>

// The functions that read and write surfaces by an object; x counts bytes.
// - Source:  CUDA C Programming Guide 8.0, B.9.1 (Surface Object API)
inline namespace SIMT_CUDA_ABI {

#define SIMT_DETAIL_PLAIN(...) __VA_ARGS__
#define SIMT_DETAIL_SURFACE(Name, Parameters, Arguments)                                     \
  template <class T>                                                                         \
  SIMT_INLINE T Name##read(cudaSurfaceObject_t surface_object, SIMT_DETAIL_PLAIN Parameters, \
                           enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {       \
    return simt::Name##read<T>(surface_object, SIMT_DETAIL_PLAIN Arguments,                  \
                               static_cast<simt::boundary_mode>(mode));                      \
  }                                                                                          \
  template <class T>                                                                         \
  SIMT_INLINE void Name##read(T* data, cudaSurfaceObject_t surface_object,                   \
                              SIMT_DETAIL_PLAIN Parameters,                                  \
                              enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {    \
    *data = simt::Name##read<T>(surface_object, SIMT_DETAIL_PLAIN Arguments,                 \
                                static_cast<simt::boundary_mode>(mode));                     \
  }                                                                                          \
  template <class T>                                                                         \
  SIMT_INLINE void Name##write(T data, cudaSurfaceObject_t surface_object,                   \
                               SIMT_DETAIL_PLAIN Parameters,                                 \
                               enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {   \
    simt::Name##write<T>(data, surface_object, SIMT_DETAIL_PLAIN Arguments,                  \
                         static_cast<simt::boundary_mode>(mode));                            \
  }

SIMT_DETAIL_SURFACE(surf1D, (int x), (x))
SIMT_DETAIL_SURFACE(surf2D, (int x, int y), (x, y))
SIMT_DETAIL_SURFACE(surf3D, (int x, int y, int z), (x, y, z))
SIMT_DETAIL_SURFACE(surf1DLayered, (int x, int layer), (x, layer))
SIMT_DETAIL_SURFACE(surf2DLayered, (int x, int y, int layer), (x, y, layer))
SIMT_DETAIL_SURFACE(surfCubemap, (int x, int y, int face), (x, y, face))
SIMT_DETAIL_SURFACE(surfCubemapLayered, (int x, int y, int layer_face), (x, y, layer_face))

#undef SIMT_DETAIL_SURFACE
#undef SIMT_DETAIL_PLAIN

}  // namespace SIMT_CUDA_ABI
