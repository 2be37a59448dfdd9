#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/cuda_fp8.h>
