#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/index/index_comparison.hpp>
#include <simt/lanes/index/split_index.hpp>

#include <bit>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// Returns the coordinates that x depends on.
template <class X>
consteval int axes_of() {
  if constexpr (split_value<X>) {
    using P = plain<X>;
    return axes_of<typename P::linear_type>() | (decltype(P::tx)::has ? x_axis : 0) |
           (decltype(P::ty)::has ? y_axis : 0);
  } else if constexpr (thread_index<X>) {
    return (stride_is<decltype(plain<X>::sx), 0> ? 0 : x_axis) |
           (stride_is<decltype(plain<X>::sy), 0> ? 0 : y_axis);
  } else {
    return 0;
  }
}

/// An int that may be chosen by bounds of one coordinate: it depends on no other one.
template <class C, class X>
concept chosen_by_axis = std::is_same_v<lane_type<X>, int> &&
    (uniform_value<X> ||
     ((thread_index<X> || split_value<X>)&&(axes_of<X>() | C::axes) == C::axes &&
      std::is_same_v<typename C::geometry_type, typename plain<X>::geometry_type>));
/// True if gangs of geometry G may have tables: their rows and columns are powers of two.
template <class G>
inline constexpr bool has_tables =
    has_whole_rows<G>&& std::has_single_bit(static_cast<unsigned>(G::gx)) &&
    std::has_single_bit(static_cast<unsigned>(G::gy));

/// Returns the values of x along one coordinate.
template <bool OfX, class G, class X>
SIMT_INLINE auto table_of(X const& x) {
  constexpr int N = OfX ? G::gx : G::gy;
  if constexpr (uniform_value<X>) {
    return simd::broadcast<int, N>(static_cast<int>(uniform_of(x)));
  } else if constexpr (thread_index<X>) {
    auto const step = OfX ? std::ptrdiff_t{x.sx} : std::ptrdiff_t{x.sy};
    return simd::iota<int, N>() * simd::broadcast<int, N>(static_cast<int>(step)) +
           simd::broadcast<int, N>(static_cast<int>(x.base));
  } else if constexpr (OfX) {
    return table_of<OfX, G>(x.linear) + x.tx.v;
  } else {
    return table_of<OfX, G>(x.linear) + x.ty.v;
  }
}
/// Returns a where the condition holds, b elsewhere, as an index with a table along one coordinate.
template <class Condition, class A, class B>
SIMT_INLINE auto choose_by_axis(Condition const& condition, A const& a, B const& b) {
  auto const c = as_box(condition);
  using C = decltype(c);
  using G = typename plain<C>::geometry_type;
  constexpr bool of_x = plain<C>::axes == x_axis;
  constexpr int N = of_x ? G::gx : G::gy;
  using V = simd::vec<int, N>;
  auto const bound = [](std::ptrdiff_t n) SIMT_LAMBDA_INLINE {
    return simd::broadcast<int, N>(static_cast<int>(n < 0 ? 0 : n > N ? N : n));
  };
  auto const i = simd::iota<int, N>();
  V const inside = (V)(i >= bound(of_x ? c.x0 : c.y0)) & (V)(i < bound(of_x ? c.x1 : c.y1));
  V const v = (table_of<of_x, G>(a) & inside) | (table_of<of_x, G>(b) & ~inside);
  using none = fixed_stride<0>;
  auto const zero = make_index<int, G, false>(0, none{}, none{}, none{});
  if constexpr (of_x)
    return make_split(zero, axis_table<N, true>{v}, axis_table<G::gy, false>{});
  else
    return make_split(zero, axis_table<G::gx, false>{}, axis_table<N, true>{v});
}
template <class C, class A, class B>
inline constexpr bool is_chosen_by_axis = false;
template <class C, class A, class B>
requires(box_axes<C> == x_axis || box_axes<C> == y_axis) inline constexpr bool
    is_chosen_by_axis<C, A, B> = [] {
      using Box = decltype(as_box(std::declval<C const&>()));
      return has_tables<typename Box::geometry_type> && chosen_by_axis<Box, A> &&
             chosen_by_axis<Box, B>;
    }();

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
