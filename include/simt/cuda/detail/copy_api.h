#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/api_common.h>
#include <simt/cuda/driver_types.h>

#include <cstddef>

inline namespace SIMT_CUDA_ABI {

cudaError_t cudaMemcpy(void* dst, void const* src, std::size_t count, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void* dst, void const* src, std::size_t count, enum cudaMemcpyKind kind,
                            cudaStream_t stream = nullptr);
cudaError_t cudaMemcpy2D(void* dst, std::size_t dpitch, void const* src, std::size_t spitch,
                         std::size_t width, std::size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync(void* dst, std::size_t dpitch, void const* src, std::size_t spitch,
                              std::size_t width, std::size_t height, enum cudaMemcpyKind kind,
                              cudaStream_t stream = nullptr);

cudaError_t cudaMemset(void* p, int value, std::size_t count);
cudaError_t cudaMemsetAsync(void* p, int value, std::size_t count, cudaStream_t stream = nullptr);
cudaError_t cudaMemset2D(void* p, std::size_t pitch, int value, std::size_t width,
                         std::size_t height);
cudaError_t cudaMemset2DAsync(void* p, std::size_t pitch, int value, std::size_t width,
                              std::size_t height, cudaStream_t stream = nullptr);

}  // namespace SIMT_CUDA_ABI

inline namespace SIMT_CUDA_ABI {

cudaError_t cudaMemset3D(struct cudaPitchedPtr p, int value, struct cudaExtent extent);
cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr p, int value, struct cudaExtent extent,
                              cudaStream_t stream = nullptr);

cudaError_t cudaMemcpyPeer(void* dst, int dst_device, void const* src, int src_device,
                           std::size_t count);
cudaError_t cudaMemcpyPeerAsync(void* dst, int dst_device, void const* src, int src_device,
                                std::size_t count, cudaStream_t stream = nullptr);

}  // namespace SIMT_CUDA_ABI

#if !SIMT_RUNTIME_IN_LIBRARY
#include <simt/cuda/detail/copy_api-inl.h>
#endif
