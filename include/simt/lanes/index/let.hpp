#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/index/widened_index.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {

/// Returns x with value type T, as `T x = …` would declare it: a uniform stays a uniform, an index
/// an index, anything else becomes varying<T>.
/// - Shape:  that of x
/// - Differs: an index keeps its mathematical value; 32-bit wrap-around shows only when it decays
/// - Source: ours; the form that a translator emits where the uniformity of x is C++'s to decide
template <class T, class X>
[[nodiscard]] SIMT_INLINE auto let(X&& x) {
  if constexpr (detail::thread_index<X> && std::is_integral_v<T> && !std::is_same_v<T, bool> &&
                sizeof(T) >= 4) {
    return detail::index_as<T>(x);
  } else if constexpr (detail::lane_value<X>) {
    return varying<T, detail::plain<X>::width>(std::forward<X>(x));
  } else if constexpr (std::is_floating_point_v<detail::plain<X>>) {
    return simd::number_as<T>(x);
  } else {
    return static_cast<T>(std::forward<X>(x));
  }
}

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
