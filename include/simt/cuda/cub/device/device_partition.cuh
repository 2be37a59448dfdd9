#pragma once
// SPDX-License-Identifier: MIT
// simt-cu: CUDA text
#include <simt/cuda/cub/device/device_select.cuh>
