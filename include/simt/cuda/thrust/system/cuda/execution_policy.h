#pragma once
// SPDX-License-Identifier: MIT
// The device of CUDA is this processor, see <thrust/detail/config.h>.
#include <thrust/system/tbb/execution_policy.h>
