#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/varying/boolean.hpp>
#include <simt/lanes/varying/conversion.hpp>
#include <simt/lanes/varying/loaded.hpp>
#include <simt/lanes/varying/number.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {

/// Returns the value of x, loaded now: for `auto v = simt::value(p[i])`.
/// - Shape:  one value per lane
/// - Source: ours; an `auto` variable initialised with `p[i]` would name the place instead
template <detail::lane_value X>
[[nodiscard]] SIMT_INLINE auto value(X&& x) {
  return varying<detail::lane_type<X>, detail::plain<X>::width>(std::forward<X>(x));
}

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
