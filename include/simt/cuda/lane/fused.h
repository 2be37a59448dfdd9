#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/lane/values.h>
#include <simt/lanes/memory/access_by_call.hpp>
#include <simt/simd/mask_words.hpp>

SIMT_DETAIL_QUIET_BEGIN

// The arithmetic of a statement part by part of a wide gang: all of its operators for one register
// of threads, then for the next, so that what lies between them stays in registers.
namespace simt::inline SIMT_ABI::cuda::lane {

/// The memory that a statement stores to, from `first` to before `last`.
struct stored_range {
  char const* first;
  char const* last;
  template <class T>
  SIMT_INLINE bool is_disjoint(T const* from, T const* to) const {
    return reinterpret_cast<char const*>(to) <= first ||
           reinterpret_cast<char const*>(from) >= last;
  }
};

/// An operand that has been computed, by parts: a number, or lanes.
template <class X>
class value_parts {
 public:
  SIMT_INLINE explicit value_parts(X x) : x_(static_cast<X&&>(x)) {}
  template <class All, class Mask>
  SIMT_INLINE auto part(int i, All, Mask) const {
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
  /// True where the operand is the same whatever parts the statement has stored.
  SIMT_INLINE bool is_disjoint(stored_range const&) const { return true; }

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
  template <class All>
  SIMT_INLINE auto part(int i, All, simd::part_mask<V::part> live) const {
    varying<T, V::part> r;
    simd::each<N>([&](int n) SIMT_LAMBDA_INLINE {
      T const* const p = from_ + index_.at((i * N + n) * V::lanes);
      r.v[n] = All::value || whole_
                   ? simd::load<T, V::lanes>(p)
                   : simd::load_masked<T, V::lanes>(
                         p, simd::mask_sub<sizeof(typename V::reg), V::part>(live, n));
    });
    return r;
  }
  SIMT_INLINE bool is_disjoint(stored_range const& s) const {
    return s.is_disjoint(from_ + index_.lowest(), from_ + index_.highest() + 1);
  }

 private:
  T const* from_;
  Index index_;
  bool whole_;
};

/// The same of a coordinate clamped at an edge; what turns out to be no rows is read beforehand,
/// into `apart`. (Which lies outside: in memory as it is, it would keep the rest there, too.)
template <class T, class Index, std::ptrdiff_t Size>
class split_parts {
  using V = varying<T, Index::width>;
  using G = typename Index::geometry_type;
  static constexpr int P = V::part, C = Index::columns;

 public:
  template <class Place>
  SIMT_INLINE split_parts(Place const& x, V& apart) : row_(x.lane_index().ty), from_(x.address()) {
    auto const& index = x.lane_index();
    simd::part_mask<P> live[C];
    d::active_columns<Index::width>(d::active_mask(), live);
    is_rows_ = index.runs(live, shift_);
    first_ = x.address() + index.linear.base;
    step_ = std::ptrdiff_t{index.linear.sy};
    if (!is_rows_) [[unlikely]] {
      apart = x.load();
      first_ = reinterpret_cast<T const*>(&apart);
      step_ = G::gx;
      row_ = decltype(Index::ty)();
      for (auto& n : shift_) n = 0;
    }
    if constexpr (C == 1) first_ += shift_[0];
  }
  split_parts(split_parts const&) = delete;
  template <class All>
  SIMT_INLINE auto part(int i, All, simd::part_mask<V::part> live) const {
    int const x = i * P % G::gx, y = i * P / G::gx;
    T const* p = first_ + x + y * step_ + row_.at(y);
    if constexpr (C != 1) p += shift_[x / P];
    varying<T, V::part> r;
    if constexpr (All::value)
      r.v[0] = simd::load<T, V::lanes>(p);
    else
      r.v[0] = simd::load_masked<T, V::lanes>(p, live);
    return r;
  }
  SIMT_INLINE bool is_disjoint(stored_range const& s) const {
    return !is_rows_ || (Size > 0 && s.is_disjoint(from_, from_ + Size));
  }

