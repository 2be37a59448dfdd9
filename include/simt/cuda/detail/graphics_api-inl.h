#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/api_common-inl.h>
#include <simt/cuda/detail/graphics_api.h>
#include <simt/runtime/graphics.hpp>

#include <cstddef>

namespace simt::inline SIMT_ABI::cuda::detail {

/// The handles as the core takes them; null where CUDA refuses the list.
[[nodiscard]] inline graphics_handle const* graphics_list(cudaGraphicsResource_t const* list,
                                                          int count) noexcept {
  static_assert(sizeof(graphics_handle) == sizeof(cudaGraphicsResource_t));
  return count <= 0 ? nullptr : reinterpret_cast<graphics_handle const*>(list);
}

}  // namespace simt::inline SIMT_ABI::cuda::detail

inline namespace SIMT_CUDA_ABI {

SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphicsMapResources(int count,
                                                           cudaGraphicsResource_t* resources,
                                                           cudaStream_t stream) {
  return simt::cuda::detail::answer(
      simt::map_graphics(static_cast<unsigned>(count),
                         simt::cuda::detail::graphics_list(resources, count), stream,
                         simt::cuda::detail::per_thread));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphicsUnmapResources(int count,
                                                             cudaGraphicsResource_t* resources,
                                                             cudaStream_t stream) {
  return simt::cuda::detail::answer(
      simt::unmap_graphics(static_cast<unsigned>(count),
                           simt::cuda::detail::graphics_list(resources, count), stream,
                           simt::cuda::detail::per_thread));
}
SIMT_RUNTIME_FUNCTION cudaError_t
cudaGraphicsUnregisterResource(cudaGraphicsResource_t resource) {
  return simt::cuda::detail::answer(simt::unregister_graphics(resource));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphicsResourceSetMapFlags(cudaGraphicsResource_t resource,
                                                                  unsigned flags) {
  return simt::cuda::detail::answer(simt::set_graphics_flags(resource, flags));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphicsResourceGetMappedPointer(
    void** p, std::size_t* bytes, cudaGraphicsResource_t resource) {
  return simt::cuda::detail::answer(simt::mapped_pointer(p, bytes, resource));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphicsSubResourceGetMappedArray(
    cudaArray_t* array, cudaGraphicsResource_t resource, unsigned index, unsigned level) {
  return simt::cuda::detail::answer(
      simt::mapped_array(reinterpret_cast<simt::array_handle*>(array), resource, index, level));
}
SIMT_RUNTIME_FUNCTION cudaError_t cudaGraphicsResourceGetMappedMipmappedArray(
    cudaMipmappedArray_t* array, cudaGraphicsResource_t resource) {
  return simt::cuda::detail::answer(
      simt::mapped_mipmaps(reinterpret_cast<simt::array_handle*>(array), resource));
}

}  // namespace SIMT_CUDA_ABI
