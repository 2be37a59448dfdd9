#pragma once
// SPDX-License-Identifier: MIT

// Graphics interoperation of the driver API: that of the runtime API. cudaGL.h registers.

#include <simt/cuda/detail/cu_common.h>

#include <cstddef>

typedef cudaGraphicsResource_t CUgraphicsResource;

typedef SIMT_DETAIL_ENUM(CUgraphicsRegisterFlags_enum){
    CU_GRAPHICS_REGISTER_FLAGS_NONE = 0x00, CU_GRAPHICS_REGISTER_FLAGS_READ_ONLY = 0x01,
    CU_GRAPHICS_REGISTER_FLAGS_WRITE_DISCARD = 0x02, CU_GRAPHICS_REGISTER_FLAGS_SURFACE_LDST = 0x04,
    CU_GRAPHICS_REGISTER_FLAGS_TEXTURE_GATHER = 0x08} CUgraphicsRegisterFlags;
typedef SIMT_DETAIL_ENUM(CUgraphicsMapResourceFlags_enum){
    CU_GRAPHICS_MAP_RESOURCE_FLAGS_NONE = 0x00, CU_GRAPHICS_MAP_RESOURCE_FLAGS_READ_ONLY = 0x01,
    CU_GRAPHICS_MAP_RESOURCE_FLAGS_WRITE_DISCARD = 0x02} CUgraphicsMapResourceFlags;

inline namespace SIMT_CUDA_ABI {

inline CUresult cuGraphicsMapResources(unsigned count, CUgraphicsResource* resources,
                                       CUstream stream) {
  return simt::cuda::detail::context_call(
      [&] { return cudaGraphicsMapResources(static_cast<int>(count), resources, stream); });
}
inline CUresult cuGraphicsUnmapResources(unsigned count, CUgraphicsResource* resources,
                                         CUstream stream) {
  return simt::cuda::detail::context_call(
      [&] { return cudaGraphicsUnmapResources(static_cast<int>(count), resources, stream); });
}
inline CUresult cuGraphicsUnregisterResource(CUgraphicsResource resource) {
  return simt::cuda::detail::context_call([&] { return cudaGraphicsUnregisterResource(resource); });
}
inline CUresult cuGraphicsResourceSetMapFlags(CUgraphicsResource resource, unsigned flags) {
  return simt::cuda::detail::context_call(
      [&] { return cudaGraphicsResourceSetMapFlags(resource, flags); });
}
inline CUresult cuGraphicsResourceGetMappedPointer(CUdeviceptr* p, std::size_t* bytes,
                                                   CUgraphicsResource resource) {
  return simt::cuda::detail::context_call([&] {
    void* at = nullptr;
    cudaError_t const e = cudaGraphicsResourceGetMappedPointer(&at, bytes, resource);
    if (e == cudaSuccess && p != nullptr) *p = simt::cuda::detail::number_of(at);
    return e;
  });
}
inline CUresult cuGraphicsSubResourceGetMappedArray(CUarray* array, CUgraphicsResource resource,
                                                    unsigned index, unsigned level) {
  return simt::cuda::detail::context_call([&] {
    return cudaGraphicsSubResourceGetMappedArray(reinterpret_cast<cudaArray_t*>(array), resource,
                                                 index, level);
  });
}
inline CUresult cuGraphicsResourceGetMappedMipmappedArray(CUmipmappedArray* array,
                                                          CUgraphicsResource resource) {
  return simt::cuda::detail::context_call([&] {
    return cudaGraphicsResourceGetMappedMipmappedArray(
        reinterpret_cast<cudaMipmappedArray_t*>(array), resource);
  });
}

}  // namespace SIMT_CUDA_ABI
