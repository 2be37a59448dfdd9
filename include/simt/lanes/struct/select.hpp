#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/blend.hpp>
#include <simt/lanes/memory/make_place.hpp>
#include <simt/lanes/struct/listed.hpp>
#include <simt/lanes/struct/varying_struct.hpp>
#include <simt/lanes/struct/varying_vector.hpp>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

template <class X>
inline constexpr int aggregate_width = 0;
template <class T, int W>
requires aggregate<T>
inline constexpr int aggregate_width<varying<T, W>> = W;
template <class T, class Index, std::ptrdiff_t Stride>
inline constexpr int aggregate_width<aggregate_place<T, Index, Stride>> = Index::width;

template <class X>
struct aggregate_type_of {
  using type = X;
};
template <class X>
requires std::is_base_of_v<aggregate_tag, X>
struct aggregate_type_of<X> {
  using type = typename X::value_type;
};
template <class X>
using aggregate_type = typename aggregate_type_of<plain<X>>::type;
template <class A, class B>
concept aggregate_pair = aggregate<aggregate_type<A>> && !own_lanes<aggregate_type<A>> &&
                         std::is_same_v<aggregate_type<A>, aggregate_type<B>>;

}  // namespace simt::inline SIMT_ABI::detail

namespace simt::inline SIMT_ABI {

/// Returns c ? a : b for structs, lane by lane.
template <class C, class A, class B>
requires(detail::aggregate_pair<A, B> &&
         (detail::lane_value<C> ||
          detail::uniform_value<C>)&&(detail::lane_value<C> ||
                                      detail::aggregate_width<detail::plain<A>> != 0 ||
                                      detail::aggregate_width<detail::plain<B>> != 0))
    [[nodiscard]] SIMT_INLINE auto select(C&& c, A&& a, B&& b) {
  using T = detail::aggregate_type<A>;
  constexpr int wa = detail::aggregate_width<detail::plain<A>>;
  constexpr int wb = detail::aggregate_width<detail::plain<B>>;
  constexpr int W = wa != 0 ? wa : wb != 0 ? wb : detail::width_of<detail::plain<C>>;
  varying<T, W> const x(std::forward<A>(a));
  varying<T, W> const y(std::forward<B>(b));
  if constexpr (detail::uniform_value<C>) {
    return static_cast<bool>(detail::uniform_of(std::forward<C>(c))) ? x : y;
  } else {
    varying<bool, W> const p(std::forward<C>(c));
    if constexpr (detail::listed_struct<T>)
      return varying<T, W>(std::in_place, [&](auto, auto mine) SIMT_LAMBDA_INLINE {
        return select(p, x.*mine, y.*mine);
      });
    varying<T, W> r(x);
    if constexpr (detail::vector_struct<T>) {
      detail::each_component<detail::vector_traits<T>::size>([&](auto i) SIMT_LAMBDA_INLINE {
        auto& m = detail::component<i()>(r);
        auto const v = detail::blend_lanes(p, m, detail::component<i()>(y));
        simd::each<detail::plain<decltype(v)>::count>([&](int j)
                                                          SIMT_LAMBDA_INLINE { m.v[j] = v.v[j]; });
      });
    } else if constexpr (!detail::listed_struct<T>) {
      for (int l = 0; l < W; ++l)
        if (!p.lane(l)) detail::copy_struct(r.s[l], y.s[l]);
    }
    return r;
  }
}

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
