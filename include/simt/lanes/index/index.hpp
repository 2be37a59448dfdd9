#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/flow/errors.hpp>
#include <simt/lanes/index/geometry.hpp>
#include <simt/lanes/index/stride.hpp>
#include <simt/lanes/varying.hpp>

#include <concepts>
#include <limits>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

[[noreturn]] SIMT_COLD inline void throw_beyond_type() {
  throw_flow(
      "an index that became a signed integer goes past the end of its type between threads that "
      "run side by side, as (int)(threadIdx.x + n) does with n just below 2^31");
}
/// True if integers of type From that T has none of become Ts all the same, a power of two off.
template <class T, class From>
inline constexpr bool goes_around = std::is_signed_v<T> &&
                                    (sizeof(From) > sizeof(T) ||
                                     (sizeof(From) == sizeof(T) && std::is_unsigned_v<From>));

/// Returns the number of leading lanes of a gang, and of each group of so many, whose values are
/// base, base + D, base + 2D …: 1 where neighbours differ otherwise or by an amount unknown at
/// compile time.
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
/// thread's own coordinate, not mixed with a block's, and often parts a gang.
template <class T, class G, class SX, class SY, class SZ, bool Own>
struct index : index_tag {
  using value_type = T;
  using geometry_type = G;
  static constexpr int width = G::width;
  static constexpr bool own = Own;
  static constexpr bool is_widened = false;
  static constexpr bool has_fixed_strides = SX::is_fixed && SY::is_fixed && SZ::is_fixed;
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
  SIMT_INLINE constexpr index& operator=(index const& o) & {
    base = o.base;
    sx = o.sx;
    sy = o.sy;
    sz = o.sz;
    return *this;
  }

  /// Returns by how much lane l lies off the base.
  SIMT_INLINE std::ptrdiff_t offset(int l) const {
    std::ptrdiff_t r = 0;
    if constexpr (G::gx > 1) r = wrapping_sum(r, wrapping_product<std::ptrdiff_t>(G::x(l), sx));
    if constexpr (G::gy > 1) r = wrapping_sum(r, wrapping_product<std::ptrdiff_t>(G::y(l), sy));
    if constexpr (G::gz > 1) r = wrapping_sum(r, wrapping_product<std::ptrdiff_t>(G::z(l), sz));
    return r;
  }
  SIMT_INLINE std::ptrdiff_t at(int l) const { return wrapping_sum(base, offset(l)); }

  /// Returns the same values as another type.
  template <class U>
  SIMT_INLINE auto as() const {
    return index<U, G, SX, SY, SZ, Own>(base, sx, sy, sz);
  }

  /// Returns true if no lane's value goes around: lowest() and highest() hold.
  SIMT_INLINE bool has_bounds() const {
    auto const is_short = []<class S>(S s) SIMT_LAMBDA_INLINE {
      constexpr auto most = std::ptrdiff_t{1} << 40;
      return -most <= s && s <= most;
    };
    auto const is_near = [](std::ptrdiff_t b) SIMT_LAMBDA_INLINE {
      constexpr auto most = std::ptrdiff_t{1} << 62;
      return -most <= b && b <= most;
    };
    if constexpr (sizeof(T) < 8 && has_fixed_strides) return true;
    if (!(is_near(base) && is_short(sx) && is_short(sy) && is_short(sz))) return false;
    return sizeof(T) == 8 || std::is_unsigned_v<T> || fits_type();
  }
  /// Returns the least and the greatest value of all lanes.
  SIMT_INLINE std::ptrdiff_t lowest() const { return base + span(false); }
  SIMT_INLINE std::ptrdiff_t highest() const { return base + span(true); }
  /// Returns true if no lane's value is beyond T's ends, where both are known to hold.
  SIMT_INLINE bool fits_type() const {
    using limits = std::numeric_limits<T>;
    return static_cast<std::ptrdiff_t>(limits::min()) <= lowest() &&
           highest() <= static_cast<std::ptrdiff_t>(limits::max());
  }

  /// Makes values of T of what became a T from a type with others: what is wrapped around in all
  /// lanes, `(blockIdx.x * 8 - 1) * 16 + threadIdx.x`, is negative as an int.
  /// - Errors:  flow_fault where only some lanes' values do, and the strides are known
  // Why: an index keeps its mathematical value, and where its strides are known a comparison of it
  // is one range of lanes.
  SIMT_INLINE void go_around() {
    using limits = std::numeric_limits<T>;
    base = static_cast<T>(base);
    if constexpr (!Own && has_fixed_strides) {
      std::ptrdiff_t const above = highest() - base;
      std::ptrdiff_t const under = base - lowest();
      if (base > static_cast<std::ptrdiff_t>(limits::max()) - above ||
          base < static_cast<std::ptrdiff_t>(limits::min()) + under)
        throw_beyond_type();
    }
  }

