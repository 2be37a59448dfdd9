#pragma once
// SPDX-License-Identifier: MIT

// threadIdx, blockIdx, blockDim, gridDim and warpSize.
#include <simt/cuda/device_functions.h>
