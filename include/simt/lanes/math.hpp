#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/flow.hpp>

namespace simt::inline SIMT_ABI {

/// c ? a : b, lane by lane; both sides are evaluated (`simt_select` evaluates each where it is
/// taken).
/// - Shape:  uniforms and values with lanes mix; a uniform c selects a whole side
/// - Source: ours
template <class C, class A, class B>
  requires((detail::lane_value<C> || detail::uniform_value<C>) &&
           (detail::lane_operands<A, B> || detail::lane_value<C>) &&
           (detail::lane_value<A> || detail::uniform_value<A>) &&
           (detail::lane_value<B> || detail::uniform_value<B>))
[[nodiscard]] SIMT_INLINE auto select(C&& c, A&& a, B&& b) {
  using T = std::conditional_t<std::is_same_v<detail::lane_type<A>, detail::lane_type<B>>,
                               detail::lane_type<A>, detail::arithmetic_type<A, B>>;
  constexpr int W = detail::lane_value<C> ? detail::width_of<detail::plain<C>>
                                          : detail::common_width<A, B>;
  auto const x = detail::convert_to<T, W>(std::forward<A>(a));
  auto const y = detail::convert_to<T, W>(std::forward<B>(b));
  if constexpr (detail::uniform_value<C>) {
    return static_cast<bool>(std::forward<C>(c)) ? x : y;
  } else {
    using V = varying<T, W>;
    auto const p = detail::as_predicate<W>(std::forward<C>(c));
    V r;
    if constexpr (std::is_same_v<T, bool>) {
      simd::each<V::parts>([&](int i) SIMT_LAMBDA_INLINE {
        auto const m = p.at(i, simd::mask_full<V::part>());
        r.k[i] = simd::mask_or<V::part>(simd::mask_and<V::part>(x.k[i], m),
                                        simd::mask_andnot<V::part>(y.k[i], m));
      });
    } else {
      simd::each<V::parts>([&](int i) SIMT_LAMBDA_INLINE {
        auto const m = p.at(i, simd::mask_full<V::part>());
        simd::each<V::part / V::lanes>([&](int h) SIMT_LAMBDA_INLINE {
          int const j = i * (V::part / V::lanes) + h;
          r.v[j] = simd::blend<typename V::reg, V::lanes>(
              simd::mask_sub<sizeof(typename V::reg), V::part>(m, h), x.v[j], y.v[j]);
        });
      });
    }
    return r;
  }
}

}  // namespace simt::inline SIMT_ABI
