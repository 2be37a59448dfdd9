#pragma once
// SPDX-License-Identifier: MIT
// The name of NVTX 2.
#include <simt/cuda/nvtx3/nvToolsExtCudaRt.h>
