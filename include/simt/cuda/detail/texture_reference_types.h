#pragma once
// SPDX-License-Identifier: MIT

// Textures and surfaces of file scope. CUDA's names of them, texture<…> and surface<…>, come with
// <cuda_texture_types.h> and <cuda_surface_types.h>, which <cuda_runtime.h> leaves out: a program
// may have a class, a function or a variable of these names.

#include <simt/cuda/channel_descriptor.h>
#include <simt/cuda/detail/api_common.h>
#include <simt/cuda/surface_types.h>
#include <simt/cuda/texture_types.h>

inline namespace SIMT_CUDA_ABI {

/// A texture of file scope, which host code binds to memory and kernels read by its name.
/// - CUDA:    texture<DataType, Type, ReadMode>
/// - Order:   binding again, and changing what a bound one holds, waits for the kernels that
///            use it; a change counts from the next launch on
/// - Source:  CUDA C Programming Guide 8.0, 3.2.11.1.2 (Texture Reference API)
template <class T, int Type, enum cudaTextureReadMode ReadMode>
struct simt_texture : textureReference {
  constexpr simt_texture(int normalized_coordinates = 0,
                         enum cudaTextureFilterMode filter = cudaFilterModePoint,
                         enum cudaTextureAddressMode address = cudaAddressModeClamp) noexcept
      : simt_texture(normalized_coordinates, filter, address, cudaCreateChannelDesc<T>()) {}
  constexpr simt_texture(int normalized_coordinates, enum cudaTextureFilterMode filter,
                         enum cudaTextureAddressMode address,
                         struct cudaChannelFormatDesc desc) noexcept
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

/// A surface of file scope, which host code binds to an array and kernels read and write by its
/// name.
/// - CUDA:    surface<void, Type>
/// - Source:  CUDA C Programming Guide 8.0, 3.2.11.2.2 (Surface Reference API)
template <class T, int Type>
struct simt_surface : surfaceReference {
  constexpr simt_surface() noexcept
      : surfaceReference{{0, 0, 0, 0, cudaChannelFormatKindNone}, 0} {}
};

}  // namespace SIMT_CUDA_ABI
