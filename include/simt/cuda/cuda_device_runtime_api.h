#pragma once
// SPDX-License-Identifier: MIT

// CUDA's runtime API for device code: launches from kernels are not here, the types are.
#include <simt/cuda/cuda_runtime_api.h>
