#pragma once
// SPDX-License-Identifier: MIT

// Thrust's names of CUDA's device, which is this processor: see <thrust/detail/config.h>.

#include <thrust/system/tbb/execution_policy.h>

THRUST_NAMESPACE_BEGIN
namespace system {
namespace cuda {
using namespace thrust::system::tbb;
using thrust::system::tbb::par;
/// The same: an algorithm has ended when it returns.
static const thrust::system::tbb::detail::par_t par_nosync;
}  // namespace cuda
}  // namespace system

namespace cuda {
using namespace thrust::system::cuda;
using thrust::system::cuda::par;
using thrust::system::cuda::par_nosync;
}  // namespace cuda
namespace cuda_cub {
using namespace thrust::system::cuda;
}
THRUST_NAMESPACE_END
