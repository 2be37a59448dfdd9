#pragma once
// SPDX-License-Identifier: MIT

// CUDA's interoperation with Direct3D 11, which only Windows has: programs compile, and every call says
// so and answers cudaErrorOperatingSystem.

#include <simt/cuda/cuda_runtime_api.h>
#include <simt/cuda/detail/interop_unsupported.h>

enum cudaD3D11DeviceList {
  cudaD3D11DeviceListAll = 1,
  cudaD3D11DeviceListCurrentFrame = 2,
  cudaD3D11DeviceListNextFrame = 3
};

inline namespace SIMT_CUDA_ABI {

SIMT_DETAIL_NOT_WINDOWS(cudaD3D11GetDevice)
SIMT_DETAIL_NOT_WINDOWS(cudaD3D11GetDevices)
SIMT_DETAIL_NOT_WINDOWS(cudaD3D11GetDirect3DDevice)
SIMT_DETAIL_NOT_WINDOWS(cudaD3D11SetDirect3DDevice)
SIMT_DETAIL_NOT_WINDOWS(cudaGraphicsD3D11RegisterResource)

}  // namespace SIMT_CUDA_ABI
