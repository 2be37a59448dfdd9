#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/functions/define.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {

SIMT_DETAIL_FUNCTION_1(sinh, lane_call)
SIMT_DETAIL_FUNCTION_1(cosh, lane_call)
SIMT_DETAIL_FUNCTION_1(tanh, lane_call)
SIMT_DETAIL_FUNCTION_1(asinh, lane_call)
SIMT_DETAIL_FUNCTION_1(acosh, lane_call)
SIMT_DETAIL_FUNCTION_1(atanh, lane_call)

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
