#pragma once
// SPDX-License-Identifier: MIT

#include <simt/lanes/gang_parts.hpp>
#include <simt/lanes/traits.hpp>
#include <simt/simd/memory.hpp>

#include <cstddef>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

/// The coordinates of a gang that a value depends on.
enum axes : int { x_axis = 1, y_axis = 2, both_axes = 3 };

/// True if the rows of a gang of geometry G are whole parts and fill it.
template <class G>
inline constexpr bool has_whole_rows =
    G::width > 1 && G::gz == 1 && G::gx > 1 && G::gy > 1 && G::gx * G::gy == G::width &&
    G::gx % part_lanes<G::width> == 0;

/// The lanes in columns x0 … x1-1 of rows y0 … y1-1: comparisons of one coordinate with uniforms,
/// and their conjunctions. Axes: the coordinates that have bounds.
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
  SIMT_DETAIL_NO_ASSIGNMENT(box_predicate, SIMT_DETAIL_CONDITION)
  /// Makes the box lo … hi-1 along one axis.
  SIMT_INLINE static box_predicate along(std::ptrdiff_t lo, std::ptrdiff_t hi) {
    if constexpr (Axes == x_axis)
      return box_predicate(lo, hi, 0, G::gy);
    else
      return box_predicate(0, G::gx, lo, hi);
  }
  SIMT_INLINE int uniform_outcome() const {
    if (x0 <= 0 && x1 >= G::gx && y0 <= 0 && y1 >= G::gy) return 1;
    if (x1 <= 0 || x0 >= G::gx || x0 >= x1 || y1 <= 0 || y0 >= G::gy || y0 >= y1) return 0;
    return -1;
  }
  SIMT_INLINE M at(int i, M live) const {
    int const y = i * part / G::gx;
    if (y < y0 || y >= y1) return simd::mask_none<part>();
    return simd::mask_and<part>(columns(i * part % G::gx), live);
  }
  /// Writes the masks of all parts: those of one row, in each row that is inside.
  SIMT_INLINE void fill(M* m) const {
    constexpr int C = G::gx / part;
    M row[C];
    simd::each<C>([&](int c) SIMT_LAMBDA_INLINE { row[c] = columns(c * part); });
    if constexpr (simd::has_bit_masks && C == 1 && G::gy <= 32 && G::gy % 8 == 0) {
      using Rows = simd::vec<std::int16_t, G::gy>;
      auto const y = simd::iota<std::int16_t, G::gy>();
      auto const bound = [](std::ptrdiff_t n) SIMT_LAMBDA_INLINE {
        return simd::broadcast<std::int16_t, G::gy>(
            static_cast<std::int16_t>(n < 0 ? 0 : n > G::gy ? G::gy : n));
      };
      auto const inside = (Rows)(y < bound(y1)) & (Rows)(y >= bound(y0)) &
                          simd::broadcast<std::int16_t, G::gy>(static_cast<std::int16_t>(row[0]));
      __builtin_memcpy(m, &inside, sizeof inside);
      return;
    }
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
/// True for a box with bounds along both axes. The others are mostly a tile's rim, `tx == 0`, whose
/// masks the compiler works out one by one.
template <class P>
inline constexpr bool is_whole_box = false;
template <class G, bool Own>
inline constexpr bool is_whole_box<box_predicate<G, Own, both_axes>> = true;

/// Returns the lanes that are in both boxes.
template <class G, bool Own, int A, int B>
SIMT_INLINE auto intersect(box_predicate<G, Own, A> const& a, box_predicate<G, Own, B> const& b) {
  return box_predicate<G, Own, A | B>(a.x0 > b.x0 ? a.x0 : b.x0, a.x1 < b.x1 ? a.x1 : b.x1,
                                      a.y0 > b.y0 ? a.y0 : b.y0, a.y1 < b.y1 ? a.y1 : b.y1);
}

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
