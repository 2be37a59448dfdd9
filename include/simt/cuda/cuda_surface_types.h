#pragma once
// SPDX-License-Identifier: MIT

// CUDA's name of surfaces of file scope. The `.cu` step includes this for programs that have some.

#include <simt/cuda/detail/texture_reference_types.h>

/// - CUDA:    surface<void, Type>
template <class T, int Type = cudaSurfaceType1D>
using surface = simt_surface<T, Type>;
