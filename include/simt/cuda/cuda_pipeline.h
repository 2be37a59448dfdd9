#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/cuda_pipeline_primitives.h>
