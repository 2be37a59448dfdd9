#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/cuda_runtime_api.h>

#ifdef __cplusplus
#include <simt/cuda/detail/profiler_api.h>
#endif  // C's are among those that <cuda_runtime_api.h> declares
