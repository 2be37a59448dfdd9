#pragma once
// SPDX-License-Identifier: MIT

// CUDA's interoperation with Direct3D 9, which only Windows has: programs compile, and every call says
// so and answers cudaErrorOperatingSystem.

#include <simt/cuda/cuda_runtime_api.h>
#include <simt/cuda/detail/interop_unsupported.h>

enum cudaD3D9DeviceList {
  cudaD3D9DeviceListAll = 1,
  cudaD3D9DeviceListCurrentFrame = 2,
  cudaD3D9DeviceListNextFrame = 3
};

inline namespace SIMT_CUDA_ABI {

SIMT_DETAIL_NOT_WINDOWS(cudaD3D9GetDevice)
SIMT_DETAIL_NOT_WINDOWS(cudaD3D9GetDevices)
SIMT_DETAIL_NOT_WINDOWS(cudaD3D9GetDirect3DDevice)
SIMT_DETAIL_NOT_WINDOWS(cudaD3D9SetDirect3DDevice)
SIMT_DETAIL_NOT_WINDOWS(cudaGraphicsD3D9RegisterResource)

}  // namespace SIMT_CUDA_ABI
