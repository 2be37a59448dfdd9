#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/host_defines.h>
