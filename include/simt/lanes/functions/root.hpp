#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/functions/define.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {

SIMT_DETAIL_FUNCTION_1(sqrt, lane_call)
SIMT_DETAIL_FUNCTION_1(cbrt, lane_call)

// Not in <cmath>: these take uniforms, too.
SIMT_DETAIL_FUNCTION_1(rsqrt, function_call)
SIMT_DETAIL_FUNCTION_1(rcbrt, function_call)

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
