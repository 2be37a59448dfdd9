#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/functions/define.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {

SIMT_DETAIL_FUNCTION_1(erf, lane_call)
SIMT_DETAIL_FUNCTION_1(erfc, lane_call)
SIMT_DETAIL_FUNCTION_1(tgamma, lane_call)
SIMT_DETAIL_FUNCTION_1(lgamma, lane_call)

// Not in <cmath>: these take uniforms, too.
SIMT_DETAIL_FUNCTION_1(erfcx, function_call)
SIMT_DETAIL_FUNCTION_1(erfinv, function_call)
SIMT_DETAIL_FUNCTION_1(erfcinv, function_call)
SIMT_DETAIL_FUNCTION_1(normcdf, function_call)
SIMT_DETAIL_FUNCTION_1(normcdfinv, function_call)

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
