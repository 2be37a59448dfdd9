// SPDX-License-Identifier: MIT
#include <simt/cuda/cuda_profiler_api.h>
#include <simt/cuda/cuda_runtime_api.h>
#include <simt/cuda/detail/c_functions.h>

// The runtime's functions with C's names, for the C files of a CUDA program. A label gives each its
// symbol, since C++ has functions of these names already; weak, as several libraries of one program
// may bring them.
#define SIMT_DETAIL_DEFINE(result, name, parameters, arguments)                    \
  extern "C" __attribute__((weak)) result simt_c_##name parameters __asm__(#name); \
  extern "C" result simt_c_##name parameters { return ::name arguments; }
SIMT_DETAIL_C_FUNCTIONS(SIMT_DETAIL_DEFINE)
