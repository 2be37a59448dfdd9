#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/predicate.hpp>

#include <array>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI {

/// An integer known at compile time that computes like an int: `blockDim.x` of a static block.
template <int N>
struct constant : std::integral_constant<int, N> {
  SIMT_INLINE constexpr constant operator+() const { return {}; }
};

namespace detail {

/// How the W lanes of a gang lie in its block: a box of GX × GY × GZ threads, x fastest, so that
/// lane l has the coordinates (l % GX, l / GX % GY, l / (GX*GY)) within the gang. The box may be
/// smaller than W: the lanes beyond it do not exist, and go on along the last axis.
template <int W, int GX, int GY = 1, int GZ = 1>
struct geometry {
  static constexpr int gx = GX, gy = GY, gz = GZ;
  static constexpr int width = W;
  static constexpr int x(int l) { return GY * GZ == 1 ? l : l % GX; }
  static constexpr int y(int l) { return GZ == 1 ? l / GX : l / GX % GY; }
  static constexpr int z(int l) { return l / (GX * GY); }
};

// Strides: a type where the value is known at compile time.
template <std::ptrdiff_t N>
struct fixed_stride {
  static constexpr bool is_fixed = true;
  SIMT_INLINE constexpr operator std::ptrdiff_t() const { return N; }
};
struct dynamic_stride {
  static constexpr bool is_fixed = false;
  std::ptrdiff_t n;
  SIMT_INLINE constexpr operator std::ptrdiff_t() const { return n; }
};
/// The same of an address that a large device function gets: accesses through it are calls.
struct far_stride : dynamic_stride {};

template <std::ptrdiff_t A, std::ptrdiff_t B>
SIMT_INLINE constexpr fixed_stride<A + B> stride_add(fixed_stride<A>, fixed_stride<B>) {
  return {};
}
template <class A, class B>
SIMT_INLINE constexpr dynamic_stride stride_add(A a, B b) {
  return {std::ptrdiff_t{a} + std::ptrdiff_t{b}};
}
template <std::ptrdiff_t A, std::ptrdiff_t B>
SIMT_INLINE constexpr fixed_stride<A - B> stride_sub(fixed_stride<A>, fixed_stride<B>) {
  return {};
}
template <class A, class B>
SIMT_INLINE constexpr dynamic_stride stride_sub(A a, B b) {
  return {std::ptrdiff_t{a} - std::ptrdiff_t{b}};
}
SIMT_INLINE constexpr fixed_stride<0> stride_mul(fixed_stride<0>, std::ptrdiff_t) { return {}; }
template <class A>
SIMT_INLINE constexpr dynamic_stride stride_mul(A a, std::ptrdiff_t b) {
  return {std::ptrdiff_t{a} * b};
}
template <std::ptrdiff_t C, std::ptrdiff_t A>
SIMT_INLINE constexpr fixed_stride<A * C> stride_scale(fixed_stride<A>) {
  return {};
}
template <std::ptrdiff_t C>
SIMT_INLINE constexpr dynamic_stride stride_scale(dynamic_stride a) {
  return {a.n * C};
}

template <class S>
inline constexpr bool is_fixed = S::is_fixed;
template <class S, std::ptrdiff_t N>
inline constexpr bool stride_is = std::is_same_v<S, fixed_stride<N>>;

/// Number of leading lanes of a gang (and of each group of so many) whose values are base, base+D,
/// base+2D …: 1 where neighbours differ otherwise or by an amount unknown at compile time.
template <std::ptrdiff_t D, class G, class SX, class SY, class SZ>
consteval int run_length() {
  int run = 1;
  if (G::gx > 1) {
    if (!stride_is<SX, D>) return 1;
    run = G::gx;
  }
  if (G::gy > 1) {
    if (!stride_is<SY, D * G::gx>) return run;
    run = G::gx * G::gy;
  }
  if (G::gz > 1 && !stride_is<SZ, D * G::gx * G::gy>) return run;
  return G::width;
}

/// A thread index: lane l has the value base + sx·x(l) + sy·y(l) + sz·z(l). T is its C++ type;
/// arithmetic is done in ptrdiff_t, so that offsets beyond 2^31 need no cast. Own: the value is the
/// thread's own coordinate, not mixed with a block's: partial masks made of it are the hot case.
template <class T, class G, class SX, class SY, class SZ, bool Own>
struct index : index_tag {
  using value_type = T;
  using geometry_type = G;
  static constexpr int width = G::width;
  static constexpr bool own = Own;
  static constexpr int run = run_length<1, G, SX, SY, SZ>();        // consecutive
  static constexpr int equal_run = run_length<0, G, SX, SY, SZ>();  // equal
  template <std::ptrdiff_t D>
  static constexpr int run_by = run_length<D, G, SX, SY, SZ>();  // D apart

  std::ptrdiff_t base;
  [[no_unique_address]] SX sx;
  [[no_unique_address]] SY sy;
  [[no_unique_address]] SZ sz;

