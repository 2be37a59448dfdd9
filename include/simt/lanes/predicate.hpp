#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/varying.hpp>

#include <limits>

SIMT_DETAIL_QUIET_BEGIN

// Truth values with one lane per thread that are evaluated late: part by part, and only for lanes
// that still matter. at(i, live) is the mask of part i within `live`; quick() is 1 or 0 where one
// look at uniforms says that all or none of the gang's lanes hold, else -1.
//
// Copies are written out member by member: g++ copies a struct as memory otherwise, and a wide load of
// what narrow stores have just written has to wait for all of them.
namespace simt::inline SIMT_ABI::detail {

/// a C b, compared when asked.
template <simd::compare C, class T, int W, bool Loaded>
struct compare_predicate : predicate_tag {
  using value_type = bool;
  static constexpr int width = W;
  static constexpr int part = part_lanes<W>;
  static constexpr bool from_memory = Loaded;
  using V = varying<T, W>;
  V a, b;
  SIMT_INLINE compare_predicate(V const& x, V const& y) : a(x), b(y) {}
  SIMT_INLINE compare_predicate(compare_predicate const& o) : a(o.a), b(o.b) {}
  SIMT_INLINE int quick() const { return -1; }
  SIMT_INLINE simd::part_mask<part> at(int i, simd::part_mask<part> live) const {
    using R = typename V::reg;
    constexpr int L = V::lanes;
    if constexpr (L == part) {
      return simd::compare_lanes<C, R, L>(live, a.v[i], b.v[i]);
    } else {
      return simd::mask_join<part>(
          simd::compare_lanes<C, R, L>(simd::mask_sub<8, part>(live, 0), a.v[2 * i], b.v[2 * i]),
          simd::compare_lanes<C, R, L>(simd::mask_sub<8, part>(live, 1), a.v[2 * i + 1],
                                       b.v[2 * i + 1]));
    }
  }
};

/// The lanes lo … hi-1: what a comparison of a consecutive thread index with a uniform comes to.
/// Hot: the partial case is as likely as the full one (the index is the thread's own).
template <int W, bool Hot>
struct range_predicate : predicate_tag {
  using value_type = bool;
  static constexpr int width = W;
  static constexpr int part = part_lanes<W>;
  static constexpr bool hot = Hot;
  std::ptrdiff_t lo, hi;
  SIMT_INLINE range_predicate(std::ptrdiff_t l, std::ptrdiff_t h) : lo(l), hi(h) {}
  SIMT_INLINE range_predicate(range_predicate const& o) : lo(o.lo), hi(o.hi) {}
  SIMT_INLINE int quick() const {
    if (lo <= 0 && hi >= W) return 1;
    if (hi <= 0 || lo >= W || lo >= hi) return 0;
    return -1;
  }
  SIMT_INLINE simd::part_mask<part> at(int i, simd::part_mask<part> live) const {
    auto const upto = simd::mask_and<part>(simd::mask_first<part>(hi - i * part), live);
    return simd::mask_andnot<part>(upto, simd::mask_first<part>(lo - i * part));
  }
};

/// Which coordinates of a gang a value depends on.
enum axes : int { x_axis = 1, y_axis = 2, both_axes = 3 };

/// A gang whose rows are whole parts and fill it: G is its geometry.
template <class G>
inline constexpr bool has_whole_rows =
    G::width > 1 && G::gz == 1 && G::gx > 1 && G::gy > 1 && G::gx * G::gy == G::width &&
    G::gx % part_lanes<G::width> == 0;

/// The lanes in columns x0 … x1-1 of rows y0 … y1-1: what comparisons of one coordinate with uniforms
/// come to, and their conjunctions. Axes: the coordinates that have bounds.
template <class G, bool Own, int Axes>
struct box_predicate : predicate_tag {
  using value_type = bool;
  using geometry_type = G;
  static constexpr int width = G::width;
  static constexpr int part = part_lanes<width>;
  static constexpr bool own = Own;
  static constexpr int axes = Axes;
  using M = simd::part_mask<part>;
  std::ptrdiff_t x0, x1, y0, y1;
  SIMT_INLINE box_predicate(std::ptrdiff_t l, std::ptrdiff_t r, std::ptrdiff_t t, std::ptrdiff_t b)
      : x0(l), x1(r), y0(t), y1(b) {}
  SIMT_INLINE box_predicate(box_predicate const& o) : x0(o.x0), x1(o.x1), y0(o.y0), y1(o.y1) {}
  /// lo … hi-1 along one axis.
  SIMT_INLINE static box_predicate along(std::ptrdiff_t lo, std::ptrdiff_t hi) {
    if constexpr (Axes == x_axis)
      return box_predicate(lo, hi, 0, G::gy);
    else
      return box_predicate(0, G::gx, lo, hi);
  }
  SIMT_INLINE int quick() const {
    if (x0 <= 0 && x1 >= G::gx && y0 <= 0 && y1 >= G::gy) return 1;
    if (x1 <= 0 || x0 >= G::gx || x0 >= x1 || y1 <= 0 || y0 >= G::gy || y0 >= y1) return 0;
    return -1;
  }
  SIMT_INLINE M at(int i, M live) const {
    int const y = i * part / G::gx;
    if (y < y0 || y >= y1) return simd::mask_none<part>();
    return simd::mask_and<part>(columns(i * part % G::gx), live);
  }
  /// The masks of all parts: those of one row, in each row that is inside.
  SIMT_INLINE void fill(M* m) const {
    constexpr int C = G::gx / part;
    M row[C];
    simd::each<C>([&](int c) SIMT_LAMBDA_INLINE { row[c] = columns(c * part); });
#if SIMT_ISA_AVX512
    if constexpr (C == 1 && G::gy <= 32 && G::gy % 8 == 0) {
      using Rows = simd::vec<std::int16_t, G::gy>;
      auto const y = simd::iota<std::int16_t, G::gy>();
      auto const bound = [](std::ptrdiff_t n) SIMT_LAMBDA_INLINE {
        return simd::splat<std::int16_t, G::gy>(
            static_cast<std::int16_t>(n < 0 ? 0 : n > G::gy ? G::gy : n));
      };
      auto const inside = (Rows)(y < bound(y1)) & (Rows)(y >= bound(y0)) &
                          simd::splat<std::int16_t, G::gy>(static_cast<std::int16_t>(row[0]));
      __builtin_memcpy(m, &inside, sizeof inside);
      return;
    }
#endif
    simd::each<G::gy>([&](int y) SIMT_LAMBDA_INLINE {
      bool const on = y >= y0 && y < y1;
      simd::each<C>([&](int c) SIMT_LAMBDA_INLINE {
        m[y * C + c] = on ? row[c] : simd::mask_none<part>();
      });
    });
  }

