#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/functions/define.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {

SIMT_DETAIL_FUNCTION_1(log, lane_call)
SIMT_DETAIL_FUNCTION_1(log2, lane_call)
SIMT_DETAIL_FUNCTION_1(log10, lane_call)
SIMT_DETAIL_FUNCTION_1(log1p, lane_call)

}  // namespace simt::inline SIMT_ABI

namespace simt::inline SIMT_ABI::detail {

template <>
inline constexpr bool is_long<log_function> = true;
template <>
inline constexpr bool is_long<log2_function> = true;
template <>
inline constexpr bool is_long<log10_function> = true;

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
