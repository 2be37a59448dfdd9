#pragma once
// SPDX-License-Identifier: MIT

#include <simt/engine/dim.hpp>
#include <simt/lanes/index/constant.hpp>
#include <simt/lanes/index/geometry.hpp>
#include <simt/lanes/index/index.hpp>

#include <cstddef>
#include <type_traits>

SIMT_DETAIL_QUIET_BEGIN

namespace simt::inline SIMT_ABI::detail {

// How threadIdx looks from a gang.
struct line_layout {};       // consecutive x in a block without y and z
struct row_layout {};        // consecutive x; y and z are uniform
struct scattered_layout {};  // no pattern known at compile time
template <int GX, int GY, int GZ>
struct box_layout {};  // whole rows, or planes, of a block whose shape is known
struct quarter_layout {};  // four times consecutive x; where the quarters lie shows at the launch

// The block's shape: known when the kernel is compiled, or when it is launched.
template <int X, int Y, int Z>
struct static_shape {
  static constexpr int threads = X * Y * Z;
  static constexpr dim3 extents() { return {unsigned{X}, unsigned{Y}, unsigned{Z}}; }
};
struct dynamic_shape {};

template <class Shape>
struct block_extents {
  int x, y, z;
};
template <int X, int Y, int Z>
struct block_extents<static_shape<X, Y, Z>> {
  [[no_unique_address]] constant<X> x;
  [[no_unique_address]] constant<Y> y;
  [[no_unique_address]] constant<Z> z;
};

template <int W, class Layout>
struct thread_coordinates {
  varying<int, W> x, y, z;
  SIMT_INLINE void set(unsigned first, int bx, int by) {
    constexpr int L = varying<int, W>::lanes;
    simd::each<W / L>([&](int i) SIMT_LAMBDA_INLINE {
      auto const t = simd::iota<int, L>() + simd::broadcast<int, L>(static_cast<int>(first) + i * L);
      auto const row = quotient<L>(t, bx);
      z.v[i] = quotient<L>(row, by);
      y.v[i] = row - z.v[i] * simd::broadcast<int, L>(by);
      x.v[i] = t - row * simd::broadcast<int, L>(bx);
    });
  }

 private:
  /// a / n. Of numbers as small as those of threads, a and a half lies so far from multiples of n
  /// that even -ffast-math rounds to the right side.
  template <int L>
  SIMT_INLINE static simd::vec<int, L> quotient(simd::vec<int, L> a, int n) {
    return simd::convert<int, float, L>(
        (simd::convert<float, int, L>(a) + simd::broadcast<float, L>(0.5F)) /
        simd::broadcast<float, L>(static_cast<float>(n)));
  }
};
template <int W>
struct thread_coordinates<W, line_layout> {
  using box = geometry<W, W>;
  using index_x = index<int, box, fixed_stride<1>, fixed_stride<0>, fixed_stride<0>, true>;
  index_x x{0, {}, {}, {}};
  [[no_unique_address]] constant<0> y;
  [[no_unique_address]] constant<0> z;
  SIMT_INLINE void set(unsigned first, int, int) {
    x.base = static_cast<std::ptrdiff_t>(first);
  }
};
template <int W>
struct thread_coordinates<W, row_layout> {
  using box = geometry<W, W>;
  using index_x = index<int, box, fixed_stride<1>, fixed_stride<0>, fixed_stride<0>, true>;
  index_x x{0, {}, {}, {}};
  int y = 0, z = 0;
  SIMT_INLINE void set(unsigned first, int bx, int by) {
    auto const t = static_cast<int>(first);
    x.base = t % bx;
    y = t / bx % by;
    z = t / bx / by;
  }
};
/// Lanes of one quarter differ in x alone. The second quarter lies a step off the first, the third
/// and fourth another step off these: along x, or along y or z where rows or planes are that short.
template <int W>
struct thread_coordinates<W, quarter_layout> {
  static constexpr int quarter = W / 4;
  using box = geometry<W, quarter, 2, 2>;
  template <int SX>
  using axis = index<int, box, fixed_stride<SX>, dynamic_stride, dynamic_stride, false>;
  axis<1> x{0, {}, {0}, {0}};
  axis<0> y{0, {}, {0}, {0}};
  axis<0> z{0, {}, {0}, {0}};

  /// True if the gangs of such a block have all their lanes, and quarters that lie so.
  static constexpr bool can_carry(dim3 const& block) {
    constexpr unsigned w = W;
    unsigned const rows = block.x == 0 ? 0 : w / block.x;  // of a gang, where it has several
    return block.count() % w == 0 &&
           (block.x % w == 0 || ((block.x == w / 4 || block.x == w / 2) && block.y != 0 &&
                                 (block.y % rows == 0 || rows % block.y == 0)));
  }
  SIMT_INLINE void set(unsigned first, int bx, int by) {
    auto const t = static_cast<int>(first);
    x.base = t % bx;
    y.base = t / bx % by;
    z.base = t / bx / by;
    std::ptrdiff_t const row = bx, plane = std::ptrdiff_t{bx} * by;
    auto const along = [&](std::ptrdiff_t threads, std::ptrdiff_t& dx, std::ptrdiff_t& dy,
                           std::ptrdiff_t& dz) SIMT_LAMBDA_INLINE {
      dx = threads < row ? threads : 0;
      dy = threads < row || threads >= plane ? 0 : threads / row;
      dz = threads < plane ? 0 : threads / plane;
    };
    along(quarter, x.sy.n, y.sy.n, z.sy.n);
    along(2 * quarter, x.sz.n, y.sz.n, z.sz.n);
  }
};
template <int W, int GX, int GY, int GZ>
struct thread_coordinates<W, box_layout<GX, GY, GZ>> {
  using box = geometry<W, GX, GY, GZ>;
  template <int SX, int SY, int SZ>
  using axis = index<int, box, fixed_stride<SX>, fixed_stride<SY>, fixed_stride<SZ>, true>;
  axis<1, 0, 0> x{0, {}, {}, {}};
  axis<0, 1, 0> y{0, {}, {}, {}};
  axis<0, 0, 1> z{0, {}, {}, {}};
  SIMT_INLINE void set(unsigned first, int bx, int by) {
    auto const t = static_cast<int>(first);
    y.base = t / bx % by;
    z.base = t / bx / by;
  }
};

}  // namespace simt::inline SIMT_ABI::detail

SIMT_DETAIL_QUIET_END
