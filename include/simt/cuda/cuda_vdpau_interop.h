#pragma once
// SPDX-License-Identifier: MIT

// CUDA's interoperation with VDPAU, which decodes video on GPUs: every call says that it is not here
// and answers cudaErrorNotSupported.

#include <simt/cuda/cuda_runtime_api.h>
#include <simt/cuda/detail/interop_unsupported.h>

inline namespace SIMT_CUDA_ABI {

SIMT_DETAIL_NO_INTEROP(cudaVDPAUGetDevice)
SIMT_DETAIL_NO_INTEROP(cudaVDPAUSetVDPAUDevice)
SIMT_DETAIL_NO_INTEROP(cudaGraphicsVDPAURegisterVideoSurface)
SIMT_DETAIL_NO_INTEROP(cudaGraphicsVDPAURegisterOutputSurface)

}  // namespace SIMT_CUDA_ABI
