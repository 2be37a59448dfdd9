#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/functions/define.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {

SIMT_DETAIL_FUNCTION_3(fma, lane_call)

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
