#pragma once
// SPDX-License-Identifier: MIT

#include <simt/cuda/lane/values.h>
#include <simt/kernel/gang.hpp>

namespace simt::inline SIMT_ABI::cuda::lane {

template <int W, class Layout, bool Single>
class gang;

/// The extents of a block that is one gang and whose kind of gang tells them; else 0.
struct fixed_extents {
  unsigned x, y, z;
};
template <class G>
inline constexpr fixed_extents block_of{0, 0, 0};
template <int W>
inline constexpr fixed_extents block_of<gang<W, d::line_layout, true>>{unsigned{W}, 1, 1};
template <int W, int X, int Y, int Z>
requires(W == X * Y * Z)
inline constexpr fixed_extents block_of<gang<W, d::box_layout<X, Y, Z>, true>>{unsigned{X},
                                                                               unsigned{Y},
                                                                               unsigned{Z}};

}  // namespace simt::inline SIMT_ABI::cuda::lane
