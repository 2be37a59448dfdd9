#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/channel_descriptor.h>
#include <simt/cuda/detail/api_common.h>
#include <simt/cuda/driver_types.h>

#include <cstddef>

inline namespace SIMT_CUDA_ABI {

cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc* desc, cudaArray_const_t array);

cudaError_t cudaMalloc3DArray(cudaArray_t* array, struct cudaChannelFormatDesc const* desc,
                              struct cudaExtent extent, unsigned flags = 0);
cudaError_t cudaMallocArray(cudaArray_t* array, struct cudaChannelFormatDesc const* desc,
                            std::size_t width, std::size_t height = 0, unsigned flags = 0);
cudaError_t cudaFreeArray(cudaArray_t array);
cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t* array,
                                     struct cudaChannelFormatDesc const* desc,
                                     struct cudaExtent extent, unsigned levels, unsigned flags = 0);
cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t array);
cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t* level, cudaMipmappedArray_const_t array,
                                       unsigned index);
cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc* desc, struct cudaExtent* extent,
                             unsigned* flags, cudaArray_const_t array);

cudaError_t cudaMemcpy2DToArray(cudaArray_t dst, std::size_t x, std::size_t y, void const* src,
                                std::size_t spitch, std::size_t width, std::size_t height,
                                enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t dst, std::size_t x, std::size_t y, void const* src,
                                     std::size_t spitch, std::size_t width, std::size_t height,
                                     enum cudaMemcpyKind kind, cudaStream_t stream = nullptr);
cudaError_t cudaMemcpy2DFromArray(void* dst, std::size_t dpitch, cudaArray_const_t src,
                                  std::size_t x, std::size_t y, std::size_t width,
                                  std::size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DFromArrayAsync(void* dst, std::size_t dpitch, cudaArray_const_t src,
                                       std::size_t x, std::size_t y, std::size_t width,
                                       std::size_t height, enum cudaMemcpyKind kind,
                                       cudaStream_t stream = nullptr);
cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t dst, std::size_t dx, std::size_t dy,
                                     cudaArray_const_t src, std::size_t sx, std::size_t sy,
                                     std::size_t width, std::size_t height,
                                     enum cudaMemcpyKind kind = cudaMemcpyDeviceToDevice);
/// Bytes that run on from row to row in both arrays.
cudaError_t cudaMemcpyArrayToArray(cudaArray_t dst, std::size_t dx, std::size_t dy,
                                   cudaArray_const_t src, std::size_t sx, std::size_t sy,
                                   std::size_t count,
                                   enum cudaMemcpyKind kind = cudaMemcpyDeviceToDevice);
cudaError_t cudaMemcpyToArray(cudaArray_t dst, std::size_t x, std::size_t y, void const* src,
                              std::size_t count, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyToArrayAsync(cudaArray_t dst, std::size_t x, std::size_t y, void const* src,
                                   std::size_t count, enum cudaMemcpyKind kind,
                                   cudaStream_t stream = nullptr);
cudaError_t cudaMemcpyFromArray(void* dst, cudaArray_const_t src, std::size_t x, std::size_t y,
                                std::size_t count, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyFromArrayAsync(void* dst, cudaArray_const_t src, std::size_t x, std::size_t y,
                                     std::size_t count, enum cudaMemcpyKind kind,
                                     cudaStream_t stream = nullptr);
cudaError_t cudaMemcpy3D(struct cudaMemcpy3DParms const* p);
cudaError_t cudaMemcpy3DAsync(struct cudaMemcpy3DParms const* p, cudaStream_t stream = nullptr);
cudaError_t cudaMemcpy3DPeer(struct cudaMemcpy3DPeerParms const* p);
cudaError_t cudaMemcpy3DPeerAsync(struct cudaMemcpy3DPeerParms const* p,
                                  cudaStream_t stream = nullptr);

}  // namespace SIMT_CUDA_ABI

#if !SIMT_RUNTIME_IN_LIBRARY
#include <simt/cuda/detail/array_api-inl.h>
#endif