  /// Returns the offsets of the L lanes that begin at lane l, as 32- or 64-bit lanes.
  template <class R, int L>
  SIMT_INLINE simd::vec<R, L> offsets(int l) const {
    if constexpr (L == 1) {
      return static_cast<R>(offset(l));
    } else if constexpr (run % L == 0) {
      return simd::iota<R, L>() + simd::broadcast<R, L>(static_cast<R>(offset(l)));
    } else if constexpr (equal_run % L == 0) {
      return simd::broadcast<R, L>(static_cast<R>(offset(l)));
    } else if constexpr (G::gx % L == 0) {
      return simd::iota<R, L>() * simd::broadcast<R, L>(static_cast<R>(std::ptrdiff_t{sx})) +
             simd::broadcast<R, L>(static_cast<R>(offset(l)));
    } else {
      simd::vec<R, L> r =
          pattern<R, L, 0>(l) * simd::broadcast<R, L>(static_cast<R>(std::ptrdiff_t{sx}));
      if constexpr (G::gy > 1)
        r += pattern<R, L, 1>(l) * simd::broadcast<R, L>(static_cast<R>(std::ptrdiff_t{sy}));
      if constexpr (G::gz > 1)
        r += pattern<R, L, 2>(l) * simd::broadcast<R, L>(static_cast<R>(std::ptrdiff_t{sz}));
      return r;
    }
  }

  /// Returns the values as a varying. 32-bit values wrap as the type's arithmetic would have.
  SIMT_INLINE varying<T, width> decay() const {
    using V = varying<T, width>;
    using R = typename V::reg;
    V r;
    auto const b = simd::broadcast<R, V::lanes>(static_cast<R>(base));
    simd::each<V::count>([&](int i) SIMT_LAMBDA_INLINE {
      r.v[i] = b + offsets<R, V::lanes>(i * V::lanes);
    });
    return r;
  }

  SIMT_INLINE index& operator+=(std::integral auto n) & {
    base += step_of(n);
    if constexpr (goes_around<T, decltype(n)>) go_around();
    return *this;
  }
  SIMT_INLINE index& operator-=(std::integral auto n) & {
    base -= step_of(n);
    if constexpr (goes_around<T, decltype(n)>) go_around();
    return *this;
  }
  SIMT_INLINE index& operator++() & { return *this += 1; }
  SIMT_INLINE index& operator--() & { return *this -= 1; }
  SIMT_DETAIL_NO_TEMPORARY(=, SIMT_DETAIL_TEMPORARY)
  SIMT_DETAIL_NO_TEMPORARY(+=, SIMT_DETAIL_TEMPORARY)
  SIMT_DETAIL_NO_TEMPORARY(-=, SIMT_DETAIL_TEMPORARY)
  SIMT_INLINE index operator++(int) & {
    index const old = *this;
    *this += 1;
    return old;
  }
  SIMT_INLINE index operator--(int) & {
    index const old = *this;
    *this -= 1;
    return old;
  }

  template <class U>
    requires(std::is_arithmetic_v<U>)
  explicit(false) operator U() const {
    if constexpr (std::is_same_v<U, std::size_t>)
      static_assert(always_false<U>,
                    "simt: one value per thread is neither a std::size_t nor indexes a std::vector: "
                    "declare the result varying<T>, or make a pointer of the vector: "
                    "simt::ptr const p{v.data()}");
    else
      static_assert(always_false<U>,
                    "simt: a thread index has one value per thread and does not fit in a uniform: "
                    "declare the result auto, simt::let<T>(…) or varying<T>");
    return U{};
  }
  // For raw[i]: the message says what to declare.
  explicit(false) operator std::ptrdiff_t() const {
    static_assert(always_false<T>,
                  "simt: a thread index has one value per thread and does not index a raw pointer: "
                  "make the pointer a simt::ptr<T>, and a __shared__ array a simt::tile<T[N]>");
    return 0;
  }

 private:
  /// Returns n as a step of Ts: of an int, 2^32 - 1 goes back by one.
  SIMT_INLINE static std::ptrdiff_t step_of(std::integral auto n) {
    if constexpr (std::is_signed_v<T>)
      return static_cast<std::ptrdiff_t>(static_cast<T>(n));
    else
      return static_cast<std::ptrdiff_t>(n);
  }
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

/// Operands whose sum, difference or product stays an index.
template <class A, class B>
concept index_pair = thread_index<A> && thread_index<B> &&
                     std::is_same_v<typename plain<A>::geometry_type,
                                    typename plain<B>::geometry_type>;
template <class A, class B>
concept index_and_integer =
    thread_index<A> && uniform_value<B> && std::is_integral_v<lane_type<B>>;

template <class T, class A>
SIMT_INLINE auto index_plus(A const& a, std::ptrdiff_t n) {
  return make_index<T, typename A::geometry_type, false>(wrapping_sum(a.base, n), a.sx, a.sy, a.sz);
}
template <class T, class A>
SIMT_INLINE auto index_times(A const& a, std::ptrdiff_t n) {
  return make_index<T, typename A::geometry_type, false>(
      wrapping_product(a.base, n), stride_mul(a.sx, n), stride_mul(a.sy, n), stride_mul(a.sz, n));
}
template <class T, std::ptrdiff_t N, class A>
SIMT_INLINE auto index_times_fixed(A const& a) {
  return make_index<T, typename A::geometry_type, false>(
      wrapping_product(a.base, N), stride_scale<N>(a.sx), stride_scale<N>(a.sy),
      stride_scale<N>(a.sz));
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
