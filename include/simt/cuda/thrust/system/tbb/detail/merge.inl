#pragma once
// SPDX-License-Identifier: MIT
#pragma GCC system_header  // (for #include_next)
// Thrust's own, with functors that run as device code, see <thrust/system/tbb/detail/device_loops.h>.
#include <thrust/system/tbb/detail/device_loops.h>
#include <thrust/system/tbb/detail/device_seq.h>
#pragma push_macro("seq")
#define seq system::tbb::detail::device_loops::seq
#include_next <thrust/system/tbb/detail/merge.inl>
#undef seq
#pragma pop_macro("seq")