 private:
  SIMT_INLINE M columns(int x) const {
    return simd::mask_andnot<part>(simd::mask_first<part>(x1 - x), simd::mask_first<part>(x0 - x));
  }
};
/// A box with bounds along both axes. (The others are mostly a tile's rim, `tx == 0`, whose masks the
/// compiler works out one by one.)
template <class P>
inline constexpr bool is_whole_box = false;
template <class G, bool Own>
inline constexpr bool is_whole_box<box_predicate<G, Own, both_axes>> = true;

/// The lanes that are in both.
template <class G, bool Own, int A, int B>
SIMT_INLINE auto intersect(box_predicate<G, Own, A> const& a, box_predicate<G, Own, B> const& b) {
  return box_predicate<G, Own, A | B>(a.x0 > b.x0 ? a.x0 : b.x0, a.x1 < b.x1 ? a.x1 : b.x1,
                                      a.y0 > b.y0 ? a.y0 : b.y0, a.y1 < b.y1 ? a.y1 : b.y1);
}

/// Comparison of an index that is not consecutive with a uniform: bounds first, lanes after.
template <simd::compare C, class Index, class T>
struct index_predicate : predicate_tag {
  using value_type = bool;
  static constexpr int width = Index::width;
  static constexpr int part = part_lanes<width>;
  Index index;
  T bound;
  SIMT_INLINE index_predicate(Index const& x, T y) : index(x), bound(y) {}
  SIMT_INLINE index_predicate(index_predicate const& o) : index(o.index), bound(o.bound) {}
  SIMT_INLINE int quick() const {
    // Only where the values are the mathematical ones: unsigned types wrap.
    auto const lowest = index.lowest();
    auto const highest = index.highest();
    using V = typename Index::value_type;
    if constexpr (std::is_unsigned_v<T> || std::is_unsigned_v<V>) {
      if (lowest < 0) return -1;
      if constexpr (sizeof(V) < 8) {
        if (highest > static_cast<std::ptrdiff_t>(std::numeric_limits<V>::max())) return -1;
      }
      if constexpr (std::is_unsigned_v<T> && sizeof(T) == 8) {
        if (bound > static_cast<T>(std::numeric_limits<std::ptrdiff_t>::max())) return -1;
      }
    }
    auto const lo = static_cast<long long>(lowest);
    auto const hi = static_cast<long long>(highest);
    auto const b = static_cast<long long>(bound);
    if constexpr (C == simd::compare::lt) return hi < b ? 1 : lo >= b ? 0 : -1;
    if constexpr (C == simd::compare::le) return hi <= b ? 1 : lo > b ? 0 : -1;
    if constexpr (C == simd::compare::gt) return lo > b ? 1 : hi <= b ? 0 : -1;
    if constexpr (C == simd::compare::ge) return lo >= b ? 1 : hi < b ? 0 : -1;
    if constexpr (C == simd::compare::eq) return lo == b && hi == b ? 1 : lo > b || hi < b ? 0 : -1;
    if constexpr (C == simd::compare::ne) return lo > b || hi < b ? 1 : lo == b && hi == b ? 0 : -1;
  }
  SIMT_INLINE simd::part_mask<part> at(int i, simd::part_mask<part> live) const {
    using V = typename Index::value_type;
    if constexpr ((std::is_signed_v<T> && std::is_signed_v<V>) ||
                  (Index::own && sizeof(T) == 4)) {  // mathematical, as quick() has it
      auto const first = index.at(i * part);
      auto const b = static_cast<std::ptrdiff_t>(bound);
      if constexpr (Index::equal_run % part == 0) {
        return simd::compare_one<C>(first, b) ? live : simd::mask_none<part>();
      } else if constexpr (Index::run % part == 0) {
        auto const below = [&](std::ptrdiff_t n) SIMT_LAMBDA_INLINE {
          return simd::mask_first<part>(n - first);
        };
        if constexpr (C == simd::compare::lt) return simd::mask_and<part>(live, below(b));
        if constexpr (C == simd::compare::le) return simd::mask_and<part>(live, below(b + 1));
        if constexpr (C == simd::compare::gt) return simd::mask_andnot<part>(live, below(b + 1));
        if constexpr (C == simd::compare::ge) return simd::mask_andnot<part>(live, below(b));
        auto const equal = simd::mask_andnot<part>(below(b + 1), below(b));
        if constexpr (C == simd::compare::eq) return simd::mask_and<part>(live, equal);
        if constexpr (C == simd::compare::ne) return simd::mask_andnot<part>(live, equal);
      } else {
        return compare_predicate<C, T, width, false>(index.template as<T>().decay(),
                                                     varying<T, width>(bound))
            .at(i, live);
      }
    } else {
      return compare_predicate<C, T, width, false>(convert_varying<T, width>(index.decay()),
                                                   varying<T, width>(bound))
          .at(i, live);
    }
  }
};

template <class A, class B>
struct and_predicate : predicate_tag {
  using value_type = bool;
  static constexpr int width = A::width;
  static constexpr int part = part_lanes<width>;
  A a;
  B b;
  SIMT_INLINE and_predicate(A const& x, B const& y) : a(x), b(y) {}
  SIMT_INLINE and_predicate(and_predicate const& o) : a(o.a), b(o.b) {}
  SIMT_INLINE int quick() const {
    int const x = a.quick();
    if (x == 0) return 0;
    int const y = b.quick();
    return y == 0 ? 0 : (x == 1 && y == 1) ? 1 : -1;
  }
  SIMT_INLINE simd::part_mask<part> at(int i, simd::part_mask<part> live) const {
    return b.at(i, a.at(i, live));
  }
};

template <class A, class B>
struct or_predicate : predicate_tag {
  using value_type = bool;
  static constexpr int width = A::width;
  static constexpr int part = part_lanes<width>;
  A a;
  B b;
  SIMT_INLINE or_predicate(A const& x, B const& y) : a(x), b(y) {}
  SIMT_INLINE or_predicate(or_predicate const& o) : a(o.a), b(o.b) {}
  SIMT_INLINE int quick() const {
    int const x = a.quick();
    if (x == 1) return 1;
    int const y = b.quick();
    return y == 1 ? 1 : (x == 0 && y == 0) ? 0 : -1;
  }
  SIMT_INLINE simd::part_mask<part> at(int i, simd::part_mask<part> live) const {
    auto const x = a.at(i, live);
    return simd::mask_or<part>(x, b.at(i, simd::mask_andnot<part>(live, x)));
  }
};

template <class A>
struct not_predicate : predicate_tag {
  using value_type = bool;
  static constexpr int width = A::width;
  static constexpr int part = part_lanes<width>;
  A a;
  SIMT_INLINE not_predicate(A const& x) : a(x) {}
  SIMT_INLINE not_predicate(not_predicate const& o) : a(o.a) {}
  SIMT_INLINE int quick() const {
    int const x = a.quick();
    return x < 0 ? -1 : 1 - x;
  }
  SIMT_INLINE simd::part_mask<part> at(int i, simd::part_mask<part> live) const {
    return simd::mask_andnot<part>(live, a.at(i, live));
  }
};

/// A uniform truth value beside a predicate.
template <int W>
struct uniform_predicate : predicate_tag {
  using value_type = bool;
  static constexpr int width = W;
  static constexpr int part = part_lanes<W>;
  bool on;
  SIMT_INLINE uniform_predicate(bool b) : on(b) {}
  SIMT_INLINE int quick() const { return on ? 1 : 0; }
  SIMT_INLINE simd::part_mask<part> at(int, simd::part_mask<part> live) const {
    return on ? live : simd::mask_none<part>();
  }
};

template <class P>
inline constexpr bool predicate_loads = false;
template <simd::compare C, class T, int W, bool Loaded>
inline constexpr bool predicate_loads<compare_predicate<C, T, W, Loaded>> = Loaded;
template <class A, class B>
inline constexpr bool predicate_loads<and_predicate<A, B>> =
    predicate_loads<A> || predicate_loads<B>;
template <class A, class B>
inline constexpr bool predicate_loads<or_predicate<A, B>> =
    predicate_loads<A> || predicate_loads<B>;
template <class A>
inline constexpr bool predicate_loads<not_predicate<A>> = predicate_loads<A>;

/// Made of bounds that few gangs lie across, so that quick() nearly always decides: not of lanes'
/// data, nor of the threads' own coordinates.
template <class P>
inline constexpr bool rarely_mixed = false;
template <int W, bool Hot>
inline constexpr bool rarely_mixed<range_predicate<W, Hot>> = !Hot;
template <class G, bool Own, int Axes>
inline constexpr bool rarely_mixed<box_predicate<G, Own, Axes>> = !Own;
template <simd::compare C, class Index, class T>
inline constexpr bool rarely_mixed<index_predicate<C, Index, T>> = !Index::own;
template <int W>
inline constexpr bool rarely_mixed<uniform_predicate<W>> = true;
template <class A, class B>
inline constexpr bool rarely_mixed<and_predicate<A, B>> = rarely_mixed<A> && rarely_mixed<B>;
template <class A, class B>
inline constexpr bool rarely_mixed<or_predicate<A, B>> = rarely_mixed<A> && rarely_mixed<B>;
template <class A>
inline constexpr bool rarely_mixed<not_predicate<A>> = rarely_mixed<A>;

/// x as a predicate of W lanes: any lane value is a condition if it is not zero.
template <int W, class X>
SIMT_INLINE auto as_predicate(X&& x) {
  if constexpr (uniform_value<X>)
    return uniform_predicate<W>(static_cast<bool>(std::forward<X>(x)));
  else if constexpr (lane_predicate<X>)
    return plain<X>(std::forward<X>(x));
  else
    return compare_predicate<simd::compare::ne, lane_type<X>, W, from_memory<X&&>>(
        eval(std::forward<X>(x)), varying<lane_type<X>, W>(lane_type<X>{}));
}

template <class X>
concept lazy_value = requires { typename plain<X>::lazy_function; };

/// simt_lazy(expression): evaluated under the lanes that want it.
template <class F>
struct lazy {
  using lazy_function = F;
  F f;
};
template <class F>
lazy(F) -> lazy<F>;

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
