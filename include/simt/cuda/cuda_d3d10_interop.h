#pragma once
// SPDX-License-Identifier: MIT

// CUDA's interoperation with Direct3D 10, which only Windows has: programs compile, and every call says
// so and answers cudaErrorOperatingSystem.

#include <simt/cuda/cuda_runtime_api.h>
#include <simt/cuda/detail/interop_unsupported.h>

enum cudaD3D10DeviceList {
  cudaD3D10DeviceListAll = 1,
  cudaD3D10DeviceListCurrentFrame = 2,
  cudaD3D10DeviceListNextFrame = 3
};

inline namespace SIMT_CUDA_ABI {

SIMT_DETAIL_NOT_WINDOWS(cudaD3D10GetDevice)
SIMT_DETAIL_NOT_WINDOWS(cudaD3D10GetDevices)
SIMT_DETAIL_NOT_WINDOWS(cudaD3D10GetDirect3DDevice)
SIMT_DETAIL_NOT_WINDOWS(cudaD3D10SetDirect3DDevice)
SIMT_DETAIL_NOT_WINDOWS(cudaGraphicsD3D10RegisterResource)

}  // namespace SIMT_CUDA_ABI
