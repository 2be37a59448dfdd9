#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/channel_descriptor.h>
#include <simt/cuda/detail/api_common.h>
#include <simt/cuda/texture_types.h>

inline namespace SIMT_CUDA_ABI {

/// A texture of file scope, which host code binds to memory and kernels read by its name.
/// - CUDA:    texture<DataType, Type, ReadMode>
/// - Order:   binding again, and changing what a bound one holds, waits for the kernels that use
/// it;
///            a change counts from the next launch on
/// - Source:  CUDA C Programming Guide 8.0, 3.2.11.1.2 (Texture Reference API)
template <class T, int Type = cudaTextureType1D,
          enum cudaTextureReadMode ReadMode = cudaReadModeElementType>
struct texture : textureReference {
  constexpr texture(int normalized_coordinates = 0,
                    enum cudaTextureFilterMode filter = cudaFilterModePoint,
                    enum cudaTextureAddressMode address = cudaAddressModeClamp) noexcept
      : texture(normalized_coordinates, filter, address, cudaCreateChannelDesc<T>()) {}
  constexpr texture(int normalized_coordinates, enum cudaTextureFilterMode filter,
                    enum cudaTextureAddressMode address, struct cudaChannelFormatDesc desc) noexcept
      : textureReference{normalized_coordinates,
                         filter,
                         {address, address, address},
                         desc,
                         0,
                         0,
                         cudaFilterModePoint,
                         0,
                         0,
                         0,
                         0,
                         ReadMode,
                         0} {}
};

}  // namespace SIMT_CUDA_ABI
