#pragma once
// SPDX-License-Identifier: MIT
#pragma GCC system_header  // (for #include_next)
// Thrust's own, with functors that run as device code, see
// <thrust/system/tbb/detail/device_loops.h>.
#include <thrust/system/tbb/detail/device_loops.h>
#include <thrust/system/tbb/detail/device_seq.h>
#pragma push_macro("parallel_for")
#define parallel_for simt_loops::parallel_for
#pragma push_macro("seq")
#define seq system::tbb::detail::device_loops::seq
#include_next <thrust/system/tbb/detail/reduce_intervals.h>
#undef seq
#pragma pop_macro("seq")
#undef parallel_for
#pragma pop_macro("parallel_for")
