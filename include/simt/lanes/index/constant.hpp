#pragma once
// SPDX-License-Identifier: MIT

#include <simt/config.hpp>

#include <type_traits>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {

/// An integer known at compile time that computes like an int: `blockDim.x` of a static block.
template <int N>
struct constant : std::integral_constant<int, N> {
  SIMT_INLINE constexpr constant operator+() const { return {}; }
};

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
