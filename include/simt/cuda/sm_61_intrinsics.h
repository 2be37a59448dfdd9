#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/device_functions.h>
