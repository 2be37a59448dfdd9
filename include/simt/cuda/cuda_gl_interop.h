#pragma once
// SPDX-License-Identifier: MIT

// Programs ask by this name whether CUDA's interoperation with OpenGL is there.
#ifndef __CUDA_GL_INTEROP_H__
#define __CUDA_GL_INTEROP_H__
#endif

// Buffers, textures and renderbuffers of OpenGL in CUDA, mapped by copy: docs/graphics.md. OpenGL is
// found at run time, in the context that is current; nothing is linked.

#if __has_include(<GL/gl.h>)
#include <GL/gl.h>
#else
typedef unsigned int GLenum;
typedef unsigned int GLuint;
#endif

#include <simt/cuda/cuda_runtime_api.h>
#include <simt/cuda/detail/api_common-inl.h>
#include <simt/cuda/detail/interop_unsupported.h>
#include <simt/runtime/graphics_gl.hpp>

enum cudaGLDeviceList {
  cudaGLDeviceListAll = 1,
  cudaGLDeviceListCurrentFrame = 2,
  cudaGLDeviceListNextFrame = 3
};
enum cudaGLMapFlags {
  cudaGLMapFlagsNone = 0,
  cudaGLMapFlagsReadOnly = 1,
  cudaGLMapFlagsWriteDiscard = 2
};

inline namespace SIMT_CUDA_ABI {

inline cudaError_t cudaGraphicsGLRegisterBuffer(struct cudaGraphicsResource** resource,
                                                GLuint buffer, unsigned flags) {
  return simt::cuda::detail::answer(simt::register_gl_buffer(
      reinterpret_cast<simt::graphics_handle*>(resource), buffer, flags));
}
inline cudaError_t cudaGraphicsGLRegisterImage(struct cudaGraphicsResource** resource, GLuint image,
                                               GLenum target, unsigned flags) {
  return simt::cuda::detail::answer(simt::register_gl_image(
      reinterpret_cast<simt::graphics_handle*>(resource), image, target, flags));
}

/// The devices that draw: any can, and the first one is told.
/// - Errors:  invalid_value for an unknown list; operating_system without a current context
inline cudaError_t cudaGLGetDevices(unsigned* count, int* devices, unsigned most,
                                    enum cudaGLDeviceList list) {
  return simt::cuda::detail::call([&] {
    if (list < cudaGLDeviceListAll || list > cudaGLDeviceListNextFrame)
      return simt::error_code::invalid_value;
    if (!simt::has_gl_context()) return simt::error_code::operating_system;
    if (count != nullptr) *count = 1;
    if (devices != nullptr && most != 0) devices[0] = 0;
    return simt::error_code::success;
  });
}

/// - CUDA:    deprecated: a device needs no preparation, and is the calling thread's afterwards
inline cudaError_t cudaGLSetGLDevice(int device) { return cudaSetDevice(device); }

SIMT_DETAIL_NOT_WINDOWS(cudaWGLGetDevice)

}  // namespace SIMT_CUDA_ABI
