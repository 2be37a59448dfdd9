#pragma once
// SPDX-License-Identifier: MIT

// The types of surfaces, by CUDA's names and with CUDA's values.
// - Source:  CUDA Runtime API 13.0, 6.29 (Surface Object Management); CUDA C Programming Guide 8.0,
//            3.2.11.2 (Surface Memory)

#include <simt/cuda/driver_types.h>

#define cudaSurfaceType1D 0x01
#define cudaSurfaceType2D 0x02
#define cudaSurfaceType3D 0x03
#define cudaSurfaceTypeCubemap 0x0C
#define cudaSurfaceType1DLayered 0xF1
#define cudaSurfaceType2DLayered 0xF2
#define cudaSurfaceTypeCubemapLayered 0xFC

enum cudaSurfaceBoundaryMode : int {
  cudaBoundaryModeZero = 0,
  cudaBoundaryModeClamp = 1,
  cudaBoundaryModeTrap = 2
};

enum cudaSurfaceFormatMode : int { cudaFormatModeForced = 0, cudaFormatModeAuto = 1 };

/// Stands for a `surface<…>` of file scope to the host; the member named simt_ is the library's.
struct surfaceReference {
  struct cudaChannelFormatDesc channelDesc;
  unsigned long long simt_object;
};

typedef unsigned long long cudaSurfaceObject_t;
