#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/detail/api_common.h>
#include <simt/cuda/surface_types.h>

inline namespace SIMT_CUDA_ABI {

/// A surface of file scope, which host code binds to an array and kernels read and write by its
/// name.
/// - CUDA:    surface<void, Type>
/// - Source:  CUDA C Programming Guide 8.0, 3.2.11.2.2 (Surface Reference API)
template <class T, int Type = cudaSurfaceType1D>
struct surface : surfaceReference {
  constexpr surface() noexcept : surfaceReference{{0, 0, 0, 0, cudaChannelFormatKindNone}, 0} {}
};

}  // namespace SIMT_CUDA_ABI
