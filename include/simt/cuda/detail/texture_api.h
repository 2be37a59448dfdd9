#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/api_common.h>
#include <simt/cuda/driver_types.h>
#include <simt/cuda/surface_types.h>
#include <simt/cuda/texture_types.h>

#include <cstddef>

inline namespace SIMT_CUDA_ABI {

// Textures and surfaces as objects; codes, and which description is taken, are those of an H200.

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* texture,
                                    struct cudaResourceDesc const* resource,
                                    struct cudaTextureDesc const* settings,
                                    struct cudaResourceViewDesc const* view);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture);
cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc* out,
                                             cudaTextureObject_t texture);
cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc* out,
                                            cudaTextureObject_t texture);
/// All zero where the texture was made without a view.
cudaError_t cudaGetTextureObjectResourceViewDesc(struct cudaResourceViewDesc* out,
                                                 cudaTextureObject_t texture);

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* surface,
                                    struct cudaResourceDesc const* resource);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface);
cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc* out,
                                             cudaSurfaceObject_t surface);

/// The longest texture in linear memory, in elements.
cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(std::size_t* elements,
                                                 struct cudaChannelFormatDesc const* desc,
                                                 int device);

}  // namespace SIMT_CUDA_ABI

#if !SIMT_RUNTIME_IN_LIBRARY
#include <simt/cuda/detail/texture_api-inl.h>
#endif
