#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/lane/values.h>

SIMT_DETAIL_QUIET_BEGIN

// The arithmetic of a statement part by part of a wide gang: all of its operators for one register of
// threads, then for the next, so that what lies between them stays in registers.
namespace simt::inline SIMT_ABI::cuda::lane {

/// An operand that has been computed, by parts: a number, or lanes.
template <class X>
class value_parts {
 public:
  SIMT_INLINE explicit value_parts(X x) : x_(static_cast<X&&>(x)) {}
  template <class Mask>
  SIMT_INLINE auto part(int i, bool, Mask) const {
    using V = plain<X>;
    if constexpr (width_of<V>() == 0) {
      return x_;
    } else {
      using R = varying<typename V::value_type, V::part>;
      R r;
      simd::each<R::count>(
          [&](int n) SIMT_LAMBDA_INLINE { r.v[n] = x_.v[i * R::count + n]; });
      return r;
    }
  }

 private:
  X x_;
};

/// A place of which each register of threads is a row in memory.
template <class T, class Index, std::ptrdiff_t Size>
class row_parts {
  using V = varying<T, Index::width>;
  static constexpr int N = V::count / V::parts;

 public:
  SIMT_INLINE row_parts(T const* from, Index const& index)
      : from_(from),
        index_(index),
        whole_(d::may_read<Size>(index.lowest(), index.highest() - index.lowest() + 1)) {}
  SIMT_INLINE auto part(int i, bool all, simd::part_mask<V::part> live) const {
    varying<T, V::part> r;
    simd::each<N>([&](int n) SIMT_LAMBDA_INLINE {
      T const* const p = from_ + index_.at((i * N + n) * V::lanes);
      r.v[n] = all || whole_
                   ? simd::load<T, V::lanes>(p)
                   : simd::load_masked<T, V::lanes>(
                         p, simd::mask_sub<sizeof(typename V::reg), V::part>(live, n));
    });
    return r;
  }

 private:
  T const* from_;
  Index index_;
  bool whole_;
};

/// The same of a coordinate clamped at an edge; what turns out to be no rows is read beforehand.
template <class T, class Index>
class split_parts {
  using V = varying<T, Index::width>;
  using G = typename Index::geometry_type;

 public:
  template <class Place>
  SIMT_INLINE explicit split_parts(Place const& x) {
    constexpr int P = V::part, C = Index::columns;
    auto const& e = d::exec();
    simd::part_mask<P> live[C];
    simd::each<C>([&](int c) SIMT_LAMBDA_INLINE {
      live[c] = d::exec_part<P>(e, c);
      simd::each<G::gy - 1>([&](int y) SIMT_LAMBDA_INLINE {
        live[c] = simd::mask_or<P>(live[c], d::exec_part<P>(e, (y + 1) * C + c));
      });
    });
    std::ptrdiff_t shift[C];
    if (x.lane_index().runs(live, shift)) {
      simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
        int const at = i * P % G::gx;
        row_[i] = x.address() + x.lane_index().at(at, i * P / G::gx, shift[at / P]);
      });
    } else {
      apart_ = x.load();
      simd::each<V::count>(
          [&](int i) SIMT_LAMBDA_INLINE { row_[i] = reinterpret_cast<T const*>(&apart_.v[i]); });
    }
  }
  split_parts(split_parts const&) = delete;
  SIMT_INLINE auto part(int i, bool all, simd::part_mask<V::part> live) const {
    varying<T, V::part> r;
    r.v[0] = all ? simd::load<T, V::lanes>(row_[i]) : simd::load_masked<T, V::lanes>(row_[i], live);
    return r;
  }

 private:
  T const* row_[V::count];
  V apart_;
};

/// An operand by parts.
template <class X>
SIMT_INLINE auto parts_of(X const& x) {
  if constexpr (width_of<X>() == 0) {
    return value_parts<plain<decltype(get(x))>>(get(x));
  } else {
    using T = scalar<X>;
    using V = varying<T, X::width>;
    if constexpr (is_lane_varying<X>)
      return value_parts<X const&>(x);
    else
      return value_parts<V>(V(get(x)));
  }
}
template <class T, d::thread_index I, std::ptrdiff_t Size>
requires(I::run % varying<std::remove_const_t<T>, I::width>::lanes == 0 &&
         !std::is_same_v<std::remove_const_t<T>, bool>) SIMT_INLINE auto
