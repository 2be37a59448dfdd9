#pragma once
// SPDX-License-Identifier: MIT
#pragma GCC system_header  // (for #include_next)
// Thrust's own, with functors that run as device code, see <thrust/system/tbb/detail/device_loops.h>.
#include <thrust/system/tbb/detail/device_loops.h>
#pragma push_macro("parallel_for")
#define parallel_for simt_loops::parallel_for
#include_next <thrust/system/tbb/detail/for_each.inl>
#undef parallel_for
#pragma pop_macro("parallel_for")
