#pragma once
// SPDX-License-Identifier: MIT

// Interoperation with OpenGL by CUDA's driver API: the calls of cuda_gl_interop.h with the driver's
// results.

#include <simt/cuda/cuda.h>
#include <simt/cuda/cuda_gl_interop.h>

typedef SIMT_DETAIL_ENUM(CUGLDeviceList_enum){
    CU_GL_DEVICE_LIST_ALL = 0x01, CU_GL_DEVICE_LIST_CURRENT_FRAME = 0x02,
    CU_GL_DEVICE_LIST_NEXT_FRAME = 0x03} CUGLDeviceList;

inline namespace SIMT_CUDA_ABI {

inline CUresult cuGraphicsGLRegisterBuffer(CUgraphicsResource* resource, GLuint buffer,
                                           unsigned flags) {
  return simt::cuda::detail::context_call(
      [&] { return cudaGraphicsGLRegisterBuffer(resource, buffer, flags); });
}
inline CUresult cuGraphicsGLRegisterImage(CUgraphicsResource* resource, GLuint image, GLenum target,
                                          unsigned flags) {
  return simt::cuda::detail::context_call(
      [&] { return cudaGraphicsGLRegisterImage(resource, image, target, flags); });
}
inline CUresult cuGLGetDevices(unsigned* count, CUdevice* devices, unsigned most,
                               CUGLDeviceList list) {
  return simt::cuda::detail::driver_call([&] {
    return cudaGLGetDevices(count, devices, most, static_cast<cudaGLDeviceList>(list));
  });
}

}  // namespace SIMT_CUDA_ABI
