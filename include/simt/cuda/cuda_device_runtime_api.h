#pragma once
// SPDX-License-Identifier: MIT

// CUDA's runtime API for device code: the host's functions, which mean the block where a kernel calls
// them, and those that only kernels have.
#include <simt/cuda/detail/child_api.h>
#include <simt/cuda/cuda_runtime_api.h>
