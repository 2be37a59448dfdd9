#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/curand_normal.h>