  SIMT_INLINE constexpr index(std::ptrdiff_t b, SX x, SY y, SZ z) : base(b), sx(x), sy(y), sz(z) {}
  SIMT_INLINE constexpr index(index const& o) : base(o.base), sx(o.sx), sy(o.sy), sz(o.sz) {}
  SIMT_INLINE constexpr index& operator=(index const& o) {
    base = o.base;
    sx = o.sx;
    sy = o.sy;
    sz = o.sz;
    return *this;
  }

  SIMT_INLINE std::ptrdiff_t offset(int l) const {
    std::ptrdiff_t r = 0;
    if constexpr (G::gx > 1) r += G::x(l) * std::ptrdiff_t{sx};
    if constexpr (G::gy > 1) r += G::y(l) * std::ptrdiff_t{sy};
    if constexpr (G::gz > 1) r += G::z(l) * std::ptrdiff_t{sz};
    return r;
  }
  SIMT_INLINE std::ptrdiff_t at(int l) const { return base + offset(l); }

  /// The same values as another type.
  template <class U>
  SIMT_INLINE auto as() const {
    return index<U, G, SX, SY, SZ, Own>(base, sx, sy, sz);
  }

  SIMT_INLINE std::ptrdiff_t lowest() const { return base + span(false); }
  SIMT_INLINE std::ptrdiff_t highest() const { return base + span(true); }

  /// The offsets of the L lanes that begin at lane l, as 32- or 64-bit lanes.
  template <class R, int L>
  SIMT_INLINE simd::vec<R, L> offsets(int l) const {
    if constexpr (L == 1) {
      return static_cast<R>(offset(l));
    } else if constexpr (run % L == 0) {
      return simd::iota<R, L>() + simd::splat<R, L>(static_cast<R>(offset(l)));
    } else if constexpr (equal_run % L == 0) {
      return simd::splat<R, L>(static_cast<R>(offset(l)));
    } else if constexpr (G::gx % L == 0) {
      return simd::iota<R, L>() * simd::splat<R, L>(static_cast<R>(std::ptrdiff_t{sx})) +
             simd::splat<R, L>(static_cast<R>(offset(l)));
    } else {
      simd::vec<R, L> r = pattern<R, L, 0>(l) * simd::splat<R, L>(static_cast<R>(std::ptrdiff_t{sx}));
      if constexpr (G::gy > 1)
        r += pattern<R, L, 1>(l) * simd::splat<R, L>(static_cast<R>(std::ptrdiff_t{sy}));
      if constexpr (G::gz > 1)
        r += pattern<R, L, 2>(l) * simd::splat<R, L>(static_cast<R>(std::ptrdiff_t{sz}));
      return r;
    }
  }

  /// As a varying. 32-bit values wrap as the type's arithmetic would have.
  SIMT_INLINE varying<T, width> decay() const {
    using V = varying<T, width>;
    using R = typename V::reg;
    V r;
    auto const b = simd::splat<R, V::lanes>(static_cast<R>(base));
    simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
      r.v[i] = b + offsets<R, V::lanes>(i * V::lanes);
    });
    return r;
  }

  SIMT_INLINE index& operator+=(std::integral auto n) {
    base += static_cast<std::ptrdiff_t>(n);
    return *this;
  }
  SIMT_INLINE index& operator-=(std::integral auto n) {
    base -= static_cast<std::ptrdiff_t>(n);
    return *this;
  }
  SIMT_INLINE index& operator++() { return *this += 1; }
  SIMT_INLINE index& operator--() { return *this -= 1; }
  SIMT_INLINE index operator++(int) {
    index const old = *this;
    *this += 1;
    return old;
  }
  SIMT_INLINE index operator--(int) {
    index const old = *this;
    *this -= 1;
    return old;
  }

  template <class U>
    requires(std::is_arithmetic_v<U>)
  explicit(false) operator U() const {
    static_assert(always_false<U>,
                  "simt: a thread index has one value per thread and does not fit in a uniform: "
                  "declare the result auto, simt::let<T>(…) or varying<T>");
    return U{};
  }
  // What raw[i] looks for.
  explicit(false) operator std::ptrdiff_t() const {
    static_assert(always_false<T>,
                  "simt: a thread index has one value per thread and does not index a raw pointer: "
                  "make the pointer a simt::ptr<T>");
    return 0;
  }

 private:
  SIMT_INLINE std::ptrdiff_t span(bool upper) const {
    std::ptrdiff_t r = 0;
    auto const add = [&](std::ptrdiff_t s, int extent) SIMT_LAMBDA_INLINE {
      if ((s > 0) == upper) r += s * (extent - 1);
    };
    if constexpr (G::gx > 1) add(sx, G::x(G::width - 1) > G::gx - 1 ? G::width : G::gx);
    if constexpr (G::gy > 1) add(sy, G::gz == 1 ? G::y(G::width - 1) + 1 : G::gy);
    if constexpr (G::gz > 1) add(sz, G::z(G::width - 1) + 1);
    return r;
  }
  template <class R, int L, int Axis>
  SIMT_INLINE static simd::vec<R, L> pattern(int l) {
    simd::vec<R, L> r{};
    simd::each<L>([&](int i) SIMT_LAMBDA_INLINE {
      r[i] = static_cast<R>(Axis == 0 ? G::x(l + i) : Axis == 1 ? G::y(l + i) : G::z(l + i));
    });
    return r;
  }
};