 private:
  T const* first_;
  std::ptrdiff_t step_;
  std::ptrdiff_t shift_[C];
  [[no_unique_address]] decltype(Index::ty) row_;
  T const* from_;
  bool is_rows_;
};

template <class T, int W>
struct apart_lanes {
  SIMT_INLINE apart_lanes() {}
  varying<std::remove_const_t<T>, W> lanes;
};

/// An operand by parts.
template <class X>
SIMT_INLINE auto parts_of(X const& x) {
  if constexpr (width_of<X>() == 0) {
    return value_parts<plain<decltype(lane::get(x))>>(lane::get(x));
  } else {
    using T = scalar<X>;
    using V = varying<T, X::width>;
    if constexpr (is_lane_varying<X>)
      return value_parts<X const&>(x);
    else
      return value_parts<V>(V(lane::get(x)));
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
parts_of(d::place<T, I, Size> const& x, apart_lanes<T, I::width>&& apart = {}) {
  return split_parts<std::remove_const_t<T>, I, Size>(x, apart.lanes);
}

template <class X>
concept number_operand = (std::is_arithmetic_v<scalar<X>> || std::is_enum_v<scalar<X>>)&&!(
    width_of<X>() != 0 && std::is_same_v<scalar<X>, bool>);
/// True where the arithmetic of such operands runs part by part: numbers, of which some are lanes
/// of floating-point numbers, in gangs of so many registers that most of them lie in memory anyway.
template <class G, class... X>
inline constexpr bool runs_by_parts =
    G::gang_width / d::part_lanes<G::gang_width> >= 8 && (number_operand<X> && ...) &&
    ((width_of<X>() != 0 && std::is_floating_point_v<scalar<X>>) || ...);

/// The parts of a gang in which lanes are active, one after the other.
template <int W, bool All>
class active_parts {
  static constexpr int P = d::part_lanes<W>, N = W / P;
  static constexpr bool as_bits = !All && simd::has_nonempty_masks<P, N>;

 public:
  SIMT_INLINE explicit active_parts([[maybe_unused]] d::execution_mask const& e) {
    if constexpr (as_bits)
      left_ = simd::nonempty_masks<P, N>(e.masks);
    else
      next_from(0, e);
  }
  SIMT_INLINE bool done() const { return as_bits ? left_ == 0 : at_ == N; }
  SIMT_INLINE int operator*() const { return as_bits ? std::countr_zero(left_) : at_; }
  SIMT_INLINE void next([[maybe_unused]] d::execution_mask const& e) {
    if constexpr (as_bits)
      left_ &= left_ - 1;
    else
      next_from(at_ + 1, e);
  }

 private:
  SIMT_INLINE void next_from(int i, [[maybe_unused]] d::execution_mask const& e) {
    at_ = i;
    if constexpr (!All)
      while (at_ < N && !simd::mask_any<P>(d::partial_part<P>(e, at_))) ++at_;
  }
  std::uint32_t left_ = 0;
  int at_ = 0;
};

/// Calls store(i, all, mask, y) for each register i of threads of which some are active, y the
/// value of f there; f is arithmetic alone. (Each turn does all of it: what is the same in all
/// turns the compilers take out of the loop only where nothing stands before it that might leave it
/// out, since it could trap.)
template <int W, class F, class Store, class... Parts>
SIMT_INLINE void each_fused(F const& f, Store const& store, Parts const&... operand) {
  constexpr int P = d::part_lanes<W>;
  auto& e = d::active_mask();
  bool const all = e.all, removed = e.removed_any;
  auto const run = [&](auto whole) SIMT_LAMBDA_INLINE {
    active_parts<W, whole.value> i(e);
    if (i.done()) return;
    do {
      auto const live = whole.value ? simd::mask_full<P>() : d::partial_part<P>(e, *i);
      store(*i, whole, live, f(operand.part(*i, whole, live)...));
      i.next(e);
    } while (!i.done());
  };
  if (all)
    run(std::true_type{});
  else
    run(std::false_type{});
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
    if (!d::active_mask().all) d::clear_lanes(r);
    each_fused<W>(
        f,
        [&](int i, auto, auto, auto const& y) SIMT_LAMBDA_INLINE {
          R const z = d::convert_to<T, P>(y);
          simd::each<R::count>(
              [&](int n) SIMT_LAMBDA_INLINE { r.v[i * R::count + n] = z.v[n]; });
        },
        parts_of(x)...);
    return r;
  } else {
    return f(lane::get(x)...);
  }
}
/// Rows of memory that take numbers as registers hold them.
template <class X>
inline constexpr bool takes_rows = false;
template <class T, d::thread_index I, std::ptrdiff_t Size>
requires(sizeof(T) >= 4 && std::is_arithmetic_v<T> && !std::is_const_v<T> &&
         I::run % varying<T, I::width>::lanes ==
             0) inline constexpr bool takes_rows<d::place<T, I, Size>> = true;

/// to = f(operand ...), each register stored as soon as it is there, where no other is computed
/// from what it overwrites.
template <class T, class Index, std::ptrdiff_t Size, class F, class... Parts>
SIMT_INLINE void store_fused(d::place<T, Index, Size> const& to, F const& f,
                             Parts const&... operand) {
  using V = varying<T, Index::width>;
  constexpr int W = V::width, P = V::part, N = V::count / V::parts;
  using R = varying<T, P>;
  Index const index = to.lane_index();
  T* const memory = to.address();
  auto const first = index.lowest(), last = index.highest() + 1;
  stored_range const s{reinterpret_cast<char const*>(memory + first),
                       reinterpret_cast<char const*>(memory + last)};
  bool const at_once = (operand.is_disjoint(s) && ...);
  bool blended = false;
  if constexpr (d::stores_blended<V, Index, Size>)
    blended = !at_once || (d::may_read<Size>(first, last - first) && d::in_shared_memory(memory));
  V later;
  if (!at_once) [[unlikely]]
    d::clear_lanes(later);
  each_fused<W>(
      f,
      [&](int i, auto all, auto live, auto const& y) SIMT_LAMBDA_INLINE {
        R const z = d::convert_to<T, P>(y);
        simd::each<N>([&](int n) SIMT_LAMBDA_INLINE {
          int const j = i * N + n;
          T* row = memory + index.at(j * V::lanes);
          if (!at_once) row = reinterpret_cast<T*>(&later.v[j]);
          auto const m = simd::mask_sub<sizeof(typename V::reg), P>(live, n);
          if constexpr (all.value)
            simd::store<T, V::lanes>(row, z.v[n]);
          else if (blended)
            simd::store<T, V::lanes>(row, simd::select<typename V::reg, V::lanes>(
                                              m, z.v[n], simd::load<T, V::lanes>(row)));
          else
            simd::store_masked<T, V::lanes>(row, m, z.v[n]);
        });
      },
      operand...);
  if (!at_once) [[unlikely]]
    to.store(later);
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
        [&](int i, auto all, auto live, auto const& y) SIMT_LAMBDA_INLINE {
          R const z = d::convert_to<T, P>(y);
          simd::each<R::count>([&](int n) SIMT_LAMBDA_INLINE {
            auto& v = to.v[i * R::count + n];
            v = all.value ? z.v[n]
                    : simd::select<typename R::reg, R::lanes>(
                          simd::mask_sub<sizeof(typename R::reg), P>(live, n), z.v[n], v);
          });
        },
        parts_of(x)...);
    return std::forward<To>(to);
  } else if constexpr (runs_by_parts<G, X...> && takes_rows<plain<To>>) {
    store_fused(to, f, parts_of(x)...);
    return std::forward<To>(to);
  } else if constexpr (runs_by_parts<G, X...> && width_of<To>() != 0 &&
                       std::is_arithmetic_v<scalar<To>>) {
    return std::forward<To>(to) = fused<scalar<To>>(g, f, x...);
  } else {
    return std::forward<To>(to) = f(lane::get(x)...);
  }
}

}  // namespace simt::inline SIMT_ABI::cuda::lane

SIMT_DETAIL_QUIET_END