parts_of(d::place<T, I, Size> const& x) {
  return row_parts<std::remove_const_t<T>, I, Size>(x.address(), x.lane_index());
}
template <class T, d::split_value I, std::ptrdiff_t Size>
requires(sizeof(T) == 4 && std::is_arithmetic_v<T>) SIMT_INLINE auto
parts_of(d::place<T, I, Size> const& x) {
  return split_parts<std::remove_const_t<T>, I>(x);
}

template <class X>
concept number_operand = (std::is_arithmetic_v<scalar<X>> || std::is_enum_v<scalar<X>>)&&!(
    width_of<X>() != 0 && std::is_same_v<scalar<X>, bool>);
/// Whether the arithmetic of such operands runs part by part: numbers, of which some are lanes of
/// floating-point numbers, in gangs of so many registers that most of them lie in memory anyway.
template <class G, class... X>
inline constexpr bool runs_by_parts =
    G::gang_width / d::part_lanes<G::gang_width> >= 8 && (number_operand<X> && ...) &&
    ((width_of<X>() != 0 && std::is_floating_point_v<scalar<X>>) || ...);

/// Calls store(i, mask, y) for each register i of threads of which some are active, y the value of
/// f there; f is arithmetic alone.
template <int W, class F, class Store, class... Parts>
SIMT_INLINE void each_fused(F const& f, Store const& store, Parts const&... operand) {
  constexpr int P = d::part_lanes<W>;
  auto& e = d::exec();
  bool const all = e.all, removed = e.removed_any;
  for (int i = 0; i < W / P; ++i) {
    auto const live = all ? simd::mask_full<P>() : e.k[i];
    if (all || simd::mask_any<P>(live)) store(i, all, live, f(operand.part(i, all, live)...));
  }
  e.all = all;
  e.removed_any = removed;
}

/// f of the operands' values, which is to become lanes of T.
template <class T, class G, class F, class... X>
SIMT_INLINE auto fused(G const&, F const& f, X const&... x) {
  if constexpr (runs_by_parts<G, X...>) {
    constexpr int W = G::gang_width, P = d::part_lanes<W>;
    using R = varying<T, P>;
    varying<T, W> r;
    if (!d::exec().all)
      for (auto& v : r.v) v = typename varying<T, W>::vec{};
    each_fused<W>(
        f,
        [&](int i, bool, auto, auto const& y) SIMT_LAMBDA_INLINE {
          R const z = d::convert_to<T, P>(y);
          simd::each<R::count>(
              [&](int n) SIMT_LAMBDA_INLINE { r.v[i * R::count + n] = z.v[n]; });
        },
        parts_of(x)...);
    return r;
  } else {
    return f(get(x)...);
  }
}
/// to = f(x ...)
template <class G, class To, class F, class... X>
SIMT_INLINE decltype(auto) assign_fused(G const& g, To&& to, F const& f, X const&... x) {
  if constexpr (runs_by_parts<G, X...> && is_lane_varying<plain<To>>) {
    constexpr int W = G::gang_width, P = d::part_lanes<W>;
    using T = scalar<To>;
    using R = varying<T, P>;
    each_fused<W>(
        f,
        [&](int i, bool all, auto live, auto const& y) SIMT_LAMBDA_INLINE {
          R const z = d::convert_to<T, P>(y);
          simd::each<R::count>([&](int n) SIMT_LAMBDA_INLINE {
            auto& v = to.v[i * R::count + n];
            v = all ? z.v[n]
                    : simd::blend<typename R::reg, R::lanes>(
                          simd::mask_sub<sizeof(typename R::reg), P>(live, n), z.v[n], v);
          });
        },
        parts_of(x)...);
    return std::forward<To>(to);
  } else if constexpr (runs_by_parts<G, X...> && width_of<To>() != 0 &&
                       std::is_arithmetic_v<scalar<To>>) {
    return std::forward<To>(to) = fused<scalar<To>>(g, f, x...);
  } else {
    return std::forward<To>(to) = f(get(x)...);
  }
}

}  // namespace simt::inline SIMT_ABI::cuda::lane

SIMT_DETAIL_QUIET_END
