#pragma once
// SPDX-License-Identifier: MIT

// CUDA's interoperation with EGL's streams and images (OpenGL in a context of EGL's goes by
// cuda_gl_interop.h): every call says that it is not here and answers cudaErrorNotSupported.

#include <simt/cuda/cuda_runtime_api.h>
#include <simt/cuda/detail/interop_unsupported.h>

inline namespace SIMT_CUDA_ABI {

SIMT_DETAIL_NO_INTEROP(cudaGraphicsEGLRegisterImage)
SIMT_DETAIL_NO_INTEROP(cudaGraphicsResourceGetMappedEglFrame)
SIMT_DETAIL_NO_INTEROP(cudaEGLStreamConsumerConnect)
SIMT_DETAIL_NO_INTEROP(cudaEGLStreamConsumerConnectWithFlags)
SIMT_DETAIL_NO_INTEROP(cudaEGLStreamConsumerDisconnect)
SIMT_DETAIL_NO_INTEROP(cudaEGLStreamConsumerAcquireFrame)
SIMT_DETAIL_NO_INTEROP(cudaEGLStreamConsumerReleaseFrame)
SIMT_DETAIL_NO_INTEROP(cudaEGLStreamProducerConnect)
SIMT_DETAIL_NO_INTEROP(cudaEGLStreamProducerDisconnect)
SIMT_DETAIL_NO_INTEROP(cudaEGLStreamProducerPresentFrame)
SIMT_DETAIL_NO_INTEROP(cudaEGLStreamProducerReturnFrame)
SIMT_DETAIL_NO_INTEROP(cudaEventCreateFromEGLSync)

}  // namespace SIMT_CUDA_ABI
