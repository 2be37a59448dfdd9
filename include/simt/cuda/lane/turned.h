#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/lane/extents.h>
#include <simt/lanes/struct.hpp>

SIMT_DETAIL_QUIET_BEGIN

// Shared arrays of two dimensions whose elements lie in another order than C++ has them.
namespace simt::inline SIMT_ABI::cuda::lane {

/// A shared array of two dimensions whose a[i][j] is element i * First + j * Second.
/// - Turned, columns one behind the other: threads side by side in the first dimension touch
///   neighbours in memory.
/// - Slanted, diagonals one behind the other: those of which each stands a row above and a column
///   right of the one before do.
template <class T, std::size_t First, std::size_t Second>
struct turned_array {
  T* p;
};
template <class T, std::size_t Second, class I>
struct turned_row {
  T* p;
  I i;
};
template <class X>
inline constexpr bool is_turned_array = false;
template <class T, std::size_t F, std::size_t S>
inline constexpr bool is_turned_array<turned_array<T, F, S>> = true;
template <class X>
inline constexpr bool is_turned_row = false;
template <class T, std::size_t S, class I>
inline constexpr bool is_turned_row<turned_row<T, S, I>> = true;

/// a[i] and a[i][j] of it.
template <class T, std::size_t First, std::size_t Second, class I>
SIMT_INLINE auto row_of(turned_array<T, First, Second> const& a, I const& i) {
  using Row = d::tile_row<int, int[1], int>;
  auto const at = Row::template step<int[First]>(i);
  return turned_row<T, Second, plain<decltype(at)>>{a.p, at};
}
template <class T, std::size_t Second, class I, class J>
SIMT_INLINE decltype(auto) element_of(turned_row<T, Second, I> const& row, J const& j) {
  using Row = d::tile_row<int, int[1], int>;
  return ptr<T>(row.p)[row.i + Row::template step<int[Second]>(j)];
}

/// The memory of a slanted array, up to twice as much as of a plain one, where the gang is the
/// block. Elsewhere, or where the first row's end may be passed (Reach: the largest n + 1 of
/// subscripts
/// `[0][threadIdx.x + n]`, 0 where there are none), rows lie one behind the other as always.
template <class G, int Reach, class Array>
struct slanted_memory {
  using element = std::remove_all_extents_t<Array>;
  static constexpr std::size_t rows = std::extent_v<Array>, columns = std::extent_v<Array, 1>;
  static constexpr std::size_t size = (rows + columns - 1) * columns;
  static constexpr bool used = block_of<G>.x != 0 && size * sizeof(element) <= 16384 &&
                               (Reach == 0 || block_of<G>.x + Reach - 1 <= columns);
  using array = turned_array<element, columns, columns + 1>;
  SIMT_INLINE slanted_memory() {}
  alignas(64) element a[used ? size : 1];
};

}  // namespace simt::inline SIMT_ABI::cuda::lane

SIMT_DETAIL_QUIET_END