template <class T, class G, bool Own, class SX, class SY, class SZ>
SIMT_INLINE constexpr auto make_index(std::ptrdiff_t base, SX sx, SY sy, SZ sz) {
  return index<T, G, SX, SY, SZ, Own>(base, sx, sy, sz);
}

/// Sum, difference and product of indices and uniforms stay indices where these say so.
template <class A, class B>
concept index_pair = thread_index<A> && thread_index<B> &&
                     std::is_same_v<typename plain<A>::geometry_type,
                                    typename plain<B>::geometry_type>;
template <class A, class B>
concept index_and_integer =
    thread_index<A> && uniform_value<B> && std::is_integral_v<lane_type<B>>;

template <class T, class A>
SIMT_INLINE auto index_plus(A const& a, std::ptrdiff_t n) {
  return make_index<T, typename A::geometry_type, false>(a.base + n, a.sx, a.sy, a.sz);
}
template <class T, class A>
SIMT_INLINE auto index_times(A const& a, std::ptrdiff_t n) {
  return make_index<T, typename A::geometry_type, false>(
      a.base * n, stride_mul(a.sx, n), stride_mul(a.sy, n), stride_mul(a.sz, n));
}
template <class T, std::ptrdiff_t N, class A>
SIMT_INLINE auto index_times_fixed(A const& a) {
  return make_index<T, typename A::geometry_type, false>(
      a.base * N, stride_scale<N>(a.sx), stride_scale<N>(a.sy), stride_scale<N>(a.sz));
}

/// The one coordinate that an index of class I counts in steps of one, where comparisons of it are
/// boxes of the gang; 0 where there is none.
template <class I, class SX, class SY>
consteval int counted_axis() {
  if (!has_whole_rows<typename I::geometry_type>) return 0;
  if (stride_is<SX, 1> && stride_is<SY, 0>) return x_axis;
  if (stride_is<SX, 0> && stride_is<SY, 1>) return y_axis;
  return 0;
}

/// Whether a condition is a box, or a comparison that comes to one.
template <class P>
inline constexpr int box_axes = 0;
template <class G, bool Own, int Axes>
inline constexpr int box_axes<box_predicate<G, Own, Axes>> = Axes;
template <simd::compare C, class I, class T>
requires(C != simd::compare::ne && sizeof(T) == 4 &&
         ((std::is_signed_v<T> && std::is_signed_v<typename I::value_type>) ||
          I::own)) inline constexpr int box_axes<index_predicate<C, I, T>> =
    counted_axis<I, decltype(I::sx), decltype(I::sy)>();
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
template <class P>
inline constexpr bool is_own_box = false;
template <class G, bool Own, int Axes>
inline constexpr bool is_own_box<box_predicate<G, Own, Axes>> = Own;
template <simd::compare C, class I, class T>
inline constexpr bool is_own_box<index_predicate<C, I, T>> = I::own;

/// Comparison of an index with a uniform integer.
template <simd::compare C, class A, class B>
SIMT_INLINE auto compare_index(A const& a, B b) {
  using T = decltype(lane_type<A>{} + lane_type<B>{});
  using I = plain<A>;
  constexpr int W = I::width;
  auto const n = static_cast<T>(b);
  // A thread's own coordinate is never negative: unsigned comparisons are the mathematical ones, too.
  if constexpr (I::run == W && ((std::is_signed_v<T> && std::is_signed_v<lane_type<A>>) || I::own)) {
    auto m = static_cast<std::ptrdiff_t>(n);
    if constexpr (std::is_unsigned_v<T> && sizeof(T) == 8)
      if (m < 0) m = std::numeric_limits<std::ptrdiff_t>::max();
    if constexpr (sizeof(T) == 8) {  // n - base and n + 1 must not overflow
      constexpr auto most = std::ptrdiff_t{1} << 62;
      m = m > most ? most : m < -most ? -most : m;
    }
    auto const d = m - a.base;
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

}  // namespace detail

/// x with value type T, as `T x = …` would declare it: a uniform stays a uniform, an index an
/// index, anything else becomes varying<T>.
/// - Shape:  that of x
/// - Differs: an index keeps its mathematical value; 32-bit wrap-around shows only when it decays
/// - Source: ours; the form that a translator emits where the uniformity of x is C++'s to decide
template <class T, class X>
[[nodiscard]] SIMT_INLINE auto let(X&& x) {
  if constexpr (detail::thread_index<X> && std::is_integral_v<T> && !std::is_same_v<T, bool> &&
                sizeof(T) >= 4) {
    return x.template as<T>();
  } else if constexpr (detail::lane_value<X>) {
    return varying<T, detail::plain<X>::width>(std::forward<X>(x));
  } else {
    return static_cast<T>(std::forward<X>(x));
  }
}

}  // namespace simt::inline SIMT_ABI

SIMT_DETAIL_QUIET_END
