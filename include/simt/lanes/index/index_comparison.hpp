#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/index/index.hpp>
#include <simt/lanes/predicate.hpp>

#include <limits>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// Returns the one coordinate that an index of class I counts in steps of one, where comparisons of
/// it are boxes of the gang; 0 where there is none.
template <class I, class SX, class SY>
consteval int counted_axis() {
  if (!has_whole_rows<typename I::geometry_type>) return 0;
  if (stride_is<SX, 1> && stride_is<SY, 0>) return x_axis;
  if (stride_is<SX, 0> && stride_is<SY, 1>) return y_axis;
  return 0;
}

/// The axes of a condition that is a box, or a comparison that comes to one; 0 for others.
template <class P>
inline constexpr int box_axes = 0;
template <class G, bool Own, int Axes>
inline constexpr int box_axes<box_predicate<G, Own, Axes>> = Axes;
template <simd::compare C, class I, class T>
requires(C != simd::compare::ne && sizeof(T) == 4 &&
         ((std::is_signed_v<T> && std::is_signed_v<typename I::value_type>) ||
          I::own)) inline constexpr int box_axes<index_predicate<C, I, T>> =
    counted_axis<I, decltype(I::sx), decltype(I::sy)>();
/// Returns such a condition as a box.
template <class G, bool Own, int Axes>
SIMT_INLINE auto as_box(box_predicate<G, Own, Axes> const& p) {
  return p;
}
template <simd::compare C, class I, class T>
SIMT_INLINE auto as_box(index_predicate<C, I, T> const& p) {
  using G = typename I::geometry_type;
  constexpr int axis = box_axes<index_predicate<C, I, T>>;
  using Box = box_predicate<G, I::own, axis>;
  constexpr std::ptrdiff_t end = axis == x_axis ? G::gx : G::gy;
  auto const d = static_cast<std::ptrdiff_t>(p.bound) - p.index.base;
  if constexpr (C == simd::compare::lt) return Box::along(0, d);
  if constexpr (C == simd::compare::le) return Box::along(0, d + 1);
  if constexpr (C == simd::compare::gt) return Box::along(d + 1, end);
  if constexpr (C == simd::compare::ge) return Box::along(d, end);
  if constexpr (C == simd::compare::eq) return Box::along(d, d + 1);
}
/// True if such a condition is one of threads' own coordinates.
template <class P>
inline constexpr bool is_own_box = false;
template <class G, bool Own, int Axes>
inline constexpr bool is_own_box<box_predicate<G, Own, Axes>> = Own;
template <simd::compare C, class I, class T>
inline constexpr bool is_own_box<index_predicate<C, I, T>> = I::own;

/// True if such a condition is one of one coordinate: a tile's rim, `tx == 0`, or a part of it.
template <class P>
inline constexpr bool is_rim = is_own_box<P> && (box_axes<P> == x_axis || box_axes<P> == y_axis);

/// Compares an index with a uniform integer: a range, a box or an index_predicate.
template <simd::compare C, class A, class B>
SIMT_INLINE auto compare_index(A const& a, B b) {
  using T = decltype(lane_type<A>{} + lane_type<B>{});
  using I = plain<A>;
  constexpr int W = I::width;
  auto const n = static_cast<T>(b);
  // A thread's own coordinate is never negative: unsigned comparisons of it are mathematical ones.
  if constexpr (I::run == W && !I::is_widened &&
                ((std::is_signed_v<T> && std::is_signed_v<lane_type<A>>) || I::own)) {
    auto m = static_cast<std::ptrdiff_t>(n);
    if constexpr (std::is_unsigned_v<T> && sizeof(T) == 8)
      if (m < 0) m = std::numeric_limits<std::ptrdiff_t>::max();
    auto const d = distance<T>(a.base, m);
    using Range = range_predicate<W, I::own>;
    if constexpr (C == simd::compare::lt) return Range(0, d);
    if constexpr (C == simd::compare::le) return Range(0, d + 1);
    if constexpr (C == simd::compare::gt) return Range(d + 1, W);
    if constexpr (C == simd::compare::ge) return Range(d, W);
    if constexpr (C == simd::compare::eq) return Range(d, d + 1);
    if constexpr (C == simd::compare::ne) return not_predicate<Range>(Range(d, d + 1));
  } else {
    return index_predicate<C, I, T>(a, n);
  }
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
