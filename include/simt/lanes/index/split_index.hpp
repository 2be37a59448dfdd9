#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/index/index.hpp>
#include <simt/simd/mask_words.hpp>

SIMT_DETAIL_QUIET_BEGIN

// Indices that are data along one coordinate of a block and linear along the others, as a
// coordinate clamped at the block's edge is: `tile[ty > 0 ? ty - 1 : 0][tx]`. One table of a row's
// or a column's length stands for a number in each lane, and rows of memory stay rows.
namespace simt::inline SIMT_ABI::detail {

/// A number for each value of a coordinate that has N; nothing where it has no table.
template <int N, bool Has>
struct axis_table {
  static constexpr bool has = true;
  simd::vec<int, N> v;
  SIMT_INLINE int at(int i) const { return v[i]; }
};
template <int N>
struct axis_table<N, false> {
  static constexpr bool has = false;
  SIMT_INLINE int at(int) const { return 0; }
};
template <int N, bool A, bool B>
SIMT_INLINE auto add_tables(axis_table<N, A> const& a, axis_table<N, B> const& b) {
  if constexpr (A && B)
    return axis_table<N, true>{a.v + b.v};
  else if constexpr (A)
    return a;
  else
    return b;
}
template <int N, bool A>
SIMT_INLINE auto scale_table(axis_table<N, A> const& a, int n) {
  if constexpr (A)
    return axis_table<N, true>{a.v * simd::broadcast<int, N>(n)};
  else
    return a;
}

/// An index whose lane l has the value linear.at(l) + tx.at(x(l)) + ty.at(y(l)).
template <class Linear, bool X, bool Y>
struct split_index : lane_tag {
  using linear_type = Linear;
  using value_type = typename Linear::value_type;
  using geometry_type = typename Linear::geometry_type;
  using G = geometry_type;
  static constexpr int width = G::width;
  static constexpr int part = part_lanes<width>;
  static constexpr int columns = G::gx / part;

  Linear linear;
  [[no_unique_address]] axis_table<G::gx, X> tx;
  [[no_unique_address]] axis_table<G::gy, Y> ty;

  SIMT_INLINE split_index(Linear const& l, axis_table<G::gx, X> const& x,
                          axis_table<G::gy, Y> const& y)
      : linear(l), tx(x), ty(y) {}
  split_index(split_index const&) = default;
  split_index& operator=(split_index const&) & = default;
  SIMT_DETAIL_NO_TEMPORARY(=, SIMT_DETAIL_TEMPORARY)

  SIMT_INLINE varying<value_type, width> decay() const {
    using V = varying<value_type, width>;
    using R = typename V::reg;
    auto r = linear.decay();
    simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
      int const x = i * part % G::gx, y = i * part / G::gx;
      if constexpr (X) r.v[i] += (typename V::vec)part_of_x(x);
      if constexpr (Y) r.v[i] += simd::broadcast<R, part>(static_cast<R>(ty.at(y)));
    });
    return r;
  }

  /// Returns true if in each part of a row the lanes of `live`, the active ones of all rows at
  /// once, have consecutive values. `shift` is then by how much they lie off the linear part.
  SIMT_INLINE bool runs(simd::part_mask<part> const (&live)[columns],
                        std::ptrdiff_t (&shift)[columns]) const {
    using SX = decltype(Linear::sx);
    if constexpr (!X) {
      simd::each<columns>([&](int c) SIMT_LAMBDA_INLINE { shift[c] = 0; });
      return stride_is<SX, 1>;
    } else if constexpr (!stride_is<SX, 1> && !stride_is<SX, 0>) {
      return false;
    } else {
      bool yes = true;
      simd::each<columns>([&](int c) SIMT_LAMBDA_INLINE {
        auto off = part_of_x(c * part);
        if constexpr (stride_is<SX, 0>)
          off -= simd::iota<int, part>() + simd::broadcast<int, part>(c * part);
        int const first = simd::first_active<part>(off, live[c]);
        shift[c] = first;
        yes = yes && !simd::mask_any<part>(simd::compare_lanes<simd::compare::ne, int, part>(
                         live[c], off, simd::broadcast<int, part>(first)));
      });
      return yes;
    }
  }
  /// Returns the value of the first lane of a part of a row, with the shift that runs() gave.
  SIMT_INLINE std::ptrdiff_t at(int x, int y, std::ptrdiff_t shift) const {
    return linear.base + x + y * std::ptrdiff_t{linear.sy} + ty.at(y) + shift;
  }

 private:
  SIMT_INLINE simd::vec<int, part> part_of_x(int x) const {
    simd::vec<int, part> r;
    __builtin_memcpy(&r, reinterpret_cast<char const*>(&tx.v) + static_cast<std::size_t>(x) * 4,
                     sizeof r);
    return r;
  }
};

template <class X>
inline constexpr bool is_split_index = false;
template <class L, bool X, bool Y>
inline constexpr bool is_split_index<split_index<L, X, Y>> = true;
template <class X>
concept split_value = is_split_index<plain<X>>;

template <class L, class TX, class TY>
SIMT_INLINE auto make_split(L const& l, TX const& x, TY const& y) {
  return split_index<L, TX::has, TY::has>(l, x, y);
}

template <split_value X>
SIMT_INLINE auto eval(X const& x) {
  return x.decay();
}

/// Returns an index of either kind as a split one.
template <class G, class X>
SIMT_INLINE auto as_split(X const& x) {
  if constexpr (split_value<X>)
    return x;
  else
    return make_split(x, axis_table<G::gx, false>{}, axis_table<G::gy, false>{});
}

/// Operands whose sum or difference keeps the form.
template <class A, class B>
concept split_pair = (split_value<A> || split_value<B>) &&
                     (split_value<A> || thread_index<A>) && (split_value<B> || thread_index<B>) &&
                     std::is_same_v<typename plain<A>::geometry_type,
                                    typename plain<B>::geometry_type> &&
                     sizeof(lane_type<A>) == 4 && sizeof(lane_type<B>) == 4;
template <class A, class B>
concept split_and_integer = split_value<A> && uniform_value<B> &&
                            std::is_integral_v<lane_type<B>> && sizeof(lane_type<B>) <= 4;

template <class T, class A, class B>
SIMT_INLINE auto split_sum(A const& a, B const& b) {
  using G = typename A::geometry_type;
  auto const x = as_split<G>(a);
  auto const y = as_split<G>(b);
  auto const& l = x.linear;
  auto const& m = y.linear;
  return make_split(make_index<T, G, false>(l.base + m.base, stride_add(l.sx, m.sx),
                                            stride_add(l.sy, m.sy), stride_add(l.sz, m.sz)),
                    add_tables(x.tx, y.tx), add_tables(x.ty, y.ty));
}
template <class T, class A>
SIMT_INLINE auto split_plus(A const& a, std::ptrdiff_t n) {
  return make_split(index_plus<T>(a.linear, n), a.tx, a.ty);
}
template <class T, class A>
SIMT_INLINE auto split_times(A const& a, std::ptrdiff_t n) {
  return make_split(index_times<T>(a.linear, n), scale_table(a.tx, static_cast<int>(n)),
                    scale_table(a.ty, static_cast<int>(n)));
}
template <class T, std::ptrdiff_t N, class A>
SIMT_INLINE auto split_times_fixed(A const& a) {
  return make_split(index_times_fixed<T, N>(a.linear), scale_table(a.tx, static_cast<int>(N)),
                    scale_table(a.ty, static_cast<int>(N)));
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
