#pragma once
// SPDX-License-Identifier: MIT

// Mipmapped arrays of the driver API, and how wide a texture of memory may be.

#include <simt/cuda/detail/cu_array.h>
#include <simt/cuda/detail/cu_common.h>

#include <cstddef>

inline namespace SIMT_CUDA_ABI {

inline CUresult cuMipmappedArrayCreate(CUmipmappedArray* array, CUDA_ARRAY3D_DESCRIPTOR const* d,
                                       unsigned levels) {
  return simt::cuda::detail::context_call([&] {
    bool const has_channels =
        d != nullptr && (d->NumChannels == 1 || d->NumChannels == 2 || d->NumChannels == 4);
    if (array == nullptr || !has_channels) return cudaErrorInvalidValue;
    auto const format = simt::cuda::detail::channel_of(d->Format, d->NumChannels);
    return cudaMallocMipmappedArray(reinterpret_cast<cudaMipmappedArray_t*>(array), &format,
                                    cudaExtent{d->Width, d->Height, d->Depth}, levels, d->Flags);
  });
}
inline CUresult cuMipmappedArrayGetLevel(CUarray* level, CUmipmappedArray array, unsigned index) {
  return simt::cuda::detail::context_call([&] {
    return cudaGetMipmappedArrayLevel(reinterpret_cast<cudaArray_t*>(level),
                                      reinterpret_cast<cudaMipmappedArray_t>(array), index);
  });
}
inline CUresult cuMipmappedArrayDestroy(CUmipmappedArray array) {
  return simt::cuda::detail::context_call([&] {
    return array == nullptr ? cudaErrorInvalidResourceHandle
                            : cudaFreeMipmappedArray(reinterpret_cast<cudaMipmappedArray_t>(array));
  });
}

inline CUresult cuDeviceGetTexture1DLinearMaxWidth(std::size_t* elements, CUarray_format format,
                                                   unsigned channels, CUdevice device) {
  return simt::cuda::detail::driver_call([&] {
    auto const d = simt::cuda::detail::channel_of(format, channels);
    return cudaDeviceGetTexture1DLinearMaxWidth(elements, &d, device);
  });
}

}  // namespace SIMT_CUDA_ABI
