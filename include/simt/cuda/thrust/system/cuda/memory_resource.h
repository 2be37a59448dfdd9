#pragma once
// SPDX-License-Identifier: MIT
// The device of CUDA is this processor, see <thrust/detail/config.h>.
#include <thrust/system/cuda/execution_policy.h>
#include <thrust/system/tbb/memory_resource.h>
