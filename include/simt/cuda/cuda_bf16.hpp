#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/cuda_bf16.h>
