#pragma once
// SPDX-License-Identifier: MIT

// The algorithms that Thrust's for oneTBB ask of one thread, as device code.

#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/merge.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/system/tbb/detail/device_loops.h>

THRUST_NAMESPACE_BEGIN
namespace system {
namespace tbb {
namespace detail {
namespace device_loops {

#define SIMT_DETAIL_ON_DEVICE(name)           \
  template <class... Arguments>               \
  auto name(seq_t&, Arguments... all) {       \
    scope const here(0, 1);                   \
    return thrust::name(thrust::seq, all...); \
  }
SIMT_DETAIL_ON_DEVICE(copy)
SIMT_DETAIL_ON_DEVICE(inclusive_scan)
SIMT_DETAIL_ON_DEVICE(lower_bound)
SIMT_DETAIL_ON_DEVICE(merge)
SIMT_DETAIL_ON_DEVICE(merge_by_key)
SIMT_DETAIL_ON_DEVICE(reduce)
SIMT_DETAIL_ON_DEVICE(reduce_by_key)
SIMT_DETAIL_ON_DEVICE(stable_sort)
SIMT_DETAIL_ON_DEVICE(stable_sort_by_key)
SIMT_DETAIL_ON_DEVICE(upper_bound)
#undef SIMT_DETAIL_ON_DEVICE

}  // namespace device_loops
}  // namespace detail
}  // namespace tbb
}  // namespace system
THRUST_NAMESPACE_END
