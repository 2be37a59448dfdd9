#pragma once
// SPDX-License-Identifier: MIT
// The name of the header with MTGP32's table.
#include <simt/cuda/curand_mtgp32_host.h>
