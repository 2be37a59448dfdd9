#pragma once
// SPDX-License-Identifier: MIT

// An older name for all of CUDA's types.
#include <simt/cuda/device_launch_parameters.h>
#include <simt/cuda/driver_types.h>
#include <simt/cuda/surface_types.h>
#include <simt/cuda/texture_types.h>
#include <simt/cuda/vector_types.h>
