#pragma once
// SPDX-License-Identifier: MIT

// CUDA's name of textures of file scope. The `.cu` step includes this for programs that have some.

#include <simt/cuda/detail/texture_reference_types.h>

/// - CUDA:    texture<DataType, Type, ReadMode>
template <class T, int Type = cudaTextureType1D,
          enum cudaTextureReadMode ReadMode = cudaReadModeElementType>
using texture = simt_texture<T, Type, ReadMode>;
