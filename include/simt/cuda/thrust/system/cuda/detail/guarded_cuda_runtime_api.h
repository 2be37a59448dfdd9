#pragma once
// SPDX-License-Identifier: MIT
// Thrust's own takes the definition of __host__ and __device__ away meanwhile.
#include <cuda_runtime_api.h>
