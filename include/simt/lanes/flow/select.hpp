#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/blend.hpp>
#include <simt/lanes/operators.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {

/// Returns c ? a : b, lane by lane. Both sides are evaluated; `simt_select` evaluates each where it
/// is taken.
/// - Shape:  uniforms and values with lanes mix; a uniform c selects a whole side, and where all
///           three are uniform so is the result
/// - Source: ours
template <class C, class A, class B>
requires((detail::lane_value<C> ||
          detail::uniform_value<C>)&&(detail::lane_value<A> ||
                                      detail::uniform_value<A>)&&(detail::lane_value<B> ||
                                                                  detail::uniform_value<B>))
    [[nodiscard]] SIMT_INLINE constexpr auto select(C&& c, A&& a, B&& b) {
  using T = detail::select_type<A, B>;
  if constexpr (!detail::lane_value<C> && !detail::lane_value<A> && !detail::lane_value<B>) {
    return static_cast<bool>(detail::uniform_of(std::forward<C>(c)))
               ? static_cast<T>(detail::uniform_of(std::forward<A>(a)))
               : static_cast<T>(detail::uniform_of(std::forward<B>(b)));
  } else {
    constexpr int W =
        detail::lane_value<C> ? detail::width_of<detail::plain<C>> : detail::common_width<A, B>;
    using Result = std::conditional_t<std::is_same_v<T, bool>, varying<T, W>,
                                      detail::result_of<T, W, A&&, B&&, C&&>>;
    auto const x = detail::convert_to<T, W>(std::forward<A>(a));
    auto const y = detail::convert_to<T, W>(std::forward<B>(b));
    if constexpr (detail::uniform_value<C>)
      return Result(static_cast<bool>(detail::uniform_of(std::forward<C>(c))) ? x : y);
    else
      return Result(detail::blend_lanes<T, W>(detail::as_predicate<W>(std::forward<C>(c)), x, y));
  }
}

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
