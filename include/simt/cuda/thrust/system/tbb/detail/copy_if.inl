#pragma once
// SPDX-License-Identifier: MIT
#pragma GCC system_header  // (for #include_next)
// Thrust's own, with functors that run as device code, see <thrust/system/tbb/detail/device_loops.h>.
#include <thrust/system/tbb/detail/device_loops.h>
#pragma push_macro("parallel_scan")
#define parallel_scan simt_loops::parallel_scan
#include_next <thrust/system/tbb/detail/copy_if.inl>
#undef parallel_scan
#pragma pop_macro("parallel_scan")
